/** The expected values were computed with the published package 0.5.4. */
import { expect, test } from 'bun:test';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  expandAppStateKeys,
  hkdf,
  LTHashAntiTampering,
  md5,
} from '../../packages/whatsapp-rust-bridge/index.js';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('is what the WhatsApp client gets under the published name', () => {
  const client = createRequire(import.meta.resolve('@whiskeysockets/baileys'));
  const found = realpathSync(client.resolve('whatsapp-rust-bridge'));
  expect(found).toBe(join(import.meta.dir, '../../packages/whatsapp-rust-bridge/index.js'));
});

test('md5 and hkdf give what the published package gives', () => {
  expect(hex(md5(key))).toBe('b4ffcb23737cec315a4a4d1aa2a620ce');
  expect(hex(hkdf(key, 48, { salt: key.slice(0, 8), info: 'vector' }))).toBe(
    '70d29bece6a242f311fd0e7182f50e91b790fb9b3f9c4fc0a463365ee68f94e9a0b6e04bae659eba81527295757cf83e',
  );
});

test('an app-state key expands to the same five keys', () => {
  const { indexKey, patchMacKey, ...others } = expandAppStateKeys(key);
  expect(hex(indexKey)).toBe('61387bcf643616a68bd611a45516b3980418323087d78bf08c615645549434b4');
  expect(hex(patchMacKey)).toBe('693845bdd996652aca9ca0b96d0f081abf29943303c5eb19bdb84f38b24c32ab');
  expect(Object.keys(others)).toEqual(['valueEncryptionKey', 'valueMacKey', 'snapshotMacKey']);
});

test('the state hash adds and subtracts as the published package does, and undoes itself', () => {
  const hash = new LTHashAntiTampering();
  const base = Uint8Array.from({ length: 128 }, (_, index) => 255 - index);
  const changed = hash.subtractThenAdd(base, [key], [key.slice(1), key.slice(2)]);
  expect(new Bun.CryptoHasher('sha256').update(changed).digest('hex')).toBe(
    'e6659649ac5eccfcb43c992970f07c67df931f4db0160855eab7699ad2df7b3d',
  );
  expect(hash.subtractThenAdd(changed, [key.slice(2), key.slice(1)], [key])).toEqual(base);
});
