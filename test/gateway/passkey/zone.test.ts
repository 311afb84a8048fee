import { expect, test } from 'bun:test';
import { Ceremonies } from '../../../src/gateway/passkey/ceremonies.ts';
import { passkeyZone } from '../../../src/gateway/passkey/zone.ts';
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
