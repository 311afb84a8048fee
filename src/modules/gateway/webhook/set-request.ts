/** The body of webhook/set turned into settings; what is wrong with it is named at once, and changes nothing. */
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { DEFAULT_ENDPOINT } from '../../../core/events/contract/endpoint.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import {
  checkedFields,
  type FieldError,
  type Fields,
  fieldError,
  isFields,
  oneOf,
  optional,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import type { InstanceEndpoint } from '../../../core/webhooks/event-settings.ts';
import { requestFields, type ValuesOf } from '../../../core/webhooks/fields/field.ts';
import {
  INSTANCE_FIELDS,
  newFields,
  readChange,
  readEventNames,
} from '../../../core/webhooks/fields/instance.ts';
import { readHeaders, readUrl, tokenReader } from '../../../core/webhooks/fields/readers.ts';
import { FORMATS, type Format } from '../../../core/webhooks/format/formats.ts';
import { type KeyContext, tokenChange, tokenFor } from '../../../core/webhooks/instance-token.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';

const DESCRIPTION =
  "`evolution-api` and `evolution-go` give deliveries the shape of those systems, `whatsapp-cloud` that of Meta's webhooks. `evolution-go` puts the key of the instance into every body as `instanceToken`, so the request must be made with that key";

const Formats = (description: string) => ({ ...words(...FORMATS), description });

/** An absent format leaves the one that was chosen, or null if none ever was. */
const FormatField = parsedBy(
  Type.Optional(
    Formats(
      `Format of the bodies. Defaults to the one that was chosen before, otherwise to that of the service (\`gatehouse\`, unless WEBHOOK_FORMAT or EVOLUTION_MODE say another). ${DESCRIPTION}`,
    ),
  ),
  (value, context: KeyContext): Format | null | FieldError => {
    const format = value === undefined ? context.stored.format : oneOf(FORMATS)(value);
    if (format !== 'evolution-go') return format;
    return tokenFor(context) === null ? fieldError('format_needs_own_key') : format;
  },
);

/** An absent format changes nothing. */
export const FormatChange = parsedIfPresent(
  Formats(`Format of the bodies. ${DESCRIPTION}`),
  oneOf(FORMATS),
);

/** The settings that webhook/set replaces. */
export type SetRequest = Pick<
  InstanceEndpoint,
  keyof Static<typeof WebhookSettings> | 'instanceToken' | 'isSet'
>;

export interface SetContext {
  readonly guard: UrlGuard;
  /** The stored settings, whose header values replace masked ones. */
  readonly stored: Pick<
    InstanceEndpoint,
    'url' | 'headers' | 'format' | 'instanceToken' | 'verifyToken'
  >;
  /** The key of the instance, if the request carried it. */
  readonly key?: string | null;
}

/** The settings of a new instance. */
export const NOTHING_STORED: SetContext['stored'] = {
  url: '',
  headers: {},
  format: null,
  instanceToken: null,
  verifyToken: null,
};

/** Clients write these for no URL; the second is the n8n node's, whose users leave the field empty. */
const NO_URL: ReadonlySet<unknown> = new Set(['', 'vazio']);

const Url = parsedBy(
  Type.Optional(
    Type.String({
      maxLength: 2048,
      description:
        'http or https URL that events are posted to, such as `https://example.com/hook`; required while `enabled` is true. The masked form of the stored URL keeps it unchanged',
      examples: ['https://shop.example.com/hook'],
    }),
  ),
  (value = '', context: SetContext, { enabled }) => {
    if (!NO_URL.has(value)) return readUrl(value, context);
    return enabled === true ? fieldError('required_while_enabled') : '';
  },
);

const { headers, verifyToken, byEvents, events } = INSTANCE_FIELDS;
const readToken = tokenReader('url');

export const WebhookSettings = NamedObject(
  'WebhookSettings',
  {
    enabled: Type.Boolean({
      description: 'Whether events are posted to `url`',
      failsWith: problem('not_boolean'),
    }),
    url: Url,
    headers: parsedBy(optional(headers.request), (value = {}, context: SetContext, before) =>
      readHeaders(value, context, before),
    ),
    verifyToken: parsedBy(
      optional(verifyToken.request),
      (value = null, context: SetContext, before) => readToken(value, context, before),
    ),
    base64: parsedBy(
      Type.Optional(
        Type.Boolean({
          description: 'Whether files are put into the bodies in base64; defaults to WEBHOOK_FILES',
        }),
      ),
      // Null is what webhook/find shows for a webhook that follows WEBHOOK_FILES.
      (value = null) =>
        value === null || typeof value === 'boolean' ? value : fieldError('not_boolean'),
    ),
    format: FormatField,
    byEvents: optional(byEvents.request),
    events: parsedBy(optional(events.request), (value = []) => readEventNames(value)),
  },
  { additionalProperties: true },
);

/** `body` is as the caller sent it: 400 naming every wrong field. */
export function parseSetRequest(body: unknown, context: SetContext): SetRequest {
  // Clients of an older system send everything inside `webhook`.
  const inner = isFields(body) && isFields(body.webhook) ? body.webhook : body;
  const sent = isFields(inner) ? withKnownNames(inner) : inner;
  return toSetRequest(checkedFields(withEndedFields(WebhookSettings), sent, context), context);
}

/** Renames two fields for which those clients have other names. */
export const withKnownNames = (fields: Fields): Fields => ({
  ...fields,
  base64: fields.base64 ?? fields.webhookBase64 ?? fields.webhook_base64,
  byEvents: fields.byEvents ?? fields.webhookByEvents ?? fields.webhook_by_events,
});

/** `fields` have been read without a problem. */
export function toSetRequest(
  fields: Static<typeof WebhookSettings>,
  context: Pick<SetContext, 'key' | 'stored'>,
): SetRequest {
  const { format } = fields;
  return {
    byEvents: false,
    ...fields,
    isSet: true,
    instanceToken: format === 'evolution-go' ? tokenFor(context) : null,
  };
}

/**
 * The most events of a request. Only 1 is accepted, because each request has one event: clients that send it must not
 * wait for requests with several.
 */
const batch = parsedIfPresent(Type.Integer(), (value): FieldError | undefined =>
  value === 1 ? undefined : fieldError('batch_ended'),
);

/** Returns what to read a body by: the documented schema, and the field that it does not have. */
export const withEndedFields = <S extends TObject>(schema: S): S => ({
  ...schema,
  properties: { ...schema.properties, batch },
});

/** The id of an endpoint that is a webhook. */
export const EndpointId = parsedBy(
  Type.Optional(
    Type.String({
      description:
        'Id of an endpoint of the instance that is a webhook; defaults to `default`, the one that webhook/set changes',
      examples: [DEFAULT_ENDPOINT],
    }),
  ),
  (value = DEFAULT_ENDPOINT) => (typeof value === 'string' ? value : fieldError('not_text')),
);

interface EndpointContext {
  readonly guard: UrlGuard;
  /** The endpoint before the change, whose values replace masked ones. */
  readonly stored: InstanceEndpoint;
  /** The key of the instance, if the request carried it. */
  readonly key: string | null;
}

export const EndpointChange = keepingEmpty(
  NamedObject('EndpointChange', requestFields(INSTANCE_FIELDS)),
);
export const NewEndpoint = NamedObject('NewEndpoint', newFields(INSTANCE_FIELDS));

/**
 * Returns what a body changes of the endpoint `stored`. Throws 400 naming every wrong field, and every field that there
 * is not.
 */
export function readEndpoint(
  schema: TObject,
  body: unknown,
  { guard, stored, key }: EndpointContext,
): Partial<InstanceEndpoint> {
  const read = readChange(withEndedFields(schema), body, { guard, stored });
  if (read.problems.length > 0) throw invalidFields(read.problems);
  // The cast: the schema has been made of these fields, which have read their values.
  const fields = read.change as Partial<ValuesOf<typeof INSTANCE_FIELDS>>;
  const isFirst = stored.id === DEFAULT_ENDPOINT && fields.url !== undefined;
  const change = { ...fields, ...(isFirst && { isSet: true }) };
  return { ...change, ...tokenChange(stored, change, key) };
}
