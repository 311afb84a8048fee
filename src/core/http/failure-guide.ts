/** The codes of failures with their meaning and cure, for answers, the API document and docs/errors.md. */
import type { Reason } from '../shared/errors.ts';
import type { ReasonCode } from '../shared/reasons/reasons.ts';

export interface FailureGuide {
  readonly cause: string;
  readonly cure: string;
  /** An example of such a failure: its reason, and its message as the service words it. */
  readonly reason: Reason | ReasonCode;
  readonly message: string;
  /** Whether the cure is the hint of failures that have none of their own. */
  readonly isCureHint?: true;
}

export const FAILURE_GUIDE = {
  BAD_REQUEST: {
    cause:
      'A field, a parameter or the JSON itself is wrong, or the platform cannot do what is asked.',
    cure: 'Change the request: the message names what is wrong, `error.problems` each wrong field.',
    reason: 'invalid',
    message:
      'number must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
  },
  VALIDATION_ERROR: {
    cause: 'Fields of the request are wrong, or the platform does not show such a message.',
    cure: '`error.details` may have the sentences by field, `error.problems` their reasons.',
    reason: 'unprocessable',
    message: 'The body is invalid: name must not be blank',
  },
  UNAUTHORIZED: {
    cause: 'The credential is missing, unknown or expired.',
    cure: 'Send `apikey` (gateway) or `api_access_token` (CRM).',
    reason: 'apikey_missing',
    message: 'the header apikey is missing',
  },
  INVALID_TOKEN: {
    cause: 'The same as UNAUTHORIZED, on `GET /api/v1/permissions`.',
    cure: 'Send `api_access_token`.',
    reason: 'access_token_invalid',
    message: 'The api_access_token is unknown, revoked or expired',
  },
  FORBIDDEN: {
    cause:
      'The credential does not permit this: it is for another instance, or lacks a scope or permission.',
    cure: 'Use the global key, or a key or role with what the message names.',
    reason: 'global_key_needed',
    message: 'this operation needs the global key',
    isCureHint: true,
  },
  NOT_FOUND: {
    cause: 'The path, instance or record does not exist, or you may not see it.',
    cure: 'Check the name or the id.',
    reason: 'instance_not_found',
    message: 'instance not found',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path has other methods.',
    cure: 'The header `allow` lists them.',
    reason: 'method_unknown',
    message: 'This path takes POST',
  },
  CONFLICT: {
    cause:
      'The request conflicts with the current state: a name is taken, an instance is not connected, a window is closed.',
    cure: 'Do what the message says, then repeat the request.',
    reason: 'instance_not_connected',
    message: 'instance shop is not connected',
  },
  GONE: {
    cause: 'It is gone: a file that the platform has removed, a link that has ended.',
    cure: 'Ask for a new one.',
    reason: 'ceremony_over',
    message: 'the time of this ceremony is over: connect the instance again',
  },
  PRECONDITION_FAILED: {
    cause: 'The record has changed since you read it (`If-Match`).',
    cure: 'Read it again, then decide.',
    reason: 'another_version',
    message: 'The record has another version than If-Match names',
    isCureHint: true,
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body is larger than this operation takes.',
    cure: 'Send less: see the limits.',
    reason: 'body_too_large',
    message: 'The body is larger than 1048576 bytes',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body is neither JSON nor a form that the operation takes, or it is compressed.',
    cure: 'Send `content-type: application/json`, without `content-encoding`.',
    reason: 'content_type_refused',
    message: 'The body must be JSON: content-type application/json',
  },
  RATE_LIMITED: {
    cause: 'There were too many requests, failed authentications or messages.',
    cure: 'Wait as long as the header `retry-after` says.',
    reason: 'too_many_requests',
    message: 'More than 100 requests in a minute',
    isCureHint: true,
  },
  INTERNAL_SERVER_ERROR: {
    cause: 'The service has a fault.',
    cure: 'Report it with the `x-request-id`.',
    reason: 'unexpected',
    message: 'An unexpected error occurred',
    isCureHint: true,
  },
  INTERNAL_ERROR: {
    cause: 'The same as INTERNAL_SERVER_ERROR, on a few paths of the CRM.',
    cure: 'Report it with the `x-request-id`.',
    reason: 'unexpected',
    message: 'An unexpected error occurred',
    isCureHint: true,
  },
  UPSTREAM_ERROR: {
    cause:
      'Another service failed or did not answer. A message may have been sent, unless the text says that it was not.',
    cure: 'Ask what became of the message, whose id the text may give, before sending it again.',
    reason: 'not_sent_unanswered',
    message:
      'WhatsApp did not answer within 10 seconds, and the message was not sent: send it again',
  },
  SERVICE_UNAVAILABLE: {
    cause: 'The database, the disk or the platform is unavailable for a while.',
    cure: 'Try again after the seconds in `retry-after`: `/ready` says what is out of order.',
    reason: 'disk_full',
    message: 'the disk is full',
    isCureHint: true,
  },
} satisfies Readonly<Record<string, FailureGuide>>;

export type Code = keyof typeof FAILURE_GUIDE;

/** Returns where our own pages explain a code. */
export const docsOf = (code: Code): string =>
  `/docs/errors#${code.toLowerCase().replaceAll('_', '-')}`;

/** Returns the hint of failures of this code that have none of their own, or undefined. */
export function commonHint(code: Code): string | undefined {
  const { cure, isCureHint }: FailureGuide = FAILURE_GUIDE[code];
  return isCureHint ? cure.replaceAll('`', '') : undefined;
}
