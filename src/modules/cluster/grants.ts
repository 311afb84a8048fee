/** The streams that this node owns, as far as its memory knows; the table is authoritative. */
import type { Grant } from '../../core/events/publish/ownership.ts';
import { type BeatAnswer, checksumOf, type OwnedStream } from './beat.ts';

/** The changes of memory, as ids of streams. */
interface GrantChanges {
  /** Streams that the node no longer owns. */
  readonly lost: readonly string[];
  /** Streams that the node owns without having known it. */
  readonly adopted: readonly string[];
}

export class Grants {
  readonly #nodeId: string;
  readonly #held = new Map<string, Grant>();
  /** Owned streams for which nothing new is sent, because another node will get them. */
  readonly #retired = new Set<string>();
  /** Owned streams for which nothing is sent yet, because their destinations have not been reloaded. */
  readonly #unread = new Set<string>();
  /** Streams released here while the table may still name this node. */
  readonly #parting = new Map<string, Grant>();

  constructor(nodeId: string) {
    this.#nodeId = nodeId;
  }

  get ids(): readonly string[] {
    return [...this.#held.keys()];
  }

  of(streamId: string): Grant | null {
    return this.#held.get(streamId) ?? null;
  }

  /**
   * Returns the grant to send. Null also while the stream is being handed over, and until this node has read what other
   * nodes left of it.
   */
  toSend(streamId: string): Grant | null {
    const maySend = !this.#retired.has(streamId) && !this.#unread.has(streamId);
    return maySend ? this.of(streamId) : null;
  }

  /** Returns all grants, including those that the table may still have for this node. */
  copy(): ReadonlyMap<string, Grant> {
    return new Map([...this.#parting, ...this.#held]);
  }

  add({ id, term }: OwnedStream): void {
    this.#retired.delete(id);
    this.#unread.delete(id);
    this.#parting.delete(id);
    this.#held.set(id, { node: this.#nodeId, term, holder: `${this.#nodeId}.${term}` });
  }

  retire(streamId: string): void {
    if (this.#held.has(streamId)) this.#retired.add(streamId);
  }

  /** Stops sending for the stream until `wasRead`, because memory may be older than what another node wrote. */
  mustBeRead(streamId: string): void {
    if (this.#held.has(streamId)) this.#unread.add(streamId);
  }

  wasRead(streamId: string): void {
    this.#unread.delete(streamId);
  }

  /** Gives the stream up, whatever the table says until `recordRelease`. Returns null if this node did not own it. */
  letGo(streamId: string): OwnedStream | null {
    const grant = this.#drop(streamId);
    if (grant === null) return null;
    this.#parting.set(streamId, grant);
    return { id: streamId, term: grant.term };
  }

  /** Streams that this node has released while the table may still name it. */
  get parting(): readonly OwnedStream[] {
    return [...this.#parting].map(([id, { term }]) => ({ id, term }));
  }

  isParting({ id, term }: OwnedStream): boolean {
    return this.#parting.get(id)?.term === term;
  }

  /** Must be called when the table no longer names this node. */
  recordRelease(owned: OwnedStream): void {
    if (this.isParting(owned)) this.#parting.delete(owned.id);
  }

  #drop(streamId: string): Grant | null {
    const grant = this.of(streamId);
    this.#held.delete(streamId);
    this.#retired.delete(streamId);
    this.#unread.delete(streamId);
    return grant;
  }

  /** Returns whether memory will agree with the table once it has the taken streams. */
  areAsIn({ taken, count, checksum }: BeatAnswer): boolean {
    const after = new Map([...this.copy()].map(([id, { term }]) => [id, term]));
    for (const { id, term } of taken) after.set(id, term);
    let sum = 0;
    for (const [id, term] of after) sum += checksumOf({ id, term });
    return count === after.size && checksum === sum;
  }

  /** Makes memory follow the table. `before` is what memory had when the table was read. */
  reconcile(before: ReadonlyMap<string, Grant>, owned: readonly OwnedStream[]): GrantChanges {
    const rows = new Map(owned.map((one) => [one.id, one]));
    const isAsBefore = ({ id, term }: OwnedStream) => before.get(id)?.term === term;
    const lost: string[] = [];
    for (const [id, grant] of before) {
      if (rows.get(id)?.term === grant.term) continue;
      if (this.#parting.get(id) === grant) this.#parting.delete(id);
      if (this.#held.get(id) !== grant) continue;
      this.#drop(id);
      lost.push(id);
    }
    // A stream that memory had when the table was read, and no longer has, was given back in the meantime.
    const adopted = owned.filter((one) => !this.#held.has(one.id) && !isAsBefore(one));
    for (const stream of adopted) this.add(stream);
    return { lost, adopted: adopted.map(({ id }) => id) };
  }
}
