/**
 * Merges two contacts that turn out to be the same person, with their chats and messages. The contacts, the chats, the
 * newest messages and the event are one commit; older messages follow in slices, also after a restart.
 */
import type { CatalogEvent, Stream } from '../../events/contract/catalog.ts';
import { isLid, isPhone } from '../../shared/addresses/chat-address.ts';
import { resultInTime } from '../../shared/async/deadline.ts';
import { createKeyedMutex } from '../../shared/async/mutex.ts';
import { type ContactChangesDeps, contactData } from './contact-changes.ts';
import {
  allMoved,
  enterAddresses,
  INSTANCES_UNMOVED,
  LEFT_BEHIND,
  merge,
  messagesLeft,
  moveSlice,
  type PersonMerge,
  type SamePerson,
  STORED,
  STORED_LIDS,
  UNMOVED,
} from './merge-statements.ts';

/** Returns those of the LIDs whose number is known, each with it. */
export type NumbersOf = (lids: readonly string[]) => Promise<readonly SamePerson[]>;

/** The longest that a reader waits until all messages of an instance are under the right address. */
const SETTLED_MS = 5_000;
const PEOPLE_PER_COMMIT = 500;

export class Merging {
  readonly #deps: ContactChangesDeps;
  readonly #turns = createKeyedMutex();
  /** The instances with work in progress, and the promise of its end. */
  readonly #working = new Map<string, Promise<void>>();
  /** The instances whose next pass has not started; it will include what is requested now. */
  readonly #waiting = new Set<string>();
  #isStopped = false;

  constructor(deps: ContactChangesDeps) {
    this.#deps = deps;
  }

  /** Ignores pairs that are known; the others are on disk when this resolves. */
  async merge(stream: Stream, people: readonly SamePerson[]): Promise<void> {
    const { addresses } = this.#deps;
    for (let at = 0; at < people.length; at += PEOPLE_PER_COMMIT) {
      const some = people.slice(at, at + PEOPLE_PER_COMMIT);
      await addresses.lookUp(
        stream.id,
        some.map(({ from }) => from),
      );
      const news = some.filter(
        ({ from, to }) => from !== to && addresses.known(stream.id, from) !== to,
      );
      if (news.length === 0) continue;
      await this.#enter(stream, news);
      this.wake(stream);
    }
  }

  async #enter(stream: Stream, people: readonly SamePerson[]): Promise<void> {
    const { addresses, publisher } = this.#deps;
    for (const { from, to } of people) addresses.note(stream.id, from, to);
    await publisher.publish(stream, [], enterAddresses(stream.id, people)).catch((error) => {
      for (const { from } of people) addresses.forget(stream.id, from);
      throw error;
    });
  }

  /**
   * Merges whatever is stored under an address of a contact that is stored under another one: what a process left that
   * has ended, and what another one has stored under the old address since. `numbersOf` is asked for the numbers behind
   * the LIDs of which none is stored. Returns how many addresses had something; none the next time.
   */
  again(stream: Stream, numbersOf: NumbersOf): Promise<number> {
    return this.#inTurn(stream, async () => {
      for await (const people of this.#learned(stream, numbersOf))
        await this.#enter(stream, people);
      let merged = 0;
      while (!this.#isStopped) {
        const rows = await this.#deps.db.query(LEFT_BEHIND, [stream.id]);
        if (rows.length === 0) break;
        for (const [from, to] of rows) await this.#merge(stream, moveOf(stream, from, to), true);
        merged += rows.length;
      }
      return merged;
    });
  }

  /** Returns pages of people whose number was not known when they were stored. */
  async *#learned(stream: Stream, numbersOf: NumbersOf): AsyncGenerator<readonly SamePerson[]> {
    let after = '';
    for (;;) {
      const rows = await this.#deps.db.query(STORED_LIDS, [stream.id, after, PEOPLE_PER_COMMIT]);
      const lids = rows.map(([jid]) => String(jid));
      if (lids.length > 0) yield await numbersOf(lids);
      if (lids.length < PEOPLE_PER_COMMIT) return;
      after = lids.at(-1) ?? '';
    }
  }

  /** Must be called when a contact may have got another address. `resume` tries again what fails. */
  wake(stream: Stream): void {
    if (this.#waiting.has(stream.id)) return;
    this.#waiting.add(stream.id);
    this.#run(stream).catch(() => {});
  }

  /** Resolves when no messages of the instance are being moved, or after 5 s. */
  async settled(instanceId: string): Promise<void> {
    const work = this.#working.get(instanceId);
    if (work !== undefined) await resultInTime({ clock: this.#deps.clock, ms: SETTLED_MS }, work);
  }

  /** Continues what an ended process or a failure left, for instances that exist here. Rejects as the database does. */
  async resume(nameOf: (instanceId: string) => string | null): Promise<void> {
    const rows = await this.#deps.db.query(INSTANCES_UNMOVED, []);
    for (const id of rows.map(([id]) => String(id))) {
      const name = nameOf(id);
      if (name !== null) await this.#run({ id, name });
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  #run(stream: Stream): Promise<void> {
    return this.#inTurn(stream, () => this.#mergeAll(stream));
  }

  #inTurn<T>(stream: Stream, task: () => Promise<T>): Promise<T> {
    const work = this.#turns.run(stream.id, task);
    const ended = work.then(
      () => {},
      () => {},
    );
    this.#working.set(stream.id, ended);
    void ended.then(() => {
      if (this.#working.get(stream.id) === ended) this.#working.delete(stream.id);
    });
    return work;
  }

  async #mergeAll(stream: Stream): Promise<void> {
    this.#waiting.delete(stream.id);
    while (!this.#isStopped) {
      const rows = await this.#deps.db.query(UNMOVED, [stream.id]);
      if (rows.length === 0) return;
      for (const [from, to] of rows) await this.#merge(stream, moveOf(stream, from, to));
    }
  }

  /** `isAgain`: something may be left without a contact or a chat that it belongs to. */
  async #merge(stream: Stream, move: PersonMerge, isAgain = false): Promise<void> {
    const { db, clock, publisher } = this.#deps;
    const event = await this.#eventOf(move);
    if (event !== null || isAgain)
      await publisher.publish(stream, event ?? [], [
        ...merge(move, clock.now()),
        ...moveSlice(move),
      ]);
    const left = messagesLeft(move);
    while (!this.#isStopped && (await db.query(left.sql, left.params)).length > 0)
      await publisher.publish(stream, [], moveSlice(move));
    await publisher.publish(stream, [], [allMoved(move)]);
  }

  /** Returns null when neither a contact nor a chat is stored under the old address. */
  async #eventOf({ instanceId, from, to }: PersonMerge): Promise<CatalogEvent[] | null> {
    const rows = await this.#deps.db.query(STORED, [instanceId, from, to]);
    const stored = rows.map(([jid, lid, name]) => ({ jid, lid: String(lid), name: String(name) }));
    if (!stored.some(({ jid }) => jid === from)) return null;
    const newFirst = stored.toSorted((a, b) => Number(b.jid === to) - Number(a.jid === to));
    const first = (field: 'lid' | 'name') =>
      newFirst.map((one) => one[field]).find((text) => text !== '') ?? '';
    const lid = isLid(from) ? from : first('lid');
    const contact = contactData(to, lid, first('name'), isPhone(to) ? to : from);
    return [{ type: 'ContactMerged', data: { Kept: to, Merged: from, Contact: contact } }];
  }
}

const moveOf = ({ id }: Stream, from: unknown, to: unknown): PersonMerge => ({
  instanceId: id,
  from: String(from),
  to: String(to),
});
