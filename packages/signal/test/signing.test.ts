import { expect, test } from 'bun:test';
import { createRequire } from 'node:module';
import { ed25519 } from '@noble/curves/ed25519.js';
import { newKeyPair } from '../src/primitives.ts';
import { isSignatureOf } from '../src/signatures.ts';
import { prepareForSigning, sign } from '../src/signing.ts';
import { turnsOf } from './counted-turns.ts';

const fromClient = createRequire(import.meta.resolve('@whiskeysockets/baileys'));
const fromSignal = createRequire(fromClient.resolve('libsignal/src/curve.js'));
const library: { verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean } =
  fromSignal('curve25519-js');

test('a signature is right for its key and message, by the product and by the library, and for no other', async () => {
  for (let count = 0; count < 20; count++) {
    const { publicKey, privateKey } = newKeyPair();
    const key = publicKey.subarray(1);
    const message = Buffer.from(`message ${count}`);
    const signature = await sign(privateKey, message);
    expect(isSignatureOf(key, message, signature)).toBe(true);
    expect(library.verify(key, message, signature)).toBe(true);
    expect(isSignatureOf(key, Buffer.from('another'), signature)).toBe(false);
    expect(isSignatureOf(newKeyPair().publicKey.subarray(1), message, signature)).toBe(false);
  }
});

test('no two signatures are alike, since a nonce that came again would give the key away', async () => {
  const { privateKey } = newKeyPair();
  const message = Buffer.from('the same');
  const all = await Promise.all(Array.from({ length: 20 }, () => sign(privateKey, message)));
  expect(new Set(all.map((one) => one.subarray(0, 32).toString('hex'))).size).toBe(20);
});

test('others have a turn of the event loop before each step of preparing the curve, and after the last', async () => {
  let [stepsOfTurn, mostOfTurn] = [0, 0];
  const base = {
    precompute(...options: Parameters<typeof ed25519.Point.BASE.precompute>) {
      stepsOfTurn++;
      mostOfTurn = Math.max(mostOfTurn, stepsOfTurn);
      setImmediate(() => {
        stepsOfTurn = 0;
      });
      return ed25519.Point.BASE.precompute(...options);
    },
  };
  const [, turns] = await turnsOf(prepareForSigning(base));
  expect(mostOfTurn).toBe(1);
  expect(turns).toBe(3);
});
