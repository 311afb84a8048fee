/** What a reader of the pages relies on: links that lead somewhere, and a first page that is read in one sitting. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EVENT_TYPES } from '../../src/events/contract/event-names.ts';

const root = join(import.meta.dir, '../..');
const pages = ['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/*.md'].flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync(root),
]);

/** The text without its code blocks, in which a bracket or a `#` means something else. */
async function proseOf(page: string): Promise<string> {
  return (await Bun.file(join(root, page)).text()).replace(/^```.*?^```/gms, '');
}

/** A heading as the part of an address behind `#`. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

async function anchorsOf(page: string): Promise<string[]> {
  return [...(await proseOf(page)).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text));
}

test('every link between the pages leads to a file and a heading that exist', async () => {
  const dead: string[] = [];
  for (const page of pages) {
    for (const [, link = ''] of (await proseOf(page)).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      const isThere = (await Bun.file(join(root, target)).exists()) || target === 'docs';
      if (!isThere || (anchor !== undefined && !(await anchorsOf(target)).includes(anchor)))
        dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

test('no page holds the marks of an unfinished merge', async () => {
  const marked: string[] = [];
  for (const page of pages) {
    const text = await Bun.file(join(root, page)).text();
    if (/^(<{7} |={7}$|>{7} )/m.test(text)) marked.push(page);
  }
  expect(marked).toEqual([]);
});

test('the README has at most 200 lines and leads to every page under docs/', async () => {
  const text = await Bun.file(join(root, 'README.md')).text();
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(200);
  const unnamed = pages.filter((page) => /^docs\/[^/]+\.md$/.test(page) && !text.includes(page));
  expect(unnamed).toEqual([]);
});

/** Paths of the project, from its own folder or from src; capitals stand for a name that is yet to be found. */
const PATH = /^(?:\.?[a-z][\w-]*\/)+[\w.-]*$/;
const CAPITALS = /\b[A-Z]{4,}\b/;

test('the index of the decisions leads to each of them', async () => {
  const index = await Bun.file(join(root, 'docs/decisions/README.md')).text();
  const decisions = [...new Bun.Glob('*.md').scanSync(join(root, 'docs/decisions'))];
  expect(decisions.filter((one) => one !== 'README.md' && !index.includes(`](${one})`))).toEqual(
    [],
  );
});

test('every file and folder that a page names exists', async () => {
  const first = (path: string) => path.split('/', 1)[0] ?? '';
  const missing: string[] = [];
  for (const page of pages) {
    for (const [, path = ''] of (await proseOf(page)).matchAll(/`([^`\n]+)`/g)) {
      if (!PATH.test(path) || CAPITALS.test(path)) continue;
      const roots = [root, join(root, 'src')].filter((from) => existsSync(join(from, first(path))));
      if (roots.length > 0 && !roots.some((from) => existsSync(join(from, path))))
        missing.push(`${page}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test('docs/events.md names every type of event', async () => {
  const page = await Bun.file(join(root, 'docs/events.md')).text();
  expect(EVENT_TYPES.filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});
