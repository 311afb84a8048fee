import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { newPairingCode } from '../../../src/modules/sandbox/invented-values.ts';

describe('a pairing code', () => {
  test('has eight characters, none of them easily misread', () => {
    expect(newPairingCode(randomBytes)).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/);
  });

  test('is as likely as any other: every character stands for as many bytes', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let at = 0;
    const random = (size: number) => {
      at += size;
      return bytes.subarray(at - size, at);
    };
    const counts = new Map<string, number>();
    for (let code = 0; code < 32; code++) {
      for (const letter of newPairingCode(random))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join('')).toBe('123456789ABCDEFGHJKLMNPQRSTVWXYZ');
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });
});
