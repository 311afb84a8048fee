/**
 * Who sends next when not all can. Owns: the limits of attempts in flight, in all and per host; no I/O.
 * A free slot goes to the host that holds fewest, so that one slow receiver never fills them all.
 */
import { Fifo } from './fifo.ts';

export interface SlotLimits {
  readonly total: number;
  readonly perHost: number;
}

interface Host<T> {
  readonly name: string;
  inFlight: number;
  /** How many it may hold. */
  most: number;
  /** The same, but 1 while connections to it fail. */
  limit: number;
  readonly queue: Fifo<T>;
}

export class Slots<T> {
  readonly #limits: SlotLimits;
  readonly #hosts = new Map<string, Host<T>>();
  /** Hosts that have work and may start it, by how many slots they hold. */
  readonly #startable: Set<Host<T>>[] = [];
  /** How many hosts are in those sets: most looks find none. */
  #startableHosts = 0;
  #inFlight = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** `most` replaces the limit per host for this one. */
  enqueue(hostName: string, work: T, most = this.#limits.perHost): void {
    const host = this.#host(hostName, most);
    host.queue.push(work);
    if (host.queue.length === 1) this.#place(host);
  }

  /** Takes a slot for the next piece of work, or null when none may start. */
  next(): { readonly host: string; readonly work: T } | null {
    if (this.#startableHosts === 0 || this.#inFlight >= this.#limits.total) return null;
    for (const hosts of this.#startable) {
      for (const host of hosts) {
        this.#displace(host);
        const work = host.queue.shift() as T;
        host.inFlight++;
        this.#inFlight++;
        this.#place(host);
        return { host: host.name, work };
      }
    }
    return null;
  }

  /** Gives a slot back. `reachable` says whether the host answered; unknown leaves its limit as it is. */
  release(hostName: string, reachable?: boolean): void {
    const host = this.#host(hostName);
    this.#displace(host);
    host.inFlight--;
    this.#inFlight--;
    if (reachable !== undefined) host.limit = reachable ? host.most : 1;
    if (host.inFlight === 0 && host.queue.length === 0 && host.limit === host.most) {
      this.#hosts.delete(hostName);
    } else {
      this.#place(host);
    }
  }

  /** Takes back everything that has not started. */
  drain(): T[] {
    const work = [...this.#hosts.values()].flatMap((host) => host.queue.drain());
    for (const hosts of this.#startable) hosts.clear();
    this.#startableHosts = 0;
    return work;
  }

  #host(name: string, most = this.#limits.perHost): Host<T> {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      host = { name, inFlight: 0, most, limit: most, queue: new Fifo<T>() };
      this.#hosts.set(name, host);
    }
    return host;
  }

  #place(host: Host<T>): void {
    if (host.queue.length === 0 || host.inFlight >= host.limit) return;
    const { inFlight } = host;
    while (this.#startable.length <= inFlight) this.#startable.push(new Set());
    const hosts = this.#startable[inFlight];
    if (hosts === undefined || hosts.has(host)) return;
    hosts.add(host);
    this.#startableHosts++;
  }

  #displace(host: Host<T>): void {
    if (this.#startable[host.inFlight]?.delete(host)) this.#startableHosts--;
  }
}
