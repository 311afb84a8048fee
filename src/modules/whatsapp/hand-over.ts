/** Stores messages before they are sent, hands them to the connection in time, and stores what became of those that fail. */
import { faultOf } from '../../core/db/client.ts';
import type { MessageData } from '../../core/events/types/message-data.ts';
import type { MessageRecord } from '../../core/messages/rows.ts';
import { isGroup, STATUS_JID } from '../../core/providers/chats.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError, failure, messageOf } from '../../core/shared/errors.ts';
import type { Wire } from './engine/wire.ts';
import { Relay, type RelayedMessage } from './relay/relay.ts';
import type { RememberedMessage } from './retry-requests.ts';

interface UnwrittenMessage {
  readonly data: MessageData;
  readonly record: MessageRecord;
  readonly end: PromiseWithResolvers<void>;
}

/** A message with its contact and chat gives at most a few events, and 200 of them are one commit. */
const TOGETHER_MAX = 40;

/** Stores messages before they are sent; those that come while others are being written are written together. */
export class OutgoingRecords {
  readonly #host: Pick<SessionHost, 'emitAll'>;
  readonly #waiting: UnwrittenMessage[] = [];
  #isRunning = false;

  constructor(host: Pick<SessionHost, 'emitAll'>) {
    this.#host = host;
  }

  /** Resolves when the message is on disk with its SendMessage event, and rejects when it is not. */
  store(data: MessageData, record: MessageRecord): Promise<void> {
    const end = Promise.withResolvers<void>();
    this.#waiting.push({ data, record, end });
    if (!this.#isRunning) void this.#run();
    return end.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, TOGETHER_MAX));
    this.#isRunning = false;
  }

  async #write(messages: readonly UnwrittenMessage[]): Promise<void> {
    const events = messages.map(({ data }) => ({ type: 'SendMessage', data }) as const);
    const records = messages.map(({ record }) => record);
    try {
      await this.#host.emitAll(events, records);
      for (const { end } of messages) end.resolve();
    } catch (error) {
      // One that the database refuses must not keep the others from being sent.
      if (messages.length > 1 && faultOf(error) === 'constraint')
        for (const message of messages) await this.#write([message]);
      else for (const { end } of messages) end.reject(error);
    }
  }
}

type HandOverDeps = ConstructorParameters<typeof Relay>[0] & {
  /** Keyed by message id. */
  readonly sent: Map<string, RememberedMessage>;
  readonly host: Pick<SessionHost, 'instanceName' | 'recordStatuses'>;
};

const UNKNOWN = 'Nobody knows yet whether it was sent: if it was, a later status will say so.';

export class HandOver {
  readonly #deps: HandOverDeps;
  readonly #relay: Relay;

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
    this.#relay = new Relay(deps);
  }

  /**
   * Resolves when the message has left. A message that may have been sent gets the status Unknown before this throws
   * `upstream` with `mayBeDone`, because WhatsApp did not take it in time or the connection was lost.
   */
  async inTime(relayed: RelayedMessage, wire: Wire): Promise<void> {
    try {
      await whileSending(this.#deps.clock, relayed, this.#run(relayed, wire));
    } catch (error) {
      if (error instanceof AppError && error.mayBeDone)
        await this.#note(relayed, 'Unknown', UNKNOWN);
      throw error;
    }
  }

  /** A message of which nothing has left, or that an open connection did not take, will not be sent later. */
  async #run(relayed: RelayedMessage, { socket, left, leftCount }: Wire): Promise<void> {
    const { id, message, beside } = relayed;
    const before = leftCount();
    this.#deps.sent.set(id, { message, beside });
    let isHandedOver = false;
    try {
      await this.#relay.send(socket, relayed);
      isHandedOver = true;
      await left();
    } catch (error) {
      const mayHaveLeft = leftCount() > before && (isHandedOver || !socket.ws.isOpen);
      if (mayHaveLeft) throw lostWhileSending(id, error);
      const reason = `The message was not sent: ${messageOf(error)}. Send it again.`;
      await this.#note(relayed, 'Error', reason);
      throw error;
    }
  }

  /** The caller hears the same, so it does no harm if the status cannot be written. */
  async #note({ id }: RelayedMessage, status: 'Error' | 'Unknown', reason: string): Promise<void> {
    const { clock, host } = this.#deps;
    const change = { id, status, code: null, reason, at: clock.now() };
    await host.recordStatuses([change]).catch(() => {});
  }
}

type TimeOf = Pick<Clock, 'after'>;

const ANSWER_MS = 10_000;
/** Keys of a group's members may have to be fetched, and a status is encrypted for hundreds of people. */
const GROUP_MS = 20_000;
const STATUS_MS = 60_000;
/** Longer than a message to a chat takes: its turn, three answers before it is stored, and one to what was sent. */
export const SEND_MS = 65_000;

/**
 * Waits for an answer that is needed before the message is stored. Throws `upstream` after 10 s: nothing is sent then.
 */
export const beforeSending = <T>(clock: TimeOf, answer: Promise<T>): Promise<T> =>
  withTimeout({ clock, ms: ANSWER_MS }, answer, () =>
    failure('not_sent_unanswered', { seconds: ANSWER_MS / 1_000 }),
  );

/**
 * Throws `upstream` with the id of the message when WhatsApp has not taken it within 10 s, or 20 s for a group and 60 s
 * for a status. Sending continues: the message's status tells what became of it.
 */
function whileSending(
  clock: TimeOf,
  { id, chat }: RelayedMessage,
  sending: Promise<void>,
): Promise<void> {
  const others = isGroup(chat) ? GROUP_MS : ANSWER_MS;
  const ms = chat === STATUS_JID ? STATUS_MS : others;
  return withTimeout({ clock, ms }, sending, () => {
    const about = { seconds: ms / 1_000, id, operation: statusOf(id) };
    return failure('fate_unanswered', about, { mayBeDone: true });
  });
}

/** Returns the failure of a message whose connection ended while it was handed over. */
const lostWhileSending = (id: string, cause: unknown): AppError =>
  failure('fate_lost', { id, operation: statusOf(id) }, { cause, mayBeDone: true });

const statusOf = (id: string): string => `GET /message/status/{instanceName}/${id}`;
