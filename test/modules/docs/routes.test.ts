import { expect, test } from 'bun:test';
import { withDeclared } from '../../../scripts/errors-page.ts';
import { type Code, docsOf, FAILURE_GUIDE } from '../../../src/core/http/failure-guide.ts';
import { LANGUAGES, type LanguageCode } from '../../../src/core/languages/choose.ts';
import { idOf, PAGES, PROGRAMS, WRITTEN_BY_SCRIPTS } from '../../../src/modules/docs/pages.ts';
import { sharedApp } from '../../helpers/shared.ts';

const app = sharedApp();

const read = async (path: string, language = 'en') => {
  const answer = await fetch(app.url + path, { headers: { 'accept-language': language } });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
};

/** Reads each page once in a language. */
const pages = new Map<string, ReturnType<typeof read>>();
const readIn = (language: string, path: string) =>
  pages.getOrInsertComputed(`${language} ${path}`, () => read(path, language));

test.each([...PAGES.keys()])(
  '/docs/%s is a page in each language, whose links lead somewhere',
  async (name) => {
    for (const language of Object.keys(LANGUAGES)) {
      const page = await readIn(language, `/docs/${name}`);
      expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).not.toContain('&lt;!--');
      const ids = [...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
      expect(ids).toEqual([...new Set(ids)]);
      const links = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
      for (const link of new Set(links.filter((one) => !/^(http|\?)/.test(one)))) {
        const [path = '', anchor] = link.split('#');
        const { pathname } = new URL(path, `http://localhost/docs/${name}`);
        const target = path === '' ? page : await readIn(language, pathname);
        expect([link, target.status]).toEqual([link, 200]);
        if (anchor) expect([link, target.text.includes(`id="${anchor}"`)]).toEqual([link, true]);
      }
    }
  },
);

test('the programs that pages lead to are served as they are', async () => {
  for (const [path, text] of PROGRAMS)
    expect(await read(`/docs/${path}`)).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text,
    });
  expect((await read('/docs/receivers/receive.rb')).status).toBe(404);
});

test('a page is there as Markdown too, and /llms.txt lists all of them', async () => {
  const listed = (await read('/llms.txt')).text;
  for (const [name, { texts }] of PAGES) {
    expect(listed).toContain(`(docs/${name}.md)`);
    expect(await read(`/docs/${name}.md`)).toEqual({
      status: 200,
      type: 'text/markdown; charset=utf-8',
      text: texts.en,
    });
  }
});

test('404 a page that is not there', async () => {
  expect((await read('/docs/nothing')).status).toBe(404);
  expect((await read('/docs/..%2fREADME.md')).status).toBe(404);
});

test('a page stands in the frame, with the list of pages, its contents and its neighbours', async () => {
  const { text } = await read('/docs/events');
  expect(text).toContain('<a href="../docs" aria-current="page">Docs</a>');
  expect(text).toContain('<a href="../docs/events" aria-current="page">');
  expect(text).toContain('<h2 id="group-operators">Operators</h2>');
  expect(text).toContain('<a href="#media">Media</a>');
  expect(text).toContain('<a href="../docs/receiving" rel="prev">');
  expect(text).toContain('<a href="../docs/filters" rel="next">');
  expect((await read('/docs/command')).text).toContain('<title>The command gatehouse · Gatehouse');
  expect(text).not.toMatch(/<script(?![^>]* src=)|style=| on\w+=/);
});

test.each([
  ['pt-BR', 'Primeiros passos', 'Ler esta página em inglês', 'Esta página só existe em inglês.'],
  ['es', 'Primeros pasos', 'Leer esta página en inglés', 'Esta página solo existe en inglés.'],
])(
  'a reader of %s gets the page in that language, or hears that it is in English',
  async (language, title, inEnglish, onlyEnglish) => {
    const ask = async (path: string) =>
      (await fetch(app.url + path, { headers: { 'accept-language': language } })).text();
    const start = await ask('/docs/start');
    expect(start).toContain(`<article lang="${language}"><h1`);
    expect(start).toContain(title);
    expect(start).toContain(`<a href="../docs/en/start" hreflang="en">${inEnglish}</a>`);
    expect(await ask('/docs/limits')).toContain(onlyEnglish);
    expect(await ask('/docs/en/start')).toContain('<article lang="en"><h1');
    expect((await read(`/docs/${language}/start`)).text).toContain(title);
    expect((await read(`/docs/${language}/start.md`)).text).toStartWith(`# ${title}`);
  },
);

/** What scripts write is left to the English page: a link to its section takes its place. */
const withoutWritten = (name: string, markdown: string) =>
  markdown.replaceAll(WRITTEN_BY_SCRIPTS, (_, __, at: number) => {
    const above = markdown.slice(0, at).match(/(?<=^#+ ).*$/gm) ?? [];
    return `[](${name}.md#${idOf(above.at(-1) ?? '')})`;
  });

const headingsOf = (markdown: string): string[] =>
  (markdown.replace(/^```.*?^```/gms, '').match(/(?<=^#+ ).*$/gm) ?? []).map(idOf);

/** Returns a link to a heading with the number of the heading, which all languages share. */
function numbered(href: string, page: string, language: LanguageCode): string {
  const [path = '', anchor] = href.split('#');
  const name = path === '' ? page : path.replace(/\.md$/, '');
  const markdown = PAGES.get(name)?.texts[language];
  if (anchor === undefined || markdown === undefined) return href;
  const headings = headingsOf(withoutWritten(name, markdown));
  return `${path}#${headings.indexOf(anchor)}`;
}

/** Languages group the digits of a number by another sign. */
const numbersIn = (prose: string): string[] =>
  (prose.replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, '').match(/\d[\d.,]*\d|\d/g) ?? [])
    .map((number) => number.replaceAll(/[.,]/g, ''))
    .sort();

/** Links of a translation to pages in English begin with `../`. */
function shapeOf(name: string, language: LanguageCode, markdown: string) {
  const prose = markdown.replace(/^```.*?^```/gms, '');
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) =>
    href.startsWith('../')
      ? numbered(href.replace(/^(\.\.\/)+/, ''), name, 'en')
      : numbered(href, name, language),
  );
  return {
    headings: prose.match(/^#+ /gm),
    tables: prose.match(/^\|(?=.*\|$)/gm)?.length,
    lists: prose.match(/^(-|\d\.) /gm)?.length,
    code: prose.match(/`[^`\n]+`/g)?.sort(),
    numbers: numbersIn(prose),
    links: links.sort(),
    calls: markdown.match(/^(api|npm run) \S+/gm),
    programs: [...markdown.matchAll(/^```(?:ts|js)\n.*?^```/gms)].map(([block]) =>
      block.replaceAll(/\/\/ .*$/gm, ''),
    ),
  };
}

const TRANSLATIONS = [...PAGES.values()].flatMap(({ name, texts }) =>
  // The cast: those are the languages.
  (Object.keys(texts) as LanguageCode[])
    .filter((language) => language !== 'en')
    .map((language) => [name, language, texts.en, texts[language] ?? ''] as const),
);

test.each(TRANSLATIONS)(
  '%s in %s has the headings, tables, code and links of the English page',
  (name, language, english, translated) => {
    const shape = shapeOf(name, 'en', withoutWritten(name, english));
    expect(shapeOf(name, language, translated)).toEqual(shape);
  },
);

test.each(TRANSLATIONS)(
  '%s in %s leads to pages in that language where there are',
  (own, language, __, translated) => {
    const links = [...translated.matchAll(/\]\(\.\.\/([\w-]+)\.md/g)].map(([, name = '']) => name);
    // What a script writes is only on the English page.
    const others = links.filter((name) => name !== own);
    expect(others.filter((name) => PAGES.get(name)?.texts[language] !== undefined)).toEqual([]);
  },
);

const OF_WEBHOOKS = new Set(['receiving', 'events', 'filters', 'graph-webhooks', 'portal']);

test('the pages of the first day and those about webhooks are there in each language', () => {
  const needed = PAGES.values().filter(
    ({ name, group }) => group === 'firstDay' || OF_WEBHOOKS.has(name),
  );
  const lacking = needed.filter(({ texts }) => !('pt-BR' in texts && 'es' in texts));
  expect(lacking.map(({ name }) => name).toArray()).toEqual([]);
});

test('the index of the search is there in each language, and asked for again only when it has changed', async () => {
  for (const language of ['en', 'pt-BR', 'es']) {
    const path = `${app.url}/docs/search/${language}.json`;
    const answer = await fetch(path);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.text()).toContain('POST /message/sendText/{instanceName}');
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  expect((await read('/docs/search/fr.json')).status).toBe(404);
});

test.each(Object.keys(FAILURE_GUIDE) as Code[])(
  '%s has a heading where `docs` of its failures leads',
  async (code) => {
    const [path = '', anchor] = docsOf(code).split('#');
    const page = await read(path);
    expect([page.status, page.text.includes(`id="${anchor}"`)]).toEqual([200, true]);
  },
);

test('the page of codes is what the API document says of them', () => {
  const page = PAGES.get('errors')?.texts.en ?? '';
  expect(withDeclared(page)).toBe(page);
});
