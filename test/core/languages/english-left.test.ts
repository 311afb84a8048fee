/** That nothing is left in English where people read Portuguese or Spanish: texts, views of the manager, pages. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { en } from '../../../src/core/languages/en.ts';
import { es } from '../../../src/core/languages/es.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';

const project = join(import.meta.dir, '../../..');
const textOf = (path: string) => Bun.file(join(project, path)).text();

/** Words that most English sentences have one of, and that are no words of Portuguese or Spanish. */
const ENGLISH =
  /(?<![\p{L}_.-])(?:an|and|are|been|by|can|cannot|from|have|is|it|its|must|not|of|or|that|the|this|to|was|were|when|which|will|with|you|your)(?![\p{L}_-])/iu;

/** Code, values, links, a button of Swagger UI, and the names of fields at the end of a sentence. */
const CODE =
  /^```.*?^```|\*\*Try it out\*\*|`[^`]*`|\{[^{}]*\}|"[^"]*"|\]\([^)]*\)|<!--.*?-->| (?:to|from)$/gms;

const isEnglish = (text: string): boolean => ENGLISH.test(text.replaceAll(CODE, ' '));

/** Stands for whatever a text is made of. */
const sample = new Proxy({}, { get: (_, key) => (typeof key === 'symbol' ? () => '2' : '2') });

function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [[path, String(value(...Array.from({ length: value.length }, () => sample)))]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}
const all = async (language: typeof en, code: keyof typeof PAGE_TEXTS) => {
  const failures = await language.failures();
  const sentences = await language.sentences();
  const loaded = { failures, sentences, summaries: null, formats: null, pages: PAGE_TEXTS[code] };
  return textsOf({ ...language, ...loaded });
};

/** Names, and words that are spelt the same in the other language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  both: [
    ...['API', 'Chatwoot', 'CRM', 'Docs', 'Endpoint', 'Endpoints', 'Evolution Go', 'Graph', 'Host'],
    ...['Manager', 'marketing', 'NATS', 'Proxies', 'Proxy', 'RabbitMQ', 'Sandbox', 'token'],
    ...['Token 2', 'Typebot', 'URL', 'webhook', 'Webhook', 'Webhooks', 'WebSocket', 'WhatsApp'],
  ],
  es: ['Audio', 'Chat', 'Chats', 'Roles', 'Sticker', 'Variable 2', 'Video'],
  'pt-BR': [
    ...['admin', 'Backups', 'E-mail', 'Latitude', 'Longitude', 'offline', 'onboarding', 'online'],
    ...['QR code', 'QR code 2', 'Status', 'status 2'],
  ],
};

test.each([
  ['pt-BR', ptBR],
  ['es', es],
] as const)('no text in %s is English', async (code, language) => {
  const texts = await all(language, code);
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter(([, text]) => isEnglish(text))).toEqual([]);
  const english = new Map(await all(en, 'en'));
  const allowed = new Set([...(SAME.both ?? []), ...(SAME[code] ?? [])]);
  const kept = texts.filter(([path, text]) => english.get(path) === text && /\p{L}{3}/u.test(text));
  expect(kept.filter(([, text]) => !allowed.has(text))).toEqual([]);
});

test.each([...new Bun.Glob('docs/{pt-BR,es}/*.md').scanSync(project)])(
  'no line of %s is English',
  async (page) => {
    const text = (await textOf(page)).replaceAll(CODE, ' ');
    expect(text.split('\n').filter((line) => ENGLISH.test(line))).toEqual([]);
  },
);

/** Words after the beginning of an element, before its end, and in attributes that are read. */
const WORDS_OF_VIEW = [
  /(?<![\w.])<[a-z][\w-]*(?:\s[^<>]*)?>([^<>{};=(]*\p{L}{2}[^<>{};=(]*)[<{]/gu,
  /[>}]([^<>{};=(]*\p{L}{2}[^<>{};=(]*)<\//gu,
  /\b(?:alt|aria-label|label|placeholder|title)="([^"]*\p{L}{2}[^"]*)"/gu,
];

/** The words that a view has itself. */
const ownWords = (source: string): string[] => [
  ...new Set(
    WORDS_OF_VIEW.flatMap((words) =>
      [...source.matchAll(words)].map(([, found = '']) => found.trim()),
    ),
  ),
];

/** The names of credentials and of the sample phone are said so in every language. */
const NAMES = new Set(['apikey', 'api_access_token', 'Sandbox']);

test('no view of the manager has words of its own: they come from the texts of the languages', async () => {
  const views = [...new Bun.Glob('src/**/*.tsx').scanSync(project)];
  expect(views.length).toBeGreaterThan(50);
  for (const view of views)
    expect([view, ownWords(await textOf(view)).filter((words) => !NAMES.has(words))]).toEqual([
      view,
      [],
    ]);
});

test.each([
  'Nenhuma entrega was found',
  'A instância is not conectada',
  'Send events to the endpoint',
])('English is noticed: %s', (text) => {
  expect(isEnglish(text)).toBe(true);
});

test('words in a view are noticed, between elements and in its attributes', () => {
  expect(ownWords('const a = <p title="Close it">Saved {x} <b lang="en">OK</b></p>;')).toEqual([
    'Saved',
    'OK',
    'Close it',
  ]);
});
