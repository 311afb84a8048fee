/** The streams that this node owns, as far as its memory knows; the table decides. */
import type { Grant } from '../events/publish/ownership.ts';
import type { BeatAnswer, Owned } from './beat.ts';

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

  constructor(nodeId: string) {
    this.#nodeId = nodeId;
  }

  get ids(): readonly string[] {
    return [...this.#held.keys()];
  }

  of(streamId: string): Grant | null {
    return this.#held.get(streamId) ?? null;
  }

  /** As they are now. */
  copy(): ReadonlyMap<string, Grant> {
    return new Map(this.#held);
  }

  add({ id, token }: Owned): void {
    this.#held.set(id, { node: this.#nodeId, token, lease: `${this.#nodeId}.${token}` });
  }

  /** Null: it was not this node's own. */
  remove(streamId: string): Owned | null {
    const grant = this.#held.get(streamId);
    this.#held.delete(streamId);
    return grant ? { id: streamId, token: grant.token } : null;
  }

  /** Whether the table counts what memory will, once it has what was taken. */
  areAsIn({ taken, count, tokens }: BeatAnswer): boolean {
    const after = new Map([...this.#held].map(([id, { token }]) => [id, token]));
    for (const { id, token } of taken) after.set(id, token);
    let sum = 0;
    for (const token of after.values()) sum += token;
    return count === after.size && tokens === sum;
  }

  /** Follows the table where it says otherwise; `before`: memory when the table was asked. */
  reconcile(before: ReadonlyMap<string, Grant>, owned: readonly Owned[]): Reconciled {
    const rows = new Map(owned.map((one) => [one.id, one]));
    const lost: string[] = [];
    for (const [id, grant] of before) {
      if (rows.get(id)?.token === grant.token || this.#held.get(id) !== grant) continue;
      this.#held.delete(id);
      lost.push(id);
    }
    const adopted = [...rows.values()].filter(({ id }) => !this.#held.has(id));
    for (const stream of adopted) this.add(stream);
    return { lost, adopted: adopted.map(({ id }) => id) };
  }
}
