import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anchorsOf, codeBlocksOf, headingsOf, linksOf } from './harness/markdown.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const languages = ['en', 'ja'] as const;
const pages = globSync('**/*.md', { cwd: join(root, 'docs/en') }).sort();

describe('the documentation in two languages', () => {
  it('has the same pages', () => {
    assert.ok(pages.length > 5);
    assert.deepEqual(globSync('**/*.md', { cwd: join(root, 'docs/ja') }).sort(), pages);
  });

  for (const page of pages) {
    const [english, japanese] = languages.map((language) => () => text(`docs/${language}/${page}`));

    it(`${page} has the same headings`, () => {
      const levels = (markdown: string) => headingsOf(markdown).map((heading) => heading.level);
      assert.deepEqual(levels(japanese!()), levels(english!()));
    });

    it(`${page} has the same code`, () => {
      const code = (markdown: string) => codeBlocksOf(markdown).map(withoutWords);
      assert.deepEqual(code(japanese!()), code(english!()));
    });
  }
});

describe('links', () => {
  for (const page of ownFiles().filter((file) => file.endsWith('.md'))) {
    it(`of ${page} lead somewhere`, () => {
      assert.deepEqual(
        linksOf(text(page)).filter((link) => !resolves(page, link)),
        [],
      );
    });
  }
});

describe('the configuration page', () => {
  const read = namesIn(text('src/daemon/config.ts'));

  for (const language of languages) {
    it(`in ${language} names every variable that is read, once, and no other`, () => {
      const page = text(`docs/${language}/reference/configuration.md`);
      const rows = [...page.matchAll(/^\| *`(KEDGE_[A-Z_]+)` *\|/gm)].map(([, name]) => name!);
      assert.deepEqual(rows.sort(), read);
      assert.deepEqual(namesIn(page), read);
    });
  }
});

describe('the files of the repository', () => {
  /** A path from the root of somebody's machine, not one below `docs/` or behind `${root}`. */
  const machinePath = /(?<![\w.)}\]-])\/(?:root|home|work)\/\S*/;
  const registry = /\bregistry\.(?!example\.)[a-z0-9-]+\.[a-z]{2,}|\bnpm\.pkg\.[a-z]+\.[a-z]{2,}/i;

  it('hold no path of one machine and no registry', () => {
    const found = ownFiles().flatMap((file) => {
      const [path, host] = [machinePath.exec(text(file)), registry.exec(text(file))];
      return [path, host].filter((match) => match !== null).map(([match]) => `${file}: ${match}`);
    });
    assert.deepEqual(found, []);
  });

  it('are found by those patterns', () => {
    const [slash, dot] = ['/', '.'];
    for (const before of ['', ' ', '"', '(', '=', 'file://'])
      assert.match(`${before}${slash}home${slash}ada`, machinePath);
    for (const fine of ['docs/work/x', '/homepage', 'https://example.com/home/', '/workspace/']) {
      assert.doesNotMatch(fine, machinePath);
    }
    assert.match(`https://registry${dot}npmjs${dot}org/kysely`, registry);
    assert.doesNotMatch('registry.example.com', registry);
  });

  it('let npm take packages from whatever registry it is set up for', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, object> };
    const entries = Object.entries(packages);
    assert.ok(entries.length > 50);
    assert.deepEqual(
      entries.filter(([, entry]) => 'resolved' in entry),
      [],
    );
  });
});

function text(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What git keeps, and what it would keep. */
function ownFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  return files.filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
}

function namesIn(source: string): string[] {
  return [...new Set(source.match(/\bKEDGE_[A-Z_]*[A-Z]\b/g))].sort();
}

/** Comments and drawings are for the reader, so they are in their language. */
function withoutWords(block: string): string {
  if (/[\u2500-\u257f]/.test(block)) return 'a drawing';
  return block.replace(/(^|\s+)(#|\/\/)\s.*$/gm, '');
}

function resolves(page: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return true;
  const [path = '', anchor] = decodeURIComponent(link).split('#');
  const target = path === '' ? join(root, page) : join(root, dirname(page), path);
  if (relative(root, target).startsWith('..') || !existsSync(target)) return false;
  return (
    anchor === undefined || (statSync(target).isFile() && anchorsOf(readFileSync(target, 'utf8')).has(anchor))
  );
}
