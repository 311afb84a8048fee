/** Signals under load. */
import { until } from '../../test/helpers/until.ts';
import type { Case } from '../kit/case.ts';
import { newDataDir, startGateway } from '../kit/gateway.ts';
import { type Ledger, startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { isStopped } from '../kit/process-figures.ts';
import { isOpen, lost, openInstance, SHORT_PAUSE_MS, startPublishers } from '../kit/publishers.ts';

/**
 * The signals that are sent, and the exit code that must follow. The second of two differs: the same signal twice may
 * count once.
 */
const ENDS: readonly { readonly signals: readonly NodeJS.Signals[]; readonly code: number }[] = [
  { signals: ['SIGTERM'], code: 0 },
  { signals: ['SIGINT'], code: 0 },
  { signals: ['SIGHUP'], code: 0 },
  { signals: ['SIGTERM', 'SIGINT'], code: 1 },
];

interface ProcessEnd {
  readonly code: number;
  readonly seconds: number;
  /** Ids of the messages that were acknowledged before. */
  readonly acknowledged: readonly string[];
}

/** One start, load, and the signals. */
async function endUnderLoad(
  dataDir: string,
  ledger: Ledger,
  signals: readonly NodeJS.Signals[],
  { afterMs, pauseMs }: { readonly afterMs: number; readonly pauseMs: number },
): Promise<ProcessEnd> {
  const gateway = await startGateway({ dataDir });
  const isFirst = (await gateway.call('GET', '/instance/connectionState/shop')).status === 404;
  if (isFirst) await openInstance(gateway, 'shop', ledger.url);
  await isOpen(gateway, 'shop');
  const publishers = startPublishers({
    gateway: () => gateway,
    instances: ['shop'],
    chats: 16,
    most: 50_000,
    pauseMs,
  });
  await pause(afterMs);
  const from = performance.now();
  // The process is stopped, so that it cannot end from the first signal before the second is sent.
  gateway.process.signal('SIGSTOP');
  await until('it stands still', () => isStopped(gateway.process.pid));
  for (const signal of signals) gateway.process.signal(signal);
  gateway.process.signal('SIGCONT');
  const code = await gateway.process.ended();
  const seconds = (performance.now() - from) / 1_000;
  await publishers.stop();
  return { code, seconds, acknowledged: publishers.acknowledged };
}

/**
 * Each signal is sent at a seeded moment to a service that 16 callers write to. It must end within 10 s with the
 * promised exit code, and after the next start everything acknowledged must arrive.
 */
export default {
  promise:
    'SIGTERM, SIGINT and SIGHUP end the service in order (exit code 0), a second one at once (1), and nothing acknowledged is lost.',
  limitSeconds: 120,
  async run({ scale, random, findings }) {
    const rounds = scale === 'long' ? 3 : 1;
    const ends = scale === 'long' ? ENDS : ENDS.slice(2);
    const ledger = await startLedger();
    const dataDir = newDataDir();
    const acknowledged: string[] = [];
    let slowest = 0;
    for (const { signals, code } of ends) {
      const codes: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const end = await endUnderLoad(dataDir, ledger, signals, {
          afterMs: random.between(300, 900),
          pauseMs: scale === 'long' ? 0 : SHORT_PAUSE_MS,
        });
        codes.push(end.code);
        slowest = Math.max(slowest, end.seconds);
        acknowledged.push(...end.acknowledged);
      }
      const isRight = codes.every((one) => one === code);
      findings.holds(`${signals.join(', ')} ends with ${code} (${codes.join(', ')})`, isRight);
    }
    const last = await startGateway({ dataDir });
    const lostCount = await lost(ledger, acknowledged, 30_000);
    const { gaps, outOfOrder, repeats } = await ledger.audit();
    findings.atMost('slowest end in s', slowest, 10);
    findings.atLeast('acknowledged', acknowledged.length, rounds * ends.length * 10);
    findings.atMost('lost', lostCount, 0);
    findings.atMost('gaps', gaps, 0);
    findings.atMost('out of order', outOfOrder, 0);
    findings.figure('repeats', repeats);
    await last.stop();
    ledger.stop();
  },
} satisfies Case;
