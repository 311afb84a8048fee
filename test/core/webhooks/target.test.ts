/** Transforms as attempts apply them: with large files, and with what an older version cannot compile. */
import { expect, test } from 'bun:test';
import { transformBy } from '../../../src/core/webhooks/target.ts';
import type { Transform } from '../../../src/core/webhooks/transform/transform.ts';

const FILE = 'QUJD'.repeat(500_000);
const event = {
  id: 'e',
  event: 'Message',
  data: { Message: { conversation: 'hi', base64: FILE } },
};
const BODY = JSON.stringify(event);
const made = (transform: Transform) => transformBy(transform, {})(BODY, BODY);

test('a large file stays whole wherever it is moved, and is gone when it is left out', () => {
  const kept = made({
    rename: { 'data.Message.base64': 'file' },
    omit: ['data.Message.conversation'],
  });
  expect('body' in kept && JSON.parse(kept.body)).toEqual({
    ...{ id: 'e', event: 'Message', data: { Message: {} } },
    file: FILE,
  });
  const template = made({ template: { content: '{{data.Message.base64}}', name: '{{id}}.png' } });
  expect('body' in template && JSON.parse(template.body)).toEqual({ content: FILE, name: 'e.png' });
  const without = made({ omit: ['data.Message.base64'] });
  expect('body' in without && without.body).toBe(
    '{"id":"e","event":"Message","data":{"Message":{"conversation":"hi"}}}',
  );
});

test('a body with its file twice is not made', () => {
  const twice = made({ template: { a: '{{data.Message.base64}}', b: '{{data.Message}}' } });
  expect(twice).toEqual({
    problem: 'transform_failed: the file would be in the body more than once',
  });
});

test('a transform that a newer version has stored sends nothing, and says why', () => {
  const newer = { lowercase: ['event'] } as Transform;
  expect(made(newer)).toEqual({
    problem:
      'transform_failed: transform.lowercase is not a field: there are pick, omit, rename, template',
  });
});

test('JSON that is signed as Meta signs it has no letter outside of ASCII, and a text keeps them', () => {
  const stored = JSON.stringify({ id: 'é', data: { Message: { conversation: 'Olá 👋' } } });
  const signed = (transform: Transform) =>
    transformBy(transform, { signsAsHub: true })(stored, stored);
  expect([
    signed({ pick: ['id'] }),
    signed({ template: { ü: '{{data.Message.conversation}} ✓' } }),
    signed({ template: '{{data.Message.conversation}}' }),
  ]).toEqual([
    { body: '{"id":"\\u00e9"}', contentType: 'application/json' },
    { body: '{"\\u00fc":"Ol\\u00e1 \\ud83d\\udc4b \\u2713"}', contentType: 'application/json' },
    { body: 'Olá 👋', contentType: 'text/plain; charset=utf-8' },
  ]);
  const plain = transformBy({ pick: ['id'] }, {})(stored, stored);
  expect(plain).toMatchObject({ body: '{"id":"é"}' });
});
