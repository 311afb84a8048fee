/** What a node says of the others. */
import { expect, test } from 'bun:test';
import { statusOf } from '../../src/app/other-nodes.ts';
import type { Node } from '../../src/cluster/beat.ts';

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
    const parts = { forwarded: {}, hints: { isUp: null }, changes: { lagMs: 0 } };
    const [shown] = await statusOf({ ...member, counts }, 'one', parts).all();
    expect(shown?.leaseMs).toBe(left);
  },
);
