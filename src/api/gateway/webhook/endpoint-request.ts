/** Bodies of endpoints: the body that creates one, the body that changes one, and the id. */

import { type Static, Type } from '@sinclair/typebox';
import { DEFAULT_ENDPOINT } from '../../../events/contract/endpoint.ts';
import { keepingEmpty } from '../../../http/lenient-values.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { orNull } from '../../../http/nullable.ts';
import {
  type FieldError,
  fieldError,
  isFields,
  nestedErrors,
  oneOf,
  parsedBy,
  parsedIfPresent,
  readFields,
  words,
} from '../../../http/read-fields.ts';
import { invalid } from '../../../shared/errors.ts';
import { type InstanceEndpoint, OWNERS, type Owner } from '../../../webhooks/endpoint.ts';
import { FORMATS } from '../../../webhooks/format/formats.ts';
import { checkHeaders, type Headers } from '../../../webhooks/headers.ts';
import { tokenChange } from '../../../webhooks/instance-token.ts';
import { ATTEMPTS_MAX, DELAY_MIN_MS, DELAYS_MAX, retryProblem } from '../../../webhooks/retry.ts';
import { isSameOrigin, type UrlGuard } from '../../../webhooks/url.ts';
import { BODY_FIELDS } from './body-fields.ts';
import { withEndedFields } from './ended-fields.ts';
import { readEventNames, readWebhookUrl } from './set-request.ts';
import { verifyTokenChange } from './verify-token-field.ts';

/** The id of an endpoint that is a webhook. */
export const EndpointId = parsedBy(
  Type.Optional(
    Type.String({
      description:
        'Id of an endpoint of the instance that is a webhook; defaults to `default`, the one that webhook/set changes',
    }),
  ),
  (value = DEFAULT_ENDPOINT) => (typeof value === 'string' ? value : fieldError('must be a text')),
);

export interface EndpointContext {
  readonly guard: UrlGuard;
  /** The endpoint before the change, whose values replace masked headers. */
  readonly stored: InstanceEndpoint;
  /** The key of the instance, if the request carried it. */
  readonly key: string | null;
}

const NAME_MAX = 255;
const DESCRIPTION_MAX = 1000;

const Name = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  description: `Name of the endpoint, such as \`orders\`: 1-${NAME_MAX} characters; \`${DEFAULT_ENDPOINT}\` is taken by the one that every instance has`,
});

const isText = (value: unknown, most: number): value is string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  typeof value === 'string' && value.length <= most && !/[\u0000-\u001f\u007f]/.test(value);

function readName(value: unknown, { stored }: EndpointContext): string | FieldError {
  if (!isText(value, NAME_MAX) || value.trim() === '')
    return fieldError(`must be 1-${NAME_MAX} characters without control characters`);
  const isDefault = stored.id === DEFAULT_ENDPOINT;
  if ((value === DEFAULT_ENDPOINT) === isDefault) return value;
  return fieldError(
    isDefault ? `must stay ${DEFAULT_ENDPOINT}` : `must not be ${DEFAULT_ENDPOINT}`,
  );
}

const Url = Type.String({
  maxLength: 2048,
  description:
    'http or https URL that events are posted to, such as `https://example.com/orders`; no other endpoint of the same owner may have it. The masked form of the stored URL keeps it unchanged',
});

function readOwner(value: unknown, { stored }: EndpointContext): Owner | FieldError {
  if (value === 'customer' && stored.id === DEFAULT_ENDPOINT)
    return fieldError(
      `must stay operator: the events of ${DEFAULT_ENDPOINT} are also those of queues`,
    );
  return oneOf(OWNERS)(value);
}

const Retry = Type.Object(
  {
    attempts: Type.Integer({
      minimum: 1,
      maximum: ATTEMPTS_MAX,
      description: `Number of attempts that a delivery gets, the first included: 1-${ATTEMPTS_MAX}`,
    }),
    delaysMs: Type.Array(Type.Integer({ minimum: DELAY_MIN_MS }), {
      minItems: 1,
      maxItems: DELAYS_MAX,
      description:
        'Milliseconds from the end of each failed attempt to the next, at least 1000; the last one repeats, so that a single value is a fixed delay',
    }),
  },
  { additionalProperties: false },
);

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

function readRetry(value: unknown): InstanceEndpoint['retry'] | FieldError {
  if (value === null) return null;
  if (!isFields(value)) return fieldError('must be an object with attempts and delaysMs, or null');
  const { attempts, delaysMs, ...others } = value;
  const problems = Object.keys(others).map((name) => `${unknownName('retry.', name)}`);
  if (!isWhole(attempts, 1, ATTEMPTS_MAX))
    problems.push(`retry.attempts must be a whole number from 1 to ${ATTEMPTS_MAX}`);
  const isList = Array.isArray(delaysMs) && delaysMs.length > 0 && delaysMs.length <= DELAYS_MAX;
  if (!isList || !delaysMs.every((delay) => isWhole(delay, DELAY_MIN_MS, Number.MAX_SAFE_INTEGER)))
    problems.push(
      `retry.delaysMs must be 1 to ${DELAYS_MAX} whole numbers of at least ${DELAY_MIN_MS}`,
    );
  if (problems.length > 0) return nestedErrors(problems);
  // Both fields have been checked.
  const rule = { attempts: Number(attempts), delaysMs: delaysMs as number[] };
  const problem = retryProblem(rule);
  return problem === null ? rule : fieldError(problem);
}

const FIELDS = {
  name: parsedIfPresent(Name, readName),
  owner: parsedIfPresent(
    Type.Unsafe<Owner>({
      ...words(...OWNERS),
      description:
        "Owner of the endpoint. `operator`: customers' pages do not show it. `customer`: they show and change it, and its bodies never have the key of the instance. Default `operator`; an endpoint that a customer's page creates is the customer's",
    }),
    readOwner,
  ),
  url: parsedIfPresent(Url, readWebhookUrl),
  events: parsedIfPresent(
    Type.Array(Type.String(), {
      description:
        'Events to send: ALL, event types, categories or names of older systems, in any case; empty means ALL',
    }),
    readEventNames,
  ),
  ...BODY_FIELDS,
  format: parsedIfPresent(
    orNull(
      words(...FORMATS),
      'Format of the bodies; null uses the service default. `evolution-go` puts the key of the instance into every body, so the request must be made with that key',
    ),
    (value) => (value === null ? null : oneOf(FORMATS)(value)),
  ),
  headers: parsedIfPresent(
    Type.Record(Type.String(), Type.String(), {
      description:
        'At most 20 extra headers, which replace the previous ones. A masked value (********) keeps the stored value of that header, while scheme, host and port of `url` stay the same',
    }),
    (value, { stored }: EndpointContext, { url }): Headers | FieldError => {
      const isElsewhere = typeof url === 'string' && !isSameOrigin(url, stored.url);
      const checked = checkHeaders(value, { headers: stored.headers, isElsewhere });
      return 'headers' in checked ? checked.headers : nestedErrors(checked.problems);
    },
  ),
  verifyToken: verifyTokenChange('url'),
  base64: parsedIfPresent(
    orNull(
      Type.Boolean(),
      'Whether files are put into the bodies in base64; null uses WEBHOOK_FILES',
    ),
    (value) =>
      value === null || typeof value === 'boolean'
        ? value
        : fieldError('must be true, false or null'),
  ),
  byEvents: Type.Optional(
    Type.Boolean({
      failsWith: 'must be true or false',
      description:
        'Whether the event name is appended to the path of `url`, such as /messages-upsert; only with `evolution-api`',
    }),
  ),
  retry: parsedIfPresent(
    orNull(
      Retry,
      'Retry policy: how often and how soon a delivery is retried, all within 3 days; null uses the service default, 5 attempts 30 s apart unless its variables say otherwise',
    ),
    readRetry,
  ),
  ordering: parsedIfPresent(
    Type.Unsafe<InstanceEndpoint['ordering']>({
      ...words('chat', 'none'),
      description:
        '`chat`: the first attempts of a chat follow each other in its order. `none`: they do not wait for each other',
    }),
    oneOf(['chat', 'none'] as const),
  ),
  enabled: Type.Optional(
    Type.Boolean({
      failsWith: 'must be true or false',
      description:
        'Whether events are posted to `url`; disabling the endpoint discards what waits. `true` also sends again to an endpoint that was disabled for its failures',
    }),
  ),
  autoDisable: Type.Optional(
    Type.Boolean({
      failsWith: 'must be true or false',
      description:
        'Whether the endpoint is disabled automatically when it answers 410 or has failed for long; default true, but false for `default`',
    }),
  ),
  description: parsedIfPresent(
    Type.String({
      maxLength: DESCRIPTION_MAX,
      description: `Purpose of the endpoint, up to ${DESCRIPTION_MAX} characters, such as \`Sends orders to the shop\``,
    }),
    (value) =>
      isText(value, DESCRIPTION_MAX)
        ? value
        : fieldError(`must be a text of at most ${DESCRIPTION_MAX} characters on one line`),
  ),
};

export const EndpointChange = keepingEmpty(NamedObject('EndpointChange', FIELDS));

const required =
  <T>(read: (value: unknown, context: EndpointContext) => T | FieldError) =>
  (value: unknown, context: EndpointContext): T | FieldError =>
    value === undefined ? fieldError('is required') : read(value, context);

export const NewEndpoint = NamedObject('NewEndpoint', {
  ...FIELDS,
  name: parsedBy(Name, required(readName)),
  url: parsedBy(Url, required(readWebhookUrl)),
});

type Change = Partial<InstanceEndpoint>;

/**
 * Returns what a body changes of the endpoint `stored`. Throws 400 naming every wrong field, and every field that there
 * is not.
 */
export function readEndpoint(
  schema: typeof EndpointChange | typeof NewEndpoint,
  body: unknown,
  context: EndpointContext,
): Change {
  const sent = withEndedFields(schema as typeof EndpointChange);
  const { fields, problems } = readFields(sent, body, context);
  const names = isFields(body) ? Object.keys(body) : [];
  const unknown = names.filter((name) => !Object.hasOwn(sent.properties, name));
  const found = [...problems, ...unknown.map((name) => unknownName('', name))];
  const { stored } = context;
  const { url = stored.url, headers, verifyToken, enabled = stored.enabled } = fields;
  const isElsewhere = !isSameOrigin(url, stored.url);
  if (enabled && url === '' && problems.length === 0)
    found.push('url is required while enabled is true');
  if (headers === undefined && isElsewhere && hasHeaders(stored))
    found.push(
      'headers must be given too: the stored values stay with their scheme, host and port',
    );
  if (verifyToken === undefined && isElsewhere && stored.verifyToken !== null)
    found.push(
      'verifyToken must be given too: the stored one stays with its scheme, host and port',
    );
  if (found.length > 0) throw invalid(found.join('; '));
  return changeOf(fields, context);
}

const hasHeaders = ({ headers }: InstanceEndpoint): boolean => Object.keys(headers).length > 0;

const unknownName = (before: string, name: string): string =>
  `${before}${/^\w{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64))} is not a field of an endpoint`;

function changeOf(
  fields: Partial<Static<typeof EndpointChange>>,
  { stored, key }: EndpointContext,
): Change {
  const isFirst = stored.id === DEFAULT_ENDPOINT && fields.url !== undefined;
  const change = {
    ...fields,
    ...(isFirst && { isSet: true }),
  };
  return { ...change, ...tokenChange(stored, change, key) };
}
