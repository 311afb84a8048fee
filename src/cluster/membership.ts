/** This node among the others: it lives by its beat, owns what the table says, and starts nothing once it may be dead. */
import type { Database } from '../db/client.ts';
import type { Grant, Ownership } from '../events/publish/ownership.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import { type BeatAnswer, type BeatTiming, beat, type Node, type Owned, ownedBy } from './beat.ts';
import { Grants } from './grants.ts';
import { Unreached } from './unreached.ts';

export interface MembershipTiming extends BeatTiming {
  /** From the beginning of a beat to the next. */
  readonly beatMs: number;
  /** How long a node trusts a beat, from before it was sent, by both its clocks. */
  readonly trustMs: number;
}

export const TIMING: MembershipTiming = {
  leaseMs: 12_000,
  beatMs: 3_000,
  trustMs: 8_000,
  graceMs: 6_000,
};

/** What changes for the parts that work on streams. Each must be quick and never throw. */
export interface MembershipHooks {
  /** Streams that are this node's own now, or are so anew. */
  readonly gained: (streamIds: readonly string[]) => void;
  /** Streams that are not this node's own any more: nothing may be written for them. */
  readonly lost: (streamIds: readonly string[]) => void;
  /** It may be dead for the others: at once, nothing may be started for any stream. */
  readonly lapsed: () => void;
  /** It is sure that it is alive, and owns what it has not lost meanwhile. */
  readonly resumed: () => void;
}

interface MembershipDeps {
  /** A connection of its own: a beat must not wait behind other work. */
  readonly db: Pick<Database, 'batch' | 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: Pick<Node, 'name' | 'version'>;
  /** Where other nodes reach this one, asked at each beat; '': nowhere yet. */
  readonly url: () => string;
  readonly timing?: MembershipTiming;
  /** SQL for the present; default: the database's own clock. */
  readonly databaseNow?: () => string;
  /** Called with what the clock of the database said in a beat, and how long that took to come, in ms. */
  readonly heard?: (databaseNow: number, tookMs: number) => void;
}

/** By both clocks of a process, in ms. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

export class Membership implements Ownership {
  readonly isShared = true;
  /** The others hear of it with the next beat. */
  readonly unreached: Unreached;
  readonly #deps: MembershipDeps;
  readonly #timing: MembershipTiming;
  readonly #id = newId();
  /** What it owns, for those who hand it over. */
  readonly grants: Grants;
  readonly #certain: (() => void)[] = [];
  #hooks: MembershipHooks | null = null;
  #nodes: readonly Node[] = [];
  /** When the last beat that counts began. */
  #heldSince: Moment | null = null;
  /** What the last beat said of it. */
  #databaseTime = { at: 0, steady: 0 };
  #isLapsed = false;
  #isDraining = false;
  #hadOrphans = false;
  /** Since its start. */
  #counts = { takenOver: 0, fenced: 0 };
  #running: Promise<void> | null = null;
  #mustBeatAgain = false;
  #isStopped = false;
  #cancelBeat: Cancel = () => {};
  #cancelLapse: Cancel = () => {};

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
    this.unreached = new Unreached(deps.clock);
    this.grants = new Grants(this.#id);
    this.#timing = deps.timing ?? TIMING;
  }

  get node(): string {
    return this.#id;
  }

  get leasePrefix(): string {
    return `${this.#id}.`;
  }

  /** Ms since 1970 by the clock of the database, as far as is known here. */
  get now(): number {
    const { clock } = this.#deps;
    return this.#databaseTime.at + clock.steady() - this.#databaseTime.steady;
  }

  /** The nodes alive at the last beat, this one among them. */
  get nodes(): readonly Node[] {
    return this.#nodes;
  }

  /** Streams that are this node's own. */
  get streams(): readonly string[] {
    return this.grants.ids;
  }

  get isCertain(): boolean {
    return this.#heldSince !== null && this.#isCertainSince(this.#heldSince);
  }

  #isCertainSince(held: Moment): boolean {
    return this.#passedSince(held) < this.#timing.trustMs;
  }

  #passedSince(held: Moment): number {
    const { clock } = this.#deps;
    return Math.max(clock.steady() - held.steady, clock.now() - held.wall);
  }

  /** Draining: it gives back what it has; lapsed: it starts nothing until it can say again that it lives. */
  get lease(): 'held' | 'lapsed' | 'draining' {
    if (!this.isCertain) return 'lapsed';
    return this.#isDraining ? 'draining' : 'held';
  }

  /** Until others may take what it has, as far as it knows. */
  get leaseLeftMs(): number {
    const passed = this.#heldSince ? this.#passedSince(this.#heldSince) : Number.POSITIVE_INFINITY;
    return Math.max(0, this.#timing.leaseMs - passed);
  }

  /** What has happened so far: streams that were taken over, and writes that were refused. */
  get counts(): { readonly takenOver: number; readonly fenced: number } {
    return { ...this.#counts };
  }

  grantOf(streamId: string): Grant | null {
    return this.grants.of(streamId);
  }

  grantToSend(streamId: string): Grant | null {
    return this.grants.toSend(streamId);
  }

  whenCertain(run: () => void): void {
    this.#certain.push(run);
  }

  fenced(): void {
    this.#counts.fenced++;
    this.recheck();
  }

  recheck(): void {
    this.#mustBeatAgain = true;
    // Before its start nobody would open what a beat takes.
    if (this.#running === null && this.#hooks !== null) void this.#beat();
  }

  /** Resolves after the first beat, and goes on with them; rejects with a DatabaseError when that one fails. */
  async start(hooks: MembershipHooks): Promise<void> {
    this.#hooks = hooks;
    this.#running = this.#once();
    await this.#running.finally(() => {
      this.#running = null;
    });
    this.#scheduleBeat(this.#mustBeatAgain ? 0 : this.#timing.beatMs);
  }

  /** Takes no stream any more; what it has is to be handed over. */
  drain(): Promise<void> {
    this.#isDraining = true;
    // One that is under way does not say so.
    if (this.#running !== null) this.#mustBeatAgain = true;
    return this.#beat();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelBeat();
    this.#cancelLapse();
  }

  /** Resolves when no beat is under way. Never rejects. */
  async beatEnded(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  /** This process has made the row of a stream. */
  began(streamId: string): void {
    this.grants.add({ id: streamId, token: 1 });
  }

  #scheduleBeat(ms: number): void {
    this.#cancelBeat();
    if (!this.#isStopped) this.#cancelBeat = this.#deps.clock.after(ms, () => void this.#beat());
  }

  /** One at a time; when a recheck is asked for meanwhile, one more follows. */
  #beat(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#mustBeatAgain && !this.#isStopped) void this.#beat();
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#deps;
    const from = clock.steady();
    this.#mustBeatAgain = false;
    this.#lapseUnlessCertain();
    try {
      await this.#once();
    } catch (error) {
      log.warn('the node could not say that it lives', { error: messageOf(error) });
    }
    this.#scheduleBeat(Math.max(0, this.#timing.beatMs - (clock.steady() - from)));
  }

  /** An answer counts only once memory agrees with the table: else another node's streams could pass for its own. */
  async #once(): Promise<void> {
    const { db, clock, databaseNow } = this.#deps;
    const held = { steady: clock.steady(), wall: clock.now() };
    const before = this.grants.copy();
    const url = this.#deps.url();
    const said = { url, draining: this.#isDraining, unreached: this.unreached.ids };
    const node = { ...this.#deps.node, ...said, ...this.counts, id: this.#id };
    const extra = this.#hadOrphans ? 1 : 0;
    const answer = await beat(db, { node, extra }, this.#timing, databaseNow);
    const rows = this.grants.areAsIn(answer) ? null : await ownedBy(db, this.#id);
    if (this.#isStopped) return;
    if (!this.#isCertainSince(held)) return this.#lapse();
    const isFirst = this.#heldSince === null;
    const isSureAnew = this.#renew(held);
    this.#nodes = answer.nodes;
    this.#databaseTime = { at: answer.now, steady: clock.steady() };
    this.#deps.heard?.(answer.now, clock.steady() - held.steady);
    this.#hadOrphans = answer.taken.length > 0;
    this.#take(answer);
    if (rows) this.#reconcile(before, rows);
    if (!isSureAnew) return;
    if (!isFirst) this.#hooks?.resumed();
    for (const run of this.#certain) run();
  }

  #take({ taken, from }: BeatAnswer): void {
    for (const { node, streams } of from) {
      this.#counts.takenOver += streams;
      this.#deps.log.info('streams were taken over', { streams, from: node ?? 'nobody' });
    }
    const ids = taken.map(({ id }) => id);
    const lost = ids.filter((id) => this.grants.of(id) !== null);
    for (const stream of taken) this.grants.add(stream);
    if (lost.length > 0) this.#hooks?.lost(lost);
    if (ids.length > 0) this.#hooks?.gained(ids);
  }

  /** Whether it is sure again, or for the first time, that it is alive. */
  #renew(held: Moment): boolean {
    const { clock } = this.#deps;
    this.#lapseUnlessCertain();
    const wasUnsure = this.#isLapsed || this.#heldSince === null;
    this.#heldSince = held;
    this.#cancelLapse();
    const leftMs = this.#timing.trustMs - (clock.steady() - held.steady);
    this.#cancelLapse = clock.after(leftMs, () => this.#lapse());
    this.#isLapsed = false;
    return wasUnsure;
  }

  /** The lease may have ended while the machine was suspended and timers stood still, before one could say so. */
  #lapseUnlessCertain(): void {
    if (this.#heldSince !== null && !this.isCertain) this.#lapse();
  }

  #lapse(): void {
    if (this.#isLapsed || this.#isStopped) return;
    this.#isLapsed = true;
    this.#deps.log.warn('the lease of this node has ended: it starts nothing until it is renewed');
    this.#hooks?.lapsed();
  }

  /** What the table says and memory does not, or the other way about; `before`: as it was when the beat began. */
  #reconcile(before: ReadonlyMap<string, Grant>, owned: readonly Owned[]): void {
    const { lost, adopted } = this.grants.reconcile(before, owned);
    if (lost.length > 0) this.#hooks?.lost(lost);
    if (adopted.length > 0) this.#hooks?.gained(adopted);
  }
}
