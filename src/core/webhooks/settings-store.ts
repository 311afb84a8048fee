/** Keeps where each instance's events go, in memory and in a table, which changes first. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { FirstRow, Orm, Statement } from '../db/client.ts';
import { endpoints } from '../db/schema/gateway.ts';
import { DEFAULT_ENDPOINT, endpointOfInstance } from '../events/contract/endpoint.ts';
import type { OwnDatabase } from '../events/publish/ownership.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import { failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { channelColumns, endpointChange, endpointRow, settingsIn } from './endpoint-rows.ts';
import {
  type EndpointChange,
  type EngineHooks,
  type EventSettings,
  type EventSettingsStore,
  endpointOf,
  type InstanceEndpoint,
  initialSettings,
  movedEndpoints,
  type NoteOf,
  newEndpoint,
  requireKeyless,
  requireOwnUrl,
  requireRoom,
  type SettingsChange,
  sendsAgain,
  settingsOf,
  withChannels,
  withEndpoint,
} from './event-settings.ts';

export type { EventSettingsStore } from './event-settings.ts';

interface EventSettingsDeps {
  readonly orm: Orm;
  /** Writes as the owner of the instance; by default no other process writes. */
  readonly own?: OwnDatabase;
  readonly vault: Vault;
  readonly clock: Clock;
  /** How many endpoints each owner may have of an instance, beside `default`. */
  readonly endpointsMax: number;
  /** Called after an instance's settings have changed or were removed. */
  readonly changed?: (instanceId: string) => void;
}

/** `announced` is what the engine was last given: after a failed retarget the next change repeats it. */
interface Entry {
  present: EventSettings;
  announced: EventSettings;
}

/** The settings after a change, and the statement that makes the same change in the table. */
interface Change {
  readonly after: EventSettings;
  /** The endpoint that is sent to again if it was disabled for its failures. */
  readonly enables?: string;
  statement(orm: Orm): PromiseLike<unknown>;
}

export const createEventSettings = (deps: EventSettingsDeps): EventSettingsStore =>
  new SettingsTable(deps);

class SettingsTable implements EventSettingsStore {
  readonly #deps: EventSettingsDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #turns = createKeyedMutex();
  #engine: EngineHooks = { retarget: async () => {}, enable: async () => {} };

  constructor(deps: EventSettingsDeps) {
    this.#deps = deps;
  }

  announceTo(engine: EngineHooks): void {
    this.#engine = engine;
  }

  async load(): Promise<void> {
    const { orm, vault } = this.#deps;
    const rows = await orm.select().from(endpoints);
    for (const [instanceId, its] of Map.groupBy(rows, (row) => row.instanceId)) {
      const settings = settingsIn(its, vault);
      if (settings) this.#put(instanceId, settings);
    }
  }

  refresh(instanceId: string): Promise<void> {
    const { orm, vault } = this.#deps;
    return this.#turns.run(instanceId, async () => {
      const rows = orm.select().from(endpoints);
      const present = settingsIn(await rows.where(eq(endpoints.instanceId, instanceId)), vault);
      const entry = this.#entries.get(instanceId);
      if (Bun.deepEquals(present, entry?.present ?? null)) return;
      if (!present) this.#entries.delete(instanceId);
      else if (!entry || movedEndpoints(entry.present, present).length > 0)
        this.#put(instanceId, present);
      else entry.present = present;
      this.#deps.changed?.(instanceId);
    });
  }

  get(instanceId: string): EventSettings | null {
    return this.#entries.get(instanceId)?.present ?? null;
  }

  firstRow(instanceId: string, change: SettingsChange): FirstRow {
    const { orm, vault, clock } = this.#deps;
    const settings = initialSettings(clock.now(), change);
    this.#requireValid(settings, settings.webhook);
    const row = {
      ...endpointRow(vault, instanceId, settings.webhook),
      ...channelColumns(settings),
    };
    return {
      statement: orm.insert(endpoints).values(row),
      recordWritten: () => this.#put(instanceId, settings),
    };
  }

  async create(instanceId: string): Promise<void> {
    const { statement, recordWritten } = this.firstRow(instanceId, {});
    await statement;
    recordWritten();
  }

  async update(
    instanceId: string,
    change: SettingsChange | ((present: EventSettings) => SettingsChange),
  ): Promise<void> {
    await this.#apply(instanceId, (present) => {
      const { webhook = {}, ...channels } = typeof change === 'function' ? change(present) : change;
      return this.#changed(instanceId, present, present.webhook, webhook, channels);
    });
  }

  async addEndpoint(
    instanceId: string,
    change: Partial<InstanceEndpoint>,
    noteOf?: NoteOf,
  ): Promise<InstanceEndpoint> {
    const { clock, vault, endpointsMax } = this.#deps;
    const added = { ...newEndpoint(newId(), clock.now()), ...change };
    await this.#apply(instanceId, (present) => {
      requireRoom(present, added.owner, endpointsMax);
      const after = { ...present, others: new Map([...present.others, [added.id, added]]) };
      this.#requireValid(after, added);
      const row = endpointRow(vault, instanceId, added);
      const insert = (orm: Orm) => orm.insert(endpoints).values(row);
      return { after, statement: (orm) => runWithNote(orm, insert(orm), noteOf?.(added)) };
    });
    return added;
  }

  async changeEndpoint(
    instanceId: string,
    id: string,
    changeOf: EndpointChange,
    noteOf?: NoteOf,
  ): Promise<InstanceEndpoint> {
    const after = await this.#apply(instanceId, (present) => {
      const before = endpointOf(present, id);
      return this.#changed(instanceId, present, before, changeOf(before), {}, noteOf);
    });
    return endpointOf(after, id);
  }

  async removeEndpoint(
    instanceId: string,
    id: string,
    check: (present: InstanceEndpoint) => void = () => {},
  ): Promise<void> {
    await this.#apply(instanceId, (present) => {
      const removed = present.others.get(id);
      if (removed === undefined) throw failure('endpoint_not_found');
      check(removed);
      const others = new Map(present.others);
      others.delete(id);
      const where = and(eq(endpoints.instanceId, instanceId), eq(endpoints.id, id));
      return {
        after: { ...present, others },
        statement: (orm) => orm.delete(endpoints).where(where),
      };
    });
  }

  remove(instanceId: string): void {
    this.#entries.delete(instanceId);
    this.#deps.changed?.(instanceId);
  }

  #put(instanceId: string, settings: EventSettings): void {
    this.#entries.set(instanceId, { present: settings, announced: settings });
  }

  /** Changes the table, then what is in memory, in the instance's turn. Returns the settings after the change. */
  #apply(instanceId: string, changeOf: (present: EventSettings) => Change): Promise<EventSettings> {
    return this.#turns.run(instanceId, async () => {
      const { after, enables, statement } = changeOf(settingsOf(this, instanceId));
      await statement((this.#deps.own?.(instanceId) ?? this.#deps).orm);
      const entry = this.#entries.get(instanceId);
      if (entry === undefined) return after; // It was deleted meanwhile, and its rows with it.
      entry.present = after;
      this.#deps.changed?.(instanceId);
      for (const endpoint of movedEndpoints(entry.announced, after))
        await this.#engine.retarget(instanceId, endpoint);
      entry.announced = after;
      if (enables !== undefined) await this.#engine.enable(instanceId, enables);
      return after;
    });
  }

  /** Throws `invalid` for what an endpoint cannot be after `change`, or as a new one. */
  #requireValid(
    settings: EventSettings,
    endpoint: InstanceEndpoint,
    change: Partial<InstanceEndpoint> = endpoint,
  ): void {
    const { owner, url } = change;
    requireKeyless(endpoint);
    if ((url ?? owner) !== undefined) requireOwnUrl(settings, endpoint);
  }

  /** Changes the row of one endpoint; channels stand in that of `default`. */
  #changed(
    instanceId: string,
    present: EventSettings,
    before: InstanceEndpoint,
    change: Partial<InstanceEndpoint>,
    channels: Omit<SettingsChange, 'webhook'> = {},
    noteOf?: NoteOf,
  ): Change {
    const { vault, clock, endpointsMax } = this.#deps;
    const { owner = before.owner } = change;
    if (owner !== before.owner) requireRoom(present, owner, endpointsMax);
    // It names the version, so it grows with every change.
    const updatedAt = Math.max(clock.now(), before.updatedAt + 1);
    const endpoint = { ...before, ...change, updatedAt };
    const after = withChannels(withEndpoint(present, endpoint), channels);
    this.#requireValid(after, endpoint, change);
    const key = [instanceId, before.id] as const;
    const columns = {
      ...endpointChange(vault, key, { ...change, updatedAt }),
      ...(before.id === DEFAULT_ENDPOINT && channelColumns(after)),
    };
    const where = and(eq(endpoints.instanceId, instanceId), eq(endpoints.id, before.id));
    return {
      after,
      ...(sendsAgain(before, change) && { enables: endpointOfInstance(before.id) }),
      statement: (orm) =>
        runWithNote(orm, orm.update(endpoints).set(columns).where(where), noteOf?.(endpoint)),
    };
  }
}

/** Runs a query, and right after it in the same commit `note` if there is one. */
const runWithNote = (
  orm: Orm,
  query: BatchItem<'sqlite'> & PromiseLike<unknown>,
  note: Statement | undefined,
): PromiseLike<unknown> => (note ? orm.batch([query, asQuery(orm, note)]) : query);

/** Returns a statement as a query of the query builder, for a batch with others. Its text has no other `?`. */
function asQuery(orm: Orm, { sql: text, params }: Statement) {
  const chunks = text.split('?').flatMap((part, index): SQL[] => {
    const value = params[index];
    return value === undefined ? [sql.raw(part)] : [sql.raw(part), sql`${value}`];
  });
  return orm.run(sql.join(chunks));
}
