/** The proxies of instances. They are in memory and in a table, which is written first. */
import { eq } from 'drizzle-orm';
import { faultOf, type Orm } from '../db/client.ts';
import type { FirstRow } from '../db/first-row.ts';
import { instanceProxies } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import type { OwnDatabase } from '../events/publish/ownership.ts';
import { LocalProxy, type ProxyCondition, type ProxyRoute } from '../outbound/proxy/local-proxy.ts';
import type { ProxyServer } from '../outbound/proxy/server.ts';
import type { TunnelDeps } from '../outbound/proxy/tunnel.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Vault } from '../shared/crypto.ts';
import { failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';

export interface InstanceProxy extends ProxyServer {
  /** If false, the settings are kept but the instance connects directly. */
  readonly enabled: boolean;
}

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
  readonly #proxies = new Map<string, InstanceProxy>();
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
      this.#proxies.set(row.instanceId, toProxy(row, this.#deps.vault));
  }

  /** Reads an instance's proxy again after a change other than by `set`. */
  refresh(instanceId: string): Promise<void> {
    return this.#writing.run(instanceId, async () => {
      const { orm, vault } = this.#deps;
      const isOf = eq(instanceProxies.instanceId, instanceId);
      const [row] = await orm.select().from(instanceProxies).where(isOf);
      const proxy = row ? toProxy(row, vault) : null;
      // Connections through an unchanged proxy are kept.
      if (Bun.deepEquals(proxy, this.get(instanceId))) return;
      if (proxy) this.#proxies.set(instanceId, proxy);
      else this.#proxies.delete(instanceId);
      this.#local.forget(instanceId);
    });
  }

  /** Returns null when none was ever set. */
  get(instanceId: string): InstanceProxy | null {
    return this.#proxies.get(instanceId) ?? null;
  }

  /**
   * Sets a proxy. Resolves when it is on disk and no connection uses the former one. Throws not_found for an unknown
   * instance.
   */
  set(instanceId: string, proxy: InstanceProxy): Promise<void> {
    return this.#writing.run(instanceId, async () => {
      const columns = this.#columns(instanceId, proxy);
      const { orm } = this.#deps.own?.(instanceId) ?? this.#deps;
      const written = orm
        .insert(instanceProxies)
        .values({ instanceId, ...columns })
        .onConflictDoUpdate({ target: instanceProxies.instanceId, set: columns });
      await written.catch(rejectDeleted);
      this.#proxies.set(instanceId, proxy);
      this.#local.forget(instanceId);
    });
  }

  /** Returns the row of an instance that is being created. */
  firstRow(instanceId: string, proxy: InstanceProxy): FirstRow {
    const row = { instanceId, ...this.#columns(instanceId, proxy) };
    return {
      statement: this.#deps.orm.insert(instanceProxies).values(row),
      recordWritten: () => {
        this.#proxies.set(instanceId, proxy);
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

  #columns(instanceId: string, { username, password, ...plain }: InstanceProxy) {
    const { vault, clock } = this.#deps;
    const login = JSON.stringify([username, password]);
    const loginSealed = vault.seal(login, placeOf(instanceProxies.loginSealed, instanceId));
    return { ...plain, loginSealed, updatedAt: clock.now() };
  }

  /** Must be called after the instance was deleted, which also deletes the row. */
  remove(instanceId: string): void {
    this.#proxies.delete(instanceId);
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

function toProxy(row: typeof instanceProxies.$inferSelect, vault: Vault): InstanceProxy {
  const { instanceId, loginSealed, updatedAt: _, ...plain } = row;
  const place = placeOf(instanceProxies.loginSealed, instanceId);
  // Only `set` seals these texts.
  const [username, password] = JSON.parse(vault.open(loginSealed, place)) as [string, string];
  return { ...plain, username, password };
}
