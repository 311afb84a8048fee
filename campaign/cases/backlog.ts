/** A long backlog for a receiver that was away. */
import { freePort } from '../../test/helpers/free-port.ts';
import { load } from '../../test/helpers/load.ts';
import { until } from '../../test/helpers/until.ts';
import type { Case } from '../kit/case.ts';
import { type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { residentMegabytes } from '../kit/process-figures.ts';
import { openInstance } from '../kit/publishers.ts';

const INSTANCES = ['shop', 'cafe', 'bar'];
const DRAIN_LIMIT_MS = 240_000;
/** Retries stay short, so that the case shows the backlog and not the wait. No delivery is discarded. */
const environment = { WEBHOOK_RETRY_DELAY_MS: '5000', WEBHOOK_MAX_ATTEMPTS: '100' };

const write = (gateway: Gateway, name: string, messages: number): Promise<void> =>
  load((message) => gateway.call('POST', `/sandbox/${name}/message`, message), {
    messages,
    chats: 500,
    width: 32,
  });

/**
 * 300 000 events of 3 instances are written while their receiver is down. The service is killed and must start
 * within 2 s more than with an empty database. Then the receiver starts and must get every event, without a gap.
 */
export default {
  promise: 'A receiver that was away gets its whole backlog, which does not delay a start.',
  limitSeconds: 480,
  async run({ scale, findings }) {
    const each = scale === 'long' ? 100_000 : 1_000;
    const port = freePort();
    const empty = await startGateway({ dataDir: newDataDir(), environment });
    await empty.kill();
    const dataDir = newDataDir();
    const first = await startGateway({ dataDir, environment });
    for (const name of INSTANCES) await openInstance(first, name, `http://127.0.0.1:${port}/hook`);
    const from = performance.now();
    await Promise.all(INSTANCES.map((name) => write(first, name, each)));
    const writtenMs = performance.now() - from;
    await first.kill();
    const second = await startGateway({ dataDir, environment });
    const ledger = await startLedger(port);
    const drainedFrom = performance.now();
    const hasAll = async () => {
      const { events, gaps } = await ledger.audit();
      // Beside the messages each instance has the events of its pairing.
      return events >= each * 3 && gaps === 0;
    };
    await until('all arrived', hasAll, DRAIN_LIMIT_MS).catch(() => {});
    const drainedMs = performance.now() - drainedFrom;
    const { events, gaps, repeats } = await ledger.audit();
    findings.figure('written a second', Math.round((each * 3_000) / writtenMs));
    findings.figure('start when empty in ms', Math.round(empty.startMs));
    findings.atMost('start with the backlog in ms', second.startMs, empty.startMs + 2_000);
    findings.atLeast('arrived', events, each * 3);
    findings.atMost('gaps', gaps, 0);
    findings.figure('repeats', repeats);
    findings.figure('delivered a second', Math.round((events * 1_000) / drainedMs));
    findings.figure('resident MB afterwards', await residentMegabytes(second.process.pid));
    await second.stop();
    ledger.stop();
  },
} satisfies Case;
