/** The device that Meta hosts for a business has addresses of its own, and is still one of the person's devices. */
import { expect, test } from 'bun:test';
import { PEER, pair, textIn } from './pair.ts';

const LID = '98765432109876@lid';

test('the session with the device that Meta hosts for a business moves to the LID with the others', async () => {
  const hosted = '4915112345678:99@hosted';
  const { own, open, send, answer, readByPeer } = await pair(hosted);
  const { repository } = own;
  await own.keys.set({ 'device-list': { '4915112345678': ['0', '99'] } });
  await open();
  expect(await readByPeer(await send('one'))).toBe('one');
  const late = await answer('two');
  await repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
  expect(await repository.migrateSession(PEER, LID)).toMatchObject({ migrated: 1 });
  if (late.type === 'skmsg') throw new Error('not for a group');
  const { type, bytes: ciphertext } = late;
  const jid = '98765432109876:99@hosted.lid';
  expect(textIn(await repository.decryptMessage({ jid, type, ciphertext }))).toBe('two');
  const kept = [...own.stored.keys()].filter((key) => /^(session|identity-key)\//.test(key));
  expect(kept.sort()).toEqual([
    'identity-key/98765432109876_129.99',
    'session/98765432109876_129.99',
  ]);
});

test("the device that Meta hosts waits for the same lock as the person's other devices", async () => {
  const { own } = await pair();
  const { persons, lidMapping } = own.repository;
  await lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const names = [PEER, '4915112345678:99@hosted', '98765432109876:99@hosted.lid', LID];
  const begun = Promise.withResolvers<void>();
  const first = persons.runAlone(names[0] ?? '', async () => {
    begun.resolve();
    await gate.promise;
    order.push('first');
  });
  await begun.promise;
  const others = names.slice(1).map((jid) => persons.runAlone(jid, async () => order.push(jid)));
  await persons.runAlone('4911111111@s.whatsapp.net', async () => order.push('somebody else'));
  gate.resolve();
  await Promise.all([first, ...others]);
  expect(order.slice(0, 2)).toEqual(['somebody else', 'first']);
});
