/** The settings of each account for automatic actions. They are in memory and in a table, which is written first. */
import { eq } from 'drizzle-orm';
import { type FirstRow, faultOf, type Orm } from '../db/client.ts';
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

interface StoredSettings {
  readonly settings: AccountSettings;
  /** Their version: ms since 1970, which grows with every change; 0 if none were ever set. */
  readonly updatedAt: number;
}

const NEVER_SET: StoredSettings = { settings: NO_SETTINGS, updatedAt: 0 };

export class AllAccountSettings {
  readonly #deps: AccountSettingsDeps;
  /** The settings by instance; an instance without any has no entry. */
  readonly #stored = new Map<string, StoredSettings>();
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
      else this.#stored.delete(instanceId);
      this.#deps.onChange?.(instanceId);
    });
  }

  #put({ instanceId, updatedAt, ...settings }: typeof instanceSettings.$inferSelect): void {
    this.#stored.set(instanceId, { settings, updatedAt });
  }

  get(instanceId: string): AccountSettings {
    return this.find(instanceId).settings;
  }

  find(instanceId: string): StoredSettings {
    return this.#stored.get(instanceId) ?? NEVER_SET;
  }

  /**
   * Changes the given fields, unless `check` throws for the version that they would replace. Returns what is then on
   * disk. Throws not_found for an unknown instance.
   */
  update(
    instanceId: string,
    change: Partial<AccountSettings>,
    check: (updatedAt: number) => void = () => {},
  ): Promise<StoredSettings> {
    return this.#writing.run(instanceId, async () => {
      const before = this.find(instanceId);
      check(before.updatedAt);
      const settings = { ...before.settings, ...change };
      const updatedAt = Math.max(this.#deps.clock.now(), before.updatedAt + 1);
      const columns = { ...settings, updatedAt };
      const { orm } = this.#deps.own?.(instanceId) ?? this.#deps;
      const written = orm
        .insert(instanceSettings)
        .values({ instanceId, ...columns })
        .onConflictDoUpdate({ target: instanceSettings.instanceId, set: columns });
      await written.catch(rejectDeleted);
      this.#stored.set(instanceId, { settings, updatedAt });
      this.#deps.onChange?.(instanceId);
      return { settings, updatedAt };
    });
  }

  /** Returns the row of an instance that is being created; fields absent in `change` are off. */
  firstRow(instanceId: string, change: Partial<AccountSettings>): FirstRow {
    const { orm, clock } = this.#deps;
    const settings = { ...NO_SETTINGS, ...change };
    const row = { instanceId, ...settings, updatedAt: clock.now() };
    return {
      statement: orm.insert(instanceSettings).values(row),
      recordWritten: () => this.#put(row),
    };
  }

  /** Must be called after the instance was deleted, which also deletes the row. */
  remove(instanceId: string): void {
    this.#stored.delete(instanceId);
  }
}

function rejectDeleted(error: unknown): never {
  throw faultOf(error) === 'constraint' ? failure('instance_not_found') : error;
}
