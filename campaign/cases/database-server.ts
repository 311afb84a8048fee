/** A libSQL server that is killed, stopped, or whose answers get lost. */
import { findSqld, type Sqld, startSqld } from '../../test/helpers/sqld.ts';
import { until } from '../../test/helpers/until.ts';
import type { Case } from '../kit/case.ts';
import { type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { type LossyProxy, startLossyProxy } from '../kit/lossy-proxy.ts';
import { pause } from '../kit/pause.ts';
import { lost, openInstance, startPublishers } from '../kit/publishers.ts';
import type { Random } from '../kit/random.ts';

/** The ms after the last fault in which every acknowledged event must be delivered. */
const STUCK_MS = 15_000;

interface Faults {
  readonly sqld: Sqld;
  readonly proxy: LossyProxy;
  readonly random: Random;
}

const FAULTS: Readonly<Record<string, (faults: Faults) => Promise<void>>> = {
  async killed({ sqld, random }) {
    await sqld.kill();
    await pause(random.between(50, 2_000));
    await sqld.start();
  },
  async stopped({ sqld, random }) {
    sqld.freeze();
    await pause(random.between(500, 7_000));
    sqld.thaw();
  },
  async 'answers lost'({ proxy, random }) {
    proxy.lose(random.between(0, 1) === 0 ? 'closed' : 'silent', 10);
    await pause(random.between(500, 3_000));
    proxy.lose(null);
  },
};

/** Deliveries that are not finished. */
async function unfinished(gateway: Gateway): Promise<number> {
  let count = 0;
  for (const state of ['sending', 'waiting']) {
    const path = `/delivery/find/shop?state=${state}&limit=500`;
    const { status, body } = await gateway.call('GET', path);
    if (status !== 200) return Number.POSITIVE_INFINITY;
    count += body.deliveries.length;
  }
  return count;
}

/**
 * While 16 callers write, a real `sqld` is killed, stopped (SIGSTOP) for up to 7 s, and loses one of ten answers
 * for up to 3 s, 20 times each. 15 s after the last fault of each kind every acknowledged message must have
 * arrived, in order within its chat.
 */
export default {
  promise:
    'A libSQL server may die, stop responding or lose answers: nothing acknowledged is lost and no delivery is stuck.',
  limitSeconds: 480,
  lacks: () => (findSqld() === null ? 'there is no sqld' : null),
  async run({ scale, random, findings }) {
    const times = scale === 'long' ? 20 : 1;
    const sqld = await startSqld();
    const proxy = await startLossyProxy(sqld.address, random);
    const ledger = await startLedger();
    const gateway = await startGateway({
      dataDir: newDataDir(),
      environment: { DATABASE_URL: `http://${proxy.address}` },
    });
    await openInstance(gateway, 'shop', ledger.url);
    for (const [name, fault] of Object.entries(FAULTS)) {
      const publishers = startPublishers({
        gateway: () => gateway,
        instances: ['shop'],
        chats: 16,
        most: 100_000,
      });
      for (let round = 0; round < times; round++) {
        await pause(random.between(200, 1_000));
        await fault({ sqld, proxy, random });
      }
      await pause(500);
      await publishers.stop();
      const { acknowledged } = publishers;
      const isDone = async () => (await unfinished(gateway)) === 0;
      await until('nothing is unfinished', isDone, STUCK_MS).catch(() => {});
      findings.figure(`${name}: acknowledged`, acknowledged.length);
      findings.atMost('stuck after 15 s', await unfinished(gateway), 0);
      findings.atMost('lost', await lost(ledger, acknowledged, 1_000), 0);
    }
    const { gaps, outOfOrder, repeats } = await ledger.audit();
    findings.atLeast('lost answers', proxy.lost(), times);
    findings.atMost('gaps', gaps, 0);
    findings.atMost('out of order', outOfOrder, 0);
    findings.figure('repeats', repeats);
    findings.holds('ends in order', (await gateway.stop()) === 0);
    proxy.stop();
    await sqld.kill();
    ledger.stop();
  },
} satisfies Case;
