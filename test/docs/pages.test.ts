/** What a reader of the pages relies on: links that lead somewhere, and a first page that is read in one sitting. */
import { expect, test } from 'bun:test';
import { dirname, join } from 'node:path';

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

test('the README has at most 200 lines and leads to every page under docs/', async () => {
  const text = await Bun.file(join(root, 'README.md')).text();
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(200);
  const unnamed = pages.filter((page) => /^docs\/[^/]+\.md$/.test(page) && !text.includes(page));
  expect(unnamed).toEqual([]);
});
