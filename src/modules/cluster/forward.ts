/**
 * Forwards requests for an instance to the node that owns it. Small bodies are read first; larger ones and answers are
 * streamed.
 */
import type { Database } from '../../core/db/client.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { type AppError, failure, isUnsent } from '../../core/shared/errors.ts';
import type { QuotaShare } from '../../core/shared/quota.ts';
import { presentTrace, TRACE_HEADER } from '../../core/shared/tracing.ts';
import { ForwardPlaces } from './forward-places.ts';
import { HOP_HEADER, type Hops } from './hop.ts';
import type { Membership } from './membership.ts';
import { NodeWatches } from './node-watches.ts';
import { createOwners, type Owner } from './owners.ts';
import { RepeatableBodies, type RepeatableBody } from './repeatable-bodies.ts';

export interface Forwarder {
  /**
   * Returns the answer of the node that owns the stream, or null if this node must answer. Waits up to 15 s for an
   * owner. Rejects as `unavailable` when no node owns the stream, when the owner does not answer or its answer is lost,
   * or when too many requests wait.
   */
  forward(forwarded: ForwardRequest): Promise<Response | null>;
}

interface ForwardRequest {
  readonly request: Request;
  /** The body, if it has been read; by default that of the request, which can be streamed once. */
  readonly body?: Uint8Array;
  /** Null if any node may answer. */
  readonly streamId: string | null;
  /**
   * Looks the stream up again, because another instance may have its name now. By default the stream stays the same.
   */
  readonly findAgain?: () => Promise<string | null>;
  readonly client: string;
  /** The caller's id of the request, or the one that it got here. */
  readonly requestId: string;
  /** Set if another node has forwarded it, so that it is not forwarded again; null if it came in here. */
  readonly forwarding: { readonly isForThisNode: boolean } | null;
}

interface ForStream extends ForwardRequest {
  streamId: string;
  /** Counts it among the requests for other nodes once it is known to be one. */
  share?: Pick<QuotaShare, 'release'>;
  /** The body once the request is forwarded; null if it has none, or is streamed. */
  held?: RepeatableBody | null;
  /** The node that the last try did not reach, and why; null if the last try reached a node or had no node to ask. */
  failure: { readonly node: string; readonly cause: unknown } | null;
}

interface ForwarderDeps {
  readonly db: Pick<Database, 'query'>;
  readonly membership: Pick<
    Membership,
    'grantOf' | 'isCertain' | 'node' | 'nodes' | 'unreached' | 'now' | 'recheck'
  >;
  /** Returns whether this node still reads what other nodes left of the stream. */
  readonly isBeginning: (streamId: string) => boolean;
  /** Returns whether its session is about to be reconnected after the move; only reads do not wait for that. */
  readonly isReturning: (streamId: string) => boolean;
  /** Returns whether it is being handed over, so that nothing can be asked of it here any more. */
  readonly isClosing: (streamId: string) => boolean;
  readonly hops: Hops;
  readonly clock: Clock;
  /** Sends a request to another node. */
  readonly fetch: (url: string, options: BunFetchRequestInit) => Promise<Response>;
}

const OWNER_WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/** Headers that belong to one connection and are not forwarded. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'expect'];
/** The request was for another node, and nothing was done. Only nodes give each other this answer. */
const MISDIRECTED = 421;

/**
 * The header of such an answer when another process than the addressed node gave it, so that the node was not reached.
 */
const OTHER_NODE = 'x-gatehouse-other-node';

const misdirectedAnswer = (headers = {}): Response =>
  new Response(null, { status: MISDIRECTED, headers });
export const isMisdirected = ({ status }: Response): boolean => status === MISDIRECTED;

type Responsibility = 'here' | 'soon' | 'elsewhere';

/** Returns whether this node must answer: now, soon, or not at all. */
function responsibilityOf(
  deps: ForwarderDeps,
  forwarded: ForStream,
  isLast: boolean,
): Responsibility {
  const { membership, isBeginning, isClosing, isReturning } = deps;
  const { streamId: id, request } = forwarded;
  const isOurs = membership.grantOf(id) !== null && membership.isCertain;
  if (!isOurs || isBeginning(id) || isClosing(id))
    return isBeginning(id) && membership.isCertain ? 'soon' : 'elsewhere';
  return request.method !== 'GET' && isReturning(id) && !isLast ? 'soon' : 'here';
}

export function createForwarder(deps: ForwarderDeps): Forwarder {
  const { clock } = deps;
  const owners = createOwners(deps);
  const bodies = new RepeatableBodies(clock);
  const places = new ForwardPlaces(clock);
  const watches = new NodeWatches(deps);
  async function attempt(
    forwarded: ForStream,
    isLast: boolean,
  ): Promise<Response | 'again' | null> {
    const standing = responsibilityOf(deps, forwarded, isLast);
    if (standing === 'soon') return 'again';
    if (standing === 'here') return null;
    // The other node then looks up the current owner.
    return forwarded.forwarding === null ? atOwner(forwarded, isLast) : misdirectedAnswer();
  }

  async function atOwner(
    forwarded: ForStream,
    isLast: boolean,
  ): Promise<Response | 'again' | null> {
    const { streamId, request } = forwarded;
    forwarded.share ??= places.enter(streamId);
    const owner = await owners.of(streamId);
    const { failure: before } = forwarded;
    forwarded.failure = null;
    if (owner === 'gone') return (await hasMoved(forwarded)) ? 'again' : null;
    if (owner === null) return 'again';
    // The request has waited as long as it may.
    if (isLast && before?.node === owner.id) throw unreachable(before.cause);
    const refuseIfSilent = () => {
      if (watches.isSilent(owner.id)) throw failure('owner_silent');
    };
    refuseIfSilent();
    if (forwarded.body === undefined) forwarded.held ??= await bodies.hold(request);
    const asked = { nodeId: owner.id, streamId, signal: request.signal };
    const answer = await places.run(asked, () => {
      refuseIfSilent();
      return passOn({ ...deps, watches }, forwarded, owner);
    });
    if (answer === 'again') owners.forget(streamId);
    return answer;
  }

  return {
    async forward({ streamId, ...request }) {
      if (request.forwarding?.isForThisNode === false)
        return misdirectedAnswer({ [OTHER_NODE]: '1' });
      if (streamId === null) return null;
      const forwarded: ForStream = { ...request, streamId, failure: null };
      try {
        return await untilAnswered(clock, forwarded, (isLast) => attempt(forwarded, isLast));
      } finally {
        forwarded.held?.release();
        forwarded.share?.release();
      }
    },
  };
}

interface AskingDeps extends ForwarderDeps {
  readonly watches: NodeWatches;
}

/** Forwards the request. Returns `again` if nothing was done there and it can be forwarded to the next owner. */
async function passOn(
  deps: AskingDeps,
  forwarded: ForStream,
  owner: Owner,
): Promise<Response | 'again'> {
  const isFlowing = bodyOf(forwarded) instanceof ReadableStream;
  const answer = await ask(deps, forwarded, owner);
  if (answer !== 'again') return answer;
  const { failure: lost } = forwarded;
  // A body that was streamed cannot be sent again.
  if (isFlowing) throw lost ? unreachable(lost.cause) : failure('owner_changing');
  if (!lost) await hasMoved(forwarded);
  return 'again';
}

/** Sends the request. Returns `again` if nothing was done there. */
async function ask(
  deps: AskingDeps,
  forwarded: ForStream,
  owner: Owner,
): Promise<Response | 'again'> {
  const { request } = forwarded;
  const { unreached } = deps.membership;
  const watch = deps.watches.begin(owner);
  try {
    const options = optionsOf(deps, forwarded, owner, watch.gone);
    const answer = await deps.fetch(urlAt(owner.url, request), options);
    if (isMisdirected(answer) && answer.headers.has(OTHER_NODE))
      throw new MeantForAnother(`another node answers at ${owner.url}`);
    watch.recordAnswer();
    unreached.recordAnswer(owner.id);
    return isMisdirected(answer) ? 'again' : withoutConnection(answer);
  } catch (error) {
    if (!request.signal.aborted) unreached.recordFailure(owner.id);
    const isUndone = error instanceof MeantForAnother || isUnsent(error);
    if (!isUndone && request.method !== 'GET') throw lostAnswerError(error);
    forwarded.failure = { node: owner.id, cause: error };
    return 'again';
  } finally {
    watch.stop();
  }
}

/** Thrown when nothing was done because the address no longer belongs to the node. */
class MeantForAnother extends Error {}

/** Returns whether the request is now about another instance, which has taken the name of the first one. */
async function hasMoved(forwarded: ForStream): Promise<boolean> {
  const found = (await forwarded.findAgain?.()) ?? forwarded.streamId;
  const isOther = found !== forwarded.streamId;
  forwarded.streamId = found;
  return isOther;
}

const bodyOf = ({ request, body, held }: ForStream) => body ?? held?.bytes ?? request.body;

/** Repeats the request while nothing was done, for as long as an instance may be without an owner. */
async function untilAnswered(
  clock: Clock,
  forwarded: ForStream,
  ask: (isLast: boolean) => Promise<Response | 'again' | null>,
): Promise<Response | null> {
  const { request } = forwarded;
  const until = clock.steady() + OWNER_WAIT_MS;
  for (;;) {
    const isLast = clock.steady() >= until;
    const answer = await ask(isLast);
    if (answer !== 'again') return answer;
    const { failure: lost } = forwarded;
    if (isLast || request.signal.aborted)
      throw lost ? unreachable(lost.cause) : failure('no_owner');
    await sleep(clock, LOOK_AGAIN_MS, request.signal);
  }
}

const unreachable = (cause: unknown): AppError => failure('owner_unreachable', {}, { cause });
const lostAnswerError = (cause: unknown): AppError => failure('owner_answer_lost', {}, { cause });

/** Returns the same path and query at another node. */
function urlAt(base: string, { url }: Request): string {
  return base + pathIn(url);
}

/** Returns the path with its query. */
export const pathIn = (url: string): string => url.slice(url.indexOf('/', 'https://'.length));

function optionsOf(
  { hops, membership }: ForwarderDeps,
  forwarded: ForStream,
  owner: Owner,
  gone: AbortSignal,
): BunFetchRequestInit {
  const { request, requestId, client } = forwarded;
  const { method } = request;
  const headers = new Headers(request.headers);
  for (const name of OF_CONNECTION) headers.delete(name);
  const hop = { to: owner.id, at: membership.now, method, path: pathIn(request.url), client };
  headers.set(HOP_HEADER, hops.seal(hop));
  headers.set('x-request-id', requestId);
  const traceparent = presentTrace();
  if (traceparent !== null) headers.set(TRACE_HEADER, traceparent);
  return {
    method,
    headers,
    body: bodyOf(forwarded),
    redirect: 'manual',
    // The answer is passed on as it came.
    decompress: false,
    signal: AbortSignal.any([request.signal, gone]),
  };
}

function withoutConnection(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of OF_CONNECTION) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
