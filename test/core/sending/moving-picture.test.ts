import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { isMoving } from '../../../src/core/sending/moving-picture.ts';
import { BEGINNINGS, gifOf } from '../../doubles/file-beginnings.ts';

const still = PNG.sync.write(new PNG({ width: 2, height: 2 }));
/** The head of a PNG is 33 bytes long; the animation is announced after it. */
const moving = Buffer.concat([
  still.subarray(0, 33),
  Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1'),
  still.subarray(33),
]);

test('a GIF or PNG of several pictures moves, and nothing else does', () => {
  expect([gifOf(2), gifOf(3), moving].map(isMoving)).toEqual([true, true, true]);
  const others = [gifOf(0), gifOf(1), still, ...Object.values(BEGINNINGS)];
  expect(others.filter(isMoving)).toEqual([]);
});

test('files that are cut or made to be slow are looked at in bounded time', () => {
  for (let length = 0; length < 60; length++) {
    expect([true, false]).toContain(isMoving(gifOf(2).subarray(0, length)));
    expect([true, false]).toContain(isMoving(moving.subarray(0, length)));
  }
  const size = 16 * 1024 * 1024;
  const slow = [
    Buffer.concat([gifOf(0).subarray(0, -1), Buffer.alloc(size, '!\xf9\0', 'latin1')]),
    Buffer.concat([gifOf(0).subarray(0, -1), Buffer.alloc(size, '!\xf9\x01', 'latin1')]),
    Buffer.concat([still.subarray(0, 33), Buffer.alloc(size)]),
  ];
  const from = process.cpuUsage();
  for (const file of slow) expect(isMoving(file)).toBe(false);
  expect(process.cpuUsage(from).user).toBeLessThan(1_000_000);
});
