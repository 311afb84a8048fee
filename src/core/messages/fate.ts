/** The status of a sent message with its code, its reason and its history. */
import type { Pricing } from '../events/types/message-data.ts';
import type { MessageStatus } from './status.ts';

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
