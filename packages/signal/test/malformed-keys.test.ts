/** Keys of a wrong length are refused where they are learned, and change nothing. */
import { expect, test } from 'bun:test';
import { newKeyPair } from '../src/primitives.ts';
import {
  encodeDistribution,
  encodePreKeyMessage,
  type SenderKeyDistribution,
} from '../src/wire-format.ts';
import { injected } from './device.ts';
import { GROUP, OWN, PEER, pair } from './pair.ts';

const LENGTHS = [0, 1, 31, 32, 34, 64, 512];

test.each(LENGTHS)(
  'a group key of %p bytes is refused, unless it has the length of one',
  async (length) => {
    const { own, peer } = await pair();
    const { sealed, distribution } = await peer.sealForGroup(GROUP, OWN, { conversation: 'one' });
    const learn = (bytes: Uint8Array) =>
      own.repository.processSenderKeyDistributionMessage({
        authorJid: PEER,
        item: { groupId: GROUP, axolotlSenderKeyDistributionMessage: bytes },
      });
    await learn(distribution);
    const before = new Map(own.stored);
    const signingKey = newKeyPair().publicKey;
    const [chainKey, key] = [Buffer.alloc(32, 7), Buffer.alloc(length, 5)];
    const malformed: SenderKeyDistribution[] = [
      { keyId: 1, iteration: 0, chainKey, signingKey: key },
    ];
    if (length !== 32) malformed.push({ keyId: 1, iteration: 0, chainKey: key, signingKey });
    for (const one of malformed)
      await expect(learn(encodeDistribution(one))).rejects.toThrow('malformed');
    expect(own.stored).toEqual(before);
    const read = own.repository.decryptGroupMessage({
      group: GROUP,
      authorJid: PEER,
      msg: sealed.bytes,
    });
    expect((await read).length).toBeGreaterThan(0);
  },
);

test.each(LENGTHS)(
  'a first message with a key of %p bytes is refused and uses up no one-time key',
  async (length) => {
    const { own, read, answer } = await pair();
    const { preKey, signedPreKey } = await own.bundle();
    const before = new Map(own.stored);
    const key = Buffer.alloc(length, 5);
    const right = newKeyPair().publicKey;
    for (const [baseKey, identityKey] of [
      [key, right],
      [right, key],
    ] as const) {
      const bytes = encodePreKeyMessage({
        registrationId: 1,
        preKeyId: preKey?.id ?? null,
        signedPreKeyId: signedPreKey.id,
        baseKey,
        identityKey,
        message: Buffer.alloc(80, 0x33),
      });
      await expect(read({ type: 'pkmsg', bytes })).rejects.toThrow('malformed');
    }
    expect(own.stored).toEqual(before);
    expect(await read(await answer('hello'))).toBe('hello');
  },
);

test.each([0, 1, 31, 64, 512])(
  'an offer with a key of %p bytes begins no session and leaves the open one as it was',
  async (length) => {
    const { own, peer, open, send, readByPeer } = await pair();
    await open();
    const before = new Map(own.stored);
    const right = injected(await peer.bundle());
    const key = Buffer.alloc(length, 5);
    const { signedPreKey, preKey = { keyId: 1, publicKey: key } } = right;
    own.repository.renew(PEER);
    for (const session of [
      { ...right, identityKey: key },
      { ...right, signedPreKey: { ...signedPreKey, publicKey: key } },
      { ...right, signedPreKey: { ...signedPreKey, signature: key } },
      { ...right, preKey: { ...preKey, publicKey: key } },
    ]) {
      own.repository.renew(PEER);
      await expect(own.repository.injectE2ESession({ jid: PEER, session })).rejects.toThrow();
    }
    expect(own.stored).toEqual(before);
    expect(await readByPeer(await send('one'))).toBe('one');
  },
);
