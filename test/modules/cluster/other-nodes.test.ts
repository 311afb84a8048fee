/** What a node says of the others. */
import { expect, test } from 'bun:test';
import { messageOf } from '../../../src/core/shared/errors.ts';
import type { Node } from '../../../src/modules/cluster/beat.ts';
import { otherNodes, statusOf } from '../../../src/modules/cluster/other-nodes.ts';

const other: Node = {
  id: 'b',
  name: 'two',
  url: 'http://two.test',
  version: '1.0.0',
  startedAt: 0,
  leaseMs: 10_000,
  draining: false,
  streams: 1,
  unreached: [],
  takenOver: 0,
  fenced: 0,
};

test.each([
  [12_000, 10_000],
  [7_000, 5_000],
  [0, 0],
])(
  'a node with %p ms of its own lease left says that another has %p',
  async (leaseLeftMs, left) => {
    const member = { node: 'a', nodes: [other], lease: 'held' as const, leaseLeftMs, streams: [] };
    const counts = { takenOver: 0, fenced: 0 };
    const parts = { forwarded: {}, wakeups: { isUp: null }, changes: { lagMs: 0 } };
    const [shown] = await statusOf({ ...member, counts }, 'one', parts).all();
    expect(shown?.leaseMs).toBe(left);
  },
);

test('what is read of an instance counts while its node has had it without interruption, and is sure of that', () => {
  const holders = new Map([['shop', 'a.1']]);
  const membership = {
    node: 'a',
    isCertain: true,
    grantOf: (id: string) => {
      const holder = holders.get(id);
      return holder === undefined ? null : { node: 'a', term: 1, holder };
    },
  };
  // What passes requests on is not asked for anything here.
  const nodes = otherNodes({ membership, vault: {}, changes: {} } as unknown as Parameters<
    typeof otherNodes
  >[0]);
  const reads = ['shop', 'shop', 'shop', 'cafe'].map((id) => nodes.having(id));
  const [first, second, third, never] = reads.map((read) => () => messageOfFailure(read));
  expect([first?.(), never?.()]).toEqual([null, OVERTAKEN]);
  membership.isCertain = false;
  expect(second?.()).toBe(OVERTAKEN);
  membership.isCertain = true;
  holders.set('shop', 'a.3');
  expect(third?.()).toBe(OVERTAKEN);
  expect(messageOfFailure(nodes.having('shop'))).toBeNull();
});

const OVERTAKEN = 'another node has just taken this over';

function messageOfFailure(requireHere: () => void): string | null {
  try {
    requireHere();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
