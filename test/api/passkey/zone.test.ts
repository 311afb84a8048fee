import { expect, test } from 'bun:test';
import { ceremonyStream, passkeyZone } from '../../../src/api/passkey/zone.ts';
import { Ceremonies } from '../../../src/instances/passkey-ceremonies.ts';
import type { Ceremony } from '../../../src/providers/passkey/ceremony.ts';
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
