/** The streams that this node owns, as far as its memory knows; the table decides. */
import type { Grant } from '../events/publish/ownership.ts';
import { type BeatAnswer, checksumOf, type Owned } from './beat.ts';

/** How memory has changed; the streams are named by their ids. */
interface Reconciled {
  /** Not its own any more. */
  readonly lost: readonly string[];
  /** Its own without having known. */
  readonly adopted: readonly string[];
}

export class Grants {
  readonly #nodeId: string;
  readonly #held = new Map<string, Grant>();
  /** Of those: nothing new is sent for them, since they are to be another node's. */
  readonly #retired = new Set<string>();
  /** Of those: nothing is sent for them yet, since where it goes to is not read again. */
  readonly #unread = new Set<string>();
  /** Given up here, which the table may not say yet. */
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

  /** Null also while the stream is handed over, and until what other nodes have left of it is read. */
  toSend(streamId: string): Grant | null {
    const maySend = !this.#retired.has(streamId) && !this.#unread.has(streamId);
    return maySend ? this.of(streamId) : null;
  }

  /** As they are now, with those that the table may still have for this node's own. */
  copy(): ReadonlyMap<string, Grant> {
    return new Map([...this.#parting, ...this.#held]);
  }

  add({ id, token }: Owned): void {
    this.#retired.delete(id);
    this.#unread.delete(id);
    this.#parting.delete(id);
    this.#held.set(id, { node: this.#nodeId, token, lease: `${this.#nodeId}.${token}` });
  }

  retire(streamId: string): void {
    if (this.#held.has(streamId)) this.#retired.add(streamId);
  }

  /** Until `wasRead` nothing is sent for the stream: memory may have it as it was before others had it. */
  mustBeRead(streamId: string): void {
    if (this.#held.has(streamId)) this.#unread.add(streamId);
  }

  wasRead(streamId: string): void {
    this.#unread.delete(streamId);
  }

  /** From here on it is not this node's own, whatever the table says until `parted`. Null: it was not before. */
  letGo(streamId: string): Owned | null {
    const grant = this.#drop(streamId);
    if (grant === null) return null;
    this.#parting.set(streamId, grant);
    return { id: streamId, token: grant.token };
  }

  /** What was let go and may be its own in the table still. */
  get parting(): readonly Owned[] {
    return [...this.#parting].map(([id, { token }]) => ({ id, token }));
  }

  isParting({ id, token }: Owned): boolean {
    return this.#parting.get(id)?.token === token;
  }

  /** The table says so too. */
  parted(owned: Owned): void {
    if (this.isParting(owned)) this.#parting.delete(owned.id);
  }

  #drop(streamId: string): Grant | null {
    const grant = this.of(streamId);
    this.#held.delete(streamId);
    this.#retired.delete(streamId);
    this.#unread.delete(streamId);
    return grant;
  }

  /** Whether the table counts what memory will, once it has what was taken. */
  areAsIn({ taken, count, checksum }: BeatAnswer): boolean {
    const after = new Map([...this.copy()].map(([id, { token }]) => [id, token]));
    for (const { id, token } of taken) after.set(id, token);
    let sum = 0;
    for (const [id, token] of after) sum += checksumOf({ id, token });
    return count === after.size && checksum === sum;
  }

  /** Follows the table where it says otherwise; `before`: memory when the table was asked. */
  reconcile(before: ReadonlyMap<string, Grant>, owned: readonly Owned[]): Reconciled {
    const rows = new Map(owned.map((one) => [one.id, one]));
    const isAsBefore = ({ id, token }: Owned) => before.get(id)?.token === token;
    const lost: string[] = [];
    for (const [id, grant] of before) {
      if (rows.get(id)?.token === grant.token) continue;
      if (this.#parting.get(id) === grant) this.#parting.delete(id);
      if (this.#held.get(id) !== grant) continue;
      this.#drop(id);
      lost.push(id);
    }
    // What it had when the table was asked, and has no more, it has given back since.
    const adopted = owned.filter((one) => !this.#held.has(one.id) && !isAsBefore(one));
    for (const stream of adopted) this.add(stream);
    return { lost, adopted: adopted.map(({ id }) => id) };
  }
}
