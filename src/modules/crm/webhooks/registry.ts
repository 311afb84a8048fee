/**
 * Keeps the webhooks of all accounts in memory, where the engine asks who wants an event; the table is changed first.
 */

import { Type } from '@sinclair/typebox';
import { eq, gt } from 'drizzle-orm';
import type { Database } from '../../../core/db/client.ts';
import { webhooks } from '../../../core/db/schema/crm.ts';
import { accounts } from '../../../core/db/schema/crm-access.ts';
import type { Target } from '../../../core/events/contract/channel.ts';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import type { Destinations, MissingTarget } from '../../../core/events/contract/routing.ts';
import type { Engine } from '../../../core/events/engine.ts';
import { errorOf, fieldError, oneOf, parsedBy } from '../../../core/http/read-fields.ts';
import { createKeyedMutex } from '../../../core/shared/async/mutex.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import type { Vault } from '../../../core/shared/crypto.ts';
import { changedColumns, valuesIn } from '../../../core/webhooks/endpoint-rows.ts';
import type { EndpointFields, ValuesOf } from '../../../core/webhooks/fields/field.ts';
import { retryField, SHARED_FIELDS } from '../../../core/webhooks/fields/table.ts';
import type { FilterFailures } from '../../../core/webhooks/filter/filter.ts';
import { DEFAULT_SHAPE, type FormatFacts } from '../../../core/webhooks/format/formats.ts';
import type { WebhookSecrets } from '../../../core/webhooks/secrets.ts';
import { checkEventNames, EVENT_NAMES_MAX } from '../../../core/webhooks/subscription.ts';
import { bodiesOf, endpointTarget } from '../../../core/webhooks/target.ts';
import { CRM_EVENT_TYPES } from '../events.ts';
import { Words } from '../fields.ts';

/** A webhook as the engine needs it. */
interface LiveWebhook {
  readonly name: string;
  wants(type: string): boolean;
  /** `now` is steady ms: after a rotation the former secrets also sign for a while. */
  target(now: number): Target | MissingTarget;
}

/** The facts of bodies of accounts, which are about no instance. */
export const formatFactsOf = (publicUrl: () => string): FormatFacts => ({
  defaultFormat: 'gatehouse',
  serverUrl: publicUrl,
  filesAt: null,
  ownerOf: () => null,
  keyOf: () => null,
  idsOf: () => null,
});

/** Made once per change of the row. Throws when it was sealed with another key, or for another row. */
function toLive(row: WebhookRow, { vault, publicUrl, filterFailures }: RegistryDeps): LiveWebhook {
  const stored = webhookIn(vault, row);
  const { events: types } = stored;
  const bodies = bodiesOf(
    { ...DEFAULT_SHAPE, ...stored },
    { address: row.url, gets: () => false },
    formatFactsOf(publicUrl),
    filterFailures.of(accountWebhook(row.id)),
  );
  const target = endpointTarget({ ...stored, base64: null }, bodies);
  return {
    name: row.name,
    wants: (type) => row.enabled && (types.length === 0 || types.includes(type)),
    target: (now) => (row.enabled ? target(now) : { gone: 'webhook disabled' }),
  };
}

export interface WebhookRegistry extends Destinations {
  /** Reads every row; throws when one was sealed with another key. */
  load(): Promise<void>;
  /**
   * Reads those of an account again, after another node has changed them; resolves as `put` does where this node sends
   * the account's events.
   */
  refresh(accountId: string): Promise<void>;
  /** Returns the version of the account's webhooks in memory, see `webhooksVersion`; 0 where no other node writes. */
  versionOf(accountId: string): number;
  /** Call it when the row is on disk; resolves when nothing goes to its former target any more. */
  put(row: WebhookRow): Promise<void>;
  /** Call it when the row is gone; its waiting deliveries are discarded when this resolves. */
  remove(accountId: string, id: string): Promise<void>;
  /** Call it when an account was deleted and its webhooks with it. */
  forgetAccount(accountId: string): Promise<void>;
}

interface RegistryDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'steady'>;
  /** Tells whether this node sends the events of an account. */
  readonly owns: (accountId: string) => boolean;
  /** Returns PUBLIC_URL, which one format uses in its bodies. */
  readonly publicUrl: () => string;
  readonly filterFailures: FilterFailures;
  /** Called when the engine is needed, since the engine itself is built on this registry. */
  readonly engine: () => Pick<Engine, 'retarget'>;
}

const NONE: readonly string[] = [];

/** The table's rows that were read or written here. */
class Memory {
  readonly #deps: RegistryDeps;
  /** By account, then by endpoint. */
  readonly #accounts = new Map<string, Map<string, LiveWebhook>>();
  /** Only for accounts whose webhooks were ever changed while other nodes ran. */
  readonly #versions = new Map<string, number>();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
  }

  of(accountId: string): ReadonlyMap<string, LiveWebhook> | undefined {
    return this.#accounts.get(accountId);
  }

  versionOf(accountId: string): number {
    return this.#versions.get(accountId) ?? 0;
  }

  add(row: WebhookRow): void {
    const own = this.#accounts.getOrInsertComputed(row.accountId, () => new Map());
    own.set(accountWebhook(row.id), toLive(row, this.#deps));
  }

  remove(accountId: string, endpoint: string): void {
    const own = this.#accounts.get(accountId);
    own?.delete(endpoint);
    if (own?.size === 0) this.#accounts.delete(accountId);
  }

  /** Returns the endpoints that it had. */
  forget(accountId: string): string[] {
    const endpoints = [...(this.#accounts.get(accountId)?.keys() ?? [])];
    this.#accounts.delete(accountId);
    this.#versions.delete(accountId);
    return endpoints;
  }

  async readAll(): Promise<void> {
    const { orm } = this.#deps.db;
    const versions = orm.select({ id: accounts.id, is: accounts.webhooksVersion }).from(accounts);
    for (const { id, is } of await versions.where(gt(accounts.webhooksVersion, 0)))
      this.#versions.set(id, is);
    for (const row of await orm.select().from(webhooks)) this.add(row);
  }

  /** Returns all endpoints that the account had or has. */
  async readOf(accountId: string): Promise<Set<string>> {
    const { orm } = this.#deps.db;
    const version = orm.select({ is: accounts.webhooksVersion }).from(accounts);
    const [[account], rows] = await orm.batch([
      version.where(eq(accounts.id, accountId)),
      orm.select().from(webhooks).where(eq(webhooks.accountId, accountId)),
    ]);
    const endpoints = new Set(this.forget(accountId));
    for (const row of rows) this.add(row);
    if (account) this.#versions.set(accountId, account.is);
    for (const { id } of rows) endpoints.add(accountWebhook(id));
    return endpoints;
  }
}

export function createWebhookRegistry(deps: RegistryDeps): WebhookRegistry {
  const { clock, engine } = deps;
  const memory = new Memory(deps);
  /** Keyed by account: what is read is in memory before what is written afterwards. */
  const turns = createKeyedMutex();

  return {
    load: () => memory.readAll(),
    async refresh(accountId) {
      const endpoints = await turns.run(accountId, () => memory.readOf(accountId));
      // The node that sends the events decides about waiting deliveries.
      if (!deps.owns(accountId)) return;
      for (const endpoint of endpoints) await engine().retarget(accountId, endpoint);
    },
    versionOf: (accountId) => memory.versionOf(accountId),
    async put(row) {
      await turns.run(row.accountId, async () => memory.add(row));
      await engine().retarget(row.accountId, accountWebhook(row.id));
    },
    async remove(accountId, id) {
      const endpoint = accountWebhook(id);
      await turns.run(accountId, async () => memory.remove(accountId, endpoint));
      await engine().retarget(accountId, endpoint);
    },
    async forgetAccount(accountId) {
      const endpoints = await turns.run(accountId, async () => memory.forget(accountId));
      for (const endpoint of endpoints) await engine().retarget(accountId, endpoint);
    },
    of(accountId, type) {
      const own = memory.of(accountId);
      if (own === undefined) return NONE;
      return [...own].filter(([, webhook]) => webhook.wants(type)).map(([endpoint]) => endpoint);
    },
    target(accountId, endpoint) {
      const webhook = memory.of(accountId)?.get(endpoint);
      return webhook?.target(clock.steady()) ?? { gone: 'webhook deleted' };
    },
    nameOf: (accountId, endpoint) => memory.of(accountId)?.get(endpoint)?.name ?? null,
  };
}

export type WebhookRow = typeof webhooks.$inferSelect;

/** Selects every event type, including future ones. */
export const ALL = 'ALL';
const EVENT_NAMES: readonly string[] = [ALL, ...CRM_EVENT_TYPES];

/** evolution-go is excluded, since its bodies carry the key of an instance. */
export const FORMATS = ['gatehouse', 'evolution-api'] as const;

/** Returns each name once; an empty list means all of them. */
function readEvents(value: unknown) {
  const checked = checkEventNames(value, {
    parse: (names) => {
      const unknown = names.filter((name) => !EVENT_NAMES.includes(name));
      if (unknown.length > 0) return { unknown };
      return { subscription: names.includes(ALL) ? [] : [...new Set(names)] };
    },
    known: EVENT_NAMES,
  });
  return 'subscription' in checked ? checked.subscription : errorOf(checked.problem);
}

export const ACCOUNT_FIELDS = {
  ...SHARED_FIELDS,
  retry: retryField('delays_ms'),
  events: {
    request: parsedBy<readonly string[]>(
      Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
        maxItems: EVENT_NAMES_MAX,
        description: 'Names of the events to send; absent or empty means `ALL`, every event',
      }),
      readEvents,
    ),
    answer: Type.Array(Type.String()),
    show: (events: readonly string[]) => (events.length === 0 ? [ALL] : [...events]),
    column: 'json',
    initial: [],
  },
  format: {
    request: parsedBy<(typeof FORMATS)[number]>(
      { ...Words(...FORMATS), description: 'Format of the bodies; default `gatehouse`' },
      (value) =>
        value === 'evolution-go'
          ? fieldError('format_needs_key', { formats: FORMATS.join(', ') })
          : oneOf(FORMATS)(value),
    ),
    answer: Words(...FORMATS),
    column: 'plain',
    initial: 'gatehouse',
  },
} as const satisfies EndpointFields;

export type AccountValues = ValuesOf<typeof ACCOUNT_FIELDS>;

const placeOfRow = (vault: Vault, id: string) => ({ vault, table: webhooks, key: [id] });

/** Throws when the row was sealed with another key, or for another row. */
export const webhookIn = (vault: Vault, row: WebhookRow): AccountValues & WebhookSecrets =>
  valuesIn(placeOfRow(vault, row.id), ACCOUNT_FIELDS, row);

/** Returns only the columns that a change names. Secrets change together. */
export const webhookColumns = (
  vault: Vault,
  id: string,
  change: Partial<AccountValues & WebhookSecrets>,
): Partial<WebhookRow> => ({
  // The cast: each field has a column of its name.
  ...(changedColumns(placeOfRow(vault, id), ACCOUNT_FIELDS, {
    ...change,
  }) as Partial<WebhookRow>),
  ...(change.headers && { headerNames: JSON.stringify(Object.keys(change.headers)) }),
});
