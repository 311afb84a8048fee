/**
 * All fields of endpoints, each declared once. An endpoint belongs to an instance or to an account; requests, answers,
 * rows, the audit and examples follow from here.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import type { RetryRule } from '../../events/contract/channel.ts';
import { DEFAULT_ENDPOINT } from '../../events/contract/endpoint.ts';
import { Choice, Flag } from '../../http/field-types.ts';
import { orNull } from '../../http/nullable.ts';
import { type FieldError, type Fields, parsedBy, words } from '../../http/read-fields.ts';
import { MASK, maskUrl } from '../../shared/mask-url.ts';
import type { Filter } from '../filter/filter.ts';
import { type Headers, maskHeaders } from '../headers.ts';
import type { Transform } from '../transform/transform.ts';
import type { EndpointField, EndpointFields, FieldContext, Viewer } from './field.ts';
import {
  ATTEMPTS_MAX,
  DELAY_MIN_MS,
  DELAYS_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  readDescription,
  readFilter,
  readHeaders,
  readName,
  readTransform,
  readUrl,
  retryReader,
} from './readers.ts';

/** Returns a field that a reader checks, which knows the endpoint before the change. */
const known = <T>(
  schema: TSchema,
  read: (value: unknown, context: FieldContext, before: Fields) => T | FieldError,
) => parsedBy<T, FieldContext>(schema, read);

/** Any fields: what they may be is in the documentation. */
export const JsonObject = Type.Object({}, { additionalProperties: true });

/** The fields of endpoints of both owners that either zone writes alike. */
export const SHARED_FIELDS = {
  name: {
    request: known<string>(
      Type.String({
        minLength: 1,
        maxLength: NAME_MAX,
        description: `Name of the endpoint, such as \`orders\`: 1-${NAME_MAX} characters; \`${DEFAULT_ENDPOINT}\` is taken by the one that every instance has`,
        examples: ['orders'],
      }),
      readName,
    ),
    answer: Type.String({ description: 'Name of the endpoint' }),
    column: 'plain',
    initial: '',
  },
  url: {
    request: known<string>(
      Type.String({
        maxLength: 2048,
        shownFormat: 'uri',
        description:
          'http or https URL that events are posted to, such as `https://example.com/orders`, without credentials in it; no other endpoint of the same owner of an instance may have it. The masked form of the stored URL keeps it unchanged',
        examples: ['https://orders.example.com/hook'],
      }),
      readUrl,
    ),
    answer: Type.String({
      description:
        'URL that events are posted to. Credentials and query values are masked if you may not change the endpoint',
    }),
    show: (url: string, { mayChange }: Viewer) => (mayChange || url === '' ? url : maskUrl(url)),
    audit: (url: string) => ({ url: url && maskUrl(url) }),
    column: 'plain',
    initial: '',
  },
  enabled: {
    request: Flag({
      description:
        'Whether events are posted to `url`; disabling the endpoint discards what waits. `true` also sends again to an endpoint that was disabled for its failures',
      examples: [true],
    }),
    answer: Type.Boolean({ description: 'Whether the endpoint is enabled' }),
    column: 'plain',
    initial: true,
  },
  headers: {
    request: known<Headers>(
      Type.Record(Type.String(), Type.String(), {
        description: `At most 20 extra headers, which replace the previous ones. A masked value (${MASK}) keeps the stored value of that header, while scheme, host and port of \`url\` stay the same`,
        examples: [{ authorization: 'Bearer my-token' }],
      }),
      readHeaders,
    ),
    answer: Type.Record(Type.String(), Type.String(), {
      description: 'Extra headers, with masked values',
    }),
    show: maskHeaders,
    audit: (headers: Headers) => ({ headers: Object.keys(headers) }),
    column: 'sealed json',
    initial: {},
  },
  byEvents: {
    request: Flag({
      description:
        'Whether the event name is appended to the path of `url`, such as /messages-upsert; only with `evolution-api`',
    }),
    answer: Type.Boolean({
      description: 'Whether the event name is appended to the path of the URL',
    }),
    column: 'plain',
    initial: false,
  },
  filter: {
    request: known<Filter | null>(
      orNull(
        JsonObject,
        'Filter on the bodies that selects which events of the list are sent, as described in /docs/filters.md; null sends all of them',
      ),
      readFilter,
    ),
    answer: orNull(
      JsonObject,
      'Filter that selects which of these events are sent; null sends all of them',
    ),
    column: 'json',
    initial: null,
  },
  transform: {
    request: known<Transform | null>(
      orNull(
        JsonObject,
        'Change to the bodies before they are signed: `{"pick": […], "omit": […], "rename": {…}}` or `{"template": …}`, as described in /docs/filters.md; null leaves them unchanged',
      ),
      readTransform,
    ),
    answer: orNull(JsonObject, 'Transform that changes the bodies; null leaves them unchanged'),
    show: (transform: Transform | null) => transform && { ...transform },
    column: 'json',
    initial: null,
  },
  ordering: {
    request: Choice(['chat', 'none'], {
      description:
        '`chat`: the first attempts of a chat follow each other in its order, in the CRM those of a pipeline or inbox. `none`: they do not wait for each other',
    }),
    answer: words('chat', 'none'),
    column: 'plain',
    initial: 'chat',
  },
  autoDisable: {
    request: Flag({
      description: `Whether the endpoint is disabled automatically when it answers 410 or has failed for long; default true, but false for \`${DEFAULT_ENDPOINT}\``,
      examples: [true],
    }),
    answer: Type.Boolean({
      description:
        'Whether the endpoint is disabled automatically when it answers 410 or has failed for long',
    }),
    column: 'plain',
    initial: true,
  },
  description: {
    request: known<string>(
      Type.String({
        maxLength: DESCRIPTION_MAX,
        description: `Purpose of the endpoint, up to ${DESCRIPTION_MAX} characters, such as \`Sends orders to the shop\``,
        examples: ['Sends orders to the shop'],
      }),
      readDescription,
    ),
    answer: Type.String({ description: 'Purpose of the endpoint' }),
    column: 'plain',
    initial: '',
  },
} as const satisfies EndpointFields;

const retryOf = (delays: string) =>
  Type.Object(
    {
      attempts: Type.Integer({
        minimum: 1,
        maximum: ATTEMPTS_MAX,
        description: `Number of attempts that a delivery gets, the first included: 1-${ATTEMPTS_MAX}`,
        examples: [3],
      }),
      [delays]: Type.Array(Type.Integer({ minimum: DELAY_MIN_MS }), {
        minItems: 1,
        maxItems: DELAYS_MAX,
        description:
          'Milliseconds from the end of each failed attempt to the next, at least 1000; the last one repeats, so that a single value is a fixed delay',
        examples: [[1_000, 60_000]],
      }),
    },
    { additionalProperties: false },
  );

/** Returns the field of retries. `delays` is what the owner's zone calls their delays. */
export const retryField = <D extends string>(delays: D) =>
  ({
    request: known<RetryRule | null>(
      orNull(
        retryOf(delays),
        'Retry policy: how often and how soon a delivery is retried, all within 3 days; null uses the service default, 5 attempts 30 s apart unless its variables say otherwise',
      ),
      retryReader(delays),
    ),
    answer: orNull(
      Type.Unsafe<{ attempts: number } & Record<D, number[]>>(
        Type.Object({ attempts: Type.Integer(), [delays]: Type.Array(Type.Integer()) }),
      ),
      'Retry policy of the endpoint; null uses that of the service',
    ),
    show: (retry: RetryRule | null) =>
      retry && { attempts: retry.attempts, [delays]: [...retry.delaysMs] },
    column: 'json',
    initial: null,
  }) as const satisfies EndpointField;
