/** That no view of the manager shows a sentence of the service as it came, and that the tables have those it says. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sentences } from '../../../src/core/languages/es/sentences.ts';

const project = join(import.meta.dir, '../../..');
const sourcesIn = async (pattern: string): Promise<(readonly [path: string, text: string])[]> =>
  Promise.all(
    [...new Bun.Glob(pattern).scanSync(project)].map(
      async (path) => [path, await Bun.file(join(project, path)).text()] as const,
    ),
  );

/** A field of an answer that has an English sentence. */
const SENTENCE = String.raw`(?:\w+\??\.)*(?:[Rr]eason|Action|message|error|lastError)\b(?: \?\? '')?`;

/** Where text gets into the page. */
const PLACES = [
  // Between elements: `{reason}`, `{isOff ? '' : one.reason}`
  String.raw`(?<!=)\{(?:[^{}\s][^{}]*[?:&|] )?${SENTENCE}\}`,
  // In attributes that are read: `title={one.reason}`
  String.raw`\b(?:alt|aria-label|hint|label|text|title)=\{${SENTENCE}\}`,
  // In a text of the languages: `settings.proxyFails(reason ?? '')`
  String.raw`\b(?!status\.|chats\.)[a-z]\w*\.\w+\((?:[^()]|\([^()]*\))*?(?<=[(,] ?)${SENTENCE}\)`,
  // Among other words: `[statuses.Error, sent.reason].filter(Boolean)`
  String.raw`\[(?:[^[\]]*, )?${SENTENCE}(?: \?\? [^[\]]*)?\]\s*\.(?:filter|join)`,
  String.raw`\[\s*${SENTENCE} \?\? `,
  // As the result of an action, and as the message of a failure
  String.raw`\breturn ${SENTENCE};`,
  String.raw`\bmessage: (?!error\.)(?:${SENTENCE}|problem \?\? '') `,
].map((place) => new RegExp(place, 'g'));

const printed = (source: string): string[] =>
  PLACES.flatMap((place) => [...source.matchAll(place)].map(([found]) => found));

/** Words of a browser or of Meta, which nobody has in the reader's language, and those that are in it already. */
const QUOTED = [
  ...["connection.nothingComesIn(reason ?? '')", 'common.unreachable(reason)'],
  ...['common.mustBeJson(reason)', 'status.tsx: {message}', 'record-form.tsx: {reason}'],
];

test('no view shows a reason, an error or a message of an answer as it came', async () => {
  const views = await sourcesIn('src/modules/manager/page/**/*.{ts,tsx}');
  expect(views.length).toBeGreaterThan(100);
  const found = views.flatMap(([path, text]) => printed(text).map((place) => `${path}: ${place}`));
  const quoted = (place: string) => QUOTED.some((one) => place.endsWith(one));
  expect(found.filter((place) => !quoted(place))).toEqual([]);
});

test.each([
  '<p>{error}</p>',
  '{reason !== null && <div class="hint">{reason}</div>}',
  '<small title={one.reason}>',
  '{one.scheduleAt ? chat.scheduled.at(formats.dateTime(one.scheduleAt)) : one.reason}',
  'start.notDelivered(event, lastError)',
  "groups.refused(jid.split('@')[0] ?? jid, reason ?? '')",
  "settings.proxyFails(reason ?? '')",
  'texts().chat.unreadable(Reason, Action)',
  '[reason ?? traffic.asNextAttempt, body]',
  "[statuses.Error, sendStatus.reason].filter(Boolean).join(': ')",
  "throw new ApiFailure({ message: problem ?? '' });",
  'return message;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
  'return `${message}. ${invitations.accepted}`;',
])('a sentence that is shown as it came is noticed: %s', (source) => {
  expect(printed(source)).not.toEqual([]);
});

test.each([
  '<p>{errorWords(error)}</p>',
  '<OutcomeChip status={null} error={reason} />',
  'export function Response({ error }: { error: string | null }) {',
  "settings.proxyFails(errorWords(reason ?? ''))",
  'useAnswer([api, phase, reason, updatedAt], NEVER_MS)',
  'reading.catch((error) => status.failed(error));',
])('one that goes through words is not: %s', (source) => {
  expect(printed(source)).toEqual([]);
});

/** Variables in the place of numbers and of a channel. */
const partsOf = (sentence: string): string[] =>
  sentence.replace(/^(?:amqp|nats)(?= (?:not configured|disabled))/, '').split('{count}');

test('every sentence that the tables have is one that the service says', async () => {
  const sources = (await sourcesIn('src/{core,modules}/**/*.ts')).filter(
    ([path]) => !/^src\/(?:core\/languages|modules\/manager)\//.test(path),
  );
  const said = sources.map(([, text]) => text).join('\n');
  const isSaid = (sentence: string) => partsOf(sentence).every((part) => said.includes(part));
  expect(Object.keys(sentences).filter((sentence) => !isSaid(sentence))).toEqual([]);
});

test('every reason for which an endpoint is gone has a sentence in the tables', async () => {
  const sources = await sourcesIn('src/{core,modules}/**/*.ts');
  const gone = sources.flatMap(([, text]) =>
    [...text.matchAll(/\bgone: (?:'([^'\n]+)'|`([^`\n]+)`)/g)].map(([, fixed, made]) =>
      (fixed ?? made ?? '').replace(/^\$\{\w+\}/, 'amqp').replace(/: .*/, ''),
    ),
  );
  expect(gone.length).toBeGreaterThan(8);
  const known = new Set([...Object.keys(sentences), 'internal_error']);
  expect(gone.filter((reason) => !known.has(reason))).toEqual([]);
});
