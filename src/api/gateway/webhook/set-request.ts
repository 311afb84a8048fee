/** The body of webhook/set turned into settings; what is wrong with it is named at once, and changes nothing. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import {
  checkedFields,
  type FieldError,
  type Fields,
  fieldError,
  isFields,
  nestedErrors,
  parsedBy,
} from '../../../http/read-fields.ts';
import type { InstanceEndpoint } from '../../../webhooks/endpoint.ts';
import { checkHeaders, type Headers } from '../../../webhooks/headers.ts';
import { tokenFor } from '../../../webhooks/instance-token.ts';
import { checkEventNames } from '../../../webhooks/subscription.ts';
import { checkChangedUrl, isSameOrigin, type UrlGuard } from '../../../webhooks/url.ts';
import { withEndedFields } from './ended-fields.ts';
import { FormatField } from './format-request.ts';
import { VerifyToken } from './verify-token-field.ts';

/** The settings that webhook/set replaces. */
export type SetRequest = Pick<
  InstanceEndpoint,
  | 'isSet'
  | 'enabled'
  | 'url'
  | 'headers'
  | 'base64'
  | 'events'
  | 'format'
  | 'byEvents'
  | 'instanceToken'
  | 'verifyToken'
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

interface UrlContext {
  readonly guard: UrlGuard;
  /** The webhook before the change, whose URL replaces a masked one. */
  readonly stored: Pick<InstanceEndpoint, 'url'>;
}

/** Returns the URL in the form in which it is called. */
export function readWebhookUrl(value: unknown, { guard, stored }: UrlContext): string | FieldError {
  if (typeof value !== 'string') return fieldError('must be a text');
  const checked = checkChangedUrl(value, guard, stored.url);
  return 'url' in checked ? checked.url : fieldError(checked.problem);
}

export function readEventNames(value: unknown): InstanceEndpoint['events'] | FieldError {
  const checked = checkEventNames(value);
  return 'subscription' in checked ? checked.subscription : fieldError(checked.problem);
}

/** Clients write these for no URL; the second is the n8n node's, whose users leave the field empty. */
const NO_URL: ReadonlySet<unknown> = new Set(['', 'vazio']);

const Url = parsedBy(
  Type.Optional(
    Type.String({
      maxLength: 2048,
      description:
        'http or https URL that events are posted to, such as `https://example.com/hook`; required while `enabled` is true. The masked form of the stored URL keeps it unchanged',
    }),
  ),
  (value = '', context: SetContext, { enabled }) => {
    if (!NO_URL.has(value)) return readWebhookUrl(value, context);
    return enabled === true ? fieldError('is required while enabled is true') : '';
  },
);

const ExtraHeaders = parsedBy(
  Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'At most 20 extra headers. A masked value (********) keeps the stored value of that header, while scheme, host and port of `url` stay the same.',
    }),
  ),
  (value = {}, { stored }: SetContext, { url }): Headers | FieldError => {
    const isElsewhere = typeof url === 'string' && url !== '' && !isSameOrigin(url, stored.url);
    const checked = checkHeaders(value, { headers: stored.headers, isElsewhere });
    return 'headers' in checked ? checked.headers : nestedErrors(checked.problems);
  },
);

export const WebhookSettings = NamedObject(
  'WebhookSettings',
  {
    enabled: Type.Boolean({
      description: 'Whether events are posted to `url`',
      failsWith: 'must be true or false',
    }),
    url: Url,
    headers: ExtraHeaders,
    verifyToken: VerifyToken,
    base64: parsedBy(
      Type.Optional(
        Type.Boolean({
          description: 'Whether files are put into the bodies in base64; defaults to WEBHOOK_FILES',
        }),
      ),
      // Null is what webhook/find shows for a webhook that follows WEBHOOK_FILES.
      (value = null) =>
        value === null || typeof value === 'boolean' ? value : fieldError('must be true or false'),
    ),
    format: FormatField,
    byEvents: Type.Optional(
      Type.Boolean({
        failsWith: 'must be true or false',
        description:
          'Whether the event name is appended to the path of `url`, such as /messages-upsert; only with `evolution-api`',
      }),
    ),
    events: parsedBy(
      Type.Optional(
        Type.Array(Type.String(), {
          description:
            'ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; absent or empty means ALL',
        }),
      ),
      (value = []) => readEventNames(value),
    ),
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
  const { enabled, url, headers, verifyToken, base64, events, format } = fields;
  const { byEvents = false } = fields;
  return {
    isSet: true,
    enabled,
    url,
    headers,
    verifyToken,
    base64,
    events,
    format,
    byEvents,
    instanceToken: format === 'evolution-go' ? tokenFor(context) : null,
  };
}
