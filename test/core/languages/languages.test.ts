/** What the compiler cannot say of the languages: that no text is empty, and that each is complete in its own words. */
import { expect, test } from 'bun:test';
import { en } from '../../../src/core/languages/en.ts';
import { es } from '../../../src/core/languages/es.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { formProblems } from '../../../src/core/shared/reasons/form-problems.ts';

/** Stands for a number, a text, or an object whose fields are texts: whatever a text is made of. */
const sample = (number: number) =>
  new Proxy(
    {},
    { get: (_, key) => (typeof key === 'symbol' ? () => String(number) : String(key)) },
  );

/** Every text by its path; of a function, what it makes of values that are told apart. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [
      [path, String(value(...Array.from({ length: value.length }, (_, at) => sample(at + 2))))],
    ];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}
/** The texts of reasons, problems, summaries and sentences are not in English. */
const own = ({ formats, failures: _, summaries: __, advice: ____, ...others }: typeof en) => {
  const { sentences: _____, ...sections } = others;
  const { summaries: ___, ...pages } = PAGE_TEXTS[formats.locale as keyof typeof PAGE_TEXTS];
  return textsOf({ ...sections, pages });
};

test.each([
  ['en', en],
  ['pt-BR', ptBR],
  ['es', es],
] as const)('%s has all texts, none of them empty, with every value in it', (_, language) => {
  const english = own(en);
  const texts = own(language);
  expect(texts.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  expect(texts.filter(([, text]) => text.trim() === '' || text.includes('undefined'))).toEqual([]);
});

test.each([
  ['pt-BR', ptBR],
  ['es', es],
] as const)(
  '%s has a text for every reason, problem, sentence and piece of advice that a person is shown, with its values',
  async (_, { failures, advice, sentences }) => {
    const { reasons, problems } = await failures();
    expect(Object.keys(problems ?? {}).sort()).toEqual(Object.keys(formProblems).sort());
    const table = await sentences();
    for (const [sentence, text] of Object.entries(table))
      expect([text, text.includes('{count}')]).toEqual([text, sentence.includes('{count}')]);
    const texts = textsOf({ reasons, problems, advice, sentences: table });
    expect(texts.length).toBeGreaterThan(150);
    expect(texts.filter(([, text]) => text.trim() === '' || text.includes('undefined'))).toEqual(
      [],
    );
  },
);

/** What a parameter has that is a sentence of the service, in English. */
const IN_ENGLISH = /^(problem|cause|fault|faults|situation|what|found|instead|advice|where|which)$/;

test.each([
  ['pt-BR', ptBR],
  ['es', es],
] as const)(
  'no text of %s repeats what the service says in English, but for the errors that the manager words',
  async (_, { failures }) => {
    const { reasons, problems } = await failures();
    const repeated: string[] = [];
    for (const [reason, text] of Object.entries({ ...reasons, ...problems })) {
      const watched = new Proxy<Record<string, string>>(
        {},
        { get: (__, key) => void (IN_ENGLISH.test(String(key)) && repeated.push(reason)) },
      );
      if (typeof text === 'function') text(watched as never);
    }
    expect(repeated).toEqual(['handshake_failed', 'file_not_fetched']);
  },
);

test('code in a text is the same in all languages', () => {
  const code = (text: string) => [...text.matchAll(/`[^`]*`/g)].map(String).sort();
  const english = new Map(own(en));
  for (const language of [ptBR, es])
    for (const [path, text] of own(language))
      expect([path, code(text)]).toEqual([path, code(english.get(path) ?? '')]);
});
