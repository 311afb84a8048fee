/** Variables of events: the global webhook, delivery limits, what is dropped and how long it is kept. */

import { networks, webhookUrl } from '../shared/variables/addresses.ts';
import {
  flag,
  integer,
  oneOf,
  onUnlessOff,
  optional,
  signingSecret,
  variable,
} from '../shared/variables/kinds.ts';
import { FORMATS } from '../webhooks/format/formats.ts';

const HOURS_MAX = 87_600;
const IN_FLIGHT_MAX = 16_384;

export const EVENT_VARIABLES = {
  webhookUrl: optional({
    name: 'WEBHOOK_URL',
    kind: webhookUrl,
    secret: 'in-address',
    about: 'Global webhook: gets the events of every instance.',
  }),
  webhookSecret: optional({
    name: 'WEBHOOK_SECRET',
    kind: signingSecret,
    secret: 'whole',
    about: 'Signs deliveries of the global webhook, which are unsigned without it.',
  }),
  webhookFiles: variable({
    name: 'WEBHOOK_FILES',
    kind: onUnlessOff,
    unset: true,
    about: 'Media messages contain the file as base64.',
  }),
  webhookFormat: optional({
    name: 'WEBHOOK_FORMAT',
    kind: oneOf(...FORMATS),
    defaultText: '`gatehouse`; with `EVOLUTION_MODE`: `evolution-api`',
    about:
      'The [form of bodies](evolution-reference.md#shape-of-deliveries) for which none was chosen. `evolution-go` needs `EVOLUTION_SHOW_KEYS`.',
  }),
  webhookTimeoutMs: variable({
    name: 'WEBHOOK_TIMEOUT_MS',
    kind: integer(1, 600_000),
    unset: 30_000,
    about: 'How long a receiver may take to answer one attempt.',
  }),
  webhookMaxAttempts: variable({
    name: 'WEBHOOK_MAX_ATTEMPTS',
    kind: integer(1, 100),
    unset: 5,
    about: 'Attempts in all, the first included.',
  }),
  webhookRetryDelayMs: variable({
    name: 'WEBHOOK_RETRY_DELAY_MS',
    kind: integer(0, 86_400_000),
    unset: 30_000,
    about: 'Time from the end of one attempt to the next.',
  }),
  endpointsPerInstance: variable({
    name: 'ENDPOINTS_PER_INSTANCE',
    kind: integer(0, 1000),
    unset: 20,
    about:
      'Webhooks of an instance beside `default`: as many of the operator, and of its customer.',
  }),
  webhookAllowNetworks: variable({
    name: 'WEBHOOK_ALLOW_NETWORKS',
    kind: networks,
    unset: 'everything',
    unsetInProduction: [],
    defaultText: '`everything`; production: `none`',
    about: 'Private, loopback, link-local or reserved places that deliveries and media may reach.',
  }),
  webhookMaxInFlight: variable({
    name: 'WEBHOOK_MAX_IN_FLIGHT',
    kind: integer(1, IN_FLIGHT_MAX),
    unset: 1024,
    about: 'Delivery attempts under way at once.',
  }),
  webhookMaxInFlightPerHost: variable({
    name: 'WEBHOOK_MAX_IN_FLIGHT_PER_HOST',
    kind: integer(1, IN_FLIGHT_MAX),
    unset: 32,
    about: 'The same for one receiver (host and port); 4 of an instance until it is answered once.',
  }),
  eventIgnoreGroup: variable({
    name: 'EVENT_IGNORE_GROUP',
    kind: flag,
    unset: false,
    about: '`true`: messages of groups give no events.',
  }),
  eventIgnoreStatus: variable({
    name: 'EVENT_IGNORE_STATUS',
    kind: flag,
    unset: false,
    about: '`true`: status messages give no events.',
  }),
  eventRetentionHours: variable({
    name: 'EVENT_RETENTION_HOURS',
    kind: integer(1, HOURS_MAX),
    unset: 168,
    about: 'How long events are kept.',
  }),
  messageStoreHours: optional({
    name: 'MESSAGE_STORE_HOURS',
    kind: integer(0, HOURS_MAX),
    defaultText: 'as `EVENT_RETENTION_HOURS`',
    about:
      'How long messages, chats and contacts can be read back; `0` deletes them and stores nothing.',
  }),
  deliveryRetentionHours: variable({
    name: 'DELIVERY_RETENTION_HOURS',
    kind: integer(1, HOURS_MAX),
    unset: 168,
    about:
      'How long deliveries are kept, discarded ones at least a day longer than events, or this long if it is less.',
  }),
};
