/** Failures in the language that a client asks for: codes and statuses never change, and no sentence is left out. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Code, commonHint, FAILURE_GUIDE } from '../../src/http/failure-guide.ts';
import { translated } from '../../src/languages/failures.ts';
import { failures as portuguese } from '../../src/languages/pt-BR/failures.ts';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { failureSentences } from '../helpers/failure-sentences.ts';

const ROOT = `${import.meta.dir}/../..`;
const LANGUAGES = ['pt-BR', 'es'] as const;

/** What no caller reads, or what is made of other sentences, with the reason. */
const LEFT_IN_ENGLISH: Readonly<Record<string, string>> = {
  ': it is there in {}': 'a part of a sentence that is translated as a whole',
  'template {} in {} not found{}': 'the same sentence, without its last part',
  'the node that has the instance {}': 'every ending of it is translated',
  'must be {}: a whole number from 0': 'every number that it is said of is translated',
  '{} not found': 'every kind of record has a sentence of its own',
  '{} is in loopback space{}': 'is translated with the space and the variable',
  '{}more than {} events per second': 'is translated with and without its beginning',
  'WhatsApp refused the message with error {}.': 'is stored with a message, for every reader',
  'entry {} does not carry the hash of the one before': 'is said by a command',
  'entry {} does not fit its hash': 'is said by a command',
  'entry {} has another hash than the one noted': 'is said by a command',
  'entry {}{} is missing': 'is said by a command',
  'no event is called {}': 'is about a variable, at the start',
  'no host': 'is about the list of media servers',
  'files are not stored': 'is said between threads',
  'the file is not under way': 'is said between threads',
  '{} is not open any more': 'is said between threads',
  'the operation was not admitted to an account': 'is a fault of the code',
  'select 1 from memberships where user_id = ? and account_id <> ? limit 1': 'is a query',
};

/** Commands speak English; so does what fails at a start. What a package says of a file is told to callers. */
const FOLDERS =
  'api crm http instances messages providers sending templates webhooks events cluster shared outbound channels storage db packages/audio/src'.split(
    ' ',
  );

const sentences = await failureSentences(FOLDERS);

test('every sentence that failures are made of is there in every language', () => {
  expect(sentences.length).toBeGreaterThan(600);
  const isSaid = (language: (typeof LANGUAGES)[number], text: string) =>
    // A field and what is wrong with it, which is a sentence of its own.
    /^\S+ \{\}$/.test(text) ||
    ['17', ''].some((value) => translated(language, text.replaceAll('{}', value)) !== null);
  const missing = sentences.filter(
    ({ text }) =>
      !Object.hasOwn(LEFT_IN_ENGLISH, text) && !LANGUAGES.every((one) => isSaid(one, text)),
  );
  expect(missing).toEqual([]);
  const texts = new Set(sentences.map(({ text }) => text));
  expect(Object.keys(LEFT_IN_ENGLISH).filter((text) => !texts.has(text))).toEqual([]);
});

/** Sentences that functions join, whose words the source has apart from each other. */
const JOINED = [
  'must be a boolean',
  'must be a URL',
  'must be a place in the queue: a whole number from {min}',
  'must be an id: a whole number from {min}',
  'must hold a body with one parameter, for {variables}',
  'must hold a body with {count} parameters, for {variables}',
  'must hold a button {at} with one parameter, of type {type}',
  '{place} is in {what} space, which {variable} does not allow',
  '{count} events at once are more than {max} events per second',
  'Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.',
  'Phones do not show carousels of personal WhatsApp accounts: send each card as an image with a caption, or say "fallback": "text" to send all as one text. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.',
  'template {name} in {language} not found: it is there in {others}',
  'WhatsApp did not answer within {seconds} seconds: whether message {id} was sent is told by MessageStatus, and by GET {path}',
  'the connection was lost while sending: whether message {id} was sent is told by MessageStatus, and by GET {path}',
  'WhatsApp did not do this in {group}: {reason}',
  'WhatsApp does not accept this in {group}: {reason}',
  'WhatsApp does not let the account do this in {group}: it is not a member, or not an admin',
  'WhatsApp says that this is already the case in {group}',
  'a limit of WhatsApp is reached in {group}: no more fit',
  'the database is busy since {time}',
  'the database cannot be reached since {time}',
  'the node that has the instance was not asked any more',
];

const wordsOf = (text: string): string[] => text.match(/[\p{L}\d_]+/gu) ?? [];

const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));

test('no sentence is there in other languages that no failure says any more', async () => {
  const paths = ['src', 'packages/audio/src']
    .flatMap((place) => [...new Bun.Glob(`${place}/**/*.ts`).scanSync(ROOT)])
    .filter((path) => !path.startsWith('src/languages/'));
  const sources = await Promise.all(paths.map((path) => Bun.file(`${ROOT}/${path}`).text()));
  const quoted = sources.flatMap((source) => source.match(/^(?!import)[^*]*['"`].*$/gm) ?? []);
  const texts = [
    quoted.join('\n').replaceAll(/\$\{[^{}]*\}/g, ''),
    ...sentences.map(({ text }) => text),
  ].map(wordsOf);
  const said = new Set(
    texts.flatMap((words) => [1, 2, 3].flatMap((length) => runsOf(words, length))),
  );
  const unsaid = Object.keys(portuguese).filter((sentence) => {
    const parts = sentence.split(/(?<!\{)\{[a-z]\w*\}(?!\})| not found$/).map(wordsOf);
    const runs = parts.flatMap((words) => runsOf(words, Math.min(words.length, 3)));
    return runs.some((run) => !said.has(run));
  });
  expect(unsaid.sort()).toEqual(JOINED.toSorted());
});

test('every code has its example and its common hint in every language', () => {
  // The cast: the keys of that table are all the codes.
  for (const code of Object.keys(FAILURE_GUIDE) as Code[])
    for (const language of LANGUAGES) {
      const said = [FAILURE_GUIDE[code].message, commonHint(code) ?? 'not connected'];
      expect([code, language, said.filter((text) => translated(language, text) === null)]).toEqual([
        code,
        language,
        [],
      ]);
    }
});

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
});
afterAll(() => app.stop());

async function failureIn(language: string | null, path: string, body?: object) {
  const answer = await fetch(app.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: GLOBAL_KEY,
      'content-type': 'application/json',
      ...(language !== null && { 'accept-language': language }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  const { error }: any = await answer.json();
  const { headers, status } = answer;
  return { status, error, language: headers.get('content-language'), vary: headers.get('vary') };
}

const TEXT = { number: '5511999990000', text: 'Olá' };
const HINTS = {
  en: 'shop is close (created): GET /instance/connect/shop connects it',
  'pt-BR': 'shop está em close (created): GET /instance/connect/shop conecta',
  es: 'shop está en close (created): GET /instance/connect/shop la conecta',
};
const MESSAGES = {
  en: 'instance shop is not connected',
  'pt-BR': 'a instância shop não está conectada',
  es: 'la instancia shop no está conectada',
};

test.each([
  [null, 'en'],
  ['*', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['fr', 'en'],
  ['de, fr;q=0.5', 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['es-MX', 'es'],
  ['fr, es;q=0.5', 'es'],
  ['not a language', 'en'],
] as const)(
  'accept-language %p is answered in %s, with the same code',
  async (wanted, language) => {
    const found = await failureIn(wanted, '/message/sendText/shop', TEXT);
    expect(found).toEqual({
      status: 409,
      error: {
        code: 'CONFLICT',
        message: MESSAGES[language],
        hint: HINTS[language],
        docs: '/docs/errors#conflict',
      },
      language,
      vary: expect.stringContaining('accept-language'),
    });
  },
);

test('the details of a refused body are in the language too, by the same fields', async () => {
  const answer = await fetch(`${app.url}/api/v1/pipelines`, {
    method: 'POST',
    headers: {
      api_access_token: ACCESS_TOKEN,
      'content-type': 'application/json',
      'accept-language': 'pt-BR',
    },
    body: JSON.stringify({ pipeline: { nmae: 'Vendas' } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  const { error }: any = await answer.json();
  expect([answer.status, error.code, error.details, error.hint]).toEqual([
    422,
    'VALIDATION_ERROR',
    { name: ['é obrigatório'], nmae: ['não é um campo conhecido'] },
    'foi enviado nmae: você quis dizer name?',
  ]);
});
