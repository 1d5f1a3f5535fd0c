// The release: a directory for npm to pack, with Kedge and all that it depends on but Node itself.
// npm run build [-- DIRECTORY]
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const usual = join(root, 'dist', 'package');
const out = resolve(process.argv[2] ?? usual);
const script = join('assets', 'scalar.js.gz');
const scriptPackage = join(root, 'node_modules', '@scalar', 'fastify-api-reference');

if (!existsSync(join(root, script))) {
  fail(`${script} is missing: make it with node scripts/run.mjs scripts/prepare.ts.`);
}
if (out === usual) rmSync(out, { recursive: true, force: true });
else if (existsSync(out)) fail(`${out} is there already: name a directory that is not.`);

const bundledPackages = await bundle();
for (const file of [script, 'bin/kedge.mjs']) cpSync(join(root, file), join(out, file));
for (const file of ['README.md', 'LICENSE', 'docs']) {
  if (existsSync(join(root, file))) cpSync(join(root, file), join(out, file), { recursive: true });
}
writeFileSync(join(out, 'THIRD-PARTY-LICENSES'), licenses([...bundledPackages, scriptPackage]));
// Last, since npm packs nothing without it: a build that failed half-way cannot be published.
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
process.stdout.write(summary());

/** Answers with the directories of the packages that went in. */
async function bundle(): Promise<Set<string>> {
  await using build = await rolldown({
    input: { main: join(root, 'src', 'daemon', 'main.ts') },
    cwd: root,
    platform: 'node',
    onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  });
  const { output } = await build.write({
    dir: join(out, 'lib', 'kedge'),
    format: 'esm',
    // Flat: what a chunk finds by its own address lies as far away as in the sources.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // Names and lines stay, so that a stack trace can be read: source maps would cost 30 MB of memory.
    minify: false,
    // What the license comments say is in THIRD-PARTY-LICENSES.
    comments: false,
    // V8 keeps the text of a program, in twice the memory when one character is beyond Latin-1.
    charset: 'ascii',
  });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return new Set(modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
}

function licenses(directories: string[]): string {
  const texts = directories.map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const files = readdirSync(directory);
    const own = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const stated = own.length > 0 ? own : files.filter((file) => /^readme/i.test(file));
    const text = stated.map((file) => readFileSync(join(directory, file), 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n\n${text}`.trim();
  });
  const intro = 'Kedge contains these packages, each under its own license.';
  return `${[intro, ...new Set(texts.sort())].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function manifest(): object {
  const { name, version, description, license, type, optionalDependencies } = packageJson;
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { kedge: 'bin/kedge.mjs' },
    engines: { node: '>=20' },
    optionalDependencies,
  };
}

function summary(): string {
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(out, path), bytes: statSync(path).size }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const width = Math.max(...files.map(({ name }) => name.length));
  const lines = files.map(({ name, bytes }) => `  ${name.padEnd(width)} ${kilobytes(bytes)}`);
  return `${packageJson.name} ${packageJson.version} in ${relative(process.cwd(), out)}\n${lines.join('\n')}\n  ${'in all'.padEnd(width)} ${kilobytes(total)}\n`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
}

function fail(sentence: string): never {
  process.stderr.write(`build: ${sentence}\n`);
  process.exit(1);
}
