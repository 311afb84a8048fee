/**
 * Checks whether an instance of the official API can be used. There is no connection to lose: the number is checked
 * when the instance connects, once an hour, and when Meta says something about it.
 */

import type { NumberFacts } from '../../core/providers/credentials.ts';
import type { Account } from '../../core/providers/provider.ts';
import {
  connectedEvent,
  loggedOut,
  offlineSyncCompleted,
} from '../../core/providers/session-events.ts';
import { Backoff } from '../../core/shared/async/repeat.ts';
import type { Cancel } from '../../core/shared/clock.ts';
import { failure, NotConnected } from '../../core/shared/errors.ts';
import type { CloudContext } from './context.ts';
import type { GraphFailure } from './graph-failure.ts';
import {
  digitsOf,
  type NumberState,
  stateByFailure,
  stateOfNumber,
  type UnusableNumber,
} from './number-state.ts';

/** Reads of its Graph end within 8 s. */
type CloudConnectionDeps = Pick<
  CloudContext,
  'clock' | 'random' | 'host' | 'tasks' | 'graph' | 'number' | 'noted'
>;

const HOUR_MS = 3_600_000;
/** Checks come sooner by up to this part of an hour. */
const SPREAD = 0.1;
/** The shortest time between checks, however often Meta says that something has changed. */
const LOOK_AGAIN_MS = 60_000;
const RETRY = { firstMs: 5_000, maxMs: 300_000 };

export class CloudConnection {
  readonly #deps: CloudConnectionDeps;
  readonly #retries = new Backoff(RETRY);
  #account: Account | null;
  #isOpen = false;
  #cancelLook: Cancel = () => {};
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLookDue = false;

  constructor(deps: CloudConnectionDeps, account: Account | null) {
    this.#deps = deps;
    this.#account = account;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Throws `conflict` while the instance is not open. */
  requireOpen(): Account {
    if (!this.#isOpen || this.#account === null) throw new NotConnected();
    return this.#account;
  }

  /**
   * Throws `invalid` with what is wrong with the number, or `upstream` when Meta cannot be asked; it is then asked
   * again.
   */
  async connect(): Promise<void> {
    if (!this.#isOpen) await this.#comeUp('starting', 'connecting');
  }

  async restart(): Promise<void> {
    this.#isOpen = false;
    await this.#comeUp('reconnecting', 'restart requested');
  }

  async logout(): Promise<void> {
    const { host, tasks } = this.#deps;
    const reason = 'logged out by request';
    if (this.#account !== null) await host.emit(loggedOut(reason));
    this.#cancelLook();
    this.#isOpen = false;
    this.#account = null;
    await tasks.retryUntilDone(async () => {
      await host.rememberAccount(null);
      await host.enter('logged_out', reason);
    });
  }

  /** Call it with every failed call for this number: what the failure says of the number changes the phase. */
  failed(failure: GraphFailure): void {
    const state = stateByFailure(failure);
    if (state?.kind !== 'bad' || !this.#isOpen) return;
    this.#deps.tasks.runLater(async () => {
      if (this.#isOpen) await this.#settle(state);
    });
  }

  /** Handles that Meta has disabled the account. */
  async disabled(reason: string): Promise<void> {
    if (this.#account === null) return;
    await this.#settle({ kind: 'bad', phase: 'banned', reason, isTokenDead: false });
  }

  /** Checks the number soon, at most once a minute. */
  lookSoon(): void {
    if (this.#isLookDue || this.#account === null) return;
    const { clock } = this.#deps;
    const waitMs = Math.max(0, this.#lookedAt + LOOK_AGAIN_MS - clock.steady());
    this.#lookAfter(waitMs);
    this.#isLookDue = true;
  }

  async #comeUp(phase: 'starting' | 'reconnecting', reason: string): Promise<void> {
    const { host, tasks } = this.#deps;
    tasks.forgetNext();
    await host.enter(phase, reason);
    const state = await this.#look();
    await this.#settle(state);
    if (state.kind === 'unknown') throw failure('meta_unreachable', { why: state.reason });
    if (state.kind === 'bad') throw state.refusal;
  }

  async #look(): Promise<NumberState> {
    const { clock, graph, number } = this.#deps;
    this.#lookedAt = clock.steady();
    return stateOfNumber(graph, number().phoneNumberId);
  }

  /** While nothing is known of an instance that is connecting, Meta is asked again and again. */
  async #settle(state: NumberState | UnusableNumber): Promise<void> {
    const { host, tasks } = this.#deps;
    if (state.kind === 'unknown') {
      await host.enter('reconnecting', state.reason);
      return tasks.next(this.#retries.next(), () => this.#retry());
    }
    this.#retries.reset();
    if (state.facts !== undefined) await this.#deps.noted(state.facts);
    await tasks.retryUntilDone(() =>
      state.kind === 'good' ? this.#open(state.facts) : this.#close(state),
    );
    this.#lookAfter(this.#hour());
  }

  async #retry(): Promise<void> {
    if (!this.#isOpen) await this.#settle(await this.#look());
  }

  async #open(facts: NumberFacts): Promise<void> {
    const { host } = this.#deps;
    const account = { jid: `${digitsOf(facts)}@s.whatsapp.net`, pushName: facts.verifiedName };
    const { jid, pushName } = this.#account ?? {};
    if (account.jid !== jid || account.pushName !== pushName) await host.rememberAccount(account);
    this.#account = account;
    if (this.#isOpen) return;
    await host.emitAll([connectedEvent(account), offlineSyncCompleted(0)]);
    await host.enter('open', 'connected');
    this.#isOpen = true;
  }

  /**
   * LoggedOut is published once for a token that no longer works: until there is another, the instance has no account.
   */
  async #close(state: UnusableNumber): Promise<void> {
    const { host } = this.#deps;
    this.#isOpen = false;
    if (state.isTokenDead) {
      if (this.#account !== null) await host.emit(loggedOut(state.reason));
      this.#account = null;
      await host.rememberAccount(null);
    }
    await host.enter(state.phase, state.reason);
  }

  #hour(): number {
    return HOUR_MS * (1 - SPREAD * this.#deps.random());
  }

  /** Schedules the next check, replacing the previous one. */
  #lookAfter(ms: number): void {
    const { tasks } = this.#deps;
    this.#cancelLook();
    this.#isLookDue = false;
    if (this.#account === null) return;
    this.#cancelLook = tasks.after(ms, async () => {
      // It may have been logged out between the timer and its turn.
      if (this.#account === null) return;
      // There will be another check whatever this one finds.
      this.#lookAfter(this.#hour());
      const state = await this.#look();
      // An unknown state changes nothing: an open instance may still work.
      if (state.kind !== 'unknown') await this.#settle(state);
    });
  }
}
