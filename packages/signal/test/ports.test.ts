/** The arguments of the package: a store that holds any values, and a logger. */
import { expect, test } from 'bun:test';
import { createSignal, type KeyStoreWithTransactions } from '../src/index.ts';
import { SessionRecord } from '../src/session-record.ts';
import { injected } from './device.ts';
import { encodeWAMessage, GROUP, OWN, PEER, pair } from './pair.ts';

test('the logger is told of another identity and of a group key that moves, without people and keys', async () => {
  const { own, answer, peer, reinstall } = await pair();
  const told: string[] = [];
  const logger = {
    debug: (fields: object, text: string) => void told.push(`${text} ${JSON.stringify(fields)}`),
  };
  const { creds, keys, library } = own;
  const signal = createSignal({ creds, keys, book: library, logger });
  const lid = '98765432109876@lid';
  const read = async () => {
    const { type, bytes: ciphertext } = await answer('hello');
    if (type === 'skmsg') throw new Error('not for a group');
    await signal.decryptMessage({ jid: PEER, type, ciphertext });
  };
  await read();
  const { sealed, distribution } = await peer.sealForGroup(GROUP, OWN, { conversation: 'one' });
  const item = { groupId: GROUP, axolotlSenderKeyDistributionMessage: distribution };
  await signal.processSenderKeyDistributionMessage({ authorJid: PEER, item });
  await library.lidMapping.storeLIDPNMappings([{ lid, pn: PEER }]);
  await signal.decryptGroupMessage({ group: GROUP, authorJid: lid, msg: sealed.bytes });
  await signal.migrateSession(PEER, lid);
  reinstall();
  await read();
  expect(told).toEqual([
    "a member's group key has moved to the LID {}",
    'a device has another identity {"sessions":1}',
  ]);
});

const GARBAGE = [null, 0, 'text', [], {}, { _sessions: { a: 1 } }, { public: 'x' }, true];

test.each(GARBAGE.map((value) => [value]))(
  'a store that gives back %p makes no message readable, and nothing worse',
  async (value) => {
    const { own, peer, answer } = await pair();
    const { creds, library } = own;
    const changed: unknown[] = [];
    const keys: KeyStoreWithTransactions = {
      get: (_type, ids) => Object.fromEntries(ids.map((id) => [id, value])),
      set: (changes) => void changed.push(changes),
      transaction: (work) => work(),
    };
    const signal = createSignal({ creds, keys, book: library });
    const { type, bytes: ciphertext } = await answer('hello');
    if (type === 'skmsg') throw new Error('not for a group');
    await expect(signal.decryptMessage({ jid: PEER, type, ciphertext })).rejects.toThrow(Error);
    const data = encodeWAMessage({ conversation: 'hello' });
    await expect(signal.encryptMessage({ jid: PEER, data })).rejects.toThrow('No open session');
    const { sealed } = await peer.sealForGroup(GROUP, OWN, { conversation: 'one' });
    const inGroup = { group: GROUP, authorJid: PEER, msg: sealed.bytes };
    await expect(signal.decryptGroupMessage(inGroup)).rejects.toThrow(Error);
    expect(changed).toEqual([]);
    const session = injected(await peer.bundle());
    await signal.injectE2ESession({ jid: PEER, session });
    expect(changed).toContainEqual({ session: { '4915112345678.0': expect.any(SessionRecord) } });
  },
);
