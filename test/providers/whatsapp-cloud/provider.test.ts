/** The official API keeps what every provider promises, as far as it needs no phone. */
import { describe } from 'bun:test';
import type { CloudSession } from '../../../src/providers/whatsapp-cloud/session.ts';
import { changesIn } from '../../../src/providers/whatsapp-cloud/webhook-changes.ts';
import { createVault } from '../../../src/shared/crypto.ts';
import { change, contactOf, ofNumber, textFrom } from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { cloudParts } from '../../helpers/cloud.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { basicPromises } from '../conformance-basics.ts';
import { filePromises } from '../conformance-media.ts';
import type { BasicWorld, Stage } from '../conformance-stage.ts';
import { storingHost } from '../recording-host.ts';
import { insertInstance } from './insert-instance.ts';
import { graphDouble } from './sending-stage.ts';

const shared = graphDouble();

const NO_FACTS = {
  displayPhoneNumber: '',
  verifiedName: '',
  status: 'UNKNOWN',
  qualityRating: null,
  nameStatus: null,
  throughput: null,
  messagingLimit: null,
};

/** A connected number whose people write by webhooks. */
async function opened(): Promise<Stage<BasicWorld>> {
  const database = await testDatabase();
  const clock = manualClock();
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const parts = cloudParts({ database, clock, vault, baseUrl: shared.double.url });
  const [provider] = parts.providers;
  if (provider === undefined) throw new Error('there is no provider');
  const host = storingHost(database);
  const { instanceId } = host;
  await insertInstance(database, instanceId);
  const account = shared.double.world.addAccount();
  const secrets = { appSecret: null, verifyToken: null };
  const row = parts.numbers.firstRow({ instanceId, ...account, ...secrets, facts: NO_FACTS });
  await row.statement;
  row.written();
  const session = provider.open(host, null);
  const world: BasicWorld = {
    provider,
    async write(to, { from: number, text }) {
      const customer = { number, name: 'Ana' };
      const value = { contacts: [contactOf(customer)], messages: [textFrom(customer, text)] };
      const webhook = change('messages', ofNumber(value, account.phoneNumberId));
      await (to as CloudSession).received(changesIn(webhook));
    },
    until,
    calm: () => clock.advance(0),
  };
  await session.connect({});
  return { world, host, session };
}

describe('whatsapp-cloud as a provider', () => {
  basicPromises(opened);
  filePromises(opened);
});
