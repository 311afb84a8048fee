import { type TSchema, Type } from '@sinclair/typebox';
import { iso } from '../shared/clock.ts';
import type { Reason } from '../shared/errors.ts';
import { detailsOf, type FieldProblem } from '../shared/reasons/problems.ts';
import type { Parameters } from '../shared/reasons/sentences.ts';
import { type Code, docsOf, FAILURE_GUIDE } from './failure-guide.ts';
import { pascalCase } from './openapi-components.ts';
import { Time } from './time.ts';

export type { Code } from './failure-guide.ts';

/** The status and code of every reason. Dialects replace codes, never statuses. */
export const FAILURES: Readonly<Record<Reason, { readonly status: number; readonly code: Code }>> =
  {
    invalid: { status: 400, code: 'BAD_REQUEST' },
    unprocessable: { status: 422, code: 'VALIDATION_ERROR' },
    unauthenticated: { status: 401, code: 'UNAUTHORIZED' },
    forbidden: { status: 403, code: 'FORBIDDEN' },
    not_found: { status: 404, code: 'NOT_FOUND' },
    method_not_allowed: { status: 405, code: 'METHOD_NOT_ALLOWED' },
    conflict: { status: 409, code: 'CONFLICT' },
    gone: { status: 410, code: 'GONE' },
    precondition_failed: { status: 412, code: 'PRECONDITION_FAILED' },
    too_large: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    unsupported_media: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    rate_limited: { status: 429, code: 'RATE_LIMITED' },
    upstream: { status: 502, code: 'UPSTREAM_ERROR' },
    unavailable: { status: 503, code: 'SERVICE_UNAVAILABLE' },
    internal: { status: 500, code: 'INTERNAL_SERVER_ERROR' },
  };

/** Codes that only dialects use, each with the status of the code that it replaces. */
const STATUS_OF = new Map<Code | undefined, number>([
  ...Object.values(FAILURES).map(({ status, code }): [Code, number] => [code, status]),
  ['INVALID_TOKEN', 401],
  ['INTERNAL_ERROR', 500],
]);

const FieldTexts = Type.Record(Type.String(), Type.Array(Type.String()), {
  $id: 'FieldTexts',
  description: 'Texts per dotted field path',
});

const ReasonName = Type.String({
  description:
    'The reason in a stable name, such as `name_taken`; the type of the failure, such as `conflict`, where the reason has no name of its own yet',
});

const MessageParameters = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    $id: 'MessageParameters',
    description: 'The values in the message, by the names that the reason has for them',
  }),
);

const FieldProblems = Type.Optional(
  Type.Array(
    Type.Object(
      {
        field: Type.String({
          description:
            'Dotted path of the field, such as `headers.host`; empty for a problem of several fields',
        }),
        reason: Type.String({
          description:
            'Stable name of the problem, such as `too_short`; `invalid` where it has no name of its own',
        }),
        message: Type.String({ description: 'The same in English, after the name of the field' }),
        parameters: MessageParameters,
      },
      { $id: 'FieldProblem' },
    ),
    { description: 'Every field of the request that is wrong, if fields are' },
  ),
);

/** The codes of failures that may name wrong fields. */
const NAMES_FIELDS: ReadonlySet<Code> = new Set(['BAD_REQUEST', 'VALIDATION_ERROR']);

const Hint = Type.Optional(
  Type.String({
    description: 'Advice on the failure, if there is more to say than the message does',
  }),
);

const Docs = Type.Optional(
  Type.String({
    description:
      'Where this service explains the code, such as `/docs/errors#not-found`; absent in an installation that leaves the docs out',
  }),
);

const FailureMeta = Type.Object(
  {
    timestamp: Time(),
    path: Type.String({ description: 'Path of the request, without its query' }),
    method: Type.String(),
  },
  { $id: 'FailureMeta' },
);

/** The status that a code has unless a dialect moves it. */
export const statusOf = (code: Code | undefined): number => STATUS_OF.get(code) ?? 500;

const inWords = (code: Code): string => {
  const { cause, cure } = FAILURE_GUIDE[code];
  return `${cause} ${cure}`;
};

const exampleOf = (code: Code): object => {
  const { reason, message } = FAILURE_GUIDE[code];
  return {
    success: false,
    error: { code, reason, message, docs: docsOf(code) },
    meta: { timestamp: '2026-01-05T12:00:00.000Z', path: '/path/of/the/request', method: 'POST' },
  };
};

/** Keyed by codes, because thousands of answers share a few dozen envelopes. */
const envelopes = new Map<string, ReturnType<typeof envelopeOf>>();

/** Returns the schema of a failure with one of these codes; the same object for the same codes. */
export const FailureEnvelope = (...codes: Code[]) =>
  envelopes.getOrInsertComputed(codes.join(' '), () => envelopeOf(codes));

const envelopeOf = (codes: readonly Code[]) =>
  Type.Object(
    {
      success: Type.Literal(false),
      error: Type.Object({
        code: Type.Union(codes.map((code) => Type.Literal(code))),
        reason: ReasonName,
        message: Type.String(),
        parameters: MessageParameters,
        ...(codes.includes('VALIDATION_ERROR') ? { details: Type.Optional(FieldTexts) } : {}),
        ...(codes.some((code) => NAMES_FIELDS.has(code)) ? { problems: FieldProblems } : {}),
        hint: Hint,
        docs: Docs,
      }),
      meta: FailureMeta,
    },
    {
      additionalProperties: false,
      $id: `${codes.map(pascalCase).join('Or')}Failure`,
      // If a zone has another form of failures, the API document shows that form.
      isFailureEnvelope: true,
      usualStatus: statusOf(codes[0]),
      answerDescription: codes.map(inWords).join(' '),
      examples: codes.map(exampleOf),
    },
  );

/**
 * Returns the failures of a route by status, to spread into its `response`. If a dialect moves a code to another
 * status, name that status with `FailureEnvelope` after the spread. 401 brings 429 RATE_LIMITED, because operations
 * with a credential are limited in their rate. 500 brings 503 SERVICE_UNAVAILABLE, because the database, the disk or the
 * platform may be out of reach or full for a while.
 */
export function failures(...codes: Code[]): Record<number, TSchema> {
  const has = (status: number) => codes.some((code) => statusOf(code) === status);
  const all = new Set(codes);
  if (has(401)) all.add('RATE_LIMITED');
  if (has(500)) all.add('SERVICE_UNAVAILABLE');
  const byStatus = Map.groupBy(all, statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [status, FailureEnvelope(...same)]),
  );
}

interface Failure {
  readonly code: Code;
  readonly reason: string;
  readonly message: string;
  readonly parameters?: Parameters | undefined;
  readonly problems?: readonly FieldProblem[] | undefined;
  readonly hint?: string | undefined;
}

/** `now` is in ms since 1970. Only VALIDATION_ERROR has details. */
export function failureEnvelope(
  now: number,
  failure: Failure,
  request: { readonly path: string; readonly method: string; readonly hasDocs: boolean },
) {
  const { code, reason, message, parameters, problems, hint } = failure;
  const error = {
    code,
    reason,
    message,
    ...(parameters && { parameters }),
    ...(problems && code === 'VALIDATION_ERROR' && { details: detailsOf(problems) }),
    ...(problems && NAMES_FIELDS.has(code) && { problems }),
    ...(hint !== undefined && { hint }),
    ...(request.hasDocs && { docs: docsOf(code) }),
  };
  const meta = { timestamp: iso(now), path: request.path, method: request.method };
  return { success: false as const, error, meta };
}
