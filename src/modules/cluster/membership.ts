/** This node's membership: it renews its lease, owns what the table says, and starts nothing once it may be dead. */
import type { Database } from '../../core/db/client.ts';
import type { Grant, Ownership } from '../../core/events/publish/ownership.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { newId } from '../../core/shared/ids.ts';
import type { Log } from '../../core/shared/log.ts';
import type { BeatAnswer, Node, OwnedStream } from './beat.ts';
import { beat, streamsOwnedBy, TIMING } from './beat.ts';
import type { ChangeFeed } from './changes.ts';
import { Grants } from './grants.ts';
import { UnreachedNodes } from './unreached-nodes.ts';

/** Called when the ownership of streams changes. Each must be quick and never throw. */
export interface MembershipHooks {
  /** Called with streams that this node owns now, or owns again. */
  readonly onGained: (streamIds: readonly string[]) => void;
  /** Called with streams that this node no longer owns: nothing may be written for them. */
  readonly onLost: (streamIds: readonly string[]) => void;
  /** Called when others may think that this node is dead: nothing may be started for any stream. */
  readonly onLapse: () => void;
  /** Called when the node is certainly alive again, and owns what it has not lost. */
  readonly onResume: () => void;
}

interface MembershipDeps {
  /** A separate connection: a beat must not wait behind other work. */
  readonly db: Pick<Database, 'batch' | 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: Pick<Node, 'name' | 'version'>;
  /** Returns the URL at which other nodes reach this one; asked at each beat, '' until it is known. */
  readonly url: () => string;
  /** Returns the SQL of the current time; by default that of the database's own clock. */
  readonly databaseNow?: () => string;
  /** Each beat carries a look at the changes of other nodes, which then costs no request. */
  readonly changes: Pick<ChangeFeed, 'carry'> | null;
  /** Called with the database's time in a beat, and the ms that the answer took. */
  readonly onBeat: (databaseNow: number, tookMs: number) => void;
}

/** A moment by both clocks of the process, in ms. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

export class Membership implements Ownership {
  readonly isShared = true;
  /** The next beat tells the others. */
  readonly unreached: UnreachedNodes;
  readonly #deps: MembershipDeps;
  readonly #id = newId();
  readonly grants: Grants;
  readonly #certain: (() => void)[] = [];
  #hooks: MembershipHooks | null = null;
  #nodes: readonly Node[] = [];
  /** When the last valid beat began. */
  #heldSince: Moment | null = null;
  /** The database's time in the last beat. */
  #databaseTime = { at: 0, steady: 0 };
  #isLapsed = false;
  #isDraining = false;
  #hadOrphans = false;
  #counts = { takenOver: 0, fenced: 0 };
  #running: Promise<void> | null = null;
  #mustBeatAgain = false;
  #isStopped = false;
  #cancelBeat: Cancel = () => {};
  #cancelLapse: Cancel = () => {};

  constructor(deps: MembershipDeps) {
    this.#deps = deps;
    this.unreached = new UnreachedNodes(deps.clock);
    this.grants = new Grants(this.#id);
  }

  get node(): string {
    return this.#id;
  }

  get holderPrefix(): string {
    return `${this.#id}.`;
  }

  /** The estimated time of the database, in ms since 1970. */
  get now(): number {
    const { clock } = this.#deps;
    return this.#databaseTime.at + clock.steady() - this.#databaseTime.steady;
  }

  /** Returns the nodes that were alive at the last beat, this one included. */
  get nodes(): readonly Node[] {
    return this.#nodes;
  }

  get streams(): readonly string[] {
    return this.grants.ids;
  }

  get isCertain(): boolean {
    return this.#heldSince !== null && this.#isCertainSince(this.#heldSince);
  }

  #isCertainSince(held: Moment): boolean {
    return this.#msSince(held) < TIMING.trustMs;
  }

  #msSince(held: Moment): number {
    const { clock } = this.#deps;
    return Math.max(clock.steady() - held.steady, clock.now() - held.wall);
  }

  /** While `draining` it releases its streams; while `onLapse` it starts nothing until its lease is renewed. */
  get lease(): 'held' | 'lapsed' | 'draining' {
    if (!this.isCertain) return 'lapsed';
    return this.#isDraining ? 'draining' : 'held';
  }

  /** Returns in how many ms others may take its streams, as far as it knows. */
  get leaseLeftMs(): number {
    const passed = this.#heldSince ? this.#msSince(this.#heldSince) : Number.POSITIVE_INFINITY;
    return Math.max(0, TIMING.leaseMs - passed);
  }

  /** Returns how many streams it has taken over, and how many of its writes were refused. */
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

  reportFenced(): void {
    this.#counts.fenced++;
    this.recheck();
  }

  recheck(): void {
    this.#mustBeatAgain = true;
    // Before the start nobody would use the streams that a beat takes.
    if (this.#running === null && this.#hooks !== null) void this.#beat();
  }

  /** Starts the beats; resolves after the first. Rejects with a DatabaseError when that fails. */
  async start(hooks: MembershipHooks): Promise<void> {
    this.#hooks = hooks;
    this.#running = this.#once();
    await this.#running.finally(() => {
      this.#running = null;
    });
    this.#scheduleBeat(this.#mustBeatAgain ? 0 : TIMING.beatMs);
  }

  /** Stops taking streams; those that it has must be handed over. */
  drain(): Promise<void> {
    this.#isDraining = true;
    // A beat that already runs does not announce it.
    if (this.#running !== null) this.#mustBeatAgain = true;
    return this.#beat();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelBeat();
    this.#cancelLapse();
  }

  /** Resolves when no beat runs. Never rejects. */
  async beatEnded(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  /** Must be called when this process has inserted the row of a stream. */
  began(streamId: string): void {
    this.grants.add({ id: streamId, term: 1 });
  }

  #scheduleBeat(ms: number): void {
    this.#cancelBeat();
    if (!this.#isStopped) this.#cancelBeat = this.#deps.clock.after(ms, () => void this.#beat());
  }

  /** Runs one beat at a time; a recheck that is requested during a beat runs another one after it. */
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
    try {
      this.#lapseUnlessCertain();
      await this.#once();
    } catch (error) {
      log.warn('the node failed to renew its lease', { error: messageOf(error) });
    }
    this.#scheduleBeat(Math.max(0, TIMING.beatMs - (clock.steady() - from)));
  }

  /** An answer counts only once memory agrees with the table; else streams of others could count as its own. */
  async #once(): Promise<void> {
    const { db, clock, databaseNow } = this.#deps;
    const held = { steady: clock.steady(), wall: clock.now() };
    const before = this.grants.copy();
    const url = this.#deps.url();
    const announced = { url, draining: this.#isDraining, unreached: this.unreached.ids };
    const node = { ...this.#deps.node, ...announced, ...this.counts, id: this.#id };
    const extra = this.#hadOrphans ? 1 : 0;
    const look = this.#deps.changes?.carry();
    const carried = look?.statement ?? null;
    const answer = await beat(db, { node, extra, carried }, databaseNow);
    const rows = this.grants.areAsIn(answer) ? null : await streamsOwnedBy(db, this.#id);
    if (this.#isStopped) return;
    if (!this.#isCertainSince(held)) return this.#lapse();
    const isFirst = this.#heldSince === null;
    const isSureAnew = this.#renew(held);
    this.#nodes = answer.nodes;
    this.#databaseTime = { at: answer.now, steady: clock.steady() };
    this.#deps.onBeat(answer.now, clock.steady() - held.steady);
    this.#hadOrphans = answer.taken.length > 0;
    this.#take(answer);
    if (rows) this.#reconcile(before, rows);
    look?.answered(answer.carried);
    if (!isSureAnew) return;
    if (!isFirst) this.#hooks?.onResume();
    for (const run of this.#certain) run();
  }

  #take({ taken, from }: BeatAnswer): void {
    for (const { node, streams } of from) {
      this.#counts.takenOver += streams;
      this.#deps.log.info('the node took over streams', { streams, from: node ?? 'nobody' });
    }
    const ids = taken.map(({ id }) => id);
    const lost = ids.filter((id) => this.grants.of(id) !== null);
    for (const stream of taken) this.grants.add(stream);
    if (lost.length > 0) this.#hooks?.onLost(lost);
    if (ids.length > 0) this.#hooks?.onGained(ids);
  }

  /** Returns whether the node is certainly alive again, or for the first time. */
  #renew(held: Moment): boolean {
    const { clock } = this.#deps;
    this.#lapseUnlessCertain();
    const wasUnsure = this.#isLapsed || this.#heldSince === null;
    this.#heldSince = held;
    this.#cancelLapse();
    const leftMs = TIMING.trustMs - (clock.steady() - held.steady);
    this.#cancelLapse = clock.after(leftMs, () => this.#lapse());
    this.#isLapsed = false;
    return wasUnsure;
  }

  /** The lease may have ended while the machine was suspended and no timer ran to notice it. */
  #lapseUnlessCertain(): void {
    if (this.#heldSince !== null && !this.isCertain) this.#lapse();
  }

  #lapse(): void {
    if (this.#isLapsed || this.#isStopped) return;
    this.#isLapsed = true;
    this.#deps.log.warn(
      'the lease of this node ended: it starts nothing until the lease is renewed',
    );
    this.#hooks?.onLapse();
  }

  /** Reconciles memory with the table. `before` is memory at the start of the beat. */
  #reconcile(before: ReadonlyMap<string, Grant>, owned: readonly OwnedStream[]): void {
    const { lost, adopted } = this.grants.reconcile(before, owned);
    if (lost.length > 0) this.#hooks?.onLost(lost);
    if (adopted.length > 0) this.#hooks?.onGained(adopted);
  }
}
