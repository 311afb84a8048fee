/** People and groups that turn from phone numbers to LIDs are understood without a break. */
import { expect, test } from 'bun:test';
import { SenderKeyRecord } from '../src/sender-keys.ts';
import { generator } from './chance.ts';
import { injected, type OwnDevice } from './device.ts';
import { encodeWAMessage, GROUP, OWN, PEER, pair, textIn } from './pair.ts';
import type { SignalDevice } from './peer.ts';

const LID = '98765432109876@lid';

const learn = (own: OwnDevice, authorJid: string, distribution: Uint8Array) =>
  own.repository.processSenderKeyDistributionMessage({
    authorJid,
    item: { groupId: GROUP, axolotlSenderKeyDistributionMessage: distribution },
  });

const readFrom = async (own: OwnDevice, authorJid: string, msg: Uint8Array) =>
  textIn(await own.repository.decryptGroupMessage({ group: GROUP, authorJid, msg }));

const toGroup = (peer: SignalDevice, text: string) =>
  peer.sealForGroup(GROUP, OWN, { conversation: text });

test("a group of 1,024 that turns to LIDs stays readable: each member's key moves with them", async () => {
  const { own, peer } = await pair();
  const { sealed, distribution } = await toGroup(peer, 'before');
  const members = Array.from({ length: 1_024 }, (_, index) => ({
    pn: `4915200${10_000 + index}:3@s.whatsapp.net`,
    lid: `880000${10_000 + index}:3@lid`,
  }));
  for (const { pn } of members) {
    await learn(own, pn, distribution);
    expect(await readFrom(own, pn, sealed.bytes)).toBe('before');
  }
  await own.repository.lidMapping.storeLIDPNMappings(members);
  const after = await toGroup(peer, 'after');
  const third = await toGroup(peer, 'third');
  for (const { lid } of members) {
    expect(await readFrom(own, lid, third.sealed.bytes)).toBe('third');
    expect(await readFrom(own, lid, after.sealed.bytes)).toBe('after');
    await expect(readFrom(own, lid, after.sealed.bytes)).rejects.toThrow('used');
  }
  const stored = [...own.stored.keys()].filter((key) => key.startsWith('sender-key/'));
  expect(stored).toHaveLength(members.length);
  expect(stored.every((key) => key.includes('::880000'))).toBe(true);
});

test('a key that a member sends under the LID leaves what is on its way under the earlier one readable', async () => {
  const { own, peer } = await pair();
  const first = await toGroup(peer, 'one');
  await learn(own, PEER, first.distribution);
  await own.repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
  const other = await pair();
  const next = await toGroup(other.peer, 'two');
  await learn(own, LID, next.distribution);
  expect(await readFrom(own, LID, next.sealed.bytes)).toBe('two');
  expect(await readFrom(own, LID, first.sealed.bytes)).toBe('one');
  const record = SenderKeyRecord.from(
    JSON.parse(own.stored.get(`sender-key/${GROUP}::98765432109876_1::0`) ?? 'null'),
  );
  expect(record.keys).toHaveLength(2);
});

test('nobody is given the key of another: a message under an unknown key is refused, whatever is known of its author', async () => {
  const { own, peer } = await pair();
  const { sealed, distribution } = await toGroup(peer, 'one');
  await learn(own, PEER, distribution);
  await expect(readFrom(own, LID, sealed.bytes)).rejects.toThrow('unknown-key');
  await own.repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
  await expect(readFrom(own, '11111111111@lid', sealed.bytes)).rejects.toThrow('unknown-key');
  const damaged = Buffer.from(sealed.bytes);
  damaged.writeUInt8(damaged.readUInt8(12) ^ 1, 12);
  const before = new Map(own.stored);
  await expect(readFrom(own, LID, damaged)).rejects.toThrow('group:');
  expect(own.stored).toEqual(before);
  expect(await readFrom(own, LID, sealed.bytes)).toBe('one');
});

test.each([
  [1, 'and who learned it says so'],
  [2, 'and who learned it says so'],
  [3, 'and nobody says so'],
  [4, 'and nobody says so'],
  [5, 'and nobody says so'],
])(
  'whenever a person turns to the LID, every message is read once, in both directions (seed %p, %s)',
  async (seed, who) => {
    const chance = generator(seed);
    const { own, open, readByPeer, answer } = await pair();
    const { repository } = own;
    await open();
    const turnsAt = chance(30);
    const coming: { text: string; sealed: Awaited<ReturnType<typeof answer>> }[] = [];
    const name = (step: number) => (step > turnsAt && chance(3) > 0 ? LID : PEER);
    const readOne = async (jid: string) => {
      const [one] = coming.splice(chance(Math.min(coming.length, 6)), 1);
      if (one === undefined || one.sealed.type === 'skmsg') return;
      const { type, bytes: ciphertext } = one.sealed;
      expect(textIn(await repository.decryptMessage({ jid, type, ciphertext }))).toBe(one.text);
    };
    for (let step = 0; step < 60; step++) {
      if (step === turnsAt) {
        await repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
        if (who !== 'and nobody says so') await repository.migrateSession(PEER, LID);
      }
      const text = `message ${step}`;
      const jid = name(step);
      if (chance(3) === 0) {
        const data = encodeWAMessage({ conversation: text });
        const { type, ciphertext } = await repository.encryptMessage({ jid, data });
        expect(await readByPeer({ type, bytes: ciphertext })).toBe(text);
      } else if (chance(2) === 0) coming.push({ text, sealed: await answer(text) });
      else await readOne(jid);
    }
    while (coming.length > 0) await readOne(LID);
    const sessions = [...own.stored.keys()].filter((key) => key.startsWith('session/'));
    expect(sessions).toEqual(['session/98765432109876_1.0']);
  },
);

test('the sessions with every device of a person move when the LID is learned, whichever is used first', async () => {
  const names = [`${PEER}`, '4915112345678:3@s.whatsapp.net', '4915112345678:99@hosted'];
  const lids = [LID, '98765432109876:3@lid', '98765432109876:99@hosted.lid'];
  for (const known of [[], ['0', '3', '99'], ['0']]) {
    const { own, answer, peer } = await pair();
    const { repository } = own;
    if (known.length > 0) await own.keys.set({ 'device-list': { '4915112345678': known } });
    for (const jid of names) {
      await repository.injectE2ESession({ jid, session: injected(await peer.bundle()) });
      const data = encodeWAMessage({ conversation: 'one' });
      const { type, ciphertext } = await repository.encryptMessage({ jid, data });
      await peer.unseal(OWN, { type, bytes: ciphertext });
      // It is used by one name before the other is known.
      expect(await repository.validateSession(LID)).toMatchObject({ exists: false });
    }
    await repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
    for (const jid of lids) expect(await repository.validateSession(jid)).toEqual({ exists: true });
    expect([...own.stored.keys()].filter((key) => /^session\/49/.test(key))).toEqual([]);
    const late = await answer('late');
    if (late.type === 'skmsg') throw new Error('not for a group');
    const read = { jid: lids[2] ?? '', type: late.type, ciphertext: late.bytes };
    expect(textIn(await repository.decryptMessage(read))).toBe('late');
  }
});

test('work that holds the lock of a person does not wait for itself when the LID is learned meanwhile', async () => {
  const { own, open, answer } = await pair();
  const { repository } = own;
  await open();
  const { type, bytes: ciphertext } = await answer('one');
  if (type === 'skmsg') throw new Error('not for a group');
  const text = await repository.persons.run(PEER, async () => {
    const padded = await repository.decryptMessage({ jid: PEER, type, ciphertext });
    await repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: PEER }]);
    await repository.validateSession(PEER);
    return textIn(padded);
  });
  expect(text).toBe('one');
  expect(await repository.validateSession(LID)).toEqual({ exists: true });
});

test('the identity of a device is known by its number and its LID, wherever it was stored', async () => {
  const { own, peer, open } = await pair();
  const { repository } = own;
  const known = async (jid: string) => (await repository.identityOf(jid))?.subarray(-32);
  expect(await known(PEER)).toBeUndefined();
  await open();
  const identity = Buffer.from(peer.identity).subarray(-32);
  expect(await known(PEER)).toEqual(identity);
  expect(await known(LID)).toBeUndefined();
  await repository.lidMapping.storeLIDPNMappings([{ pn: PEER, lid: LID }]);
  expect(await known(LID)).toEqual(identity);
  expect(await known(PEER)).toEqual(identity);
});
