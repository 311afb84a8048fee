/** Requests that another node of the service answers, since it has the stream that they are about. */
import { forbidden } from '../shared/errors.ts';
import { attachClient, clientOf } from './client-address.ts';
import type { Zone } from './zone.ts';

/** What a node says of a request that it passes on. */
export interface PassedOn {
  /** The address of the caller. */
  readonly client: string;
  /** False: it was meant for a node that was here before, at the same address. */
  readonly isForThisNode: boolean;
}

interface Forwarded {
  readonly request: Request;
  /** The body, where it has been read; default: the request's own, which can flow once. */
  readonly body?: Uint8Array;
  /** The id of an instance or an account; null: any node may answer. */
  readonly streamId: string | null;
  /** The same, looked up anew: another instance may have its name by now. Default: it stays. */
  readonly findAgain?: () => Promise<string | null>;
  readonly requestId: string;
  /** The address of the caller. */
  readonly client: string;
  /** Null: it came in here. */
  readonly passedOn: PassedOn | null;
}

/** The other nodes. */
export interface OtherNodes {
  /** What another node says that has passed the request on; `forged`: it only says so; null: it came in here. */
  passedOn(request: Request): PassedOn | 'forged' | null;
  /** Resolves when this node has in memory what any other had changed before the call. Rejects with a DatabaseError. */
  catchUp(): Promise<void>;
  /** Makes sure that there is a stream of this id; this node has it from then on if there was none. */
  begin(streamId: string): Promise<void>;
  /**
   * What the node answers that has the stream; null: this one is to answer. Waits up to 15 s for an owner; rejects as
   * `unavailable` when there is none, or its answer is lost.
   */
  forward(forwarded: Forwarded): Promise<Response | null>;
}

/** By which stream a request finds its node, once its caller is known; null: any may answer. */
export type StreamOf = (request: Request) => string | null | Promise<string | null>;

const passed = new WeakMap<Request, PassedOn>();

/** Whether another node has passed the request on. */
export const isPassedOn = (request: Request): boolean => passed.has(request);

export function createElsewhere(
  nodes: OtherNodes,
  streamOf: StreamOf,
): Required<Pick<Zone, 'elsewhere' | 'wasAdmitted'>> {
  return {
    wasAdmitted(request) {
      const by = nodes.passedOn(request);
      if (by === null) return false;
      if (by === 'forged')
        throw forbidden(
          'the header by which nodes pass requests on is forged, too old or was used before',
        );
      attachClient(request, by.client, clientOf({ request }).isTls);
      passed.set(request, by);
      return true;
    },
    async elsewhere(request, requestId, body) {
      const streamId = await streamOf(request);
      const passedOn = passed.get(request) ?? null;
      const client = clientOf({ request }).address;
      const read = body === undefined ? {} : { body };
      const findAgain = async () => {
        await nodes.catchUp();
        return streamOf(request);
      };
      return nodes.forward({ request, ...read, streamId, findAgain, client, requestId, passedOn });
    },
  };
}
