/** The statuses of sent messages, and which may follow which. */
import type { PlatformFailure, Pricing } from '../events/types/message-data.ts';

/**
 * The statuses in the order in which they follow each other. A `Queued` message waits to be sent; `Error` is final
 * unless the message arrives nevertheless.
 */
export const MESSAGE_STATUSES = [
  'Queued',
  'Pending',
  'Unknown',
  'ServerAck',
  'Delivered',
  'Read',
  'Played',
  'Error',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A change of status that a provider reports. */
export interface StatusChange {
  /** Our id or the platform's. */
  readonly id: string;
  readonly status: Exclude<MessageStatus, 'Queued' | 'Pending'>;
  /** The platform's number for a refusal, or null. */
  readonly code: number | null;
  /** For `Error` and `Unknown`: a sentence that says what happened and what to do about it. */
  readonly reason: string | null;
  /** Ms since 1970. */
  readonly at: number;
  /** The platform's id of the message, if it differs from ours. */
  readonly platformId?: string;
  /** The price of the message as the platform states it, if it does. */
  readonly pricing?: Pricing;
  /** The platform's own words about an `Error`. */
  readonly failure?: PlatformFailure;
}

const RANK: Readonly<Record<MessageStatus, number>> = {
  Queued: -1,
  Pending: 0,
  Unknown: 1,
  ServerAck: 2,
  Error: 3,
  Delivered: 4,
  Read: 5,
  Played: 6,
};

/** Returns whether a message with the status `from` can get the status `to`; statuses never go back. */
export const isProgress = (from: MessageStatus, to: MessageStatus): boolean =>
  RANK[to] > RANK[from];

/** As what the choices of a message are shown: as buttons or a list, or as what was sent in their place. */
export const MESSAGE_FORMS = ['interactive', 'poll', 'text'] as const;
export type MessageForm = (typeof MESSAGE_FORMS)[number];

export interface StatusAt {
  readonly status: MessageStatus;
  /** Ms since 1970. */
  readonly at: number;
  /** The price that the platform stated with this status. */
  readonly pricing?: Pricing;
  /** As what its choices are sent from then on; absent if that did not change. */
  readonly form?: MessageForm;
  /** The platform's number for the refusal of the form before. */
  readonly code?: number;
  /** The caller's text that every status of the message repeats; only the first status of the history has it. */
  readonly callback?: string;
}

/** Returns the caller's text that every status of the message repeats, or undefined. */
export const callbackOf = (history: readonly StatusAt[]): string | undefined =>
  history.find(({ callback }) => callback !== undefined)?.callback;

/** Returns as what the choices of the message were sent last; undefined for one that can take no other form. */
export const formOf = (history: readonly StatusAt[]): MessageForm | undefined =>
  history.findLast(({ form }) => form !== undefined)?.form;

export interface Fate {
  readonly chat: string;
  readonly status: MessageStatus;
  readonly code: number | null;
  readonly reason: string | null;
  /** All statuses, the oldest first. */
  readonly history: readonly StatusAt[];
  /** The platform's id of the message, if it differs from ours and is known. */
  readonly platformId?: string;
}

/** Returns what the platform charges for a message, or undefined when it has not said so. */
export const pricingOf = ({ history }: Pick<Fate, 'history'>): Pricing | undefined =>
  history.findLast(({ pricing }) => pricing !== undefined)?.pricing;
