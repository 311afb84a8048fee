import { expect, test } from 'bun:test';
import { mediaIdOf, messageIdIn } from '../../../../src/core/webhooks/format/media-id.ts';

test.each([
  '3EB0C767D097B7C7D4D1',
  'wamid.HBgNNTUxMTk4NzY1NDMyMRUCABEYEjQ2NTJBQTY2RDY5QUE3OTk1MgA=',
  '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
  '1',
  'né/+?=',
])('the file of the message %s has an id that leads back to it', (messageId) => {
  const mediaId = mediaIdOf(messageId);
  expect(mediaId).toMatch(/^[\w-]+$/);
  expect(messageIdIn(mediaId)).toBe(messageId);
});

test('the file of a message never has the id of an uploaded file', () => {
  for (let code = 0x20; code < 0x7f; code++)
    for (const rest of ['', '0', '0123456789', '~~~'])
      expect(mediaIdOf(String.fromCharCode(code) + rest)).not.toMatch(/^\d+$/);
});

test.each([
  '',
  '1234567890123456',
  '0',
  'M0VCMA==',
  'M0V C',
  'M0VCMB',
  '_w',
  '-'.repeat(600),
  'a/b',
])('%p is the id of no file of a message', (mediaId) => {
  expect(messageIdIn(mediaId)).toBeNull();
});

test('the id of an uploaded file is that of no message, even where its digits decode to a text', () => {
  const decodes = (digits: string) =>
    mediaIdOf(Buffer.from(digits, 'base64url').toString()) === digits;
  const all = Array.from({ length: 10_000 }, (_, at) => `${1000 + at}`);
  expect(all.some(decodes)).toBe(true);
  for (const digits of all) expect(messageIdIn(digits)).toBeNull();
});
