/** Passes requests on to the node that has the stream that they are about. */
import { failure } from '../shared/errors.ts';
import { attachClient, clientOf } from './client-address.ts';
import type { Zone } from './zone.ts';

/** The facts that a node sends with a request that it passes on. */
interface Forwarding {
  readonly client: string;
  /** False if it was meant for a node that had this address before. */
  readonly isForThisNode: boolean;
}

interface ForwardRequest {
  readonly request: Request;
  /** The body, if it has been read; by default that of the request, which can be read only once. */
  readonly body?: Uint8Array;
  /** The id of an instance or an account; null if any node may answer. */
  readonly streamId: string | null;
  /** Looks the stream up again, because another instance may have its name now. By default it stays. */
  readonly findAgain?: () => Promise<string | null>;
  readonly requestId: string;
  readonly client: string;
  /** Null if the request came in at this node. */
  readonly forwarding: Forwarding | null;
}

export interface OtherNodes {
  /**
   * Returns what the node says that passed the request on, `forged` if it was not one of ours, `late` if the request
   * took too long to come here, or null if it came in here.
   */
  readForwarding(request: Request): Forwarding | 'forged' | 'late' | null;
  /** Resolves when this node has in memory what others had changed before the call. Rejects with a DatabaseError. */
  catchUp(): Promise<void>;
  /**
   * Returns a function that throws `unavailable` unless this node has had the stream ever since: what was read of it in
   * between may be out of date.
   */
  having(streamId: string): () => void;
  /** Makes sure that a stream of this id exists; if there was none, this node owns it from then on. */
  begin(streamId: string): Promise<void>;
  /**
   * Returns the answer of the stream's owner, or null if this node is to answer. Waits up to 15 s for an owner. Rejects
   * as `unavailable` if no owner is found or its answer is lost.
   */
  forward(forwarded: ForwardRequest): Promise<Response | null>;
}

/** Returns the stream by which a request finds its node, once its caller is known; null if any node may answer. */
export type StreamOf = (request: Request) => string | null | Promise<string | null>;

const forwardings = new WeakMap<Request, Forwarding>();

/** Tells whether another node has passed the request on. */
export const isForwarded = (request: Request): boolean => forwardings.has(request);

export function createForwarding(
  nodes: OtherNodes,
  streamOf: StreamOf,
): Required<Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'>> {
  return {
    isAlreadyAuthenticated(request) {
      const by = nodes.readForwarding(request);
      if (by === null) return false;
      if (by === 'forged') throw failure('forwarding_forged');
      if (by === 'late') throw failure('forward_too_late');
      attachClient(request, by.client, clientOf({ request }).isTls);
      forwardings.set(request, by);
      return true;
    },
    async forwardToOwner(request, requestId, body) {
      const streamId = await streamOf(request);
      const forwarding = forwardings.get(request) ?? null;
      const client = clientOf({ request }).address;
      const read = body === undefined ? {} : { body };
      const findAgain = async () => {
        await nodes.catchUp();
        return streamOf(request);
      };
      return nodes.forward({
        request,
        ...read,
        streamId,
        findAgain,
        client,
        requestId,
        forwarding,
      });
    },
  };
}

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
