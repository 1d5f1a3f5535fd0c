import { posix } from 'node:path';

/** The files under src: path below src, and text. */
export type Sources = ReadonlyMap<string, string>;

/** Names what breaks it, one sentence each. */
export type Rule = (sources: Sources) => string[];

/** Imports go strictly downwards. Of two folders that match a path, the longer one is meant. */
const levels: Readonly<Record<string, number>> = {
  daemon: 6,
  api: 5,
  cli: 5,
  dashboard: 5,
  auth: 4,
  platform: 3,
  'engine/local': 3,
  'engine/kubernetes': 3,
  engine: 2,
  build: 2,
  git: 2,
  router: 2,
  'docs-search': 2,
  'docs-site': 2,
  store: 1,
  subprocess: 1,
  client: 1,
  base: 0,
  contract: 0,
};

const cliMayImport = new Set(['cli', 'client', 'contract', 'base']);
const filesOfBase = ['clock', 'errors', 'ids', 'log'];
const readersOfTheEnvironment = new Set([
  'daemon/main.ts',
  'daemon/commands.ts',
  'daemon/config.ts',
  'cli/main.ts',
]);
const dumpingGround = /^(utils?|helpers?|common|shared|managers?)$/;

export const rules = {
  'every folder is known': (sources) =>
    [...sources.keys()]
      .filter((file) => levels[folderOf(file)] === undefined)
      .map((file) => `${file} is in no folder of the table`),

  'imports can be read': (sources) =>
    problems(sources, (file, text) =>
      importsOf(text)
        .filter((name) => name === undefined || /^[#/]|^\w+:\//.test(name))
        .map((name) => `${file} imports ${name ?? 'what is only known when it runs'}`),
    ),

  'imports go downwards': (sources) =>
    problems(sources, (file, text) => {
      if (isTest(file)) return [];
      return ourImports(file, text)
        .filter((target) => !mayImport(file, target))
        .map((target) => `${file} imports ${target}`);
    }),

  'the CLI imports only client, contract and base': (sources) =>
    problems(sources, (file, text) => {
      if (isTest(file) || folderOf(file) !== 'cli') return [];
      return ourImports(file, text)
        .filter((target) => !cliMayImport.has(folderOf(target)))
        .map((target) => `${file} imports ${target}`);
    }),

  'no imports in a circle': (sources) => {
    const circle = findCircle(sources);
    return circle ? [circle.join(' → ')] : [];
  },

  'the environment is read at the edge': (sources) =>
    problems(sources, (file, text) =>
      !readersOfTheEnvironment.has(file) && readsEnvironment(text) ? [`${file} reads process.env`] : [],
    ),

  'only subprocess spawns': (sources) =>
    problems(sources, (file, text) =>
      folderOf(file) !== 'subprocess' &&
      importsOf(text).some((name) => /^(node:)?child_process$/.test(name ?? ''))
        ? [`${file} imports node:child_process`]
        : [],
    ),

  'no export *': (sources) =>
    problems(sources, (file, text) =>
      /^\s*export\s*(type\s*)?\*/m.test(text) ? [`${file} exports whatever another file does`] : [],
    ),

  'base is a closed list': (sources) => {
    const closed = new Set(filesOfBase.flatMap((name) => [`base/${name}.ts`, `base/${name}.test.ts`]));
    return [...sources.keys()]
      .filter((file) => folderOf(file) === 'base' && !closed.has(file))
      .map((file) => `${file} is not on the list of base`);
  },

  'no dumping grounds': (sources) =>
    [...sources.keys()]
      .filter((file) =>
        file
          .split('/')
          .slice(0, -1)
          .some((folder) => dumpingGround.test(folder)),
      )
      .map((file) => `${file} lies in a folder for anything`),
} satisfies Record<string, Rule>;

function problems(sources: Sources, check: (file: string, text: string) => string[]): string[] {
  return [...sources].flatMap(([file, text]) => check(file, text));
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function folderOf(file: string): string {
  const [first = '', second = '', ...rest] = file.split('/');
  const both = `${first}/${second}`;
  if (rest.length > 0 && levels[both] !== undefined) return both;
  return second === '' ? '' : first;
}

/** The version stands in package.json and nowhere else. */
function mayImport(file: string, target: string): boolean {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (to === '..') return from === 'daemon' && target === '../package.json';
  return from === to || levels[from]! > levels[to]!;
}

const staticImport = /^\s*(?:import|export)\b(?:[^'"`;=()]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const dynamicImport = /\bimport\s*\(\s*(?:['"]([^'"]+)['"])?/g;

/** What a file imports or exports from, types included; undefined where only a run would tell. */
export function importsOf(text: string): (string | undefined)[] {
  return [...text.matchAll(staticImport), ...text.matchAll(dynamicImport)].map(([, name]) => name);
}

/** The files of ours, as paths below src. */
function ourImports(file: string, text: string): string[] {
  return importsOf(text)
    .filter((name) => name?.startsWith('.'))
    .map((name) => posix.join(posix.dirname(file), name!));
}

function readsEnvironment(text: string): boolean {
  const code = text.replace(/^\s*(\*|\/\*|\/\/).*$/gm, '');
  return /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[|\benv\b[^}=]*\}\s*=\s*process\b|['"](node:)?process['"]/.test(
    code,
  );
}

function findCircle(sources: Sources): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    const text = sources.get(file);
    if (text === undefined || done.has(file)) return undefined;
    for (const target of ourImports(file, text)) {
      const circle = visit(target, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of sources.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}
