/**
 * Meta's handshake: before a URL is called with events, its receiver shows that it knows the verify token that was set
 * for it, by answering a request with the challenge that the request has.
 */
import { randomInt } from 'node:crypto';
import type { Outbound } from '../outbound/outbound.ts';
import { runWithin } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';
import { MASK } from '../shared/mask-url.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';
import type { Headers } from './headers.ts';
import { isSameOrigin } from './url.ts';

/** The URL to check, the token, and the headers to send. */
export interface VerifiedReceiver {
  readonly headers: Headers;
  readonly url: string;
  readonly verifyToken: string | null;
}

/** How long the receiver may take, and how much it may answer. */
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1024;
/** Receivers read the challenge as a number of 32 bits, as Meta's have ten digits. */
const CHALLENGES = [1_000_000_000, 2_147_483_647] as const;

/**
 * Does the handshake with the receiver that a change leads to, unless it has no token, or neither URL nor token change.
 * Throws `invalid` with the reason when the receiver does not answer the challenge, within 10 s and 1 KiB.
 */
export async function requireHandshake(
  { outbound, clock }: { outbound: Pick<Outbound, 'fetchFile'>; clock: Pick<Clock, 'after'> },
  stored: VerifiedReceiver,
  change: Partial<VerifiedReceiver>,
  signal: AbortSignal,
): Promise<void> {
  const { url, verifyToken, headers } = { ...stored, ...change };
  const isNew = url !== stored.url || verifyToken !== stored.verifyToken;
  if (verifyToken === null || url === '' || !isNew) return;
  const challenge = String(randomInt(...CHALLENGES));
  const asked = new URL(url);
  asked.searchParams.append('hub.mode', 'subscribe');
  asked.searchParams.append('hub.verify_token', verifyToken);
  asked.searchParams.append('hub.challenge', challenge);
  const refusal = await runWithin({ clock, ms: TIMEOUT_MS, signal }, async (limited) => {
    const limits = { bytesMax: ANSWER_BYTES_MAX, signal: limited.signal, headers: named(headers) };
    const answer = await outbound.fetchFile(asked.href, limits);
    if (limited.isOver())
      return failure('handshake_failed', { problem: `timeout: no answer within ${TIMEOUT_MS} ms` });
    if ('problem' in answer) return failure('handshake_failed', { problem: answer.problem });
    const text = 'bytes' in answer ? Buffer.from(answer.bytes).toString().trim() : '';
    return text === challenge ? null : failure('handshake_misunderstood');
  });
  if (refusal !== null) throw refusal;
}

const named = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Throws `conflict` if somebody changed URL or token after the check, so that the change would lead to another
 * receiver.
 */
export function requireChecked(
  checked: Pick<VerifiedReceiver, 'url' | 'verifyToken'>,
  after: Pick<VerifiedReceiver, 'url' | 'verifyToken'>,
): void {
  if (after.verifyToken === null) return;
  if (after.url !== checked.url || after.verifyToken !== checked.verifyToken)
    throw failure('endpoint_changed');
}

/** A token was meant for the origin it was set for, so it is left behind unless it is given again. */
export const tokenAfter = (
  stored: Pick<VerifiedReceiver, 'url'>,
  { url, verifyToken }: Partial<VerifiedReceiver>,
): Partial<Pick<VerifiedReceiver, 'verifyToken'>> =>
  url === undefined || verifyToken !== undefined || isSameOrigin(url, stored.url)
    ? {}
    : { verifyToken: null };

const TOKEN = /^[\x21-\x7e]{1,512}$/;

/**
 * Reads a caller's token; '' and null mean no token, and a masked one is the stored one while scheme, host and port
 * of `url` stay the same.
 */
export function readVerifyToken(
  value: unknown,
  stored: Pick<VerifiedReceiver, 'url' | 'verifyToken'>,
  url: unknown,
): { readonly token: string | null } | { readonly problem: Problem } {
  if (value === null || value === '') return { token: null };
  if (value === MASK) {
    if (stored.verifyToken === null) return { problem: problem('token_not_stored') };
    const isElsewhere = typeof url === 'string' && !isSameOrigin(url, stored.url);
    return isElsewhere ? { problem: problem('value_stays_there') } : { token: stored.verifyToken };
  }
  return typeof value === 'string' && TOKEN.test(value)
    ? { token: value }
    : { problem: problem('visible_ascii', { min: 1, max: 512 }) };
}
