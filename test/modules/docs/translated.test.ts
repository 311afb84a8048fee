/** That each translated page says what its English page says: the same facts, and the words of the screen. */
import { expect, test } from 'bun:test';
import { LANGUAGES, type LanguageCode } from '../../../src/core/languages/choose.ts';
import { en } from '../../../src/core/languages/en.ts';
import { es } from '../../../src/core/languages/es.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { PAGES, WRITTEN_BY_SCRIPTS } from '../../../src/modules/docs/pages.ts';

/** A translation leads to what scripts write into the English page. */
const LINKED = '[there]()';

const TRANSLATIONS: readonly [name: string, english: string, translated: string][] = [
  ...PAGES.values(),
].flatMap(({ name, texts }) =>
  (Object.keys(LANGUAGES) as LanguageCode[]).flatMap((language): [string, string, string][] =>
    language === 'en' || texts[language] === undefined
      ? []
      : [[`${language}/${name}`, texts.en.replaceAll(WRITTEN_BY_SCRIPTS, LINKED), texts[language]]],
  ),
);

const FENCE = /^```.*?^```/gms;
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

/** The parts of a page that are the same in every language. */
function factsOf(markdown: string) {
  const prose = markdown.replaceAll(FENCE, '');
  return {
    headings: all(prose, /^(#+) /gm),
    items: all(prose, /^(?:-|\d+\.|\|) /gm).length,
    blocks: all(markdown, FENCE).length,
    links: all(prose, /\]\(/g).length,
    code: [...new Set(all(prose, /`([^`\n]+)`/g))].sort(),
    numbers: all(prose.replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, ''), /\d[\d.,]*\d|\d/g)
      .map((number) => number.replaceAll(/[.,]/g, ''))
      .sort(),
  };
}

test.each(TRANSLATIONS)('%s has the facts of its English page', (_, english, translated) => {
  expect(factsOf(translated)).toEqual(factsOf(english));
});

test('pages of the first day and of webhooks are in both languages', () => {
  const own = TRANSLATIONS.map(([name]) => name.split('/')[1]);
  const wanted = [...PAGES.values()]
    .filter(({ name, group }) => group === 'firstDay' || OF_WEBHOOKS.has(name))
    .map(({ name }) => name);
  expect(wanted.filter((name) => own.filter((one) => one === name).length < 2)).toEqual([]);
});
const OF_WEBHOOKS = new Set(['receiving', 'events', 'filters', 'graph-webhooks', 'portal']);

/** The texts of the screen by where they are used; those that are made of values are left out. */
function screenOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => screenOf(part, `${path}.${key}`));
}
const SCREENS: Readonly<Record<string, ReadonlyMap<string, string>>> = Object.fromEntries(
  Object.entries({ en, es, 'pt-BR': ptBR }).map(([code, texts]) => {
    const { summaries: _, ...pages } = PAGE_TEXTS[code as LanguageCode];
    return [code, new Map(screenOf({ ...texts, pages }))];
  }),
);

/** What a page shows in bold; the beginning of an item or of a paragraph names what it is about. */
const boldIn = (markdown: string): string[] =>
  all(markdown.replaceAll(FENCE, '').replaceAll(/^(?:- )?\*\*[^*]*\*\*/gm, ''), /\*\*(.+?)\*\*/g);

/** A page of Chatwoot, which has the name of one here. */
const OF_CHATWOOT = new Set(['Configuration']);

/** The texts of the screen that the English page has in bold, each with what the translation has in its place. */
function quotesOf(
  english: string,
  translated: string,
): [english: string, translated: string | undefined][] {
  const texts = new Set(SCREENS.en?.values()).difference(OF_CHATWOOT);
  const own = boldIn(translated);
  return boldIn(english).flatMap((text, at): [string, string | undefined][] =>
    texts.has(text) ? [[text, own[at]]] : [],
  );
}

test.each(TRANSLATIONS)(
  '%s names what is on the screen as the screen does',
  (name, english, translated) => {
    const [code = ''] = name.split('/');
    const wrong = quotesOf(english, translated).filter(([text, own]) => {
      const paths = [...(SCREENS.en ?? [])].filter(([, one]) => one === text);
      return !paths.some(([path]) => SCREENS[code]?.get(path) === own);
    });
    expect(wrong).toEqual([]);
  },
);

test('a page that quotes the screen wrongly is noticed', () => {
  const [, english = '', own = ''] = TRANSLATIONS.find(([name]) => name === 'es/start') ?? [];
  expect(quotesOf(english, own)).toContainEqual(['Create instance', 'Crear instancia']);
  expect(factsOf(`${own}\n- \`/new\` 7\n`)).not.toEqual(factsOf(own));
});
