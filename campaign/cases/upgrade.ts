/** An upgrade from every earlier version, with data in it. */
import { freePort } from '../../test/helpers/free-port.ts';
import type { Case } from '../kit/case.ts';
import { type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { isOpen, lost, openInstance, startPublishers } from '../kit/publishers.ts';
import { checkOut, earlierVersions, lacksVersions } from '../kit/versions.ts';

const TOKEN = { api_access_token: 'the-token-of-the-campaign' };
const environment = {
  BOOTSTRAP_ACCESS_TOKEN: TOKEN.api_access_token,
  WEBHOOK_RETRY_DELAY_MS: '1000',
  WEBHOOK_MAX_ATTEMPTS: '100',
};

interface Upgrade {
  readonly acknowledged: number;
  readonly lost: number;
  readonly gaps: number;
  /** Both instances are open again, and the CRM record is there. */
  readonly isWhole: boolean;
}

async function pipelineNames(gateway: Gateway): Promise<string[]> {
  const { body } = await gateway.call('GET', '/api/v1/pipelines', undefined, TOKEN);
  return (body?.data ?? []).map(({ name }: { name: string }) => name);
}

/** Fills a database with that version, some of it undelivered; kills it, and starts the present one on it. */
async function upgradeFrom(version: string): Promise<Upgrade> {
  const port = freePort();
  const dataDir = newDataDir();
  const old = await startGateway({ dataDir, environment, main: await checkOut(version) });
  const url = `http://127.0.0.1:${port}/hook`;
  for (const name of ['shop', 'cafe']) await openInstance(old, name, url);
  const pipeline = { pipeline: { name: 'Sales' } };
  await old.call('POST', '/api/v1/pipelines', pipeline, TOKEN);
  const publishers = startPublishers({
    gateway: () => old,
    instances: ['shop', 'cafe'],
    chats: 4,
    most: 400,
  });
  await pause(1_500);
  await old.kill();
  await publishers.stop();
  // Nobody has listened until now, so that everything is the present version's to deliver.
  const ledger = await startLedger(port);
  const present = await startGateway({ dataDir, environment });
  for (const name of ['shop', 'cafe']) await isOpen(present, name);
  const { acknowledged } = publishers;
  const missing = await lost(ledger, acknowledged, 20_000);
  const { gaps } = await ledger.audit();
  const isWhole = (await pipelineNames(present)).includes('Sales');
  await present.stop();
  ledger.stop();
  return { acknowledged: acknowledged.length, lost: missing, gaps, isWhole };
}

/**
 * Every release gets instances, a CRM record and messages that nobody receives, and is killed. The present version
 * must open its data with all of them and deliver every message, without a gap.
 */
export default {
  promise: 'A database of any released version is taken over with everything in it.',
  limitSeconds: 240,
  lacks: lacksVersions,
  async run({ findings }) {
    const versions = earlierVersions();
    let acknowledged = 0;
    let missing = 0;
    let gaps = 0;
    const incomplete: string[] = [];
    for (const version of versions) {
      const upgrade = await upgradeFrom(version);
      acknowledged += upgrade.acknowledged;
      missing += upgrade.lost;
      gaps += upgrade.gaps;
      if (!upgrade.isWhole) incomplete.push(version);
    }
    findings.atLeast('versions', versions.length, 1);
    findings.figure('from', versions.join(', '));
    findings.atLeast('acknowledged by the old ones', acknowledged, versions.length * 10);
    findings.atMost('lost', missing, 0);
    findings.atMost('gaps', gaps, 0);
    findings.holds(
      `records kept${incomplete.map((name) => `, not from ${name}`).join('')}`,
      incomplete.length === 0,
    );
  },
} satisfies Case;
