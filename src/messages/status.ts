/** How far a message that was sent has come, and which change of that counts. */

/**
 * In the order in which they follow each other; `Queued` waits to be sent, and `Error` ends it unless somebody gets the
 * message all the same.
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

/** What a provider reports of a message that was sent. */
export interface StatusChange {
  /** Ours, or the platform's. */
  readonly id: string;
  readonly status: Exclude<MessageStatus, 'Queued' | 'Pending'>;
  /** The platform's number for a refusal; null: it gave none. */
  readonly code: number | null;
  /** Of `Error` and `Unknown`: what happened and what to do about it, as a sentence. */
  readonly reason: string | null;
  /** Ms since 1970. */
  readonly at: number;
  /** What the platform calls the message, where that is another id than ours. */
  readonly platformId?: string;
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

/** Whether a message with the status `from` can get the status `to`: no status goes back. */
export const isProgress = (from: MessageStatus, to: MessageStatus): boolean =>
  RANK[to] > RANK[from];
