import { expect, test } from 'bun:test';
import { Quota } from '../../../src/core/shared/quota.ts';

test('a holder has room up to its own bound, and all together up to theirs', () => {
  const quota = new Quota(10, 6);
  expect(quota.take('a', 7)).toBeNull();
  quota.take('a', 6);
  expect([quota.hasRoomFor('a', 0), quota.hasRoomFor('a', 1)]).toEqual([true, false]);
  expect([quota.hasRoomFor('b', 6), quota.hasRoom(4), quota.hasRoom(5)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(quota.take('b', 5)).toBeNull();
});

test('what is given back can be held again', () => {
  const quota = new Quota(10, 6);
  const share = quota.take('a', 6);
  quota.take('b', 4);
  share?.release();
  expect([quota.held, quota.heldBy('a'), quota.heldBy('b')]).toEqual([4, 0, 4]);
  expect([quota.hasRoomFor('a', 6), quota.hasRoom(6)]).toEqual([true, true]);
});

test('a share that is released twice, or resized after its release, gives back nothing of another', () => {
  const quota = new Quota(10, 10);
  const [first, second] = [quota.take('a', 2), quota.take('a', 3)];
  first?.resize(4);
  expect(quota.heldBy('a')).toBe(7);
  first?.release();
  first?.release();
  first?.resize(5);
  expect([quota.held, quota.heldBy('a'), first?.amount, second?.amount]).toEqual([3, 3, 0, 3]);
});
