/** How much of an answer an agent gets, and what it is told of the rest. */
import { expect, test } from 'bun:test';
import { successAnswer } from '../../../src/modules/mcp/answers.ts';
import type { Inputs } from '../../../src/modules/mcp/inputs.ts';

const inputs = (...names: string[]): Inputs =>
  new Map(
    names.map((name) => [name, { place: 'query', name, schema: {}, isRequired: false } as const]),
  );
const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, text: 'x'.repeat(90) }));

test('a list that is too long for an agent is cut between its items, with how to ask for the rest', () => {
  const answer = successAnswer({ events: items(1_000), next: 1_000 }, inputs('limit', 'after'));
  const shown = answer.structuredContent?.events as unknown[];
  const [whole, note] = answer.content.map((one) => (one.type === 'text' ? one.text : ''));
  expect(JSON.parse(whole ?? '')).toEqual(answer.structuredContent);
  expect(whole?.length).toBeLessThanOrEqual(48_000);
  expect(shown).toEqual(items(1_000).slice(0, shown.length));
  expect(note).toBe(
    `Only the first ${shown.length} of 1000 in "events" are shown. Ask again with limit ${shown.length} or less, and then for the rest with after: what this answer says of its end is true of all 1000.`,
  );
});

test('what a list begins with is named as its operation names it', () => {
  const noteOf = (...names: string[]) =>
    JSON.stringify(successAnswer(items(600), inputs(...names)).content.at(-1));
  expect(noteOf('limit', 'after', 'before')).toMatch(/limit \d+ or less, .* with before:/);
  expect(noteOf('offset', 'limit')).toMatch(/limit \d+ or less, .* with offset:/);
  expect(noteOf('page', 'offset')).toMatch(/offset \d+ or less, .* with page:/);
  expect(noteOf('page', 'pageSize')).toMatch(/pageSize \d+ or less, .* with page:/);
});

test('the list may stand deeper, or be the answer itself', () => {
  const deeper = successAnswer(
    { messages: { total: 9, records: items(600) } },
    inputs('offset', 'page'),
  );
  expect(JSON.stringify(deeper.content.at(-1))).toContain('offset');
  expect(deeper.structuredContent).toMatchObject({ messages: { total: 9 } });
  const itself = successAnswer(items(600), inputs());
  expect(JSON.stringify(itself.content.at(-1))).toContain('Ask for something narrower');
});

test('what fits is whole: no note, the same as text and as structured content', () => {
  const { content, structuredContent } = successAnswer({ a: [1], b: null }, inputs('limit'));
  expect(content).toEqual([{ type: 'text', text: '{"a":[1],"b":null}' }]);
  expect(structuredContent).toEqual({ a: [1], b: null });
  expect(successAnswer(undefined, inputs()).structuredContent).toEqual({ result: null });
});

test('a file in base64 is shown by its beginning, and the agent is told so', () => {
  const { content, structuredContent } = successAnswer({ base64: 'A'.repeat(9_000) }, inputs());
  expect(structuredContent?.base64).toBe(`${'A'.repeat(200)}… (9000 characters)`);
  expect(JSON.stringify(content.at(-1))).toContain('the HTTP API answers them whole');
});

test('an answer that is long without any list is shown by its beginning', () => {
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, 'y'.repeat(7_000)]));
  const { content, structuredContent } = successAnswer(long, inputs());
  expect(structuredContent).toBeUndefined();
  const [begin, note] = content.map((one) => (one.type === 'text' ? one.text : ''));
  expect([begin?.length, note]).toEqual([48_000, expect.stringContaining('beginning')]);
});
