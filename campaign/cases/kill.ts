/** A ledger under `kill -9`. */
import type { Case } from '../kit/case.ts';
import { newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { isOpen, lost, openInstance, SHORT_PAUSE_MS, startPublishers } from '../kit/publishers.ts';

const INSTANCES = ['shop', 'cafe', 'bar', 'kiosk'];
const CHATS = 8;
const ENDPOINTS = 3;
/** A chat has one attempt under way at a time, at each endpoint. */
const IN_FLIGHT_MAX = INSTANCES.length * CHATS * ENDPOINTS;

/**
 * The service is killed and started again at seeded moments while 32 callers write to 4 instances with three
 * endpoints each. Each endpoint must get every acknowledged message, without a gap and with no first attempt out of
 * order within a chat. Only what was under way may be repeated.
 */
export default {
  promise: 'Acknowledged messages survive `kill -9` at any moment, in order and without a gap.',
  limitSeconds: 240,
  async run({ scale, random, findings }) {
    const kills = scale === 'long' ? 40 : 2;
    const ledgers = await Promise.all(Array.from({ length: ENDPOINTS }, () => startLedger()));
    const [first = '', ...further] = ledgers.map(({ url }) => url);
    const dataDir = newDataDir();
    let gateway = await startGateway({ dataDir });
    for (const name of INSTANCES) await openInstance(gateway, name, first, further);
    const publishers = startPublishers({
      gateway: () => gateway,
      instances: INSTANCES,
      chats: CHATS,
      most: 200_000,
      pauseMs: scale === 'long' ? 0 : SHORT_PAUSE_MS,
    });
    for (let kill = 0; kill < kills; kill++) {
      await pause(random.between(50, scale === 'long' ? 3_000 : 700));
      await gateway.kill();
      gateway = await startGateway({ dataDir });
    }
    for (const name of INSTANCES) await isOpen(gateway, name);
    await publishers.stop();
    const { acknowledged } = publishers;
    const missing = await Promise.all(ledgers.map((one) => lost(one, acknowledged, 30_000)));
    const audits = await Promise.all(ledgers.map((one) => one.audit()));
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    findings.figure('kills', kills);
    findings.atLeast('acknowledged', acknowledged.length, kills * 10);
    findings.atMost('lost', sum(missing), 0);
    findings.atMost('gaps', sum(audits.map(({ gaps }) => gaps)), 0);
    findings.atMost('out of order', sum(audits.map(({ outOfOrder }) => outOfOrder)), 0);
    findings.atMost('repeats', sum(audits.map(({ repeats }) => repeats)), kills * IN_FLIGHT_MAX);
    findings.holds('ends in order afterwards', (await gateway.stop()) === 0);
    for (const ledger of ledgers) ledger.stop();
  },
} satisfies Case;
