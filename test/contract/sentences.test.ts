/** Texts that people read, checked for ways of speaking that are hard to follow: `bun scripts/sentences.ts` lists them. */
import { expect, test } from 'bun:test';
import { sentencesOf } from '../../scripts/sentences/patterns.ts';
import { SOURCES, type Source } from '../../scripts/sentences/sources.ts';
import { hasVerb } from '../../scripts/sentences/verbs.ts';
import { hardSentences } from '../../scripts/sentences.ts';

// The cast: the keys of that table are all the sources.
test.each(Object.keys(SOURCES) as Source[])(
  'no sentence of the %s is hard to follow',
  async (source) => {
    const texts = await SOURCES[source]();
    expect(texts.length).toBeGreaterThan(500);
    expect(hardSentences(texts)).toEqual([]);
  },
);

test.each([
  ['summary', 'Block a person, or no longer'],
  ['summary', 'Mute a chat no longer'],
  ['summary', 'Send events of a time once more to an endpoint'],
  ['operation', 'Of somebody who is none, `isBusiness` is false.'],
  ['operation', 'If the instance is closed, the answer is 409.'],
  ['operation', 'Messages of the chat.'],
  ['field', 'What its owner called it'],
  ['field', 'A name; null: none of this id is stored'],
  ['text', 'There is none.'],
  ['text', 'Whoever has a token acts as its person.'],
  ['comment', 'Of a text.'],
] as const)('a hard sentence is noticed in a %s: %s', (kind, text) => {
  expect(hardSentences([{ at: 'here', kind, text }])).not.toEqual([]);
});

test.each([
  ['summary', 'Block or unblock a contact'],
  [
    'operation',
    'Returns an empty list if nothing matches. If the instance is closed, the answer is 409.',
  ],
  ['field', 'Record ID. Pass it as `after` to get the next page.'],
  ['phrase', 'Of 100 messages?'],
  ['text', 'What is a webhook?'],
  ['comment', 'Returns null when no message has this id.'],
] as const)('a plain sentence passes in a %s: %s', (kind, text) => {
  expect(hardSentences([{ at: 'here', kind, text }])).toEqual([]);
});

test('a text is read sentence by sentence', () => {
  const texts = sentencesOf('text', 'Send it, e.g. as JSON. `id` is its ID. Done!').map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['Send it, e.g. as JSON.', '`id` is its ID.', 'Done!']);
});

test.each([
  ['The guard of the zone.', false],
  ['Messages of a group with settings.', false],
  ['Refused with a database file.', false],
  ['Gatehouse retries for a day.', true],
  ['Call `POST /x` first.', true],
  ['The names change.', true],
])('whether there is a verb in "%s": %p', (text, expected) => {
  expect(hasVerb(text)).toBe(expected);
});
