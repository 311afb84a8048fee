/** Requests for an instance that another node owns: passed on to it, small bodies as a whole, larger ones and answers as they flow. */
import { DATABASE_NOW, type Database } from '../db/client.ts';
import { type Cancel, type Clock, sleep } from '../shared/clock.ts';
import { AppError, codeOf } from '../shared/errors.ts';
import { type Held, HeldBodies } from './held-bodies.ts';
import { HOP_HEADER, type Hops } from './hop.ts';
import type { Membership } from './membership.ts';

export interface Forwarder {
  /**
   * What the node answers that owns the stream; null: this one is to answer. Waits up to 15 s for an owner. Rejects as
   * `unavailable` when there is none or its answer is lost.
   */
  forward(forwarded: Forwarded): Promise<Response | null>;
}

interface Forwarded {
  readonly request: Request;
  /** The body, where it has been read; default: the request's own, which can flow once. */
  readonly body?: Uint8Array;
  /** Null: any node may answer. */
  readonly streamId: string | null;
  /** The address of the caller. */
  readonly client: string;
  /** The caller's, or the one it was given here. */
  readonly requestId: string;
  /** Another node has passed it on, so that it is not passed on once more; null: it came in here. */
  readonly passedOn: { readonly isForThisNode: boolean } | null;
}

interface ForStream extends Forwarded {
  readonly streamId: string;
  /** The body, once the request is passed on; null: it has none, or it flows once. */
  held?: Held | null;
}

interface ForwarderDeps {
  readonly db: Pick<Database, 'query'>;
  readonly membership: Pick<
    Membership,
    'grantOf' | 'isCertain' | 'node' | 'nodes' | 'unreached' | 'now' | 'recheck'
  >;
  /** What other nodes have left of the stream is still being read. */
  readonly isBeginning: (streamId: string) => boolean;
  /** Its session is about to be connected again after the move: only reads need not wait for that. */
  readonly isReturning: (streamId: string) => boolean;
  /** It is being handed over, and nothing can be asked of it here any more. */
  readonly isClosing: (streamId: string) => boolean;
  readonly hops: Hops;
  readonly clock: Clock;
  /** Requests between nodes. */
  readonly fetch: (url: string, options: BunFetchRequestInit) => Promise<Response>;
}

const OWNER_WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 250;
/** How long an answer to the question who owns a stream is good. */
export const OWNER_KNOWN_MS = 1_000;
const KNOWN_MAX = 10_000;
/** Longer than any operation takes. */
const ANSWER_MS = 120_000;
/** How often it is looked whether the node that is to answer still lives. */
const WATCH_MS = 1_000;

const OWNER = `select n.id, n.url from streams s join nodes n on n.id = s.owner
  where s.id = ? and n.until > ${DATABASE_NOW}`;

/** Headers of one connection, which the next one has its own of. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'expect'];
/** The request was for another node, and nothing was done: only nodes answer each other so. */
const MISDIRECTED = 421;

const misdirected = (): Response => new Response(null, { status: MISDIRECTED });
export const isMisdirected = ({ status }: Response): boolean => status === MISDIRECTED;

interface Owner {
  readonly id: string;
  readonly url: string;
  /** Steady ms. */
  readonly knownAt: number;
}

/** Which other node owns a stream and can be reached, as the table said within the last second. */
function createOwners({ db, membership, clock }: ForwarderDeps) {
  const known = new Map<string, Owner>();
  return {
    async of(streamId: string): Promise<Owner | null> {
      const remembered = known.get(streamId);
      if (remembered && clock.steady() - remembered.knownAt < OWNER_KNOWN_MS) return remembered;
      known.delete(streamId);
      const [row] = await db.query(OWNER, [streamId]);
      if (!row) return null;
      const owner = { id: String(row[0]), url: String(row[1]), knownAt: clock.steady() };
      if (known.size >= KNOWN_MAX) known.clear();
      // This node hears of it with its next beat.
      const isOwn = owner.id === membership.node;
      if (isOwn) membership.recheck();
      // One that has just started has no address yet.
      if (isOwn || owner.url === '') return null;
      known.set(streamId, owner);
      return owner;
    },
    forget: (streamId: string) => known.delete(streamId),
  };
}

type Standing = 'here' | 'soon' | 'elsewhere';

export function createForwarder(deps: ForwarderDeps): Forwarder {
  const { membership, clock } = deps;
  const owners = createOwners(deps);
  const bodies = new HeldBodies(clock);
  const isOurs = (id: string) =>
    membership.grantOf(id) !== null &&
    membership.isCertain &&
    !deps.isBeginning(id) &&
    !deps.isClosing(id);

  /** Whether this node is to answer: now, in a moment, or not. */
  function standingOf({ streamId, request }: ForStream, isLast: boolean): Standing {
    if (!isOurs(streamId))
      return deps.isBeginning(streamId) && membership.isCertain ? 'soon' : 'elsewhere';
    const mustWait = request.method !== 'GET' && deps.isReturning(streamId);
    return mustWait && !isLast ? 'soon' : 'here';
  }

  async function attempt(
    forwarded: ForStream,
    isLast: boolean,
  ): Promise<Response | 'again' | null> {
    const { streamId, passedOn } = forwarded;
    const standing = standingOf(forwarded, isLast);
    if (standing === 'soon') return 'again';
    if (standing === 'here') return null;
    // The other node then asks who has the stream now.
    if (passedOn !== null) return misdirected();
    const owner = await owners.of(streamId);
    if (owner === null) return 'again';
    if (forwarded.body === undefined) forwarded.held ??= await bodies.hold(forwarded.request);
    const isFlowing = bodyOf(forwarded) instanceof ReadableStream;
    const answer = await ask(deps, forwarded, owner);
    if (answer !== 'again') return answer;
    owners.forget(streamId);
    // What of the body has flowed cannot be sent once more.
    if (isFlowing) throw unavailable('the instance is moving to another node');
    return 'again';
  }

  return {
    async forward({ streamId, ...request }) {
      if (request.passedOn?.isForThisNode === false) return misdirected();
      if (streamId === null) return null;
      const forwarded: ForStream = { ...request, streamId };
      try {
        const { signal } = request.request;
        return await untilAnswered(clock, signal, (isLast) => attempt(forwarded, isLast));
      } finally {
        forwarded.held?.release();
      }
    },
  };
}

/** `again`: nothing was done there. */
async function ask(
  deps: ForwarderDeps,
  forwarded: ForStream,
  owner: Owner,
): Promise<Response | 'again'> {
  const { request } = forwarded;
  const { unreached } = deps.membership;
  const watch = watchOwner(deps, owner);
  try {
    const options = optionsOf(deps, forwarded, owner, watch.gone);
    const answer = await deps.fetch(urlAt(owner.url, request), options);
    unreached.reached(owner.id);
    return isMisdirected(answer) ? 'again' : withoutConnection(answer);
  } catch (error) {
    if (!request.signal.aborted) unreached.failed(owner.id);
    const isUnsent = /^(ECONNREFUSED|ConnectionRefused)$/.test(codeOf(error));
    if (!isUnsent && request.method !== 'GET') throw lost(error);
    return 'again';
  } finally {
    watch.stop();
  }
}

const bodyOf = ({ request, body, held }: ForStream) => body ?? held?.bytes ?? request.body;

/** Asks again and again while nothing was done, for as long as an instance may be without an owner. */
async function untilAnswered(
  clock: Clock,
  signal: AbortSignal,
  ask: (isLast: boolean) => Promise<Response | 'again' | null>,
): Promise<Response | null> {
  const until = clock.steady() + OWNER_WAIT_MS;
  for (;;) {
    const isLast = clock.steady() >= until;
    const answer = await ask(isLast);
    if (answer !== 'again') return answer;
    if (isLast || signal.aborted) throw unavailable(NOBODY);
    await sleep(clock, LOOK_AGAIN_MS, signal);
  }
}

const NOBODY = 'no node has the instance at the moment: one takes it over in some seconds';
const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('unavailable', message, { headers: { 'retry-after': '1' }, cause });
const lost = (error: unknown): AppError =>
  unavailable(
    'the node that has the instance did not answer: what was asked may have been done',
    error,
  );

/** A node that stands still keeps its connections open: `gone` aborts when its lease has ended, until `stop`. */
function watchOwner({ clock, membership }: ForwarderDeps, { id }: Owner) {
  const gone = new AbortController();
  let cancel: Cancel = () => {};
  const look = () => {
    if (membership.nodes.some((node) => node.id === id)) cancel = clock.after(WATCH_MS, look);
    else gone.abort(new Error('the lease of the node has ended'));
  };
  cancel = clock.after(WATCH_MS, look);
  return { gone: gone.signal, stop: () => cancel() };
}

/** The same path and query at another node. */
function urlAt(base: string, { url }: Request): string {
  return base + pathIn(url);
}

/** With its query. */
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
  return {
    method,
    headers,
    body: bodyOf(forwarded),
    redirect: 'manual',
    // As it came.
    decompress: false,
    signal: AbortSignal.any([request.signal, gone, AbortSignal.timeout(ANSWER_MS)]),
  };
}

function withoutConnection(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of OF_CONNECTION) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
