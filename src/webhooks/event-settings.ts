/** Keeps where each instance's events go, in memory and in a table, which changes first. */
import { eq } from 'drizzle-orm';
import type { Orm } from '../db/client.ts';
import type { FirstRow } from '../db/first-row.ts';
import { eventSettings } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import { ALL } from '../events/contract/event-names.ts';
import type { Engine } from '../events/engine.ts';
import type { OwnDatabase } from '../events/publish/owner-writes.ts';
import { createKeyedMutex } from '../shared/async/keyed-mutex.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Shape } from './format/formats.ts';
import type { Headers } from './headers.ts';
import {
  firstSecrets,
  openSecrets,
  rotatedSecrets,
  sealSecrets,
  type WebhookSecrets,
} from './secrets.ts';

/** Immutable: a change makes a new object, so that values derived from the old one are recognised as stale. */
export interface EventSettings extends WebhookSecrets, Shape {
  /** False until a webhook is set for the first time. */
  readonly webhookSet: boolean;
  readonly webhookEnabled: boolean;
  readonly webhookUrl: string;
  readonly headers: Headers;
  /** Overrides WEBHOOK_FILES for this webhook; null follows it. */
  readonly base64: boolean | null;
  /** Names of `SUBSCRIBABLE`. */
  readonly subscribe: readonly string[];
  /**
   * Whether events also go to a broker, by its name; absent: they do not. A change contains only the brokers that it
   * changes.
   */
  readonly brokers: Readonly<Record<string, boolean>>;
  readonly websocketEnabled: boolean;
}

/** The brokers that this deployment has configured, by name. */
export interface Brokers {
  readonly routes: ReadonlyMap<string, object>;
}

type SettingsChange = Partial<EventSettings> | ((present: EventSettings) => Partial<EventSettings>);

export interface EventSettingsStore {
  /** Reads every row; throws when they were sealed with another key. */
  load(): Promise<void>;
  /** Reads an instance's settings again, which may have been changed other than through this store. */
  refresh(instanceId: string): Promise<void>;
  get(instanceId: string): EventSettings | null;
  /**
   * Returns the row of an instance that is being created: nothing enabled, a new secret, every event, except for
   * `change`.
   */
  firstRow(instanceId: string, change: Partial<EventSettings>): FirstRow;
  /** Writes the first row of an instance that has none. */
  create(instanceId: string): Promise<void>;
  /**
   * Resolves when the change is on disk and nothing goes to a former target any more. Throws for an unknown instance. A
   * function is called when it is the change's turn, so that it sees earlier changes.
   */
  update(instanceId: string, change: SettingsChange): Promise<void>;
  /** Call it after the instance was deleted; its row has gone with it. */
  remove(instanceId: string): void;
  /** From now on tells the engine, which is built on these settings, when an endpoint has another target. */
  announceTo(engine: Pick<Engine, 'retarget'>): void;
}

export interface SigningSecrets {
  /** Replaces the signing secret and returns the new one; the previous one also signs for 24 h. */
  rotateSecret(instanceId: string): Promise<string>;
}

interface EventSettingsDeps {
  readonly orm: Orm;
  /** Writes as the owner of the instance; by default no other process writes. */
  readonly own?: OwnDatabase;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Called after an instance's settings have changed or were removed. */
  readonly changed?: (instanceId: string) => void;
}

/** `announced` is what the engine was last given: after a failed retarget the next change repeats it. */
interface Entry {
  present: EventSettings;
  announced: EventSettings;
}

export function createEventSettings(deps: EventSettingsDeps): EventSettingsStore & SigningSecrets {
  const { orm, vault, clock } = deps;
  const entries = new Map<string, Entry>();
  const turns = createKeyedMutex();
  let engine: Pick<Engine, 'retarget'> = { retarget: async () => {} };

  const put = (instanceId: string, settings: EventSettings): void => {
    entries.set(instanceId, { present: settings, announced: settings });
  };

  const apply = <C extends Partial<EventSettings>>(instanceId: string, changeOf: ChangeOf<C>) =>
    turns.run(instanceId, () => applyChange({ ...deps, engine }, entries, instanceId, changeOf));

  const firstRow = (instanceId: string, change: Partial<EventSettings>) => {
    const settings = { ...initialSettings(), ...change };
    const row = toRow(instanceId, settings, vault, clock.now());
    return {
      statement: orm.insert(eventSettings).values(row),
      written: () => put(instanceId, settings),
    };
  };

  return {
    announceTo(given) {
      engine = given;
    },
    async load() {
      for (const row of await orm.select().from(eventSettings))
        put(row.instanceId, toSettings(row, vault));
    },
    refresh: (instanceId) =>
      turns.run(instanceId, async () => {
        const rows = orm.select().from(eventSettings);
        const [row] = await rows.where(eq(eventSettings.instanceId, instanceId));
        const entry = entries.get(instanceId);
        const present = row && toSettings(row, vault);
        if (Bun.deepEquals(present, entry?.present)) return;
        if (!present) entries.delete(instanceId);
        else if (!entry || movedEndpoints(entry.present, present).length > 0)
          put(instanceId, present);
        else entry.present = present;
        deps.changed?.(instanceId);
      }),
    get: (instanceId) => entries.get(instanceId)?.present ?? null,
    firstRow,
    async create(instanceId) {
      const { statement, written } = firstRow(instanceId, {});
      await statement;
      written();
    },
    update: (instanceId, change) =>
      apply(instanceId, typeof change === 'function' ? change : () => change).then(() => {}),
    remove(instanceId) {
      entries.delete(instanceId);
      deps.changed?.(instanceId);
    },
    async rotateSecret(instanceId) {
      const rotate = (present: EventSettings) => rotatedSecrets(present, clock.steady());
      return (await apply(instanceId, rotate)).secret;
    },
  };
}

type ChangeOf<C extends Partial<EventSettings>> = (present: EventSettings) => C;

/** Changes the row, then what is in memory, in the instance's turn. Returns what has changed. */
async function applyChange<C extends Partial<EventSettings>>(
  deps: EventSettingsDeps & { readonly engine: Pick<Engine, 'retarget'> },
  entries: ReadonlyMap<string, Entry>,
  instanceId: string,
  changeOf: ChangeOf<C>,
): Promise<C> {
  const present = presentOf(entries, instanceId);
  const change = changeOf(present);
  const changed = change.brokers
    ? { ...change, brokers: { ...present.brokers, ...change.brokers } }
    : change;
  const columns = { ...toColumns(instanceId, changed, deps.vault), updatedAt: deps.clock.now() };
  const { orm } = deps.own?.(instanceId) ?? deps;
  const update = orm.update(eventSettings).set(columns);
  await update.where(eq(eventSettings.instanceId, instanceId));
  const entry = entries.get(instanceId);
  if (entry === undefined) return changed; // It was deleted meanwhile, and its row with it.
  entry.present = { ...entry.present, ...changed };
  deps.changed?.(instanceId);
  await announce(deps.engine, instanceId, entry);
  return changed;
}

async function announce(
  engine: Pick<Engine, 'retarget'>,
  instanceId: string,
  entry: Entry,
): Promise<void> {
  const { present } = entry;
  for (const endpoint of movedEndpoints(entry.announced, present))
    await engine.retarget(instanceId, endpoint);
  entry.announced = present;
}

function presentOf(entries: ReadonlyMap<string, Entry>, instanceId: string): EventSettings {
  const present = entries.get(instanceId)?.present;
  if (present !== undefined) return present;
  throw new Error(`no event settings for instance ${instanceId}`);
}

const initialSettings = (): EventSettings => ({
  webhookSet: false,
  webhookEnabled: false,
  webhookUrl: '',
  headers: {},
  base64: null,
  format: null,
  byEvents: false,
  instanceToken: null,
  subscribe: [ALL],
  brokers: {},
  websocketEnabled: false,
  ...firstSecrets(),
});

/** Returns endpoints whose target has changed; changes of only bodies or routing do not count. */
function movedEndpoints(before: EventSettings, after: EventSettings): string[] {
  const moved: string[] = [];
  if (targetKey(before) !== targetKey(after)) moved.push('webhook');
  const names = Object.keys({ ...before.brokers, ...after.brokers });
  const isOn = ({ brokers }: EventSettings, name: string) => brokers[name] ?? false;
  return [...moved, ...names.filter((name) => isOn(before, name) !== isOn(after, name))];
}

const targetKey = (settings: EventSettings): string => {
  const { webhookSet, webhookEnabled, webhookUrl, headers, secret } = settings;
  return JSON.stringify([webhookSet, webhookEnabled, webhookUrl, headers, secret]);
};

type SettingsRow = typeof eventSettings.$inferSelect;

const { headersSealed, instanceTokenSealed } = eventSettings;

/** Returns only the columns that a change names. Secrets change together. */
function toColumns(
  instanceId: string,
  change: Partial<EventSettings>,
  vault: Vault,
): Partial<SettingsRow> {
  const { headers, subscribe, brokers, secret, instanceToken, ...others } = change;
  const { previousSecret = null, previousSecretUntil = null, ...plain } = others;
  const place = placeOf(headersSealed, instanceId);
  return {
    ...plain,
    ...(headers && { headersSealed: vault.seal(JSON.stringify(headers), place) }),
    ...(instanceToken !== undefined && {
      instanceTokenSealed:
        instanceToken && vault.seal(instanceToken, placeOf(instanceTokenSealed, instanceId)),
    }),
    ...(subscribe && { subscribe: JSON.stringify(subscribe) }),
    ...(brokers && { brokers: JSON.stringify(brokers) }),
    ...(secret !== undefined &&
      sealSecrets(vault, eventSettings, instanceId, {
        secret,
        previousSecret,
        previousSecretUntil,
      })),
  };
}

/** `now` is in ms since 1970. */
const toRow = (instanceId: string, settings: EventSettings, vault: Vault, now: number) => ({
  instanceId,
  ...toColumns(instanceId, settings, vault),
  ...sealSecrets(vault, eventSettings, instanceId, settings),
  updatedAt: now,
});

/** Throws when the row was sealed with another key, or for another row. */
function toSettings(row: SettingsRow, vault: Vault): EventSettings {
  const { instanceId, updatedAt, headersSealed: headers, ...columns } = row;
  const { secretSealed, previousSecretSealed, instanceTokenSealed: token, ...plain } = columns;
  try {
    return {
      ...plain,
      // Only `toColumns` writes what is sealed here.
      headers:
        headers === null
          ? {}
          : (JSON.parse(
              vault.open(headers, placeOf(headersSealed, instanceId)),
            ) as EventSettings['headers']),
      instanceToken: token && vault.open(token, placeOf(instanceTokenSealed, instanceId)),
      subscribe: JSON.parse(row.subscribe) as string[],
      brokers: JSON.parse(row.brokers) as EventSettings['brokers'],
      ...openSecrets(vault, eventSettings, instanceId, row),
    };
  } catch (cause) {
    throw new Error(
      `the event settings of instance ${instanceId} cannot be opened: were they sealed with another ENCRYPTION_KEY?`,
      { cause },
    );
  }
}
