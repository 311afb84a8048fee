/** What a claim knows of the table when another process writes to it before the answer has come. */
import { expect, test } from 'bun:test';
import type { Row } from '../../../../src/core/db/client.ts';
import { createClaims } from '../../../../src/core/events/deliver/leases.ts';
import type { GroupCommit } from '../../../../src/core/events/publish/group-commit.ts';
import { soleOwnership } from '../../../../src/core/events/publish/ownership.ts';

type QueuedWrite = Parameters<GroupCommit['submit']>[0];

/** Claims whose answers the test gives. */
function claiming() {
  const asked: QueuedWrite[] = [];
  const commits: GroupCommit = {
    submit: (write) => void asked.push(write),
    write: async () => [],
    backlog: 0,
    flush: async () => {},
  };
  const claims = createClaims({
    commits,
    ownership: soleOwnership('process'),
    leases: { begin() {} },
    reconciler: { areLeasesKnown: true },
  });
  const answer = (...rows: Row[][]) => asked.shift()?.onCommitted(rows);
  const lane = { streamId: 'shop', endpoint: 'webhook', hasMoreInTable: true, tableVersion: 1 };
  return { claims, answer, lane: { ...lane, retryDueAt: 5 as number | null } };
}
const first: Row = ['delivery', 'event', 'Message', 1, 0, 10, null, 2, null];

test('a first attempt that is found while an earlier claim is under way waits in the table still', async () => {
  const { claims, answer, lane } = claiming();
  const before = claims.fresh(lane, 64);
  answer([first]);
  expect(await before).toHaveLength(1);
  expect(lane.hasMoreInTable).toBe(false);
  lane.hasMoreInTable = true;
  const during = claims.fresh(lane, 64);
  lane.tableVersion++;
  answer([first]);
  await during;
  expect(lane.hasMoreInTable).toBe(true);
});

test('a retry that is found while an earlier claim is under way is due when it was found to be', async () => {
  const { claims, answer, lane } = claiming();
  const before = claims.retries(lane, 64, 10);
  answer([], [[null]]);
  await before;
  expect(lane.retryDueAt).toBeNull();
  const during = claims.retries(lane, 64, 10);
  lane.tableVersion++;
  lane.retryDueAt = 20;
  answer([], [[null]]);
  await during;
  expect(lane.retryDueAt).toBe(20);
  const again = claims.retries(lane, 64, 10);
  lane.tableVersion++;
  answer([], [[12]]);
  await again;
  expect(lane.retryDueAt).toBe(12);
});
