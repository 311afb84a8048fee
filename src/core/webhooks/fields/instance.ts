/** The fields of endpoints whose owner is an instance: those of both owners, and its own. */
import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { ALL } from '../../events/contract/event-names.ts';
import { Choice } from '../../http/field-types.ts';
import { orNull } from '../../http/nullable.ts';
import {
  errorOf,
  type FieldError,
  type Fields,
  isFields,
  oneOf,
  parsedBy,
  readBySchema,
  words,
} from '../../http/read-fields.ts';
import { MASK } from '../../shared/mask-url.ts';
import { type FieldProblem, problem } from '../../shared/reasons/problems.ts';
import { FORMATS, type Format } from '../format/formats.ts';
import { checkEventNames } from '../subscription.ts';
import { isSameOrigin } from '../url.ts';
import {
  type EndpointField,
  type EndpointFields,
  type FieldContext,
  requestFields,
  type Viewer,
} from './field.ts';
import {
  OWNERS,
  type Owner,
  readFlagOrNull,
  readOwner,
  tokenReader,
  unknownField,
} from './readers.ts';
import { retryField, SHARED_FIELDS } from './table.ts';

export function readEventNames(value: unknown): readonly string[] | FieldError {
  const checked = checkEventNames(value);
  return 'subscription' in checked ? checked.subscription : errorOf(checked.problem);
}

/** The token's schema, for every request that may set one. */
export const VerifyToken = orNull(
  Type.String({ maxLength: 512, examples: ['my-verify-token'] }),
  `Verify token of a receiver of Meta's webhooks, 1-512 characters: \`url\` is stored only if it answers \`GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…\` with the challenge, now and whenever either changes. A masked value (${MASK}) keeps the stored token, while scheme, host and port of \`url\` stay the same; null skips the check`,
);

export const INSTANCE_FIELDS = {
  ...SHARED_FIELDS,
  retry: retryField('delaysMs'),
  events: {
    request: parsedBy<readonly string[]>(
      Type.Array(Type.String(), {
        description:
          'Events to send: ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; empty means ALL',
        examples: [['MESSAGE']],
      }),
      readEventNames,
    ),
    answer: Type.Array(Type.String(), {
      description:
        'Events of the endpoint: the names that were set for a webhook of the instance, otherwise the event types',
    }),
    show: (events: readonly string[]) => [...events],
    column: 'json',
    initial: [ALL],
  },
  format: {
    request: parsedBy<Format | null>(
      orNull(
        words(...FORMATS),
        'Format of the bodies; null uses the service default. `evolution-go` puts the key of the instance into every body, so the request must be made with that key',
      ),
      (value) => (value === null ? null : oneOf(FORMATS)(value)),
    ),
    answer: Type.Unsafe<Format>({ ...words(...FORMATS), description: 'Format of the bodies' }),
    show: (format: Format | null, { defaultFormat }: Viewer) => format ?? defaultFormat,
    column: 'plain',
    initial: null,
  },
  owner: {
    request: parsedBy<Owner, FieldContext>(
      Choice(OWNERS, {
        description:
          "Owner of the endpoint. `operator`: customers' pages do not show it. `customer`: they show and change it, and its bodies never have the key of the instance. Default `operator`; an endpoint that a customer's page creates is the customer's",
      }),
      readOwner,
    ),
    answer: Type.Unsafe<Owner>({
      ...words(...OWNERS),
      description:
        "Owner of the endpoint: a customer's page sees and changes only those of the customer",
    }),
    column: 'plain',
    initial: 'operator',
  },
  verifyToken: {
    request: parsedBy<string | null, FieldContext>(VerifyToken, tokenReader('url')),
    answer: orNull(
      Type.String(),
      'Masked verify token that the receiver had to know before its URL was stored; null if the receiver was not checked',
    ),
    show: (token: string | null) => token && MASK,
    audit: (token: string | null) => ({ verified: token !== null }),
    column: 'sealed',
    initial: null,
  },
  base64: {
    request: parsedBy<boolean | null>(
      orNull(
        Type.Boolean(),
        'Whether files are put into the bodies in base64; null uses WEBHOOK_FILES',
      ),
      readFlagOrNull,
    ),
    answer: orNull(Type.Boolean(), 'Whether files are in the bodies; null uses WEBHOOK_FILES'),
    column: 'plain',
    initial: null,
  },
} as const satisfies EndpointFields;

/** Returns the fields of a new endpoint, which has a name and a URL. */
export const newFields = (
  fields: EndpointFields & Readonly<Record<'name' | 'url', EndpointField>>,
): TProperties => ({
  ...requestFields(fields),
  name: fields.name.request,
  url: fields.url.request,
});

interface ChangeContext extends FieldContext {
  readonly stored: FieldContext['stored'] & { readonly enabled: boolean };
}

/** Returns a problem for each field of a body that no endpoint has. */
const unknownFields = ({ properties }: TObject, body: unknown): FieldProblem[] =>
  (isFields(body) ? Object.keys(body) : [])
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => unknownField(name));

/** Each of any number of wrong fields would be in the answer. */
const PROBLEMS_MAX = 32;

/**
 * Returns what a body changes of the endpoint `stored`, and what is wrong with it: every wrong field, every field that
 * there is not, and stored secrets that would follow the URL to another receiver.
 */
export function readChange(
  schema: TObject,
  body: unknown,
  context: ChangeContext,
): { readonly change: Fields; readonly problems: readonly FieldProblem[] } {
  const { fields, problems } = readBySchema(schema, body, context);
  const found = [...problems, ...unknownFields(schema, body)];
  const { stored } = context;
  const { url = stored.url, headers, verifyToken, enabled = stored.enabled } = fields;
  const isElsewhere = typeof url === 'string' && !isSameOrigin(url, stored.url);
  if (enabled && url === '' && problems.length === 0)
    found.push({ field: 'url', ...problem('required_while_enabled') });
  if (headers === undefined && isElsewhere && Object.keys(stored.headers).length > 0)
    found.push({ field: 'headers', ...problem('values_stay_there') });
  if (verifyToken === undefined && isElsewhere && stored.verifyToken !== null)
    found.push({ field: 'verifyToken', ...problem('token_stays_there') });
  return { change: fields, problems: found.slice(0, PROBLEMS_MAX) };
}
