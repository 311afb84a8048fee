/**
 * Replays send events of the log again to one endpoint, and redeliveries deliveries. Paths and fields of the API call
 * replays recoveries.
 */

export const REPLAY_STATES = ['running', 'paused', 'done', 'cancelled'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** Selects the events that are sent again, by time, filter and id, and the endpoint. Times are in ms since 1970. */
export interface ReplayRequest {
  readonly endpoint: string;
  readonly since: number;
  readonly until: number;
  /** Null for the types that the endpoint wants when it is their turn. */
  readonly types: readonly string[] | null;
  readonly chat: string | null;
  /** Only these events; null for all of the time. */
  readonly eventIds: readonly string[] | null;
  /** Leaves out events that were delivered to the endpoint or still wait for it. */
  readonly onlyFailed: boolean;
  readonly ratePerSecond: number;
}

/** A replay as its row has it. */
export interface Replay extends ReplayRequest {
  readonly id: string;
  readonly streamId: string;
  readonly state: ReplayState;
  /** Whether the owner of the stream has still something to do for it. */
  readonly isOpen: boolean;
  /** Why it was paused or has ended, if nobody asked for it. */
  readonly reason: string | null;
  /** The first and the last sequence that it looks at, and the last that was looked at. */
  readonly first: number;
  readonly last: number;
  readonly cursor: number;
  /** How many events were handed on to be sent. */
  readonly handed: number;
  /** How many of those were discarded. */
  readonly discarded: number;
  /** How many events were no longer stored when it was their turn. */
  readonly missing: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly finishedAt: number | null;
}

export interface ReplayProgress extends Replay {
  /** How many of the events that were handed on still wait or are being sent. */
  readonly unfinished: number;
}

/** Why a replay was not begun. */
export type ReplayRefusal =
  /**
   * Events of that time are no longer stored. `oldest` is when the oldest stored event was created, or null for an
   * empty log.
   */
  | { readonly refused: 'pruned'; readonly oldest: number | null }
  /** Events of that time may be in the archive, which cannot be used now. */
  | { readonly refused: 'archive'; readonly problem: string }
  | {
      readonly refused: 'too_many';
      readonly most: number;
      readonly of: 'endpoint' | 'share' | 'stream';
    };

/** The part of a stream's replays that some of its endpoints have together. */
export interface ReplayShare {
  /** The endpoints that have no part in it. */
  readonly without: readonly string[];
  /** How many of its replays may be under way or paused. */
  readonly most: number;
}

/** How many replays of one endpoint, and of one stream, may be under way or paused. */
export const REPLAYS_PER_ENDPOINT = 3;
export const REPLAYS_PER_STREAM = 20;

/** How many events one replay may name. Its row has them, which is read often. */
export const EVENT_IDS_MAX = 100;

export const RATE_DEFAULT = 500;
export const RATE_MAX = 5_000;

/** Which deliveries to send again; at least one field is set. Times compare with `createdAt`, in ms since 1970. */
export interface Redelivery {
  readonly ids?: readonly string[];
  readonly state?: 'waiting' | 'delivered' | 'discarded';
  readonly from?: number;
  readonly to?: number;
  /** Narrows the selection to an endpoint of the stream; another field must be set too. */
  readonly endpoint?: string;
  /** Narrows the selection to these webhooks of the stream, and replays to them; none may be the one called default. */
  readonly endpoints?: readonly string[];
}
