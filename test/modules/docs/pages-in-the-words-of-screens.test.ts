/** That translated pages call what is on the screen as the screen does. */
import { expect, test } from 'bun:test';
import { LANGUAGES, type LanguageCode } from '../../../src/core/languages/choose.ts';
import { en } from '../../../src/core/languages/en.ts';
import { es } from '../../../src/core/languages/es.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { PAGES } from '../../../src/modules/docs/pages.ts';

const TRANSLATIONS: readonly [name: string, english: string, translated: string][] = [
  ...PAGES.values(),
].flatMap(({ name, texts }) =>
  (Object.keys(LANGUAGES) as LanguageCode[]).flatMap((language): [string, string, string][] =>
    language === 'en' || texts[language] === undefined
      ? []
      : [[`${language}/${name}`, texts.en, texts[language]]],
  ),
);

const FENCE = /^```.*?^```/gms;
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

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
  expect(quotesOf(english, own.replace('**Crear instancia**', '**Crear**'))).toContainEqual([
    'Create instance',
    'Crear',
  ]);
});

test.each([
  ['pt-BR', ptBR],
  ['es', es],
] as const)(
  'the reasons that the page about WhatsApp quotes in %s are those of the manager',
  (code, { instances }) => {
    const page = PAGES.get('whatsapp')?.texts[code] ?? '';
    const quoted = all(page, /^- \*\*`\w+`[^*]*\*\*/gm).flatMap((item) => all(item, /"([^"]+)"/g));
    expect(quoted.length).toBeGreaterThan(5);
    const shown = Object.values(instances.reasons);
    expect(quoted.filter((text) => !shown.some((reason) => reason.includes(text)))).toEqual([]);
  },
);
