import { expect, test } from 'bun:test';
import { Ceremonies } from '../../../src/core/instances/passkey-ceremonies.ts';
import type { Ceremony } from '../../../src/core/providers/passkey.ts';
import { ceremonyStream, passkeyZone } from '../../../src/modules/passkey/routes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

test.each([
  ['/passkey-ceremony/TOKEN', '/passkey-ceremony/***'],
  ['/passkey-ceremony/TOKEN/confirm', '/passkey-ceremony/***/confirm'],
  ['//passkey-ceremony//TOKEN/response', '/passkey-ceremony/***/response'],
  ['/passkey%2Dceremony/TOKEN', '/passkey-ceremony/***'],
])('the token in %s never reaches the log', (path, logged) => {
  const clock = manualClock();
  const ceremonies = new Ceremonies({ clock, publicUrl: () => 'http://localhost' });
  expect(passkeyZone({ ceremonies, clock }).loggedPath?.(path)).toBe(logged);
});

test('a ceremony is asked of the node that has the instance, whose id its token begins with', () => {
  const ceremonies = new Ceremonies({ clock: manualClock(), publicUrl: () => 'http://localhost' });
  const id = '01900000-0000-7000-8000-00000000a001';
  const { ceremonyUrl } = ceremonies.open(id, {} as Ceremony);
  for (const path of ['', '/response', '/confirm'])
    expect(ceremonyStream(new Request(ceremonyUrl + path))).toBe(id);
  for (const token of ['TOKEN', '', 'x'.repeat(75), '0'.repeat(32)])
    expect(ceremonyStream(new Request(`http://localhost/passkey-ceremony/${token}`))).toBeNull();
});

test('a ceremony is gone once its five minutes are over', async () => {
  const clock = manualClock();
  const ceremonies = new Ceremonies({ clock, publicUrl: () => 'http://localhost' });
  const ceremony = {} as Ceremony;
  const { ceremonyUrl } = ceremonies.open('01900000-0000-7000-8000-00000000a001', ceremony);
  const find = () => ceremonies.find(ceremonyUrl.split('/').at(-1) ?? '');
  await clock.advance(299_999);
  expect(find()).toBe(ceremony);
  await clock.advance(1);
  expect(find).toThrow(expect.objectContaining({ reason: 'gone' }));
});
