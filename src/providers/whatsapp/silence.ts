/** Limits how long a sender waits for a WhatsApp that does not answer, and words the failure. */
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { isGroup, STATUS_JID } from '../chats.ts';

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
  withTimeout({ clock, ms: ANSWER_MS }, answer, () => {
    const words = `WhatsApp did not answer within ${ANSWER_MS / 1_000} seconds`;
    return new AppError('upstream', `${words}, and the message was not sent: send it again`);
  });

interface Relayed {
  readonly id: string;
  /** The JID to which the message is sent. */
  readonly chat: string;
}

/**
 * Throws `upstream` with the id of the message when WhatsApp has not taken it within 10 s, or 20 s for a group and 60 s
 * for a status. Sending continues: the message's status tells what became of it.
 */
export function whileSending(
  clock: TimeOf,
  { id, chat }: Relayed,
  sending: Promise<void>,
): Promise<void> {
  const others = isGroup(chat) ? GROUP_MS : ANSWER_MS;
  const ms = chat === STATUS_JID ? STATUS_MS : others;
  return withTimeout({ clock, ms }, sending, () => {
    const words = `WhatsApp did not answer within ${ms / 1_000} seconds: whether message ${id} was sent`;
    return new AppError('upstream', `${words} ${cureOf(id)}`, { mayBeDone: true });
  });
}

/** Returns the failure of a message whose connection ended while it was handed over. */
export function lostWhileSending(id: string, cause: unknown): AppError {
  const words = `the connection was lost while sending: whether message ${id} was sent`;
  return new AppError('upstream', `${words} ${cureOf(id)}`, { cause, mayBeDone: true });
}

const cureOf = (id: string): string =>
  `is told by MessageStatus, and by GET /message/status/{instanceName}/${id}`;
