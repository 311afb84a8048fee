/** Sends queued messages at the pace of the instance: each chat in order, and no chat waits for another. */
import type { Clock } from '../shared/clock.ts';
import { AppError, messageOf, NotConnected } from '../shared/errors.ts';
import { Heap } from '../shared/heap.ts';
import type { Log } from '../shared/log.ts';
import { reasonSentence } from '../shared/reasons/reasons.ts';
import { Delays } from './delays.ts';
import { againIn, CONNECTED_LOOK_MS, isTemporary, RETRY_MS } from './fallbacks.ts';
import { type InstanceState, newState, slotOf } from './instance-state.ts';
import type { MessageLog } from './log.ts';
import type { PaceDecision, SendingPace } from './pace.ts';
import { isBefore, type QueuedContent, type QueuedMessage, waitOf } from './queued-message.ts';
import type { QueuedMessages } from './queued-messages.ts';

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
  /** Resolves once the content of the message may be in memory. Throws `rate_limited` if that takes too long. */
  readonly memoryFor: (message: QueuedMessage) => Promise<{ release(): void }>;
  /** Resolves when the platform has the message, which has been stored under its id by then. */
  readonly send: (message: QueuedMessage, content: QueuedContent) => Promise<unknown>;
  /** Shows that the account writes to the chat until `signal` aborts. Must never throw. */
  readonly showWriting: (message: QueuedMessage, signal: AbortSignal) => void;
}

/**
 * The most chats of one instance that are sent to at once: so many with a delay, to which the account is shown writing,
 * and as many without, which need not wait for the delays of others.
 */
const SENDING_MAX = 10;
const NOT_CONNECTED = reasonSentence('instance_offline');
/** How often a message that would open one chat too many checks whether its person has written in the meantime. */
const DAY_LOOK_MS = 10 * 60_000;
/** How often scheduled messages are looked at, because the wall clock may step forward. */
const CLOCK_LOOK_MS = 60_000;
/** A message that fails for so long ends as an error, even if its cause may pass. */
const BLOCKED_MAX_MS = 24 * 3_600_000;

/** Sends nothing before `start`. A message whose failure may be temporary is tried again for 24 hours. */
export class OutgoingQueue {
  readonly #deps: OutgoingDeps;
  readonly #states = new Map<string, InstanceState>();
  readonly #delays: Delays;
  /** The messages that wait because enough chats were opened. */
  readonly #heldForDay = new WeakSet<QueuedMessage>();
  #isStopped = false;

  constructor(deps: OutgoingDeps) {
    this.#deps = deps;
    this.#delays = new Delays(deps);
    deps.queued.onAdded((instanceId, entry) => this.#added(instanceId, entry));
    deps.queued.onLeft((entry) => this.#delays.end(entry));
  }

  /** Starts sending. Call it once the messages have been loaded. */
  start(): void {
    for (const id of this.#deps.queued.instances()) this.nudge(id);
  }

  /** Starts no further message and ends the delays; those being sent finish by themselves. */
  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#states.values()) cancel();
    this.#delays.endAll();
  }

  /** Returns whether a message sent now would overtake one that waits for the limit of the minute. */
  isPaced(instanceId: string): boolean {
    return this.#states.get(instanceId)?.paced != null;
  }

  /** Must be called when the state of an instance has changed, or its queue by other means than `add`. */
  nudge(instanceId: string): void {
    if (this.#isStopped) return;
    const state = this.#states.getOrInsertComputed(instanceId, newState);
    state.isStale = true;
    if (!state.isRunning) void this.#pass(instanceId, state);
  }

  #added(instanceId: string, entry: QueuedMessage): void {
    entry.heldBy = this.#states.get(instanceId)?.paced?.reason ?? null;
    // Its person may have written, so the chat is looked at again.
    const first = this.#deps.queued.firstOf(entry);
    if (first !== undefined && this.#heldForDay.delete(first)) first.notBefore = 0;
    this.nudge(instanceId);
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
      state.cancel = this.#deps.clock.after(Math.min(ms, CLOCK_LOOK_MS), () =>
        this.nudge(instanceId),
      );
    else if (state.sending.delayed + state.sending.plain === 0) this.#states.delete(instanceId);
  }

  /** Starts every message that may be sent. Returns in how many ms to look again. */
  async #sendDue(instanceId: string, state: InstanceState): Promise<number> {
    const { clock, queued, instance: find } = this.#deps;
    const instance = find(instanceId);
    if (instance === null) queued.forget(instanceId);
    state.offlineSince = instance?.isOpen
      ? null
      : (state.offlineSince ?? instance?.closedSince ?? clock.now());
    const pacedMs = (state.paced?.until ?? 0) - clock.steady();
    if (instance?.isOpen && pacedMs > 0) return pacedMs;
    const isFull = (head: QueuedMessage) =>
      instance?.isOpen === true && state.sending[slotOf(head)] >= SENDING_MAX;
    const { due, ms } = this.#dueHeads(instanceId, isFull);
    if (instance === null || due.length === 0) {
      state.paced = null;
      return ms;
    }
    if (instance.isOpen) return Math.min(ms, await this.#startDue(instance, state, due));
    const offline = new NotConnected('not_connected', 'instance_offline');
    for (const head of due) await this.#postpone(instance, head, offline, state.offlineSince);
    return Math.min(ms, CONNECTED_LOOK_MS);
  }

  /** Returns the first message of each chat that is due and has a free slot, and in how many ms another will be due. */
  #dueHeads(
    instanceId: string,
    isFull: (head: QueuedMessage) => boolean,
  ): { readonly due: QueuedMessage[]; readonly ms: number } {
    const { clock, queued } = this.#deps;
    const now = clock.now();
    const steady = clock.steady();
    const due: QueuedMessage[] = [];
    let ms = Number.POSITIVE_INFINITY;
    for (const [head] of queued.lines(instanceId)) {
      // The queue looks again when one of those that have the slots has ended.
      if (head?.phase !== 'waiting' || isFull(head)) continue;
      const early = Math.max(waitOf(head, now), head.notBefore - steady);
      if (early <= 0) due.push(head);
      else ms = Math.min(ms, early);
    }
    return { due, ms };
  }

  /** Starts due messages, the earliest first, while there are slots. Returns in how many ms to look again. */
  async #startDue(
    instance: SendingInstance,
    state: InstanceState,
    due: QueuedMessage[],
  ): Promise<number> {
    const { clock, pace } = this.#deps;
    const heads = new Heap(due, isBefore);
    const ahead = () => heads.values();
    let ms = Number.POSITIVE_INFINITY;
    for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
      if (state.sending[slotOf(head)] >= SENDING_MAX) {
        state.isStale = true;
        break;
      }
      if (head.heldBy === NOT_CONNECTED) head.blockedSince = null;
      head.heldBy = null;
      const { chat, delayMs } = head;
      const decision = await pace.take(instance.id, chat, { delayMs, ahead });
      if (decision.kind === 'now') {
        // The message may have been cancelled in the meantime.
        if (this.#isWaiting(head)) void this.#send(instance, state, head, decision);
        else decision.releaseChat();
      } else if (decision.limit === 'minute') {
        state.paced = { reason: decision.reason, until: clock.steady() + decision.ms };
        for (const held of [head, ...ahead()]) hold(held, decision.reason);
        return decision.ms;
      } else {
        hold(head, decision.reason);
        const again = Math.min(decision.ms, DAY_LOOK_MS);
        head.notBefore = clock.steady() + again;
        this.#heldForDay.add(head);
        ms = Math.min(ms, again);
      }
    }
    state.paced = null;
    return ms;
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
    const { queued } = this.#deps;
    const slot = slotOf(head);
    state.sending[slot]++;
    try {
      if (await this.#delays.run(head)) {
        head.phase = 'begun';
        await this.#sendContent(head);
        if (queued.find(head.instanceId, head.id) === head) await queued.remove(head);
      } else decision.releaseChat();
    } catch (error) {
      // A message that is no longer queued was stored before it failed; its fate is recorded with its row.
      if (queued.find(head.instanceId, head.id) === head) {
        decision.releaseChat();
        head.phase = 'waiting';
        await this.#postpone(instance, head, error);
      }
    }
    state.sending[slot]--;
    this.nudge(instance.id);
  }

  async #sendContent(head: QueuedMessage): Promise<void> {
    const { queued, memoryFor, send } = this.#deps;
    const memory = await memoryFor(head);
    try {
      // Another node may have the instance by now, or nobody.
      if (queued.find(head.instanceId, head.id) !== head) return;
      const content = await queued.contentOf(head);
      // It has already left the queue, but the answer of that commit was lost.
      if (content === null) queued.left(head);
      else await send(head, content);
    } finally {
      memory.release();
    }
  }

  /**
   * Keeps the message for a later try when that may help, else records it as an error. `since` is when the cause began,
   * in ms since 1970; null for one that is new. Never rejects.
   */
  async #postpone(
    instance: SendingInstance,
    head: QueuedMessage,
    error: unknown,
    since: number | null = null,
  ): Promise<void> {
    const { clock, log, messages } = this.#deps;
    const now = clock.now();
    // It becomes a part of a sentence.
    const why = messageOf(error).replace(/\.$/, '');
    head.heldBy = why;
    head.blockedSince ??= Math.max(head.entersAt, since ?? now);
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

/** Records why a message waits; a limit is no failure of its own. */
function hold(head: QueuedMessage, reason: string): void {
  head.heldBy = reason;
  head.blockedSince = null;
}
