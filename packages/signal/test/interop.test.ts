import { expect, test } from 'bun:test';
import { newKeyPair } from '../src/primitives.ts';
import { decodePreKeyMessage, encodeWhisper } from '../src/wire-format.ts';
import { generator } from './chance.ts';
import { injected } from './device.ts';
import { damaged, encodeWAMessage, GROUP, OWN, PEER, pair, textIn } from './pair.ts';
import type { EncodedMessage } from './peer.ts';

test('a session that either side begins is understood by the library, in both directions', async () => {
  const ours = await pair();
  await ours.open();
  expect(await ours.readByPeer(await ours.send('first'))).toBe('first');
  expect(await ours.read(await ours.answer('second'))).toBe('second');
  expect(await ours.readByPeer(await ours.send('third'))).toBe('third');
  const theirs = await pair();
  expect(await theirs.read(await theirs.answer('first'))).toBe('first');
  expect(await theirs.readByPeer(await theirs.send('second'))).toBe('second');
});

test.each([1, 2, 3, 4, 5, 6])(
  'whatever order messages come in, and however many are damaged or come twice, every whole one is read once (seed %p)',
  async (seed) => {
    const chance = generator(seed);
    const { own, send, read, answer, readByPeer } = await pair();
    // The peer begins, so that both have a session.
    expect(await read(await answer('hello'))).toBe('hello');
    const coming: { text: string; sealed: EncodedMessage }[] = [];
    const going: { text: string; sealed: EncodedMessage }[] = [];
    const arrived: EncodedMessage[] = [];
    const readOne = async () => {
      // However late a message comes, no more than so many came before it that had been sent after it.
      const [one] = coming.splice(chance(Math.min(coming.length, 8)), 1);
      if (one === undefined) return;
      const before = new Map(own.stored);
      if (chance(3) === 0) {
        await expect(read(damaged(one.sealed, chance(1_000)))).rejects.toThrow();
        expect(own.stored).toEqual(before);
      }
      expect(await read(one.sealed)).toBe(one.text);
      arrived.push(one.sealed);
    };
    for (let step = 0; step < 120; step++) {
      const text = `message ${step}`;
      const action = chance(5);
      if (action < 2) coming.push({ text, sealed: await answer(text) });
      else if (action === 2) going.push({ text, sealed: await send(text) });
      else if (action === 3) await readOne();
      else if (going.length > 0) {
        // The library reads in order alone what it reads for certain.
        const next = going.shift();
        if (next) expect(await readByPeer(next.sealed)).toBe(next.text);
      }
      if (arrived.length > 0 && chance(10) === 0) {
        const again = arrived[chance(arrived.length)];
        if (again) await expect(read(again)).rejects.toThrow();
      }
    }
    while (coming.length > 0) await readOne();
  },
);

test('a damaged first message uses up no one-time key, and the whole one is read afterwards', async () => {
  const { own, answer, read } = await pair();
  const first = await answer('hello');
  const before = new Map(own.stored);
  for (const at of [5, 40, 80, 120, first.bytes.length - 3])
    await expect(read(damaged(first, at))).rejects.toThrow();
  expect(own.stored).toEqual(before);
  expect(await read(first)).toBe('hello');
  expect(own.stored.has('pre-key/1')).toBe(false);
});

test('keys that come for a device with an open session leave it open, until the device has asked for others', async () => {
  const { own, open, send, read, answer, readByPeer } = await pair();
  await open();
  expect(await readByPeer(await send('one'))).toBe('one');
  const onTheWay = await answer('two');
  const before = own.stored.get('session/4915112345678.0');
  await open();
  expect(own.stored.get('session/4915112345678.0')).toBe(before);
  expect(await read(onTheWay)).toBe('two');
  own.repository.renew(PEER);
  await open();
  expect((await send('three')).type).toBe('pkmsg');
});

test('what is on its way under a session is read after another has replaced it', async () => {
  const { own, open, send, read, answer, readByPeer } = await pair();
  await open();
  expect(await readByPeer(await send('one'))).toBe('one');
  const late = [await answer('two'), await answer('three')];
  own.repository.renew(PEER);
  await open();
  expect(await Promise.all(late.map(read))).toEqual(['two', 'three']);
});

test('keys that their device has not signed begin no session', async () => {
  const { own, peer } = await pair();
  const bundle = injected(await peer.bundle());
  const [first = 0] = bundle.signedPreKey.signature;
  const signature = Uint8Array.from(bundle.signedPreKey.signature);
  signature[0] = first ^ 1;
  const forged = { ...bundle, signedPreKey: { ...bundle.signedPreKey, signature } };
  await expect(own.repository.injectE2ESession({ jid: PEER, session: forged })).rejects.toThrow(
    'not signed',
  );
  expect(await own.repository.validateSession(PEER)).toMatchObject({ exists: false });
});

test('messages to a group are understood by the library, in both directions and in any order', async () => {
  const { own, peer } = await pair();
  const chance = generator(7);
  const { repository } = own;
  const learn = async (distribution: Uint8Array) =>
    repository.processSenderKeyDistributionMessage({
      authorJid: PEER,
      item: { groupId: GROUP, axolotlSenderKeyDistributionMessage: distribution },
    });
  const theirs: { text: string; bytes: Uint8Array }[] = [];
  for (let count = 0; count < 12; count++) {
    const text = `from the peer ${count}`;
    const { sealed, distribution } = await peer.sealForGroup(GROUP, PEER, { conversation: text });
    if (count === 0) await learn(distribution);
    theirs.push({ text, bytes: sealed.bytes });
  }
  while (theirs.length > 0) {
    const [one] = theirs.splice(chance(theirs.length), 1);
    if (one === undefined) break;
    const decrypt = (msg: Uint8Array) =>
      repository.decryptGroupMessage({ group: GROUP, authorJid: PEER, msg });
    const broken = damaged({ type: 'skmsg', bytes: one.bytes }, chance(200)).bytes;
    await expect(decrypt(broken)).rejects.toThrow();
    expect(textIn(await decrypt(one.bytes))).toBe(one.text);
    await expect(decrypt(one.bytes)).rejects.toThrow('used');
  }
  for (let count = 0; count < 12; count++) {
    const text = `ours ${count}`;
    const data = encodeWAMessage({ conversation: text });
    const { ciphertext, senderKeyDistributionMessage } = await repository.encryptGroupMessage({
      group: GROUP,
      meId: OWN,
      data,
    });
    if (count === 0)
      await peer.learnSenderKey(OWN, {
        groupId: GROUP,
        axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
      });
    expect((await peer.unsealFromGroup(GROUP, OWN, ciphertext)).conversation).toBe(text);
  }
});

test('the own key of a group does not grow with the messages that are sent', async () => {
  const { own } = await pair();
  const send = () =>
    own.repository.encryptGroupMessage({ group: GROUP, meId: OWN, data: Buffer.from('hello') });
  const size = () => own.stored.get(`sender-key/${GROUP}::4915187654321::0`)?.length ?? 0;
  await send();
  const first = size();
  for (let count = 0; count < 50; count++) await send();
  expect(size()).toBeLessThan(first + 20);
});

test('sessions and group keys that the library has stored are gone on with, and the library goes on with ours', async () => {
  const { own, peer, open, send, read, answer, readByPeer } = await pair();
  const { library, repository } = own;
  const sendBy = async (by: typeof library, text: string): Promise<EncodedMessage> => {
    const data = encodeWAMessage({ conversation: text });
    const { type, ciphertext } = await by.encryptMessage({ jid: PEER, data });
    return { type, bytes: ciphertext };
  };
  await library.injectE2ESession({ jid: PEER, session: injected(await peer.bundle()) });
  expect(await readByPeer(await sendBy(library, 'one'))).toBe('one');
  const skipped = await answer('two');
  expect(await read(await answer('three'))).toBe('three');
  expect(await readByPeer(await send('four'))).toBe('four');
  expect(await read(skipped)).toBe('two');
  const { type, bytes } = await answer('five');
  if (type === 'skmsg') throw new Error('not for a group');
  expect(textIn(await library.decryptMessage({ jid: PEER, type, ciphertext: bytes }))).toBe('five');
  expect(await readByPeer(await sendBy(library, 'six'))).toBe('six');
  await open();
  const toGroup = { group: GROUP, meId: OWN };
  const sealed = [library, repository, library, repository].map(async (by, place) =>
    by.encryptGroupMessage({ ...toGroup, data: encodeWAMessage({ conversation: `${place}` }) }),
  );
  for (const [place, one] of sealed.entries()) {
    const { ciphertext, senderKeyDistributionMessage: key } = await one;
    if (place === 0)
      await peer.learnSenderKey(OWN, { groupId: GROUP, axolotlSenderKeyDistributionMessage: key });
    expect((await peer.unsealFromGroup(GROUP, OWN, ciphertext)).conversation).toBe(`${place}`);
  }
});

test('a person who is known by number and by LID has one lock and one record', async () => {
  const hidden = '98765432109876@lid';
  const { own, peer } = await pair();
  const { repository } = own;
  await repository.lidMapping.storeLIDPNMappings([{ lid: hidden, pn: PEER }]);
  await repository.injectE2ESession({ jid: PEER, session: injected(await peer.bundle()) });
  const names = Array.from({ length: 40 }, (_, count) => (count % 2 === 0 ? PEER : hidden));
  const sealed = await Promise.all(
    names.map((jid) =>
      repository.encryptMessage({ jid, data: encodeWAMessage({ conversation: jid }) }),
    ),
  );
  const read = [];
  for (const { type, ciphertext } of sealed)
    read.push((await peer.unseal(OWN, { type, bytes: ciphertext })).conversation);
  expect(read).toEqual(names);
  expect([...own.stored.keys()].filter((key) => key.startsWith('session/'))).toEqual([
    'session/98765432109876_1.0',
  ]);
});

test('what was stored under a number is read with under the LID once that is known', async () => {
  const hidden = '98765432109876@lid';
  const { own, open, send, answer, readByPeer } = await pair();
  const { repository } = own;
  await open();
  expect(await readByPeer(await send('one'))).toBe('one');
  const late = await answer('two');
  await repository.lidMapping.storeLIDPNMappings([{ lid: hidden, pn: PEER }]);
  const counts = await repository.migrateSession(PEER, hidden);
  expect(counts).toMatchObject({ migrated: 1 });
  if (late.type === 'skmsg') throw new Error('not for a group');
  const { type, bytes: ciphertext } = late;
  expect(textIn(await repository.decryptMessage({ jid: hidden, type, ciphertext }))).toBe('two');
  expect(own.stored.has('session/4915112345678.0')).toBe(false);
});

test('a message that was made to fit no session lets others work between the sessions it is tried with', async () => {
  const { own, open, send } = await pair();
  for (let count = 0; count < 12; count++) {
    own.repository.renew(PEER);
    await open();
  }
  const { message } = decodePreKeyMessage((await send('one')).bytes);
  const ahead = encodeWhisper({
    ratchetKey: newKeyPair().publicKey,
    counter: 1_999,
    previousCounter: 0,
    ciphertext: Buffer.alloc(32),
  });
  const bytes = Buffer.concat([ahead, message.subarray(-8)]);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const read = own.repository.decryptMessage({ jid: PEER, type: 'msg', ciphertext: bytes });
  await expect(read).rejects.toThrow('No session opens the message');
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(11);
});
