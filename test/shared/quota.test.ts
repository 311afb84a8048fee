import { expect, test } from 'bun:test';
import { Quota } from '../../src/shared/quota.ts';

test('a holder has room up to its own bound, and all together up to theirs', () => {
  const quota = new Quota(10, 6);
  quota.add('a', 6);
  expect([quota.hasRoomFor('a', 0), quota.hasRoomFor('a', 1)]).toEqual([true, false]);
  expect([quota.hasRoomFor('b', 6), quota.hasRoom(4), quota.hasRoom(5)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('what is given back can be held again', () => {
  const quota = new Quota(10, 6);
  quota.add('a', 6);
  quota.add('b', 4);
  quota.add('a', -6);
  expect([quota.held, quota.heldBy('a'), quota.heldBy('b')]).toEqual([4, 0, 4]);
  expect([quota.hasRoomFor('a', 6), quota.hasRoom(6)]).toEqual([true, true]);
});
