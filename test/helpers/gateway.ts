/**
 * The gateway zone over a database of its own, with a scripted provider and an engine that takes notes.
 * Requests go through the real server, so that admission, checks and failures are those of the product.
 */

import type { AnyElysia } from 'elysia';
import type { Database } from '../../src/core/db/client.ts';
import type { CatalogEvent, Stream } from '../../src/core/events/contract/catalog.ts';
import type { Engine } from '../../src/core/events/engine.ts';
import { UNLIMITED_QUOTA } from '../../src/core/events/log/storage-limit.ts';
import type { MemoryBudget } from '../../src/core/http/memory-budget.ts';
import { createServer } from '../../src/core/http/server.ts';
import {
  createIdempotency,
  type PrunableIdempotencyStore,
} from '../../src/core/idempotency/store.ts';
import { AllAccountSettings } from '../../src/core/instances/account-settings.ts';
import { type InstanceRecord, InstanceRegister } from '../../src/core/instances/directory.ts';
import { KeyCopies } from '../../src/core/instances/key-copies.ts';
import { Ceremonies } from '../../src/core/instances/passkey-ceremonies.ts';
import { InstanceProxies } from '../../src/core/instances/proxies.ts';
import { createInstanceService, type InstanceService } from '../../src/core/instances/service.ts';
import { createInstanceStore } from '../../src/core/instances/store.ts';
import { Messages } from '../../src/core/messages/log.ts';
import { QueuedMessages } from '../../src/core/messages/queued-messages.ts';
import { MessageStore } from '../../src/core/messages/store/store.ts';
import { createNetworkGuard } from '../../src/core/outbound/network-guard.ts';
import type { Provider, ProviderName } from '../../src/core/providers/provider.ts';
import { createVault, sha256 } from '../../src/core/shared/crypto.ts';
import { createLog } from '../../src/core/shared/log.ts';
import type { Brokers } from '../../src/core/webhooks/event-settings.ts';
import {
  createEventSettings,
  type EventSettingsStore,
} from '../../src/core/webhooks/settings-store.ts';
import type { UrlGuard } from '../../src/core/webhooks/url.ts';
import { createGatewayAudit, type GatewayAudit } from '../../src/modules/gateway/audit/audit.ts';
import { gatewayZone } from '../../src/modules/gateway/guard.ts';
import { INSTANCE_OPERATIONS } from '../../src/modules/gateway/instance/operations.ts';
import type { Operation } from '../../src/modules/gateway/operation.ts';
import type { GatewayParts as OperationParts } from '../../src/modules/gateway/parts.ts';
import { createBeforeBody } from '../../src/modules/gateway/serve-gateway.ts';
import { type ManualClock, manualClock } from '../doubles/manual-clock.ts';
import {
  type Script,
  type ScriptedProvider,
  scriptedProvider,
} from '../doubles/scripted-provider.ts';
import { cloudParts } from './cloud.ts';
import { testDatabase } from './database.ts';
import { operationsWith } from './gateway-server.ts';
import { plentyOfMemory } from './memory.ts';
import { OPERATION_TABLE } from './operation-table.ts';
import { unlimitedRate } from './rate-limit.ts';
import { type PaceOptions, type SendingQueue, sendingQueue } from './sending-queue.ts';

export const GLOBAL_KEY = 'global-key-of-this-test';
/** An address literal that the harness' network guard refuses; it lets everything else pass. */
export const FORBIDDEN_HOST = '10.1.2.3';

const FORBIDDING: UrlGuard = {
  refusesLiteral: ({ hostname }) => (hostname === FORBIDDEN_HOST ? 'a private address' : null),
};

export interface EngineNotes extends Engine {
  readonly published: { readonly stream: Stream; readonly event: CatalogEvent }[];
  /** Streams whose codes were wiped. */
  readonly wiped: string[];
  /** `streamId endpoint`, in order. */
  readonly retargeted: string[];
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  readonly body: any;
  readonly headers: Headers;
}

export interface Call {
  /** Default: the global key; null: none. */
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** What a gateway is built of. */
export interface GatewayParts extends SendingQueue {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly directory: InstanceRegister;
  readonly settings: EventSettingsStore;
  readonly proxies: InstanceProxies;
  readonly accountSettings: AllAccountSettings;
  readonly cloud: Pick<ReturnType<typeof cloudParts>, 'numbers'>;
  readonly engine: EngineNotes;
  readonly messages: Messages;
  readonly messageStore: MessageStore;
  readonly queued: QueuedMessages;
  readonly provider: ScriptedProvider;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly service: InstanceService;
  readonly audit: GatewayAudit;
  readonly idempotency: PrunableIdempotencyStore;
  readonly memory: MemoryBudget;
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[];
}

export interface Gateway extends GatewayParts {
  readonly app: AnyElysia;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** Creates an instance and returns its id and key. */
  create(name: string): Promise<{ id: string; key: string }>;
  /** Creates an instance and pairs it by hand. */
  createOpen(name: string): Promise<{ id: string; key: string }>;
  /** Another process over the same database; this one is left as if it had been killed. */
  restarted(options?: GatewayOptions): Promise<Gateway>;
  /** As `restarted`, with another script from the start. */
  restartedWith(change: (script: Script) => void): Promise<Gateway>;
}

export interface GatewayOptions extends PaceOptions {
  readonly connectOnStartup?: boolean;
  readonly defaultProvider?: ProviderName;
  /** Which brokers the deployment has; default: none. */
  readonly brokers?: Brokers;
  /** Where instances of whatsapp-cloud find the Graph API; default: nowhere. */
  readonly graphUrl?: string;
  /** Whom they trust there (PEM); default: the built-in authorities. */
  readonly graphAuthorities?: string;
  /** Default: more than any test needs. */
  readonly memory?: MemoryBudget;
  /** Default: a week. */
  readonly messageStoreHours?: number;
  /** Beside the scripted one, which goes by the name `sandbox`. */
  readonly providers?: readonly Provider[];
  readonly database?: Database;
  readonly clock?: ManualClock;
  /** The provider called `sandbox`. */
  readonly provider?: ScriptedProvider;
  /** Whether instances are this node's; default: all are. */
  readonly owns?: (instanceId: string) => boolean;
  /** Further routes to serve, given the parts of this gateway. */
  readonly routes?: (parts: GatewayParts) => AnyElysia;
  /** Further operations to serve. */
  readonly operations?: readonly Operation[];
  /** What they work with beside the parts of this gateway. */
  readonly with?: (parts: GatewayParts) => { readonly [K in keyof OperationParts]?: unknown };
}

/** Started: states are settled, and paired instances are on their way back. */
export async function gateway(options: GatewayOptions = {}): Promise<Gateway> {
  const parts = await buildParts(options);
  const ids = parts.directory.all().map(({ id }) => id);
  await parts.service.open(ids, 'service restarted');
  parts.outgoing.start();
  const operations = [...INSTANCE_OPERATIONS, ...(options.operations ?? [])];
  const known = {
    ...parts,
    db: parts.database,
    sessions: parts.service.sessions,
    numberOf: ({ id, provider }: Pick<InstanceRecord, 'id' | 'provider'>) =>
      parts.providers.get(provider)?.credentials?.numbers.byInstance(id) ?? null,
    guard: FORBIDDING,
    webhookGuard: FORBIDDING,
    proxyGuard: FORBIDDING,
    defaultProvider: options.defaultProvider ?? 'sandbox',
    defaultFormat: 'gatehouse',
    keyCopies: { isOn: false, of: () => null },
    brokers: options.brokers ?? { routes: new Map(), leftOut: new Set() },
    ...options.with?.(parts),
  };
  const app: AnyElysia = createServer({
    log: silentLog(parts.logged),
    clock: parts.clock,
    zones: [
      gatewayZone({
        prefixes: OPERATION_TABLE.prefixes,
        ...parts,
        globalKeyHashes: [sha256(GLOBAL_KEY)],
      }),
    ],
    corsOrigins: [],
    rateLimitPerMinute: 0,
    memory: parts.memory,
    beforeBody: createBeforeBody(parts.directory, OPERATION_TABLE),
    version: '0.0.0',
  }).use(operationsWith(operations, known));
  if (options.routes) app.use(options.routes(parts));

  const call = (method: string, path: string, request?: Call) => send(app, method, path, request);
  const create = async (name: string) => {
    const { status, body } = await call('POST', '/instance/create', {
      body: { instanceName: name },
    });
    if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
    return { id: body.instance.instanceId as string, key: body.apikey as string };
  };
  const restarted = (next: GatewayOptions = {}) => {
    parts.outgoing.stop();
    return gateway({ clock: parts.clock, database: parts.database, ...next });
  };
  return {
    ...parts,
    app,
    call,
    create,
    async createOpen(name) {
      const made = await create(name);
      const record = parts.directory.byId(made.id);
      if (!record) throw new Error(`${name} was not created`);
      parts.service.sessions.sessionOf(record);
      await parts.provider.of(name).openUp();
      return made;
    },
    restarted,
    restartedWith(change) {
      const provider = scriptedProvider();
      change(provider.script);
      return restarted({ provider });
    },
  };
}

async function buildParts(options: GatewayOptions): Promise<GatewayParts> {
  const database = options.database ?? (await testDatabase());
  const clock = options.clock ?? manualClock();
  const logged: Record<string, unknown>[] = [];
  const engine = engineNotes(database);
  const provider = options.provider ?? scriptedProvider();
  const directory = new InstanceRegister(createInstanceStore(database), clock);
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const settings = createEventSettings({ orm: database.orm, vault, clock, endpointsMax: 20 });
  settings.announceTo(engine);
  const proxies = new InstanceProxies({
    orm: database.orm,
    vault,
    clock,
    guard: createNetworkGuard({ allow: 'everything' }),
    noProxy: () => '',
  });
  const accountSettings = new AllAccountSettings({ orm: database.orm, clock });
  const { graphUrl: baseUrl, graphAuthorities: authorities } = options;
  const cloud = cloudParts({ database, clock, vault, baseUrl, authorities });
  const providers = new Map<ProviderName, Provider>(
    [provider, ...(options.providers ?? []), ...cloud.providers].map((one) => [one.name, one]),
  );
  await directory.load();
  await settings.load();
  await proxies.load();
  await accountSettings.load();
  await cloud.numbers.load();
  const queued = new QueuedMessages(database);
  await queued.load();
  const hours = options.messageStoreHours ?? 168;
  const messageStore = new MessageStore({ db: database, clock, publisher: engine, hours });
  const messages = new Messages(database, engine, queued, messageStore);
  const keyCopies = new KeyCopies({
    isOn: false,
    ...{ orm: database.orm, vault, clock, log: silentLog(logged), directory },
  });
  const service = createInstanceService({
    directory,
    settings,
    providers,
    ceremonies: new Ceremonies({ clock, publicUrl: () => 'http://localhost' }),
    connectOnStartup: options.connectOnStartup ?? true,
    engine,
    messages,
    paceOf: unlimitedRate,
    proxies,
    accountSettings,
    keyCopies,
    queued,
    clock,
    log: silentLog(logged),
    wantsFiles: () => true,
    keysChanged: () => {},
    globalKeyHashes: [sha256(GLOBAL_KEY)],
    owns: options.owns ?? (() => true),
    firstRows: () => [],
    async catchUp() {},
  });
  const log = silentLog(logged);
  const { sessions } = service;
  const sending = sendingQueue(options, {
    database,
    clock,
    log,
    directory,
    sessions,
    queued,
    messages,
  });
  const audit = createGatewayAudit({ db: database, clock, log, hours: 1, isAlone: true });
  const idempotency = createIdempotency({ db: database, vault, clock, log, node: null });
  return {
    database,
    clock,
    logged,
    engine,
    messages,
    messageStore,
    queued,
    ...sending,
    provider,
    providers,
    directory,
    settings,
    proxies,
    accountSettings,
    cloud,
    service,
    audit,
    idempotency,
    memory: options.memory ?? plentyOfMemory(),
  };
}

function engineNotes(database: Database): EngineNotes {
  const published: EngineNotes['published'] = [];
  const wiped: string[] = [];
  const retargeted: string[] = [];
  return {
    published,
    wiped,
    retargeted,
    async publish(stream, events, change = []) {
      if (change.length > 0) await database.batch(change);
      published.push(...events.map((event) => ({ stream, event })));
    },
    async wipeCodes(streamId) {
      wiped.push(streamId);
    },
    async retarget(streamId, endpoint) {
      retargeted.push(`${streamId} ${endpoint}`);
    },
    enable: async () => {},
    redeliver: async () => 0,
    replays: { begin: async () => ({ id: '' }), act: async () => false },
    write: async () => [],
    publishChange: async () => [],
    quota: UNLIMITED_QUOTA,
  };
}

const silentLog = (lines: Record<string, unknown>[]) =>
  createLog(
    'trace',
    () => 0,
    (line) => lines.push(JSON.parse(line)),
  );

async function send(app: AnyElysia, method: string, path: string, call: Call = {}) {
  const { key = GLOBAL_KEY, body, headers = {} } = call;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: {
      ...(key !== null && { apikey: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await app.handle(request);
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    headers: response.headers,
  };
}
