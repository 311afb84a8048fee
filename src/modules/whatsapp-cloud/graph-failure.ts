/** Reads why a call to the Graph API failed from its error answers, and masks tokens in them. */
import { retryAfterMs } from '../../core/outbound/retry-after.ts';
import { isRecord, record, text } from '../../core/providers/foreign-values.ts';
import type { PlatformRefusal } from '../../core/shared/errors.ts';

/** `message` is the text and the details; it may be shown to callers and logged. */
export class GraphFailure extends Error {
  /** HTTP status of the answer, or null without an answer. */
  declare readonly status: number | null;
  /** Meta's error code, or null when there was no answer of the Graph API. */
  declare readonly code: number | null;
  declare readonly subcode: number | null;
  /** Meta's name of the error, for people, or ''. */
  declare readonly title: string;
  /** The failure for people: Meta's text for users, else its message, else the fault of the answer. */
  declare readonly text: string;
  /** Meta's details of the fault, or ''. */
  declare readonly details: string;
  /** Trying again soon may succeed: Meta says so, or the connection broke. */
  declare readonly isTransient: boolean;
  /** How long Meta asks to wait, in ms; absent when it does not say. */
  declare readonly retryAfterMs?: number;
  /** Nothing was sent: the call cannot have had an effect, and may be made again. */
  declare readonly isUnsent: boolean;

  constructor(fault: GraphFault) {
    super(wholeText(fault));
    this.name = 'GraphFailure';
    Object.assign(this, fault);
  }

  /** Meta's answer, or undefined when there was none: errors that it is the cause of have it from here. */
  get platform(): PlatformRefusal | undefined {
    const { code, subcode, status, title, details } = this;
    return code === null ? undefined : { code, subcode, status, title, text: this.text, details };
  }
}

type GraphFault = Omit<GraphFailure, keyof Error | 'platform'>;

const wholeText = ({ code, text: said, details }: GraphFault): string => {
  const number = code === null || said.includes(`#${code}`) ? '' : `(#${code}) `;
  return details === '' || said.includes(details) ? number + said : `${number}${said}: ${details}`;
};

/** These causes may pass quickly; a call that timed out has waited long enough. */
const BROKEN_CONNECTION = /^(connection_refused|connection_reset|dns_error|network_error)/;

/** Builds a failure without an answer of the Graph API. `problem` is for people, and holds no URL with a query. */
export const noAnswer = (
  problem: string,
  { status = null, isUnsent = false }: { status?: number | null; isUnsent?: boolean } = {},
): GraphFailure =>
  new GraphFailure({
    status,
    code: null,
    subcode: null,
    title: '',
    text: `the Graph API: ${problem}`,
    details: '',
    isTransient: status === null ? BROKEN_CONNECTION.test(problem) : status >= 500,
    isUnsent,
  });

/** Builds the failure from an answer. `body` is the answer as JSON, whatever it is. */
export function failureOf(
  answer: {
    readonly status: number;
    readonly headers: Headers;
    /** In ms since 1970. */
    readonly receivedAt: number;
    readonly token: string;
  },
  body: unknown,
): GraphFailure {
  const { status, headers, receivedAt, token } = answer;
  const error = record(record(body).error);
  if (!isRecord(record(body).error) || typeof error.code !== 'number')
    return noAnswer(`answered ${status} without an error of its own`, { status });
  const said = text(error.error_user_msg) || text(error.message) || 'an error without a text';
  const waitMs = waitAskedFor(headers, receivedAt);
  return new GraphFailure({
    status,
    code: error.code,
    subcode: typeof error.error_subcode === 'number' ? error.error_subcode : null,
    title: shown(text(error.error_user_title), token),
    text: shown(said, token),
    details: shown(text(record(error.error_data).details), token),
    isTransient: error.is_transient === true,
    ...(waitMs !== null && { retryAfterMs: waitMs }),
    isUnsent: false,
  });
}

const MASK = '********';
const CHARACTERS_MAX = 1_000;

/** Code 190 repeats all or part of the token that it could not read. */
const AFTER_ACCESS_TOKEN = /(access token:? )["']?[\w|%.-]{16,}["']?/gi;
/** Every token of Meta begins like this. */
const TOKEN_LIKE = /\bEAA[A-Za-z0-9]{8,}/g;

function shown(said: string, token: string): string {
  const masked = token === '' ? said : said.replaceAll(token, MASK);
  return masked
    .replace(AFTER_ACCESS_TOKEN, `$1${MASK}`)
    .replace(TOKEN_LIKE, MASK)
    .slice(0, CHARACTERS_MAX);
}

const MINUTE_MS = 60_000;
/** Meta counts by the hour and by the day. */
const WAIT_MAX_MS = 1_440 * MINUTE_MS;

/** Returns the longest wait that the headers of an answer ask for, in ms, or null. */
function waitAskedFor(headers: Headers, now: number): number | null {
  const waits = [
    Math.min(retryAfterMs(headers, now) ?? 0, WAIT_MAX_MS),
    ...regainTimes(headers.get('x-business-use-case-usage') ?? ''),
  ].filter((ms) => ms > 0);
  return waits.length === 0 ? null : Math.max(...waits);
}

/**
 * Returns the waits in ms of a header such as `{"ID":[{"call_count":100,"estimated_time_to_regain_access":5}]}`
 * (minutes).
 */
function regainTimes(header: string): number[] {
  if (header === '') return [];
  try {
    return Object.values(record(JSON.parse(header)))
      .flat()
      .map((usage) => record(usage).estimated_time_to_regain_access)
      .filter((minutes) => typeof minutes === 'number' && Number.isFinite(minutes))
      .map((minutes) => Number(minutes) * MINUTE_MS);
  } catch {
    return [];
  }
}
