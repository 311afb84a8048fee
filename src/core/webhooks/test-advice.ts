/** Finds what to do about a failed test of a webhook. Pure. */
import type { FailureWord } from '../outbound/failure-reason.ts';
import type { AdviceCode } from '../shared/reasons/advice.ts';

const BY_WORD: Readonly<Record<FailureWord, AdviceCode>> = {
  timeout: 'answer_first',
  connection_refused: 'start_receiver',
  connection_reset: 'read_log_of_receiver',
  dns_error: 'correct_name',
  tls_error: 'valid_certificate',
  malformed: 'speaks_no_http',
  http_status: 'receiver_refused',
  redirect: 'redirects_not_followed',
  empty: 'answered_nothing',
  too_large: 'answer_too_large',
  forbidden_network: 'allow_network',
  network_error: 'check_route',
  transform_failed: 'correct_transform',
  out_of_resources: 'free_resources',
};

/** Advice for texts that tell more than the first word. */
const BY_TEXT: readonly (readonly [RegExp, AdviceCode])[] = [
  [/no TLS at this port/, 'use_http'],
  [/this port speaks TLS/, 'use_https'],
  [/versions of TLS before/, 'newer_tls'],
  [/ended the TLS handshake/, 'no_client_certificate'],
  [/has expired/, 'renew_certificate'],
  [/not valid yet/, 'set_clocks'],
  [/for another name/, 'name_of_certificate'],
  [/self-signed|not trusted/, 'known_authority'],
];

const BY_STATUS: Readonly<Record<number, AdviceCode>> = {
  400: 'compare_body',
  401: 'other_credentials',
  403: 'other_credentials',
  404: 'correct_path',
  405: 'takes_no_post',
  413: 'smaller_bodies',
  415: 'takes_no_json',
  429: 'takes_no_more',
};

/** @param error a stable first word and a text, as outcomes have it */
export function adviceFor(error: string, status: number | null): AdviceCode | null {
  const known = status === null ? undefined : BY_STATUS[status];
  if (known !== undefined) return known;
  const exact = BY_TEXT.find(([pattern]) => pattern.test(error))?.[1];
  if (exact !== undefined) return exact;
  const [word = ''] = error.split(':');
  // The cast: an unknown word finds nothing.
  return (BY_WORD as Readonly<Record<string, AdviceCode>>)[word] ?? null;
}
