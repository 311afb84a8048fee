import { expect, test } from 'bun:test';
import { createVault, isSameDigest, type Place, sha256 } from '../../../src/core/shared/crypto.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW] = [keyOf(1), keyOf(2)];
const PLACE: Place = ['webhooks', 'secret_sealed', 'a'];

test('a sealed text opens where it was sealed for', () => {
  const vault = createVault(NEW);
  expect(vault.open(vault.seal('hush', PLACE), PLACE)).toBe('hush');
  expect(vault.open(vault.seal('', PLACE), PLACE)).toBe('');
});

test.each<[string, Place]>([
  ['row', ['webhooks', 'secret_sealed', 'b']],
  ['column', ['webhooks', 'previous_secret_sealed', 'a']],
  ['table', ['endpoints', 'secret_sealed', 'a']],
  ['split of the same characters', ['webhooks', 'secret_sealed', 'a', '']],
])('a sealed text that was moved to another %s does not open', (_, elsewhere) => {
  const vault = createVault(NEW);
  expect(() => vault.open(vault.seal('hush', PLACE), elsewhere)).toThrow();
});

test('a sealed text that was altered in any part does not open', () => {
  const vault = createVault(NEW);
  const sealed = vault.seal('hush', PLACE);
  for (let at = 0; at < sealed.length; at++) {
    const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    // The last character may hold bits that base64 drops.
    if (at < sealed.length - 3) expect(() => vault.open(altered, PLACE)).toThrow();
  }
});

test('a sealed text names its key, and the name says nothing of the key', () => {
  const [sealed, other] = [createVault(NEW), createVault(OLD)].map((one) => one.seal('x', PLACE));
  expect(sealed).toStartWith(`v2.${createVault(NEW).keyId}.`);
  expect(sealed!.split('.')[1]).not.toBe(other!.split('.')[1]);
  expect(createVault(NEW).keyId).toMatch(/^[0-9a-f]{16}$/);
});

test('of two keys the first seals, and both open', () => {
  const both = createVault(NEW, OLD);
  expect(both.open(createVault(OLD).seal('old', PLACE), PLACE)).toBe('old');
  expect(createVault(NEW).open(both.seal('new', PLACE), PLACE)).toBe('new');
  expect(() => createVault(OLD).open(both.seal('new', PLACE), PLACE)).toThrow('another key');
});

test('what is sealed anew is what was sealed with the former key, and nothing else', () => {
  const both = createVault(NEW, OLD);
  expect(both.reseal(both.seal('x', PLACE), PLACE)).toBeNull();
  const former = createVault(OLD).seal('hush', PLACE);
  expect(createVault(NEW).open(both.reseal(former, PLACE)!, PLACE)).toBe('hush');
  expect(() => both.reseal(createVault(keyOf(3)).seal('x', PLACE), PLACE)).toThrow();
});

test('a key is recognised by its whole hash, whichever was compared before it', () => {
  const hash = sha256('key');
  for (let at = 0; at < hash.length; at++) {
    const altered = `${hash.slice(0, at)}${hash[at] === '0' ? '1' : '0'}${hash.slice(at + 1)}`;
    expect(isSameDigest(hash, altered)).toBe(false);
    expect(isSameDigest(hash, hash)).toBe(true);
  }
  expect(isSameDigest(hash, hash.slice(1))).toBe(false);
  expect(isSameDigest(hash.slice(1), hash.slice(1))).toBe(false);
});
