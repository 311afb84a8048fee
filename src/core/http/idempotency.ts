/** Idempotency keys: a repeated request gets the first answer and is not done again. */

import { sha256 } from '../shared/crypto.ts';
import {
  AppError,
  type AppErrorOptions,
  failure,
  isOutcomeUnknown,
  type Reason,
  unavailabilityOf,
} from '../shared/errors.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Sentences that the answer carries beside its body. */
  readonly warnings?: readonly string[] | undefined;
}

export interface StoredAnswer {
  readonly bodyHash: string;
  readonly status: number;
  /**
   * The body of the answer as JSON text, which may hold secrets that are shown once; for a failure, its reason and
   * message. Warnings are another JSON text on a line of their own.
   */
  readonly answer: string;
}

/** Stored in place of a status when work failed that may have been done nevertheless. */
const FAILED = 0;

/** A statement of SQL for the commit of the work. */
export interface DoneStatement {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

/** The right of one process to do what a request asks, which is on disk before the work begins. */
export interface Claim {
  /** Whether an earlier process or attempt had the right and ended without an answer. */
  readonly isRepeat: boolean;
  /** Names the result of the earlier work, as its commit says; '' if that commit did not happen. */
  readonly done: string;
  /** A random text that every claim of this request has. */
  readonly seed: string;
  /**
   * Returns the statement that stores in the commit of the work that it was done, and its answer if that is known. Must
   * run right after a statement that changes exactly one row. The commit fails if another process has taken the claim.
   */
  statementStoring(made: string, answer: Omit<StoredAnswer, 'bodyHash'> | null): DoneStatement;
  /** Never fails: the work is done by then. An answer that cannot be written now is written later. */
  save(answer: Omit<StoredAnswer, 'bodyHash'>): Promise<void>;
  /** Says that the work was not done, so that the next request may do it. */
  release(): void;
  /** Says that it is not known whether the work was done: the next request gets the claim, as a repetition. */
  abandon(): void;
}

interface ClaimRequest {
  /** A digest of credential, instance, route and parameters. */
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: string;
  /** The instance that the request is about, whose storage the answer takes. */
  readonly instanceId: string | null;
}

/** Holds claims and answers for 24 h. */
export interface IdempotencyStore {
  /**
   * Returns what was stored under this scope and key in the last 24 h, or else a claim: then the caller does the work.
   * Waits while another process does it. Rejects with `conflict` if that process has another body, with `unavailable`
   * if it takes too long, and with a DatabaseError: then nothing was begun.
   */
  begin(request: ClaimRequest): Promise<StoredAnswer | Claim>;
}

/** The Idempotency-Key of a request, as its work sees it. */
export interface IdempotentWork extends Pick<Claim, 'isRepeat' | 'done'> {
  /**
   * Returns the id of the message that the work sends, which every repetition has; `part` tells several of one request
   * apart.
   */
  messageId(part?: string): string;
  /**
   * Stores that the work was done, as `Claim.statementStoring` does; `answer` is the whole answer that the caller gets.
   */
  statementStoring(made: string, answer?: Answer): DoneStatement;
}

interface IdempotentRequest {
  /** Names the credential, see `credentialOf`. */
  readonly credential: string;
  /** Names the operation and its records; requests that spell a path differently have the same target. */
  readonly target: string;
  readonly key: string;
  readonly body: unknown;
  readonly instanceId?: string | undefined;
  /**
   * Whether the work, as a repetition of work that ended without an answer, finds out what was done of it. Otherwise it
   * is not run again, and the caller hears that its outcome is not known.
   */
  readonly resumes: boolean;
}

interface IdempotentAnswer extends Answer {
  readonly isReplayed: boolean;
}

type Run = (work: IdempotentWork) => Promise<Answer>;

interface Flight {
  readonly bodyHash: string;
  /** Null when it failed. */
  readonly answer: Promise<Answer | null>;
}

/** Work that runs in this process, by store. */
const flightsOf = new WeakMap<IdempotencyStore, Map<string, Flight>>();

/**
 * Runs `run` once per credential, target and key, and returns its answer. A repetition with the same body gets the
 * first answer; one with another body fails with `conflict`. A repetition that arrives while the first runs waits for
 * it. If the first fails, nothing is stored and the next in line runs. If a failure leaves open whether the work was
 * done, work with `resumes` finds that out; otherwise every repetition gets the failure, because it could do the work a
 * second time.
 */
export async function withIdempotency(
  store: IdempotencyStore,
  request: IdempotentRequest,
  run: Run,
): Promise<IdempotentAnswer> {
  const { credential, target, key, body, instanceId = null, resumes } = request;
  const scope = sha256(`${credential}\n${target}`);
  const bodyHash = sha256(JSON.stringify(body ?? null, sortedKeys));
  const flights = flightsOf.getOrInsertComputed(store, () => new Map());
  const slot = `${scope} ${key}`;
  for (let flight = flights.get(slot); flight; flight = flights.get(slot)) {
    if (flight.bodyHash !== bodyHash) throw keyReused();
    const answer = await flight.answer;
    if (answer) return { ...answer, isReplayed: true };
  }
  const asked = { scope, key, bodyHash, instanceId };
  const work = findOrRun(store, asked, resumes, run).finally(() => flights.delete(slot));
  flights.set(slot, { bodyHash, answer: work.catch(() => null) });
  return work;
}

async function findOrRun(
  store: IdempotencyStore,
  asked: ClaimRequest,
  resumes: boolean,
  run: Run,
): Promise<IdempotentAnswer> {
  const begun = await store.begin(asked);
  if (!('seed' in begun)) return replayed(begun, asked.bodyHash);
  let committed: Answer | null = null;
  const work: IdempotentWork = {
    isRepeat: begun.isRepeat,
    done: begun.done,
    messageId: (part = '') => messageIdOf(begun.seed, part),
    statementStoring(made, answer) {
      if (answer) committed = answer;
      return begun.statementStoring(made, answer ? stored(answer) : null);
    },
  };
  const answer = await runClaimed(begun, work, resumes, run);
  // Repetitions get what the commit has stored, so the first caller gets it too.
  if (committed !== null) return { ...(committed as Answer), isReplayed: false };
  await begun.save(stored(answer));
  return { ...answer, isReplayed: false };
}

/** Runs the work; of work that failed it stores, or leaves to the next repetition to find out, whether it was done. */
async function runClaimed(
  claim: Claim,
  work: IdempotentWork,
  resumes: boolean,
  run: Run,
): Promise<Answer> {
  try {
    if (claim.isRepeat && !resumes) throw undecided();
    return await run(work);
  } catch (error) {
    const mayBeDone = error instanceof AppError && error.mayBeDone;
    if (isRefusal(error) && !mayBeDone) claim.release();
    else if (resumes) claim.abandon();
    else if (mayBeDone) await claim.save(failed(error));
    else await claim.save(failed(unavailabilityOf(error) ?? undecided()));
    throw error;
  }
}

/** Tells whether the error says that nothing was done. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.reason !== 'internal' && !isOutcomeUnknown(error);

function replayed(found: StoredAnswer, bodyHash: string): IdempotentAnswer {
  if (found.bodyHash !== bodyHash) throw keyReused();
  if (found.status === FAILED) throw failureIn(found.answer);
  const [body = '', warnings] = found.answer.split('\n');
  return {
    status: found.status,
    body: JSON.parse(body),
    ...(warnings !== undefined && { warnings: JSON.parse(warnings) }),
    isReplayed: true,
  };
}

/** JSON text has no line ends. */
const stored = ({ status, body, warnings = [] }: Answer) => ({
  status,
  answer: [body ?? null, ...(warnings.length > 0 ? [warnings] : [])]
    .map((part) => JSON.stringify(part))
    .join('\n'),
});

/** Returns an id in the form of WhatsApp's own clients. */
const messageIdOf = (seed: string, part: string): string =>
  `3EB0${sha256(`${seed}\n${part}`).slice(0, 18).toUpperCase()}`;

const failed = (error: AppError) => ({
  status: FAILED,
  answer: JSON.stringify({ reason: error.reason, message: error.message, ...answerOf(error) }),
});

/** Returns what a stored failure keeps of an error, besides its type and its message. */
const answerOf = ({ hint, problems, kind, platform, reasonCode, parameters }: AppError) => ({
  hint,
  problems,
  kind,
  platform,
  reasonCode,
  parameters,
});

const undecided = (): AppError => failure('outcome_unknown', {}, { mayBeDone: true });

function failureIn(answer: string): AppError {
  const { reason, message, ...options }: StoredFailure = JSON.parse(answer);
  return new AppError(reason, message, { ...options, headers: REPLAYED, mayBeDone: true });
}

type StoredFailure = { readonly reason: Reason; readonly message: string } & AppErrorOptions;

export const REPLAYED = { 'idempotency-replayed': 'true' };

export const keyReused = (): AppError => failure('idempotency_key_reused');

/** Two JSON texts with the same fields are the same body in any order. */
export const sortedKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
