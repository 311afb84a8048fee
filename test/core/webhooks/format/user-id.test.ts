import { expect, test } from 'bun:test';
import { isBusinessId } from '../../../../src/core/shared/business-id.ts';
import { lidIn, userIdOf } from '../../../../src/core/webhooks/format/user-id.ts';

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
