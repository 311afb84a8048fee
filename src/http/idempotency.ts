/** Idempotency keys: a repeated request gets the first answer and is not done again. */

import { sha256 } from '../shared/crypto.ts';
import { AppError, conflict, invalid, type Reason } from '../shared/errors.ts';
import { credentialOf } from './principal.ts';
import type { RequestHeader } from './route-detail.ts';
import { pathOf } from './zone.ts';

export interface StoredAnswer {
  readonly bodyHash: string;
  readonly status: number;
  /**
   * The body of the answer as JSON text, which may hold secrets that are shown once; for a failure, its reason and
   * message.
   */
  readonly answer: string;
}

/** Kept in place of a status when work failed that may have been done nevertheless. */
const FAILED = 0;

/** Holds answers for 24 h; `scope` is a digest of credential, method and path. */
export interface IdempotencyStore {
  /**
   * Returns what was stored under this scope and key in the last 24 h, or null: then the caller does the work and calls
   * `save` or `release`. Waits for the answer while another process does the work. Rejects with `conflict` if that
   * process has another body, and with `unavailable` if it takes too long.
   */
  begin(scope: string, key: string, bodyHash: string): Promise<StoredAnswer | null>;
  /**
   * Never fails: the work is done by then, and a lost copy only costs the replay. `instanceId` names the instance whose
   * storage it takes, if any.
   */
  save(scope: string, key: string, answer: StoredAnswer, instanceId?: string | null): Promise<void>;
  /** Says that the work was not done, so that the next request may do it. */
  release(scope: string, key: string): void;
}

interface OnceRequest {
  /** Names the credential, see `credentialOf`. */
  readonly credential: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  /** The instance that the request is about, whose storage the answer takes. */
  readonly instanceId?: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface OnceAnswer extends Answer {
  readonly isReplayed: boolean;
}

interface Flight {
  readonly bodyHash: string;
  /** Null when it failed. */
  readonly answer: Promise<Answer | null>;
}

/** Work that runs in this process, by store. */
const flightsOf = new WeakMap<IdempotencyStore, Map<string, Flight>>();

/**
 * Runs `run` once per credential, path and key. A repetition with the same body gets the first answer; one with another
 * body fails with `conflict`. A repetition that arrives meanwhile waits; if the first fails, nothing is stored and the
 * next in line runs. A failure that leaves open whether the work was done is the answer to all repetitions, because
 * they could do it a second time.
 */
export async function once(
  store: IdempotencyStore,
  request: OnceRequest,
  run: () => Promise<Answer>,
): Promise<OnceAnswer> {
  const scope = sha256(`${request.credential}\nPOST\n${request.path}`);
  const bodyHash = sha256(JSON.stringify(request.body ?? null, sortedKeys));
  const flights = flightsOf.getOrInsertComputed(store, () => new Map());
  const slot = `${scope} ${request.key}`;
  for (let flight = flights.get(slot); flight; flight = flights.get(slot)) {
    if (flight.bodyHash !== bodyHash) throw otherBody();
    const answer = await flight.answer;
    if (answer) return { ...answer, isReplayed: true };
  }
  const place = { scope, key: request.key, instanceId: request.instanceId ?? null };
  const work = findOrRun(store, place, bodyHash, run).finally(() => flights.delete(slot));
  flights.set(slot, { bodyHash, answer: work.catch(() => null) });
  return work;
}

interface AnswerPlace {
  readonly scope: string;
  readonly key: string;
  readonly instanceId: string | null;
}

async function findOrRun(
  store: IdempotencyStore,
  { scope, key, instanceId }: AnswerPlace,
  bodyHash: string,
  run: () => Promise<Answer>,
): Promise<OnceAnswer> {
  const stored = await store.begin(scope, key, bodyHash);
  if (stored && stored.bodyHash !== bodyHash) throw otherBody();
  if (stored?.status === FAILED) throw failureIn(stored.answer);
  if (stored) return { status: stored.status, body: JSON.parse(stored.answer), isReplayed: true };
  const { status, body } = await run().catch(async (error: unknown) => {
    if (error instanceof AppError && error.mayBeDone)
      await store.save(scope, key, failed(bodyHash, error), instanceId);
    else store.release(scope, key);
    throw error;
  });
  const answer = JSON.stringify(body ?? null);
  await store.save(scope, key, { bodyHash, status, answer }, instanceId);
  return { status, body, isReplayed: false };
}

const failed = (bodyHash: string, { reason, message }: AppError): StoredAnswer => ({
  bodyHash,
  status: FAILED,
  answer: JSON.stringify({ reason, message }),
});

/** Returns what is stored of work whose process ended without an answer. */
export const leftUndecided = (bodyHash: string): StoredAnswer =>
  failed(bodyHash, new AppError('unavailable', UNDECIDED));

const UNDECIDED =
  'the node that was doing this has ended: whether it was done is not known. Look whether it was before you ask for it again with another Idempotency-Key';

function failureIn(answer: string): AppError {
  const { reason, message }: { reason: Reason; message: string } = JSON.parse(answer);
  return new AppError(reason, message, { headers: REPLAYED, mayBeDone: true });
}

const REPLAYED = { 'idempotency-replayed': 'true' };

export const otherBody = (): AppError =>
  conflict('This Idempotency-Key was used with another body');

/** Two JSON texts with the same fields are the same body in any order. */
const sortedKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Documents the header of operations that use `answerOnce`. */
export const idempotencyKeyHeader: RequestHeader = {
  name: 'idempotency-key',
  description:
    'Repeated with the same body within 24 hours: the first answer again, nothing done twice',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Returns the header `Idempotency-Key`, or null if it is absent. Throws `invalid` if it is malformed. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || KEY.test(key)) return key;
  throw invalid('Idempotency-Key must be 1-255 visible ASCII characters');
}

export interface AnswerContext {
  readonly request: Request;
  readonly body?: unknown;
  readonly set: { status?: number | string; headers: Record<string, string | number | string[]> };
}

interface AnswerOptions {
  /** Names whom the key belongs to; by default the credential. */
  readonly holderOf?: (context: AnswerContext) => string;
  /** The instance that the request is about, whose storage the answer takes. */
  readonly instanceId?: string;
}

/**
 * Answers a POST with the status and body that `run` resolves to, and honours the request's Idempotency-Key: a replayed
 * answer has the first one's status and the header `idempotency-replayed: true`.
 */
export async function answerOnce<T>(
  context: AnswerContext,
  store: IdempotencyStore,
  run: () => Promise<Answer & { readonly body: T }>,
  { holderOf = credentialOf, instanceId }: AnswerOptions = {},
): Promise<T> {
  const { request, body, set } = context;
  const key = idempotencyKeyOf(request);
  if (key === null) {
    const answer = await run();
    set.status = answer.status;
    return answer.body;
  }
  const credential = holderOf(context);
  const asked = { credential, path: pathOf(request.url), key, body, instanceId };
  const answer = await once(store, asked, run);
  set.status = answer.status;
  if (answer.isReplayed) Object.assign(set.headers, REPLAYED);
  // This is what `run` returned now, or the JSON of what it returned then.
  return answer.body as T;
}
