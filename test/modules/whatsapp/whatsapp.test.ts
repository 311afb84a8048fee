import { expect, test } from 'bun:test';
import { sessionThreads } from '../../../src/modules/whatsapp/whatsapp.ts';

const MIB = 1024 * 1024;

test('sessions have one thread less than there are processors, and at most one for each 512 MiB', () => {
  expect(sessionThreads(null, 512 * MIB, 1)).toBe(0);
  expect(sessionThreads(null, 512 * MIB, 8)).toBe(1);
  expect(sessionThreads(null, 256 * MIB, 8)).toBe(0);
  expect(sessionThreads(null, 8_192 * MIB, 4)).toBe(3);
});

test('sessions have as many threads as are set', () => {
  expect(sessionThreads(0, 8_192 * MIB, 8)).toBe(0);
  expect(sessionThreads(12, 256 * MIB, 2)).toBe(12);
});
