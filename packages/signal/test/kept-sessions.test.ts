import { expect, test } from 'bun:test';
import { PEER, pair } from './pair.ts';

test('Baileys removes no session: what is on its way when a device asks again is read', async () => {
  const { own, open, send, read, answer, readByPeer } = await pair();
  await open();
  expect(await readByPeer(await send('one'))).toBe('one');
  const late = await answer('two');
  // This is what Baileys does at the second request for the same message.
  await own.keys.set({ session: { '4915112345678.0': null } });
  expect(await read(late)).toBe('two');
  await own.repository.deleteSession([PEER]);
  expect(own.stored.has('session/4915112345678.0')).toBe(false);
});
