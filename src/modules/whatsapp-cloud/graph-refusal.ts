/** Decides what a failed call to Meta means: for its caller, for the message that it was to send, and for trying again. */
import type { StatusChange } from '../../core/messages/status.ts';
import { AppError, failure, optionsOf, type PlatformRefusal } from '../../core/shared/errors.ts';
import { reasonSentence } from '../../core/shared/reasons/reasons.ts';
import { actionOf, type FaultAction } from './faults.ts';
import { GraphFailure } from './graph-failure.ts';

/** The codes that ask to send less. */
const RATE_ACTIONS = ['rate-app', 'rate-number', 'rate-pair'] as const;
export type RateAction = (typeof RATE_ACTIONS)[number];

export const isRateAction = (action: FaultAction): action is RateAction =>
  RATE_ACTIONS.some((one) => one === action);

/** Used when Meta does not say how long to wait. */
const COME_AGAIN_MS = 60_000;
/** Meta may have taken a message that it reports as failed with this code. */
const AMBIGUOUS = 135000;

/** Says when to send again. */
export class MustWait extends AppError {
  readonly why: string;

  /** `platform` is Meta's answer; undefined when it was not Meta that asked. */
  constructor(ms: number, why: string, platform?: PlatformRefusal) {
    super('rate_limited', reasonSentence('must_wait', { problem: why }), {
      reasonCode: 'must_wait',
      parameters: { problem: why },
      headers: { 'retry-after': `${Math.max(1, Math.ceil(ms / 1_000))}` },
      kind: 'sent_too_fast',
      platform,
    });
    this.why = why;
  }
}

/** The purpose of a call. One that changes something may have done so although it got no usable answer. */
export type Call = 'change' | 'check' | 'read';

/** Returns 502 for a change and for a check that a caller's request needed, and 503 for a read. */
function unanswered(call: Call, text: string, cause: GraphFailure): AppError {
  if (call === 'read') return failure('meta_failed_reading', { fault: text }, { cause });
  return failure('meta_failed', { text }, { cause });
}

/**
 * Returns the error for the caller: `rate_limited` with how long to wait, and `upstream` or `unavailable` when Meta has
 * a fault of its own or gave no readable answer. Otherwise the request is at fault (`invalid`) or the state of the
 * account (`conflict`).
 */
export function refusalOf(fault: GraphFailure, call: Call = 'change'): AppError {
  const { code, message, retryAfterMs = COME_AGAIN_MS } = fault;
  if (code === null || (code === AMBIGUOUS && call !== 'check'))
    return call === 'change' && !fault.isUnsent
      ? failure('meta_unanswered', { fault: message, fate: '' }, { cause: fault, mayBeDone: true })
      : unanswered(call, message, fault);
  const { action } = actionOf(code);
  const words = wordsOf(fault);
  if (isRateAction(action)) return new MustWait(retryAfterMs, words, fault.platform);
  if (action === 'temporary' || fault.isTransient) return unanswered(call, words, fault);
  return saidByMeta(action === 'never' ? 'meta_refused' : 'meta_conflict', fault);
}

/** Returns the error that has Meta's own words, and what to do. */
export function saidByMeta(
  reason: 'meta_refused' | 'meta_conflict',
  fault: GraphFailure,
): AppError {
  const { code, message } = fault;
  const advice = code === null ? '' : adviceOn(code);
  return failure(reason, { text: sentence(message), advice }, { cause: fault });
}

/** Returns the error for the caller after telling `failed` of a failed call; returns any other error as it is. */
export function reportRefusal(
  error: unknown,
  failed: (failure: GraphFailure) => void,
  refusal: (failure: GraphFailure) => AppError,
): unknown {
  if (!(error instanceof GraphFailure)) return error;
  failed(error);
  return refusal(error);
}

/** Returns the error for the caller whose file Meta did not take, so that nothing was sent. */
export function fileRefusalOf(fault: GraphFailure): AppError {
  const { reason, message, headers } = refusalOf(fault);
  const named = { reasonCode: 'file_not_handed_over', parameters: { problem: message } } as const;
  const words = reasonSentence(named.reasonCode, named.parameters);
  return new AppError(reason, words, { ...named, cause: fault, ...(headers && { headers }) });
}

const BY_TEMPLATE = 'Send a template instead: POST /message/sendTemplate/{instanceName}.';

/** Returns Meta's own words, and what to do. */
export function wordsOf({ code, message }: GraphFailure): string {
  if (code === null) return message;
  return `Meta: ${sentence(message)}${adviceOn(code)}`;
}

const adviceOn = (code: number): string => {
  const { action, advice } = actionOf(code);
  return ` ${advice}${action === 'window' ? ` ${BY_TEMPLATE}` : ''}`;
};

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Subcodes of code 100: the limit of templates is reached, a language is being deleted, or it exists already. */
const TEMPLATE_CONFLICTS: ReadonlySet<number | null> = new Set([2388019, 2388023, 2388024]);

/** Returns the error for callers that change a template. Meta's words for one suffice, since it names the component. */
export function templateRefusalOf(fault: GraphFailure): AppError {
  const { code, subcode, message, isUnsent, isTransient } = fault;
  if (code === null && !isUnsent)
    return failure('meta_unanswered', { fault: message, fate: UNKNOWN }, { cause: fault });
  const isConflict = code !== null && TEMPLATE_CONFLICTS.has(subcode);
  const isOfRequest = code !== null && actionOf(code).action === 'never' && !isTransient;
  if (!isConflict && !isOfRequest) return unreadTemplates(fault);
  const said = { text: message, advice: '' };
  return failure(isConflict ? 'meta_conflict' : 'meta_refused', said, { cause: fault });
}

const UNKNOWN =
  '; whether it was done all the same is not known: /template/find with refresh=true says what is there';

/** When templates cannot be read, no request is at fault. */
export function unreadTemplates(fault: GraphFailure): AppError {
  const refusal = refusalOf(fault, 'check');
  if (refusal.reason === 'rate_limited') return refusal;
  return unanswered('check', wordsOf(fault), fault);
}

/** Adds the id to ask for to an error after which nobody knows yet what becomes of a stored message, or that it waits. */
export function namingMessage(error: unknown, id: string): unknown {
  if (!(error instanceof AppError) || !NAMED.has(error.reason)) return error;
  const { reason, message } = error;
  const words = `${sentence(message)} What became of message ${id}: GET /message/status/{instanceName}/${id}`;
  return new AppError(reason, words, { ...optionsOf(error), cause: error });
}

const NAMED: ReadonlySet<string> = new Set(['rate_limited', 'upstream']);

/** Tells whether nobody knows what Meta did. */
const isOpen = ({ code, isUnsent }: GraphFailure): boolean =>
  code === AMBIGUOUS || (code === null && !isUnsent);

/** Returns the status of the message `id`: unknown after a lost answer, until a status of Meta tells it. */
export function fateOf(id: string, failure: GraphFailure, at: number): StatusChange {
  const { code, message } = failure;
  if (!isOpen(failure))
    return { id, status: 'Error', code, reason: `It was not sent: ${wordsOf(failure)}`, at };
  const reason = `Nobody knows yet whether it was sent (${message}): if it was, a status of Meta will say so.`;
  return { id, status: 'Unknown', code, reason, at };
}

/** Tells whether to repeat a call that Meta has refused but may accept a moment later, or never got. */
export const mayRepeat = (failure: GraphFailure): boolean =>
  !isOpen(failure) && (failure.code === null || actionOf(failure.code).action === 'temporary');
