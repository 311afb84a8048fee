/**
 * Keeps the numbers from which instances write, with their credentials: in memory and in a table, which changes first.
 */
import { eq } from 'drizzle-orm';
import type { Orm } from '../../core/db/client.ts';
import { cloudNumbers } from '../../core/db/schema/whatsapp.ts';
import { placeOf } from '../../core/db/sealed-tables.ts';
import type { OwnDatabase } from '../../core/events/publish/ownership.ts';
import type { KnownNumber, KnownNumbers, NumberFacts } from '../../core/providers/credentials.ts';
import { createKeyedMutex } from '../../core/shared/async/mutex.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';

/** The ids at Meta stay as long as the instance. */
type NumberChange = Partial<
  Omit<KnownNumber, 'instanceId' | 'phoneNumberId' | 'businessAccountId'>
>;

interface CloudNumbersDeps {
  readonly orm: Orm;
  /** Used for writing; by default the same database. */
  readonly own?: OwnDatabase;
  /** Seals tokens and secrets. */
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  /** The secrets of the whole service. */
  readonly metaAppSecret: string | null;
  readonly metaVerifyToken: string | null;
}

export class CloudNumbers implements KnownNumbers {
  readonly #deps: CloudNumbersDeps;
  readonly #byInstance = new Map<string, KnownNumber>();
  /** Writes of one instance run one at a time, so that memory holds what was written last. */
  readonly #writing = createKeyedMutex();

  constructor(deps: CloudNumbersDeps) {
    this.#deps = deps;
  }

  /** Reads every row; throws when one was sealed with another key. */
  async load(): Promise<void> {
    for (const row of await this.#deps.orm.select().from(cloudNumbers))
      this.#put(toNumber(row, this.#deps.vault));
  }

  /** Reads an instance's number again, which may have been changed other than by `change`. */
  refresh(instanceId: string): Promise<void> {
    return this.#writing.run(instanceId, async () => {
      const { orm, vault } = this.#deps;
      const isOf = eq(cloudNumbers.instanceId, instanceId);
      const [row] = await orm.select().from(cloudNumbers).where(isOf);
      this.remove(instanceId);
      if (row) this.#put(toNumber(row, vault));
    });
  }

  byInstance(instanceId: string): KnownNumber | null {
    return this.#byInstance.get(instanceId) ?? null;
  }

  /** Returns the secret that signs its webhooks, or null when neither the instance nor the service has one. */
  appSecretOf({ appSecret }: KnownNumber): string | null {
    return appSecret ?? this.#deps.metaAppSecret;
  }

  /** Returns the token that Meta sends when its webhook address is set, or null when neither has one. */
  verifyTokenOf({ verifyToken }: KnownNumber): string | null {
    return verifyToken ?? this.#deps.metaVerifyToken;
  }

  /** Returns instances whose webhooks are all refused because there is no secret to check them with. */
  withoutAppSecret(): readonly KnownNumber[] {
    return [...this.#byInstance.values()].filter((number) => this.appSecretOf(number) === null);
  }

  /** Returns the row of an instance that is being created. */
  firstRow(number: KnownNumber) {
    return {
      statement: this.#deps.orm.insert(cloudNumbers).values(this.#row(number)),
      recordWritten: () => this.#put(number),
    };
  }

  /**
   * Replaces credentials or facts of the number; resolves with what is then on disk. Throws `not_found` for an instance
   * that is gone or has no number.
   */
  change(instanceId: string, change: NumberChange): Promise<KnownNumber> {
    return this.#writing.run(instanceId, async () => {
      const present = this.byInstance(instanceId);
      if (present === null) throw failure('instance_not_found');
      const next = { ...present, ...change };
      const { instanceId: _, ...columns } = this.#row(next);
      const { orm, own } = this.#deps;
      await (own?.(instanceId).orm ?? orm)
        .update(cloudNumbers)
        .set(columns)
        .where(eq(cloudNumbers.instanceId, instanceId));
      // It was deleted meanwhile, and its row with it.
      if (this.byInstance(instanceId) === null) throw failure('instance_not_found');
      this.#put(next);
      return next;
    });
  }

  /** Call it after the instance was deleted; its row has gone with it. */
  remove(instanceId: string): void {
    this.#byInstance.delete(instanceId);
  }

  #put(number: KnownNumber): void {
    this.#byInstance.set(number.instanceId, number);
  }

  #row(number: KnownNumber): typeof cloudNumbers.$inferInsert {
    const { accessToken, appSecret, verifyToken, facts, ...ids } = number;
    const { vault, clock } = this.#deps;
    const { accessTokenSealed, appSecretSealed, verifyTokenSealed } = placesOf(ids.instanceId);
    const sealed = (text: string | null, place: typeof appSecretSealed) =>
      text === null ? null : vault.seal(text, place);
    return {
      ...ids,
      accessTokenSealed: vault.seal(accessToken, accessTokenSealed),
      appSecretSealed: sealed(appSecret, appSecretSealed),
      verifyTokenSealed: sealed(verifyToken, verifyTokenSealed),
      facts: JSON.stringify(facts),
      updatedAt: clock.now(),
    };
  }
}

const placesOf = (instanceId: string) => ({
  accessTokenSealed: placeOf(cloudNumbers.accessTokenSealed, instanceId),
  appSecretSealed: placeOf(cloudNumbers.appSecretSealed, instanceId),
  verifyTokenSealed: placeOf(cloudNumbers.verifyTokenSealed, instanceId),
});

function toNumber(row: typeof cloudNumbers.$inferSelect, vault: Vault): KnownNumber {
  const { instanceId, phoneNumberId, businessAccountId } = row;
  const places = placesOf(instanceId);
  const opened = (column: 'appSecretSealed' | 'verifyTokenSealed') => {
    const sealed = row[column];
    return sealed === null ? null : vault.open(sealed, places[column]);
  };
  return {
    instanceId,
    phoneNumberId,
    businessAccountId,
    accessToken: vault.open(row.accessTokenSealed, places.accessTokenSealed),
    appSecret: opened('appSecretSealed'),
    verifyToken: opened('verifyTokenSealed'),
    // Only `#row` writes it.
    facts: JSON.parse(row.facts) as NumberFacts,
  };
}
