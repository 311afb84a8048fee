/** The routes of /webhook over a database of its own, with an engine that records its calls and a channel the test answers for. */

import type { Database } from '../../../../src/core/db/client.ts';
import { endpoints } from '../../../../src/core/db/schema/gateway.ts';
import type { WebhookChannel } from '../../../../src/core/events/contract/channel.ts';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import { createVault, randomSecret } from '../../../../src/core/shared/crypto.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { createDestinations } from '../../../../src/core/webhooks/destinations.ts';
import { createFilterFailures } from '../../../../src/core/webhooks/filter/filter.ts';
import type { FormatFacts } from '../../../../src/core/webhooks/format/formats.ts';
import {
  createEventSettings,
  type EventSettingsStore,
} from '../../../../src/core/webhooks/settings-store.ts';
import { trialTurns } from '../../../../src/core/webhooks/trials.ts';
import { createGatewayAudit } from '../../../../src/modules/gateway/audit/audit.ts';
import { WEBHOOK_OPERATIONS } from '../../../../src/modules/gateway/webhook/operations.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import { type ScriptedChannel, scriptedChannel } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  type Answer,
  DIRECTORY,
  type GatewayServer,
  gatewayServer,
  insertInstances,
  operationsWith,
} from '../../../helpers/gateway-server.ts';

export const URL_SET = 'https://receiver.test/hook';
export const FULL = {
  enabled: true,
  url: URL_SET,
  events: ['receipt', 'Call', 'CONNECTED'],
  headers: { 'X-Token': 'secret-value' },
  base64: true,
};

/** What formats are made with. */
const FACTS: FormatFacts = {
  defaultFormat: 'gatehouse',
  serverUrl: () => 'https://gate.test',
  filesAt: null,
  ownerOf: () => '5511988880000:1@s.whatsapp.net',
  keyOf: () => null,
  idsOf: () => ({ phoneNumberId: '100000000000001', wabaId: '200000000000002' }),
};

export interface WebhookBench extends GatewayServer {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly settings: EventSettingsStore;
  readonly channel: ScriptedChannel;
  /** `streamId endpoint`, in order. */
  readonly retargeted: string[];
  /** The endpoints that are sent to again. */
  readonly enabled: string[];
  set(body: unknown, name?: string): Promise<Answer>;
  find(): Promise<Answer>;
  rows(): Promise<unknown[]>;
}

/** Its network guard refuses 10.0.0.1. */
export async function webhookBench(): Promise<WebhookBench> {
  const db = await testDatabase();
  await insertInstances(db);
  const clock = manualClock();
  const channel = scriptedChannel();
  const retargeted: string[] = [];
  const enabled: string[] = [];
  const settings = createEventSettings({
    orm: db.orm,
    vault: createVault(Buffer.from(randomSecret(), 'base64url').toString('base64')),
    clock,
    endpointsMax: 3,
  });
  settings.announceTo({
    retarget: async (streamId, endpoint) => void retargeted.push(`${streamId} ${endpoint}`),
    enable: async (streamId, endpoint) => void enabled.push(`${streamId} ${endpoint}`),
  });
  for (const { id } of DIRECTORY.all()) await settings.create(id);
  const global = { webhookUrl: null, webhookSecret: null, brokers: new Map() };
  const destinations = createDestinations({
    ...{ settings, global, clock, facts: FACTS },
    filterFailures: createFilterFailures({ warn() {} }),
  });
  const guard = {
    refusesLiteral: ({ hostname }: URL) => (hostname === '10.0.0.1' ? 'it is private' : null),
  };
  const log = createLog('error', clock.now, () => {});
  const audit = createGatewayAudit({ db, clock, log, hours: 1, isAlone: true });
  const { call } = gatewayServer(
    clock,
    operationsWith(WEBHOOK_OPERATIONS, {
      db,
      clock,
      directory: DIRECTORY,
      settings,
      defaultFormat: FACTS.defaultFormat,
      formatFacts: FACTS,
      keyCopies: { isOn: false, of: () => null },
      webhookGuard: guard,
      outbound: createOutbound({
        clock,
        guard: createNetworkGuard({ allow: 'everything', clock }),
        userAgent: 'gatehouse/test',
      }),
      webhook: { ...channel, trace: traceOf(channel) },
      destinations,
      audit,
      trials: trialTurns(clock),
    }),
  );
  return {
    db,
    clock,
    settings,
    channel,
    retargeted,
    enabled,
    call,
    set: (body, name = 'shop') => call('POST', `/webhook/set/${name}`, { body }),
    find: () => call('GET', '/webhook/find/shop'),
    rows: () => db.orm.select().from(endpoints),
  };
}

/** As the channel of webhooks says it, for one whose attempts end as a test wants. */
const traceOf =
  ({ send }: ScriptedChannel): WebhookChannel['trace'] =>
  async (outgoing, target, signal) => ({
    outcome: await send(outgoing, target, signal),
    request: { url: target.maskedAddress, headers: { 'webhook-id': 'id' }, body: outgoing.body },
    answerHeaders: { server: 'test' },
  });
