/** A wall clock that jumps. */
import { preload } from '../../test/helpers/preload.ts';
import type { Case } from '../kit/case.ts';
import { newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { isOpen, lost, openInstance, startPublishers } from '../kit/publishers.ts';

const HOUR_MS = 3_600_000;
const JUMPS_MS = [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, 1_000, -1_000];
const RETRY_MS = 2_000;
/** The ms that a busy machine and the spread of retries may add. */
const SLACK_MS = 3_000;

/** A receiver that refuses everything, and the times between attempts of one delivery by a clock that never jumps. */
function startRefusing() {
  const last = new Map<string, number>();
  const waits: number[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const id = request.headers.get('webhook-id') ?? '';
      const now = performance.now();
      const before = last.get(id);
      if (before !== undefined) waits.push(now - before);
      last.set(id, now);
      return new Response('no', { status: 500 });
    },
  });
  return { url: server.url.href, waits, stop: () => server.stop(true) };
}

/**
 * A preloaded library moves the wall clock by a second, an hour and a day, forward and back, while 8 callers write.
 * A second instance has a receiver that refuses everything: each retry must come 2 to 5 s after the last attempt (2
 * s are configured). At the end the service starts with a clock a day behind: retries must continue within 5 s.
 */
export default {
  promise: 'A wall clock that jumps makes no retry earlier or later, even across a restart.',
  limitSeconds: 120,
  lacks: () => (preload('wall-clock') === null ? 'it needs Linux and a C compiler' : null),
  async run({ scale, random, findings }) {
    const jumps = scale === 'long' ? 15 : 2;
    const clock = preload('wall-clock');
    if (clock === null) throw new Error('the library did not compile');
    const ledger = await startLedger();
    const refusing = startRefusing();
    const dataDir = newDataDir();
    const environment = {
      ...clock.environment,
      WEBHOOK_RETRY_DELAY_MS: String(RETRY_MS),
      WEBHOOK_MAX_ATTEMPTS: '100',
    };
    let gateway = await startGateway({ dataDir, environment });
    await openInstance(gateway, 'shop', ledger.url);
    await openInstance(gateway, 'refused', refusing.url);
    const publishers = startPublishers({
      gateway: () => gateway,
      instances: ['shop'],
      chats: 8,
      most: 100_000,
      pauseMs: 10,
    });
    let offset = 0;
    for (let jump = 0; jump < jumps; jump++) {
      await pause(random.between(500, 3_000));
      offset += JUMPS_MS[random.between(0, JUMPS_MS.length - 1)] ?? 0;
      clock.turn(offset);
    }
    const shownMs = Date.parse((await gateway.call('GET', '/nowhere')).body.meta.timestamp);
    const isMoved = Math.abs(shownMs - Date.now() - offset) < 1_000;
    findings.holds('the clock is where it was put', isMoved);
    await pause(RETRY_MS + SLACK_MS);
    const waits = refusing.waits.splice(0);
    await gateway.kill();
    clock.turn(offset - 24 * HOUR_MS);
    gateway = await startGateway({ dataDir, environment });
    await isOpen(gateway, 'shop');
    await pause(RETRY_MS + SLACK_MS);
    await publishers.stop();
    const { acknowledged } = publishers;
    findings.figure('jumps', jumps + 1);
    findings.atLeast('retries', waits.length, jumps);
    findings.atLeast('soonest retry in ms', Math.min(...waits), RETRY_MS);
    findings.atMost('latest retry in ms', Math.max(...waits), RETRY_MS + SLACK_MS);
    findings.atLeast('retries after the restart', refusing.waits.length, 1);
    findings.figure('acknowledged', acknowledged.length);
    findings.atMost('lost', await lost(ledger, acknowledged, 10_000), 0);
    const { gaps, outOfOrder } = await ledger.audit();
    findings.atMost('gaps', gaps, 0);
    findings.atMost('out of order', outOfOrder, 0);
    await gateway.stop();
    await refusing.stop();
    ledger.stop();
  },
} satisfies Case;
