/** Sends queued messages at the pace of the instance: each chat in order, and no chat waits for another. */
import { faultOf, isPassing } from '../db/client.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { AppError, messageOf, NotConnected } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { MessageLog } from './log.ts';
import type { PaceDecision, SendingPace } from './pace.ts';
import type { QueuedContent, QueuedMessage, QueuedMessages } from './queued.ts';

/** An instance as the queue sees it. */
export interface SendingInstance {
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** When it was closed, in ms since 1970; null if it is connected or reconnects by itself. */
  readonly closedSince: number | null;
}

interface OutgoingDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly queued: QueuedMessages;
  readonly messages: Pick<MessageLog, 'recordUnsent'>;
  readonly pace: Pick<SendingPace, 'take'>;
  /** Returns null when the instance has been deleted. */
  readonly instance: (id: string) => SendingInstance | null;
  /** Resolves when the platform has the message, which has been stored under its id by then. */
  readonly send: (message: QueuedMessage, content: QueuedContent) => Promise<unknown>;
  /** Shows during the message's delay that the account writes to the chat. Must never throw. */
  readonly showWriting: (message: QueuedMessage) => void;
}

/** The most chats of one instance that are sent to at once. */
const SENDING_MAX = 10;
/** How often a message checks whether its instance is connected. */
const CONNECTED_LOOK_MS = 1_000;
const NOT_CONNECTED = 'the instance is not connected';
const RETRY_MS = 5_000;
/** A message that fails for so long ends as an error, even if its cause may pass. */
const BLOCKED_MAX_MS = 24 * 3_600_000;
/** Timers overflow after some weeks, so none is longer than this. */
const LOOK_AGAIN_MAX_MS = 3_600_000;

/** What the queue knows of one instance. */
interface InstanceState {
  cancel: Cancel;
  isRunning: boolean;
  /** Whether something changed during the current pass. */
  isStale: boolean;
  sending: number;
  /** Whether messages wait because the limit of the minute is reached. */
  isPaced: boolean;
}

/** Sends nothing before `start`. A message whose failure may be temporary is tried again for 24 hours. */
export class OutgoingQueue {
  readonly #deps: OutgoingDeps;
  readonly #states = new Map<string, InstanceState>();
  #isStopped = false;

  constructor(deps: OutgoingDeps) {
    this.#deps = deps;
    deps.queued.onAdded((instanceId) => this.nudge(instanceId));
  }

  /** Starts sending. Call it once the messages have been loaded. */
  start(): void {
    for (const id of this.#deps.queued.instances()) this.nudge(id);
  }

  /** Starts no further message; those being sent finish by themselves. */
  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#states.values()) cancel();
  }

  /** Returns whether a message sent now would overtake one that waits for the limit of the minute. */
  isPaced(instanceId: string): boolean {
    return this.#states.get(instanceId)?.isPaced ?? false;
  }

  /** Must be called when the state of an instance has changed, or its queue by other means than `add`. */
  nudge(instanceId: string): void {
    if (this.#isStopped) return;
    const state = this.#states.getOrInsertComputed(instanceId, newState);
    state.isStale = true;
    if (!state.isRunning) void this.#pass(instanceId, state);
  }

  async #pass(instanceId: string, state: InstanceState): Promise<void> {
    state.isRunning = true;
    state.cancel();
    let ms = RETRY_MS;
    while (state.isStale && !this.#isStopped) {
      state.isStale = false;
      try {
        ms = await this.#sendDue(instanceId, state);
      } catch (error) {
        this.#deps.log.warn('queued messages could not be looked at', { reason: messageOf(error) });
        ms = RETRY_MS;
      }
    }
    state.isRunning = false;
    if (this.#isStopped) return;
    if (ms !== Number.POSITIVE_INFINITY)
      state.cancel = this.#deps.clock.after(Math.min(ms, LOOK_AGAIN_MAX_MS), () =>
        this.nudge(instanceId),
      );
    else if (state.sending === 0) this.#states.delete(instanceId);
  }

  /** Starts every message that may be sent. Returns in how many ms to look again. */
  async #sendDue(instanceId: string, state: InstanceState): Promise<number> {
    const { clock, queued, instance: find } = this.#deps;
    const instance = find(instanceId);
    if (instance === null) queued.forget(instanceId);
    state.isPaced = false;
    const now = clock.now();
    let ms = Number.POSITIVE_INFINITY;
    const heads: QueuedMessage[] = [];
    for (const [head] of queued.lines(instanceId)) {
      if (head === undefined) continue;
      if (head.entersAt <= now) heads.push(head);
      else ms = Math.min(ms, head.entersAt - now);
    }
    heads.sort((one, other) => one.entersAt - other.entersAt || one.place - other.place);
    for (const head of heads)
      if (instance !== null) ms = Math.min(ms, await this.#sendIfDue(instance, state, head));
    return ms;
  }

  /** Starts the first message of a chat if it may be sent. Returns in how many ms to look at it again. */
  async #sendIfDue(
    instance: SendingInstance,
    state: InstanceState,
    head: QueuedMessage,
  ): Promise<number> {
    const { clock, pace, showWriting } = this.#deps;
    const early = head.notBefore - clock.steady();
    if (head.phase !== 'waiting') return Number.POSITIVE_INFINITY;
    if (early > 0) return early;
    if (!instance.isOpen) {
      await this.#postpone(instance, head, new NotConnected(NOT_CONNECTED));
      return CONNECTED_LOOK_MS;
    }
    if (head.heldBy === NOT_CONNECTED) head.blockedSince = null;
    head.heldBy = null;
    if (head.delayMs > 0 && !head.isDelayed) {
      head.isDelayed = true;
      head.notBefore = clock.steady() + head.delayMs;
      showWriting(head);
      return head.delayMs;
    }
    // The queue looks again when one of those has ended.
    if (state.sending >= SENDING_MAX) return Number.POSITIVE_INFINITY;
    const decision = await pace.take(instance.id, head.chat);
    if (decision.kind === 'wait') {
      head.heldBy = decision.reason;
      head.blockedSince = null;
      if (decision.limit === 'minute') state.isPaced = true;
      return decision.ms;
    }
    // The message may have been cancelled in the meantime.
    if (this.#isWaiting(head)) void this.#send(instance, state, head, decision);
    else decision.releaseChat();
    return Number.POSITIVE_INFINITY;
  }

  #isWaiting(head: QueuedMessage): boolean {
    const { instanceId, id, phase } = head;
    return phase === 'waiting' && this.#deps.queued.find(instanceId, id) === head;
  }

  /** Never rejects. */
  async #send(
    instance: SendingInstance,
    state: InstanceState,
    head: QueuedMessage,
    decision: Extract<PaceDecision, { kind: 'now' }>,
  ): Promise<void> {
    const { queued, send } = this.#deps;
    head.phase = 'begun';
    state.sending++;
    try {
      const content = await queued.contentOf(head);
      // It has already left the queue, but the answer of that commit was lost.
      if (content === null) queued.left(head);
      else await send(head, content);
      if (queued.find(head.instanceId, head.id) === head) await queued.remove(head);
    } catch (error) {
      // A message that is no longer queued was stored before it failed; its fate is recorded with its row.
      if (queued.find(head.instanceId, head.id) === head) {
        decision.releaseChat();
        head.phase = 'waiting';
        await this.#postpone(instance, head, error);
      }
    }
    state.sending--;
    this.nudge(instance.id);
  }

  /** Keeps the message for a later try when that may help, else records it as an error. Never rejects. */
  async #postpone(instance: SendingInstance, head: QueuedMessage, error: unknown): Promise<void> {
    const { clock, log, messages } = this.#deps;
    const now = clock.now();
    const why = messageOf(error);
    head.heldBy = why;
    head.blockedSince ??= Math.max(head.entersAt, instance.closedSince ?? now);
    const isOver = now - head.blockedSince >= BLOCKED_MAX_MS;
    head.notBefore = clock.steady() + againIn(error);
    if (isTemporary(error) && !isOver) return;
    const fields = { instanceName: instance.name, messageId: head.id };
    if (!(error instanceof AppError))
      log.error('sending a queued message failed', { ...fields, reason: why });
    const after = isOver ? ' for 24 hours' : '';
    try {
      await messages.recordUnsent(instance, head, `It was not sent${after}: ${why}.`, now);
    } catch (fault) {
      log.warn('the fate of a queued message could not be written and will be tried again', {
        ...fields,
        reason: messageOf(fault),
      });
    }
  }
}

const newState = (): InstanceState => ({
  cancel() {},
  isRunning: false,
  isStale: false,
  sending: 0,
  isPaced: false,
});

/** Returns the ms until the next try, at most an hour. */
function againIn(error: unknown): number {
  if (error instanceof NotConnected) return CONNECTED_LOOK_MS;
  const seconds = error instanceof AppError ? Number(error.headers?.['retry-after'] ?? 0) : 0;
  return Math.min(Math.max(RETRY_MS, seconds * 1_000), LOOK_AGAIN_MAX_MS);
}

/** Reasons of temporary failures. A message that may have been sent is no longer in the queue. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'upstream']);

/** Returns whether the message may succeed later, here or at the node that owns the instance. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NotConnected ||
  faultOf(error) === 'fenced' ||
  isPassing(faultOf(error)) ||
  (error instanceof AppError && PASSING.has(error.reason));
