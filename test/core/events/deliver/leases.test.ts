/** What becomes of leases that only the table knows, while deliveries are claimed. */
import { expect, test } from 'bun:test';
import { createLeases } from '../../../../src/core/events/deliver/leases.ts';
import type { SequenceBatch } from '../../../../src/core/events/publish/sequences.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { delivery, heldCommits } from './kit.ts';

const HOLDER = 'node.1';
/** Nothing here takes numbers of events. */
const NO_NUMBERS = {} as SequenceBatch;
const CLAIM =
  "update deliveries set state = 'sending', holder = ?, next_attempt_at = null where state = 'waiting'";

test('what one release has made free and is claimed again is not released by another that began before', async () => {
  const db = await testDatabase();
  await db.query("insert into streams (id) values ('shop')", []);
  await db.query(
    `insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state, attempt_count, holder,
      created_at, updated_at)
     values ('delivery-1', 'shop', 1, 'webhook', 'event-1', 'Message', 'http://receiver.test/', 'sending', 0, ?, 0, 0)`,
    [HOLDER],
  );
  const { commits, asked } = heldCommits();
  const ownership = { holderPrefix: 'node.' };
  const leases = createLeases(commits, manualClock(), ownership);
  /** Commits what is asked for by now, in its order. */
  const commitAll = async () => {
    const writes = asked.splice(0);
    const statements = writes.map((write) => write.statements(NO_NUMBERS));
    const rows = await db.batch(statements.flat());
    for (const [at, write] of writes.entries()) {
      const from = statements.slice(0, at).flat().length;
      write.onCommitted(rows.slice(from, from + statements[at]!.length));
    }
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  const first = leases.release(true);
  await turn();
  const listed = commitAll();
  const second = leases.release(false);
  await listed;
  await turn();
  const released = commitAll();
  commits.submit({
    mustSucceed: false,
    rows: 1,
    bytes: 1,
    statements: () => [{ sql: CLAIM, params: [HOLDER] }],
    onCommitted: () => leases.begin(delivery(1, { holder: HOLDER })),
    onCommittedWithoutRows() {},
    onFailed() {},
  });
  await released;
  while (asked.length > 0) {
    await turn();
    await commitAll();
  }

  expect(await db.query('select state, holder from deliveries', [])).toEqual([['sending', HOLDER]]);
  expect(await Promise.all([first, second])).toEqual([1, 0]);
});
