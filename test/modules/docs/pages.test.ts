/** What a reader of the pages relies on: links that lead somewhere, and a first page that is read in one sitting. */
import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EVENT_TYPES } from '../../../src/core/events/contract/event-names.ts';

const root = join(import.meta.dir, '../../..');
const pages = ['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/*.md', 'src/**/*.md'].flatMap(
  (pattern) => [...new Bun.Glob(pattern).scanSync(root)],
);

/** The text without its code blocks, in which a bracket or a `#` means something else. */
async function proseOf(page: string): Promise<string> {
  return (await Bun.file(join(root, page)).text()).replace(/^```.*?^```/gms, '');
}

/** A heading as the part of an address behind `#`, as GitHub makes it: of a link only its text counts. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a page. GitHub numbers those of repeated headings. */
async function anchorsOf(page: string): Promise<string[]> {
  const counts = new Map<string, number>();
  return [...(await proseOf(page)).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => {
    const anchor = anchorOf(text);
    const before = counts.get(anchor) ?? 0;
    counts.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Views of the repository, as a file at its top reaches them. */
const VIEWS = new Set(['../../releases', '../../issues']);

test('every link between the pages leads to a file and a heading that exist, by the rules of GitHub', async () => {
  const dead: string[] = [];
  for (const page of pages) {
    for (const [, link = ''] of (await proseOf(page)).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      if (!page.includes('/') && VIEWS.has(link)) continue;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      const isThere = isFile(target) || target === 'docs';
      if (!isThere || (anchor !== undefined && !(await anchorsOf(target)).includes(anchor)))
        dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

/** Names have their capitals there, also where the disk of this machine does not care. */
const isFile = (path: string) => {
  const folder = join(root, dirname(path));
  return existsSync(folder) && readdirSync(folder).includes(basename(path));
};

test('headings are numbered as GitHub does, and a link in one counts by its text', async () => {
  const anchors = ['`npm` & [this](x.md#y), twice', 'Ação_2 – já', 'A', 'A'].map(anchorOf);
  expect(anchors).toEqual(['npm--this-twice', 'ação_2--já', 'a', 'a']);
  // "Roles" and such may be there twice on a page.
  const repeated = await Promise.all(pages.map(anchorsOf));
  for (const one of repeated) expect(new Set(one).size).toBe(one.length);
});

/** Comments are not shown anywhere, and what is folded is folded there too. Any other markup is text in our docs. */
const RAW_HTML = /<(?!!--|https?:|\/?(?:details|summary)>)[a-z/][^>\n]*>/i;
const withoutCode = (text: string) => text.replaceAll(/`[^`\n]+`/g, 'code');

test('the repository’s own view shows every page whole: tables, pictures, callouts, and nothing as raw HTML', async () => {
  const wrong: string[] = [];
  for (const page of pages) {
    const prose = await proseOf(page);
    for (const block of prose.split(/\n{2,}/)) {
      const rows = block.split('\n').filter((line) => line.startsWith('|'));
      // GitHub drops the cells of a row that has more than the head. A bar in code divides cells too.
      const widths = new Set(rows.map((row) => row.replaceAll('\\|', '').split('|').length));
      if (widths.size > 1) wrong.push(`${page}: a table with rows of ${[...widths]}: ${rows[0]}`);
    }
    for (const [, kind = ''] of prose.matchAll(/^> \[!(\w+)\]/gm))
      if (!/^(NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/.test(kind)) wrong.push(`${page}: [!${kind}]`);
    const raw = RAW_HTML.exec(withoutCode(prose));
    if (raw) wrong.push(`${page}: ${raw[0]}`);
  }
  expect(wrong).toEqual([]);
});

test('every picture says in words what it shows, and there are pictures of nothing else', async () => {
  const shown = new Set<string>();
  for (const page of pages)
    for (const [whole, words = '', path = ''] of (await proseOf(page)).matchAll(
      /!\[(.*?)\]\((.+?)\)/g,
    )) {
      expect([page, whole, words.split(' ').length > 3]).toEqual([page, whole, true]);
      shown.add(join(dirname(page), path));
    }
  const kept = [...new Bun.Glob('docs/pictures/*').scanSync(root)];
  expect(kept.filter((path) => !shown.has(path))).toEqual([]);
});

test.each(['README.md', 'README.pt-BR.md'])(
  '%s says within 60 lines what it is, shows it, and leads to its first delivery',
  async (page) => {
    const lines = (await Bun.file(join(root, page)).text()).split('\n');
    expect(lines.slice(0, 5).join('\n')).toMatch(/^# Gatehouse\n\S.*\n\[.*\n\n\[!\[/);
    const first = lines.slice(0, 60).join('\n');
    for (const needed of ['docker run', 'npm ci', 'campaign.md', 'EVOLUTION_MODE', '[!WARNING]'])
      expect([needed, first.includes(needed)]).toEqual([needed, true]);
    expect(first).toContain('/delivery/search');
  },
);

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

/** What a page is read through for before it is left: about one screen. */
const FIRST_SCREEN_LINES = 25;

test('every page under docs/ says for whom it is, shows an example on its first screen and what to read next', async () => {
  const faults: string[] = [];
  for (const page of pages.filter((one) => /^docs\/[^/]+\.md$/.test(one))) {
    const lines = (await Bun.file(join(root, page)).text()).trimEnd().split('\n');
    if (!/\bfor\b/i.test(lines[2] ?? '')) faults.push(`${page}: for whom?`);
    const isList = page === 'docs/glossary.md';
    if (!isList && !lines.slice(0, FIRST_SCREEN_LINES).some((line) => line.startsWith('```')))
      faults.push(`${page}: no example`);
    if (!lines.at(-1)?.startsWith('**Read next:**')) faults.push(`${page}: what next?`);
  }
  expect(faults).toEqual([]);
});

test('the map of the architecture leads to each module', async () => {
  const map = await Bun.file(join(root, 'docs/architecture.md')).text();
  const modules = readdirSync(join(root, 'src/modules'));
  expect(modules.filter((name) => !map.includes(`](../src/modules/${name}/README.md)`))).toEqual(
    [],
  );
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

/** Choices that one paragraph says are on one page, which may be longer. */
const DECISION_WORDS_MAX = 200;
const LISTS = new Set(['README.md', 'small-choices.md']);

test('a decision is read in a minute: it has at most 200 words', async () => {
  const long: string[] = [];
  for (const name of new Bun.Glob('*.md').scanSync(join(root, 'docs/decisions'))) {
    const text = await Bun.file(join(root, 'docs/decisions', name)).text();
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    if (words > DECISION_WORDS_MAX && !LISTS.has(name)) long.push(`${name}: ${words}`);
  }
  expect(long).toEqual([]);
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
