/** The settings of each account for automatic actions. They are in memory and in a table, which is written first. */
import { eq } from 'drizzle-orm';
import { faultOf, type Orm } from '../db/client.ts';
import type { FirstRow } from '../db/first-row.ts';
import { instanceSettings } from '../db/schema/gateway.ts';
import type { OwnDatabase } from '../events/publish/ownership.ts';
import { type AccountSettings, NO_SETTINGS } from '../providers/chats.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Clock } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';

interface AccountSettingsDeps {
  readonly orm: Orm;
  /** The database for writes of an instance's owner; by default no other process writes. */
  readonly own?: OwnDatabase;
  readonly clock: Pick<Clock, 'now'>;
  /** Called after the settings of an instance have changed. */
  readonly onChange?: (instanceId: string) => void;
}

export class AllAccountSettings {
  readonly #deps: AccountSettingsDeps;
  /** The settings by instance; an instance without any has no entry. */
  readonly #settings = new Map<string, AccountSettings>();
  /** Writes of an instance run one after the other, because each builds on the settings that it replaces. */
  readonly #writing = createKeyedMutex();

  constructor(deps: AccountSettingsDeps) {
    this.#deps = deps;
  }

  /** Reads every row. */
  async load(): Promise<void> {
    for (const row of await this.#deps.orm.select().from(instanceSettings)) this.#put(row);
  }

  /** Reads an instance's settings again after a change other than by `update`. */
  refresh(instanceId: string): Promise<void> {
    return this.#writing.run(instanceId, async () => {
      const { orm } = this.#deps;
      const isOf = eq(instanceSettings.instanceId, instanceId);
      const [row] = await orm.select().from(instanceSettings).where(isOf);
      if (row) this.#put(row);
      else this.#settings.delete(instanceId);
      this.#deps.onChange?.(instanceId);
    });
  }

  #put({ instanceId, updatedAt: _, ...settings }: typeof instanceSettings.$inferSelect): void {
    this.#settings.set(instanceId, settings);
  }

  get(instanceId: string): AccountSettings {
    return this.#settings.get(instanceId) ?? NO_SETTINGS;
  }

  /** Changes the given fields. Returns the settings that are then on disk. Throws not_found for an unknown instance. */
  update(instanceId: string, change: Partial<AccountSettings>): Promise<AccountSettings> {
    return this.#writing.run(instanceId, async () => {
      const settings = { ...this.get(instanceId), ...change };
      const columns = { ...settings, updatedAt: this.#deps.clock.now() };
      const { orm } = this.#deps.own?.(instanceId) ?? this.#deps;
      const written = orm
        .insert(instanceSettings)
        .values({ instanceId, ...columns })
        .onConflictDoUpdate({ target: instanceSettings.instanceId, set: columns });
      await written.catch(rejectDeleted);
      this.#settings.set(instanceId, settings);
      this.#deps.onChange?.(instanceId);
      return settings;
    });
  }

  /** Returns the row of an instance that is being created; fields absent in `change` are off. */
  firstRow(instanceId: string, change: Partial<AccountSettings>): FirstRow {
    const { orm, clock } = this.#deps;
    const settings = { ...NO_SETTINGS, ...change };
    const row = { instanceId, ...settings, updatedAt: clock.now() };
    return {
      statement: orm.insert(instanceSettings).values(row),
      recordWritten: () => {
        this.#settings.set(instanceId, settings);
      },
    };
  }

  /** Must be called after the instance was deleted, which also deletes the row. */
  remove(instanceId: string): void {
    this.#settings.delete(instanceId);
  }
}

function rejectDeleted(error: unknown): never {
  throw faultOf(error) === 'constraint' ? failure('instance_not_found') : error;
}
