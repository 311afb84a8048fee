/** The errors of a failed status, in Meta's codes and words. */
import { expect, test } from 'bun:test';
import { isBusinessId } from '../../../../src/core/shared/addresses/username.ts';
import {
  lidIn,
  META_ERRORS,
  mediaIdOf,
  messageIdIn,
  metaErrorOf,
  statusErrorsOf,
  userIdOf,
} from '../../../../src/core/webhooks/format/meta-errors.ts';

test.each(META_ERRORS.map(({ code }) => code))(
  'a message that Meta has failed with %i is shown with that code and its title',
  (code) => {
    const [error, ...more] = statusErrorsOf(code, 'Meta did not deliver the message: a reason.');
    expect(more).toEqual([]);
    expect(error).toEqual({
      code,
      title: metaErrorOf(code).title,
      message: metaErrorOf(code).title,
      error_data: { details: 'Meta did not deliver the message: a reason.' },
    });
  },
);

test.each([
  [403, 131026],
  [405, 131051],
  [420, 130429],
  [463, 131048],
  [473, 131051],
  [479, 131000],
  [500, 131000],
  [null, 131000],
])('what WhatsApp refuses a paired phone with %p has the code %i', (code, shown) => {
  expect(statusErrorsOf(code, 'The reason.')[0]).toMatchObject({
    code: shown,
    error_data: { details: 'The reason.' },
  });
});

test('a permission of any number is one error, and a code that Meta adds later keeps its number', () => {
  expect(metaErrorOf(294)).toEqual({ code: 294, status: 403, title: 'API Permission' });
  expect(statusErrorsOf(294, null)[0]?.code).toBe(294);
  expect(statusErrorsOf(987654, null)[0]).toMatchObject({ code: 987654, title: 'Unknown error' });
});

test('whoever hides the number has an id in the form of Meta’s, which leads back to the address', () => {
  const id = userIdOf('123456789012345@lid') ?? '';
  expect(id).toBe('ZZ.123456789012345');
  expect(isBusinessId(id)).toBe(true);
  expect(lidIn(id)).toBe('123456789012345@lid');
});

test.each(['5511999990000@s.whatsapp.net', '', '1:2@lid', 'a@lid'])(
  '%p is no address that hides a number',
  (jid) => {
    expect(userIdOf(jid)).toBeNull();
  },
);

test.each(['BR.13491208655302741918', 'ZZ.ENT.1', 'ZZ.', '123@lid', ''])(
  '%p is an id of Meta or none at all',
  (userId) => {
    expect(lidIn(userId)).toBeNull();
  },
);

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
