/** The proxies of instances. They are in memory and in a table, which is written first. */
import { eq } from 'drizzle-orm';
import { type FirstRow, faultOf, type Orm } from '../db/client.ts';
import { instanceProxies } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import type { OwnDatabase } from '../events/publish/ownership.ts';
import { LocalProxy, type ProxyCondition, type ProxyRoute } from '../outbound/proxy/local-proxy.ts';
import type { ProxyServer, TunnelDeps } from '../outbound/proxy/server.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Vault } from '../shared/crypto.ts';
import { failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';

export interface InstanceProxy extends ProxyServer {
  /** If false, the settings are kept but the instance connects directly. */
  readonly enabled: boolean;
}

interface StoredProxy {
  /** Null if none was ever set. */
  readonly proxy: InstanceProxy | null;
  /** Its version: ms since 1970, which grows with every change; 0 if none was ever set. */
  readonly updatedAt: number;
}

const NEVER_SET: StoredProxy = { proxy: null, updatedAt: 0 };

interface ProxiesDeps extends TunnelDeps {
  readonly orm: Orm;
  /** The database for writes of an instance's owner; by default no other process writes. */
  readonly own?: OwnDatabase;
  /** Encrypts user names and passwords. */
  readonly vault: Vault;
  /** Returns the current value of NO_PROXY. */
  readonly noProxy: () => string;
}

export class InstanceProxies {
  readonly #deps: ProxiesDeps;
  readonly #local: LocalProxy;
  readonly #stored = new Map<string, StoredProxy>();
  /** Proxies of instances that are not created yet, by a temporary id. */
  readonly #trials = new Map<string, InstanceProxy>();
  /** Writes of an instance run one after the other, so that memory has what was written last. */
  readonly #writing = createKeyedMutex();

  constructor(deps: ProxiesDeps) {
    this.#deps = deps;
    this.#local = new LocalProxy({ ...deps, serverOf: (id) => this.#findEnabled(id) });
  }

  /** Reads every row. Throws when one was encrypted with another key. */
  async load(): Promise<void> {
    for (const row of await this.#deps.orm.select().from(instanceProxies))
      this.#stored.set(row.instanceId, toStored(row, this.#deps.vault));
  }

  /** Reads an instance's proxy again after a change other than by `set`. */
  refresh(instanceId: string): Promise<void> {
    return this.#writing.run(instanceId, async () => {
      const { orm, vault } = this.#deps;
      const isOf = eq(instanceProxies.instanceId, instanceId);
      const [row] = await orm.select().from(instanceProxies).where(isOf);
      const before = this.get(instanceId);
      if (row) this.#stored.set(instanceId, toStored(row, vault));
      else this.#stored.delete(instanceId);
      // Connections through an unchanged proxy are kept.
      if (!Bun.deepEquals(before, this.get(instanceId))) this.#local.forget(instanceId);
    });
  }

  /** Returns null when none was ever set. */
  get(instanceId: string): InstanceProxy | null {
    return this.find(instanceId).proxy;
  }

  find(instanceId: string): StoredProxy {
    return this.#stored.get(instanceId) ?? NEVER_SET;
  }

  /**
   * Sets a proxy, unless `check` throws for the version that it would replace. Resolves with its version when it is on
   * disk and no connection uses the former one. Throws not_found for an unknown instance.
   */
  set(
    instanceId: string,
    proxy: InstanceProxy,
    check: (updatedAt: number) => void = () => {},
  ): Promise<number> {
    return this.#writing.run(instanceId, async () => {
      const before = this.find(instanceId).updatedAt;
      check(before);
      const columns = this.#columns(instanceId, proxy, before);
      const { updatedAt } = columns;
      const { orm } = this.#deps.own?.(instanceId) ?? this.#deps;
      const written = orm
        .insert(instanceProxies)
        .values({ instanceId, ...columns })
        .onConflictDoUpdate({ target: instanceProxies.instanceId, set: columns });
      await written.catch(rejectDeleted);
      this.#stored.set(instanceId, { proxy, updatedAt });
      this.#local.forget(instanceId);
      return updatedAt;
    });
  }

  /** Returns the row of an instance that is being created. */
  firstRow(instanceId: string, proxy: InstanceProxy): FirstRow {
    const row = { instanceId, ...this.#columns(instanceId, proxy) };
    return {
      statement: this.#deps.orm.insert(instanceProxies).values(row),
      recordWritten: () => {
        this.#stored.set(instanceId, { proxy, updatedAt: row.updatedAt });
      },
    };
  }

  /** Runs `work` with a route through a proxy that is not stored; the route ends with it. */
  async through<T>(
    proxy: InstanceProxy,
    work: (route: () => Promise<ProxyRoute | null>) => Promise<T>,
  ): Promise<T> {
    const id = newId();
    this.#trials.set(id, proxy);
    try {
      return await work(() => this.routeOf(id));
    } finally {
      this.#trials.delete(id);
      this.#local.forget(id);
    }
  }

  #columns(instanceId: string, { username, password, ...plain }: InstanceProxy, before = 0) {
    const { vault, clock } = this.#deps;
    const login = JSON.stringify([username, password]);
    const loginSealed = vault.seal(login, placeOf(instanceProxies.loginSealed, instanceId));
    return { ...plain, loginSealed, updatedAt: Math.max(clock.now(), before + 1) };
  }

  /** Must be called after the instance was deleted, which also deletes the row. */
  remove(instanceId: string): void {
    this.#stored.delete(instanceId);
    this.#local.forget(instanceId);
  }

  /**
   * Returns the route of the instance's connections, or null for direct ones. Rejects when the route cannot be opened.
   */
  async routeOf(instanceId: string): Promise<ProxyRoute | null> {
    return this.#findEnabled(instanceId) === null ? null : this.#local.routeOf(instanceId);
  }

  /** Returns the condition of the proxy, or null if the instance connects directly. */
  condition(instanceId: string): ProxyCondition | null {
    return this.#findEnabled(instanceId) === null ? null : this.#local.condition(instanceId);
  }

  /** Ends every connection that goes through a proxy. */
  stop(): Promise<void> {
    return this.#local.stop();
  }

  #findEnabled(instanceId: string): InstanceProxy | null {
    const proxy = this.get(instanceId) ?? this.#trials.get(instanceId);
    return proxy?.enabled ? proxy : null;
  }
}

function rejectDeleted(error: unknown): never {
  throw faultOf(error) === 'constraint' ? failure('instance_not_found') : error;
}

function toStored(row: typeof instanceProxies.$inferSelect, vault: Vault): StoredProxy {
  const { instanceId, loginSealed, updatedAt, ...plain } = row;
  const place = placeOf(instanceProxies.loginSealed, instanceId);
  // Only `set` seals these texts.
  const [username, password] = JSON.parse(vault.open(loginSealed, place)) as [string, string];
  return { proxy: { ...plain, username, password }, updatedAt };
}
