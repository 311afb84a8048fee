/** Event settings of a new instance, in the fields of older clients. */

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { BROKERS } from '../../../core/channels/brokers.ts';
import { neverSentIn, selectedTypes } from '../../../core/events/contract/event-names.ts';
import { Flag } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import {
  type FieldError,
  type Fields,
  fieldError,
  isFields,
  nestedErrors,
  parsedIfPresent,
  readFields,
  withoutNulls,
} from '../../../core/http/read-fields.ts';
import {
  type FieldProblem,
  problem,
  renameFirst,
  underPath,
} from '../../../core/shared/reasons/problems.ts';
import type {
  Brokers,
  InstanceEndpoint,
  SettingsChange,
} from '../../../core/webhooks/event-settings.ts';
import { readEventNames } from '../../../core/webhooks/fields/instance.ts';
import { type Format, isByEventsIgnored } from '../../../core/webhooks/format/formats.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import {
  NOTHING_STORED,
  toSetRequest,
  WebhookSettings,
  withEndedFields,
  withKnownNames,
} from '../webhook/set-request.ts';

export interface EventContext {
  /** Says where webhooks may be. */
  readonly webhookGuard: UrlGuard;
  /** The brokers of this deployment. */
  readonly brokers: Brokers;
  /** The format of bodies for which none was chosen. */
  readonly defaultFormat: Format;
}

interface CreateWebhook {
  readonly settings: Partial<InstanceEndpoint>;
  /** The events for the webhook alone; empty if none are named. */
  readonly events: readonly string[];
  /** Names of fields that ask for what does not exist here. */
  readonly ignored: readonly string[];
}

/** Fields of the webhook, and what they are called beside one that is given as a URL alone. */
const BESIDE_URL: Readonly<Record<string, string>> = {
  url: 'webhook',
  events: 'events',
  base64: 'webhookBase64',
  byEvents: 'webhookByEvents',
  format: 'format',
};

const besideUrl = (before: Fields): Fields =>
  Object.fromEntries(Object.entries(BESIDE_URL).map(([name, beside]) => [name, before[beside]]));

const besideUrlOnly = renameFirst((name) => BESIDE_URL[name] ?? name);

const NO_WEBHOOK: CreateWebhook = { settings: {}, events: [], ignored: [] };

function readCreateWebhook(
  value: unknown,
  { webhookGuard: guard, defaultFormat }: EventContext,
  before: Fields,
): CreateWebhook | FieldError {
  const { token } = before;
  const isUrl = typeof value === 'string';
  const webhookFields = isUrl ? { ...besideUrl(before), url: value } : value;
  if (!isFields(webhookFields)) return fieldError('not_object_or_url');
  const { enabled, ...others } = webhookFields;
  const isRequested = typeof enabled === 'boolean' || (others.url ?? '') !== '';
  if (!isRequested && (enabled ?? null) === null) return NO_WEBHOOK;
  const sent = withoutNulls(withKnownNames({ ...others, enabled: enabled ?? true }));
  const key = typeof token === 'string' ? token : null;
  const context = { guard, stored: NOTHING_STORED, key };
  const { fields, problems } = readFields(withEndedFields(WebhookSettings), sent, context);
  if (problems.length > 0)
    return nestedErrors(problems.map(isUrl ? besideUrlOnly : underPath('webhook')));
  // Every field has been read without a problem.
  const settings = toSetRequest(fields as Static<typeof WebhookSettings>, context);
  const names = isNonEmptyList(sent.events) ? settings.events : [];
  const isIgnored = isByEventsIgnored(settings, defaultFormat);
  return { settings, events: names, ignored: isIgnored ? ['webhook.byEvents'] : [] };
}

const isNonEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

interface CreateChannel {
  readonly enabled: boolean;
  /** Names of events; empty if the request names none of them. */
  readonly events: readonly string[];
}

export const ChannelFields = NamedObject(
  'ChannelFields',
  {
    enabled: Flag({ description: 'Whether the events of the instance also go to this channel' }),
    events: parsedIfPresent(
      Type.Array(Type.String(), {
        description:
          'Names of the events that the instance sends to its webhook and all its channels, such as `Message`, or `ALL`; absent or empty keeps the current list',
        examples: [['MESSAGE']],
      }),
      (value) => (isNonEmptyList(value) ? readEventNames(value) : []),
    ),
  },
  { additionalProperties: true },
);

const channel = (name: string, where: string) =>
  parsedIfPresent(
    Type.Object(ChannelFields.properties, { description: `Whether events also go to ${where}` }),
    (value): CreateChannel | FieldError => {
      if (!isFields(value)) return fieldError('not_object_with_enabled');
      const { fields, problems } = readFields(ChannelFields, withoutNulls(value));
      if (problems.length > 0) return nestedErrors(problems.map(underPath(name)));
      return { enabled: fields.enabled ?? false, events: fields.events ?? [] };
    },
  );

const brokerFields = Object.fromEntries(
  BROKERS.map(({ field, title }) => [field, channel(field, title)]),
);

export const EVENT_FIELDS = {
  events: Type.Optional(
    Type.Unknown({
      description: 'Names of the events that the webhook gets; only if `webhook` is just a URL',
      examples: [['MESSAGE']],
    }),
  ),
  webhookBase64: Type.Optional(
    Type.Unknown({
      description:
        'Whether files are put into the bodies, like `base64` of webhook/set; only if `webhook` is just a URL',
      examples: [false],
    }),
  ),
  webhookByEvents: Type.Optional(
    Type.Unknown({
      description:
        'Whether the event name is appended to the path of the URL, like `byEvents` of webhook/set; only if `webhook` is just a URL',
      examples: [false],
    }),
  ),
  format: Type.Optional(
    Type.Unknown({
      description:
        'Format of the bodies, like `format` of webhook/set; only if `webhook` is just a URL',
      examples: ['gatehouse'],
    }),
  ),
  /** It must come after the fields above, which it reads. */
  webhook: parsedIfPresent(
    Type.Union([Type.Object(WebhookSettings.properties), Type.String()], {
      description:
        'Webhook settings as in the body of webhook/set, where `enabled` is true by default; or just the URL',
      examples: ['https://shop.example.com/hook'],
    }),
    readCreateWebhook,
  ),
  ...brokerFields,
  websocket: channel('websocket', 'the WebSocket feed'),
};

type EventFields = Partial<Static<TObject<typeof EVENT_FIELDS>>>;

export interface CreateEventSettings {
  readonly settings: SettingsChange;
  readonly ignored: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Puts together what the fields of `EVENT_FIELDS` were read as. */
export function newEventSettings(
  fields: EventFields,
  { brokers: { routes } }: EventContext,
): CreateEventSettings {
  const { webhook = NO_WEBHOOK, websocket } = fields;
  const brokers = BROKERS.flatMap(({ name, field }) => {
    // The cast: what the schema of that field reads.
    const channelSettings = Reflect.get(fields, field) as typeof websocket;
    return channelSettings ? [{ name, field, channelSettings, isThere: routes.has(name) }] : [];
  });
  const channelsByField = Object.fromEntries(
    brokers.map(({ field, channelSettings }) => [field, channelSettings]),
  );
  const named = Object.entries({ webhook, ...channelsByField, websocket }).flatMap(
    ([name, channelSettings]) =>
      channelSettings !== undefined && channelSettings.events.length > 0
        ? [{ name, events: channelSettings.events }]
        : [],
  );
  const [first] = named;
  const webhookChange = { ...webhook.settings, ...(first && { events: first.events }) };
  const settings = {
    webhook: webhookChange,
    ...(brokers.length > 0 && {
      brokers: Object.fromEntries(
        brokers.map(({ name, channelSettings, isThere }) => [
          name,
          channelSettings.enabled && isThere,
        ]),
      ),
    }),
    ...(websocket && { websocketEnabled: websocket.enabled }),
  };
  const missing = brokers.flatMap(({ field, channelSettings, isThere }) =>
    channelSettings.enabled && !isThere ? [field] : [],
  );
  const neverSent = neverSentIn(settings.webhook.events ?? []);
  const isOneList = named.every(({ events }) => isSame(events, first?.events ?? events));
  const names = named.map(({ name }) => name).join(', ');
  return {
    settings,
    ignored: [...webhook.ignored, ...missing, ...neverSent.map((name) => `events.${name}`)],
    problems: isOneList ? [] : [{ field: '', ...problem('event_lists_differ', { names }) }],
  };
}

/** Two lists may name the same types in different words. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  selectedTypes(one).symmetricDifference(selectedTypes(other)).size === 0;
