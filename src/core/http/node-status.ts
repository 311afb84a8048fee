/** The status of this node and of those on the same database server, for answers and metrics. */

/** Any node that lived at the last beat of this one. */
interface NodeView {
  readonly id: string;
  readonly name: string;
  /** The address at which other nodes reach it; '' if they cannot. */
  readonly url: string;
  readonly version: string;
  /** Ms since 1970. */
  readonly startedAt: number;
  /**
   * The ms until its lease ends unless it is renewed. 0 if it may have ended, null if the process is alone on a file.
   */
  readonly leaseMs: number | null;
  readonly draining: boolean;
  readonly streams: number;
  /** Names of living nodes whose requests did not reach it in the last minute. */
  readonly unreachableFrom: readonly string[];
  /** The streams that it has taken since its start, from nodes that ended or from no node. */
  readonly takenOver: number;
  /** Writes of it that were refused since another node owned their stream; since its start. */
  readonly fenced: number;
}

/** The state of this node now. */
export interface NodeNow {
  readonly id: string;
  readonly name: string;
  readonly lease: 'held' | 'lapsed' | 'draining';
  readonly leaseLeftMs: number;
  readonly streams: number;
  /** Streams so far. */
  readonly takenOver: number;
  /** Writes that were refused so far. */
  readonly fenced: number;
  /** Requests for other nodes so far, by their outcome. */
  readonly forwarded: Readonly<Record<string, number>>;
  /** Whether nodes can hint each other by NATS; null if NATS is not used. */
  readonly hintsUp: boolean | null;
  /** The ms for which changes of other nodes have not been read completely. */
  readonly changesLagMs: number;
}

export interface NodeStatus {
  now(): NodeNow;
  all(): readonly NodeView[] | Promise<readonly NodeView[]>;
}
