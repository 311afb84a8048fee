/** The CRM zone over a database of its own: real server, real guard, a clock the test moves. */
import type { AnyElysia } from 'elysia';
import type { Database } from '../../src/core/db/client.ts';
import type { Channel, WebhookChannel } from '../../src/core/events/contract/channel.ts';
import { createEngine, type RunningEngine } from '../../src/core/events/engine.ts';
import type { Ownership } from '../../src/core/events/publish/ownership.ts';
import type { OtherNodes } from '../../src/core/http/forwarding.ts';
import { createServer } from '../../src/core/http/server.ts';
import { createIdempotency } from '../../src/core/idempotency/store.ts';
import { createVault, sha256, type Vault } from '../../src/core/shared/crypto.ts';
import { newId } from '../../src/core/shared/ids.ts';
import { createLog, type Log } from '../../src/core/shared/log.ts';
import { createFilterFailures } from '../../src/core/webhooks/filter/filter.ts';
import { createCrm } from '../../src/modules/crm/crm.ts';
import type { Permission } from '../../src/modules/crm/permissions/catalogue.ts';
import type { Accounts } from '../../src/offers.ts';
import { type ManualClock, manualClock } from '../doubles/manual-clock.ts';
import { testDatabase } from './database.ts';
import { refuseUndocumented } from './documented-answers.ts';
import { plentyOfMemory } from './memory.ts';

/** The bootstrap token: the first user's, role super_admin, bound to no account. */
export const TOKEN = 'bootstrap-token-of-this-test';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  readonly body: any;
}

export interface Call {
  /** Default: the bootstrap token; null: none. */
  readonly token?: string | null;
  readonly body?: unknown;
  /** A body as it goes over the wire, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export interface Person {
  readonly userId: string;
  readonly token: string;
  readonly accountId: string;
}

export interface CrmBench {
  readonly app: AnyElysia;
  readonly crm: Accounts;
  readonly db: Database;
  readonly clock: ManualClock;
  readonly vault: Vault;
  /** The delivery engine over the same database; until a test starts it, deliveries wait in the table. */
  readonly engine: RunningEngine;
  /** Bodies of all events so far, in the order they came; there are none while no webhook wants them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies as their receivers do, without types.
  events(): Promise<any[]>;
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[];
  /** The account `Default`. */
  readonly accountId: string;
  /** The first user. */
  readonly userId: string;
  /** `path` without `/api/v1`. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** Another account with its roles, the first user not in it, and an account_owner of its own. */
  otherAccount(): Promise<Person>;
  /** A member of the account Default who holds exactly these permissions. */
  memberWith(...permissions: Permission[]): Promise<Person>;
  /** Makes the user a member of one more account, where they hold exactly these permissions. */
  join(userId: string, accountId: string, ...permissions: Permission[]): Promise<void>;
  /** Rows of a table, as objects. */
  rows(sql: string, ...params: (string | number)[]): Promise<readonly (readonly unknown[])[]>;
}

export interface BenchOptions {
  readonly database?: Database;
  readonly clock?: ManualClock;
  /** Default: TOKEN. */
  readonly bootstrapToken?: string | null;
  /** Which streams are its own among other nodes; each of them answers every request. Default: it is alone. */
  readonly ownership?: Ownership;
  /** How deliveries leave, once the engine is started. */
  readonly channel?: Channel;
  /** How webhooks are tested; default: not at all. */
  readonly webhook?: Pick<WebhookChannel, 'trace'>;
  /** Default: no limit. */
  readonly rateLimitPerMinute?: number;
  /** Why a webhook's host may not be reached; default: every one may. */
  readonly refuses?: (url: URL) => string | null;
}

const NOT_TESTED = { trace: () => Promise.reject(new Error('this bench tests no webhooks')) };

export async function crmBench(options: BenchOptions = {}): Promise<CrmBench> {
  const db = options.database ?? (await testDatabase());
  const clock = options.clock ?? manualClock();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('trace', clock.now, (line) => logged.push(JSON.parse(line)));
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const idempotency = createIdempotency({ db, vault, clock, log, node: null });
  const { bootstrapToken = TOKEN, refuses = () => null, rateLimitPerMinute = 0 } = options;
  const webhookGuard = { refusesLiteral: refuses };
  const common = { db, clock, log };
  const crm = createCrm({
    ...common,
    node: options.ownership ? { membership: options.ownership, nodes: noneIsAsked(db) } : null,
    vault,
    idempotency,
    bootstrapToken,
    webhookGuard,
    publicUrl: () => 'https://gate.test',
    filterFailures: createFilterFailures(log),
    engine: () => engine,
    webhook: () => options.webhook ?? NOT_TESTED,
  });
  const { ownership } = options;
  const engine = engineOf(crm, { ...common, ...(ownership && { ownership }) }, options.channel);
  await crm.prepare();
  const memory = plentyOfMemory();
  const server = { corsOrigins: [], rateLimitPerMinute, memory, version: '0.0.0' };
  const app = createServer({ log, clock, zones: [crm.zone], ...server }).use(crm.routes);
  const [seat] = await db.query('select account_id, user_id from memberships', []);
  const accountId = String(seat?.[0]);
  return {
    app,
    crm,
    db,
    clock,
    vault,
    engine,
    async events() {
      const bodies = await db.query('select body from events order by rowid', []);
      return bodies.map(([body]) => JSON.parse(String(body)));
    },
    logged,
    accountId,
    userId: String(seat?.[1]),
    call: (method, path, call) => send(app, method, path, call),
    otherAccount: () => otherAccount(db),
    memberWith: (...permissions) => member(db, accountId, permissions),
    join: (userId, account, ...permissions) => join(db, userId, account, permissions),
    rows: (sql, ...params) => db.query(sql, params),
  };
}

const noneIsAsked = (db: Database): OtherNodes => ({
  readForwarding: () => null,
  forward: async () => null,
  async catchUp() {},
  having: () => () => {},
  async begin(id) {
    await db.query('insert into streams (id) values (?) on conflict do nothing', [id]);
  },
});

const engineOf = (
  crm: Accounts,
  common: { db: Database; clock: ManualClock; log: Log; ownership?: Ownership },
  webhook: Channel | undefined,
): RunningEngine =>
  createEngine({
    ...common,
    destinations: crm.destinations,
    channels: webhook ? { webhook } : {},
    rules: { retryDelayMs: 30_000, maxAttempts: 5 },
    limits: { total: 64, perHost: 32 },
    mediaInBodies: false,
    bodyBytesInFlight: 128 * 1024 * 1024,
    eventHours: 168,
    deliveryHours: 168,
    pid: 1,
    nameOf: () => null,
    random: () => 0,
  });

async function send(app: AnyElysia, method: string, path: string, call: Call = {}) {
  const { token = TOKEN, body, raw, headers = {} } = call;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await app.handle(
    new Request(`http://crm.test/api/v1${path}`, {
      method,
      headers: {
        ...(token !== null && { api_access_token: token }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    }),
  );
  const answer = await response.text();
  const json = answer === '' ? null : JSON.parse(answer);
  refuseUndocumented(app, method, `/api/v1${path}`, response.status, json);
  return { status: response.status, headers: response.headers, body: json };
}

async function otherAccount(db: Database): Promise<Person> {
  const accountId = newId();
  await db.query(
    `insert into accounts (id, name, locale, status, created_at, updated_at)
     values (?, 'Other', 'en', 'active', 1, 1)`,
    [accountId],
  );
  return person(db, accountId, { key: 'account_owner', isSystem: true, permissions: '[]' });
}

/** The statements of a new role and of a membership with it. */
function membership(
  userId: string,
  accountId: string,
  { key, isSystem, permissions }: { key: string; isSystem: boolean; permissions: string },
) {
  const roleId = newId();
  return {
    role: statement(
      `insert into roles (id, account_id, key, name, is_system, permissions, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, 1, 1)`,
      roleId,
      accountId,
      key,
      key,
      isSystem ? 1 : 0,
      permissions,
    ),
    membership: statement(
      `insert into memberships (account_id, user_id, role_id, created_at, updated_at)
       values (?, ?, ?, 1, 1)`,
      accountId,
      userId,
      roleId,
    ),
  };
}

const statement = (sql: string, ...params: (string | number)[]) => ({ sql, params });

const customRole = (permissions: readonly Permission[]) => ({
  key: `only_${newId()}`,
  isSystem: false,
  permissions: JSON.stringify([...permissions].sort()),
});

async function join(
  db: Database,
  userId: string,
  accountId: string,
  permissions: readonly Permission[],
): Promise<void> {
  const made = membership(userId, accountId, customRole(permissions));
  await db.batch([made.role, made.membership]);
}

const member = (db: Database, accountId: string, permissions: readonly Permission[]) =>
  person(db, accountId, customRole(permissions));

/** Written straight into the tables: what routes make of people is tested where those routes are. */
async function person(
  db: Database,
  accountId: string,
  role: { key: string; isSystem: boolean; permissions: string },
): Promise<Person> {
  const userId = newId();
  const token = `token-${newId()}`;
  const made = membership(userId, accountId, role);
  await db.batch([
    made.role,
    statement(
      'insert into users (id, name, email, created_at, updated_at) values (?, ?, ?, 1, 1)',
      userId,
      'Ana',
      `${userId}@example.com`,
    ),
    made.membership,
    statement(
      `insert into access_tokens
       (id, user_id, name, token_hash, token_prefix, is_own, created_at, updated_at)
       values (?, ?, 'test', ?, 'toke', 1, 1, 1)`,
      newId(),
      userId,
      sha256(token),
    ),
  ]);
  return { userId, token, accountId };
}
