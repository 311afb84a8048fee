/** Many writers on one libSQL server: busy services on three nodes, then commits as of eight nodes. */
import { openLibsql } from '../../src/core/db/libsql.ts';
import { findSqld, type Sqld, startSqld } from '../../test/helpers/sqld.ts';
import type { Case, Context } from '../kit/case.ts';
import { startLedger } from '../kit/ledger.ts';
import { startNodes } from '../kit/nodes.ts';
import { pause } from '../kit/pause.ts';
import { lost, openInstance, startPublishers } from '../kit/publishers.ts';

const INSTANCES = 24;
const CALLERS_OF_EACH = 2;
const WRITERS = 8;
const WRITTEN_AT_ONCE = 8_000;
const EVENTS = { long: 20_000, short: 300 };
/** Without it eight writers can bring sqld to a standstill: docs/decisions/kept-streams.md. */
const AS_THE_GUIDE_SAYS = ['--checkpoint-interval-s', '10'];
/** A server that takes nothing for so long does not go on by itself. */
const STANDSTILL_S = 40;
const LATE_S = 15;

/** Waits until `count` gives so many, or does not change for 40 s; the longest time for which it did not, in s. */
async function longestSilence(count: () => number, wanted: number): Promise<number> {
  let last = count();
  let longest = 0;
  for (let since = performance.now(); last < wanted && longest < STANDSTILL_S; ) {
    await pause(100);
    longest = Math.max(longest, (performance.now() - since) / 1_000);
    if (count() > last) since = performance.now();
    last = count();
  }
  return longest;
}

async function serviceWrites(sqld: Sqld, { scale, random, findings }: Context): Promise<void> {
  const ledger = await startLedger();
  const names = ['one', 'two', 'three'];
  const nodes = await startNodes({ names, database: sqld.address, random });
  const instances = Array.from({ length: INSTANCES }, (_, index) => `shop-${index}`);
  for (const name of instances) await openInstance(nodes, name, ledger.url);
  const load = { instances, chats: CALLERS_OF_EACH, most: EVENTS[scale] };
  const publishers = startPublishers({ gateway: nodes.next, ...load });
  const { acknowledged } = publishers;
  const silence = await longestSilence(() => acknowledged.length, EVENTS[scale]);
  await publishers.stop();
  findings.atLeast('acknowledged', acknowledged.length, EVENTS[scale]);
  findings.atMost('longest time in s in which none was', silence, LATE_S);
  findings.atMost('lost', await lost(ledger, acknowledged, LATE_S * 1_000), 0);
  const { gaps, outOfOrder, repeats } = await ledger.audit();
  findings.atMost('gaps', gaps, 0);
  findings.atMost('out of order', outOfOrder, 0);
  findings.figure('repeats', repeats);
  findings.holds('ends in order', (await nodes.stop()).join() === '0,0,0');
  ledger.stop();
}

/** Each as a node does it: one commit after another. */
async function bareWrites(sqld: Sqld, { scale, findings }: Context): Promise<void> {
  const url = `http://${sqld.address}`;
  const writers = Array.from({ length: WRITERS }, () => openLibsql({ url }));
  await writers[0]?.query('create table written (id integer primary key, body text)', []);
  const params = ['x'.repeat(WRITTEN_AT_ONCE)];
  let commits = 0;
  let failed = 0;
  let isOver = false;
  const work = writers.map(async (writer) => {
    while (!isOver) {
      await writer.query('insert into written (body) values (?)', params).then(
        () => commits++,
        () => failed++,
      );
    }
  });
  const silence = await longestSilence(() => commits, EVENTS[scale]);
  isOver = true;
  await Promise.all(work);
  findings.atLeast('commits of eight writers', commits, EVENTS[scale]);
  findings.figure('failed', failed);
  findings.atMost('longest time in s without one', silence, LATE_S);
  await Promise.all(writers.map((writer) => writer.close()));
}

/**
 * 48 callers write to 24 instances of three services on one `sqld` until 20 000 messages are acknowledged; all must
 * have arrived 15 s later, in order within each chat. Then eight writers make 20 000 commits on another `sqld`,
 * started with the option that docs/cluster.md names. It must never refuse all writes for 15 s.
 */
export default {
  promise: 'A libSQL server accepts the writes of many nodes without a restart.',
  limitSeconds: 900,
  lacks: () => (findSqld() === null ? 'there is no sqld' : null),
  async run(context) {
    const plain = await startSqld();
    await serviceWrites(plain, context);
    await plain.kill();
    const guided = await startSqld(AS_THE_GUIDE_SAYS);
    await bareWrites(guided, context);
    await guided.kill();
  },
} satisfies Case;
