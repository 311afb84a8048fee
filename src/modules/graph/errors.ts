/** Our failures as Meta's Graph API words errors: one table from reasons and fates to Meta's codes. Pure. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type Code, FAILURES } from '../../core/http/failures.ts';
import type { FailedRequest, FailureFacts } from '../../core/http/zone.ts';
import {
  AppError,
  type FailureKind,
  kindOf,
  type PlatformRefusal,
  platformRefusalOf,
} from '../../core/shared/errors.ts';
import { metaErrorOf } from '../../core/webhooks/format/meta-errors.ts';

export const GraphFailure = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'Number and name of the error at Meta' }),
      type: Type.Literal('OAuthException'),
      code: Type.Integer({ description: 'Number of the error at Meta' }),
      error_subcode: Type.Optional(
        Type.Integer({ description: 'Distinguishes errors of one code' }),
      ),
      error_user_title: Type.Optional(
        Type.String({ description: "Title of the error for people, in Meta's words" }),
      ),
      error_user_msg: Type.Optional(
        Type.String({ description: "Sentence about the error for people, in Meta's words" }),
      ),
      error_data: Type.Object({
        messaging_product: Type.Literal('whatsapp'),
        details: Type.String({ description: 'Fault of the request, and what to do about it' }),
      }),
      fbtrace_id: Type.String({ description: 'The id of the request, as in `x-request-id`' }),
    }),
  },
  { $id: 'GraphFailure' },
);
type GraphFailure = Static<typeof GraphFailure>;

/** The answer to a failure; the status defaults to that of Meta's code. */
interface GraphRow {
  readonly code: number;
  readonly subcode?: number;
  readonly status?: number;
  /** When it happens, as a row of the docs says it. */
  readonly when: string;
}

/** Meta's subcode of 100 for an object that is not there, or does not have what is asked. */
const NO_SUCH_OBJECT = 33;

const BY_KIND: Readonly<Record<FailureKind, GraphRow>> = {
  not_connected: { code: 133010, when: 'The instance is not connected' },
  account_locked: { code: 131031, when: 'The platform has locked the account' },
  unknown_number: { code: 131026, when: 'Nobody on WhatsApp has the number' },
  window_closed: {
    code: 131047,
    when: 'More than 24 hours have passed since the person last wrote to the official number',
  },
  unsupported_message: { code: 131051, when: 'The platform has no such message' },
  unusable_file: {
    code: 131053,
    when: 'The file cannot be fetched, or its type or size cannot be sent',
  },
  sent_too_fast: { code: 130429, when: 'The instance sends more than it may' },
  no_new_chats: {
    code: 131048,
    when: 'WhatsApp or `NEW_CHATS_PER_DAY` lets the account open no new chats at present',
  },
  no_template: {
    code: 132001,
    when: 'The template is not there in this language, or not approved',
  },
  template_paused: { code: 132015, when: 'Meta has paused the template' },
  template_disabled: { code: 132016, when: 'Meta has disabled the template' },
  template_parameters: { code: 132012, when: 'The parameters do not fit the template' },
  template_exists: {
    code: 100,
    subcode: 2388024,
    when: 'There is a template of this name in this language',
  },
  unknown_fate: {
    code: 135000,
    when: 'Nobody knows whether the message was sent: ask for its status before sending it again',
  },
};

/** The answers to failures without a more precise kind. Missing codes belong to other zones. */
const BY_CODE: Readonly<Partial<Record<Code, GraphRow>>> = {
  BAD_REQUEST: { code: 100, when: 'A field or a parameter is wrong' },
  VALIDATION_ERROR: { code: 131051, when: 'The platform does not show such a message' },
  UNAUTHORIZED: { code: 190, when: 'There is no key, or one that is unknown or has ended' },
  FORBIDDEN: { code: 10, when: 'The key may not do this: a scope is missing' },
  NOT_FOUND: {
    code: 100,
    subcode: NO_SUCH_OBJECT,
    status: 404,
    when: 'There is no such id or path, or the key may not see it',
  },
  METHOD_NOT_ALLOWED: {
    code: 100,
    subcode: NO_SUCH_OBJECT,
    status: 405,
    when: 'The path has other methods',
  },
  CONFLICT: { code: 131009, when: 'The request does not fit what is there' },
  GONE: { code: 131052, when: 'The file is no longer on the platform' },
  PRECONDITION_FAILED: { code: 131009, when: 'Somebody else has changed it since it was read' },
  PAYLOAD_TOO_LARGE: { code: 100, status: 413, when: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { code: 100, status: 415, when: 'The body has the wrong type' },
  RATE_LIMITED: { code: 4, when: 'There are too many requests' },
  UPSTREAM_ERROR: { code: 131000, when: 'WhatsApp failed or did not answer' },
  SERVICE_UNAVAILABLE: { code: 131016, when: 'The service cannot work at present' },
  INTERNAL_SERVER_ERROR: { code: 131000, when: 'The service has a fault' },
};

/** The rows of the docs. */
export const GRAPH_ROWS: readonly GraphRow[] = [
  ...Object.values(BY_CODE),
  ...Object.values(BY_KIND),
].map((row) => ({ ...row, status: statusOfRow(row) }));

function statusOfRow({ code, status }: GraphRow): number {
  return status ?? metaErrorOf(code).status;
}

/** Returns Meta's code for a failure, as a refusal without words. */
function rowOf({
  kind,
  code,
}: Pick<FailureFacts, 'code'> & { kind?: FailureKind | undefined }): GraphRow & PlatformRefusal {
  const row = (kind === undefined ? BY_CODE[code] : BY_KIND[kind]) ?? { code: 131000, when: '' };
  return { ...row, details: '' };
}

/** Returns Meta's code for an error that is shown inside of an answer. */
export const graphCodeOf = (error: AppError): number =>
  platformRefusalOf(error)?.code ??
  rowOf({ kind: kindOf(error), code: FAILURES[error.reason].code }).code;

/** The failure answers of an operation by status, for the API document. */
export const GRAPH_FAILURES: Readonly<Record<number, TSchema>> = Object.fromEntries(
  GRAPH_ROWS.map(({ status }) => [status, GraphFailure]),
);

/** Returns the error of a request that the official API would refuse with this code. */
export const refusedAs = (code: number, details: string): AppError =>
  new AppError('invalid', details, { platform: { code, details: '' } });

/** Refuses an id of nothing here, and one that is not the caller's, alike. */
export const unknownObject = (): AppError =>
  new AppError(
    'not_found',
    'no object has this id, or it does not belong to this access token, or this cannot be done with it',
  );

/** Returns the HTTP status of a failure: the one that Meta answered with, or that of Meta's code for it. */
export function graphStatus(failure: FailureFacts): number {
  const { platform } = failure;
  if (platform === undefined) return statusOfRow(rowOf(failure));
  const { status, code } = platform;
  return status && status >= 400 ? status : metaErrorOf(code).status;
}

/** Returns the body of a failure. A failure of Meta keeps Meta's code, subcode and details. */
export function graphError(
  failure: FailureFacts,
  { requestId }: Pick<FailedRequest, 'requestId'>,
): GraphFailure {
  const { code, subcode, title, text, details } = failure.platform ?? rowOf(failure);
  const said = text || metaErrorOf(code).title;
  return {
    error: {
      message: said.includes(`#${code}`) ? said : `(#${code}) ${said}`,
      type: 'OAuthException',
      code,
      ...(typeof subcode === 'number' && { error_subcode: subcode }),
      ...(title && text && { error_user_title: title, error_user_msg: text }),
      error_data: { messaging_product: 'whatsapp', details: details || sentencesOf(failure) },
      fbtrace_id: requestId,
    },
  };
}

/** Returns the message of a failure, with its hint if it has one. */
const sentencesOf = ({ message, hint }: FailureFacts): string =>
  hint === undefined ? message : `${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}`;
