/** The events of instances as the API document lists them: among its webhooks, and as frames of the WebSocket. */
import { type TSchema, Type } from '@sinclair/typebox';
import { EVENT_TYPES, type EventType } from '../../events/contract/event-names.ts';
import { sampleBody } from '../../events/contract/samples.ts';
import { NamedObject } from '../../http/named-object.ts';
import type { DocumentedEvent } from '../../http/openapi-webhooks.ts';
import { Time } from '../../http/time.ts';
import { words } from './payload-fields.ts';
import { PAYLOAD_SCHEMAS } from './payload-schemas.ts';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  QRCode: 'A QR code for pairing is there',
  PasskeyRequest: 'WhatsApp asks for a passkey',
  PairSuccess: 'An account was paired',
  Connected: 'The instance is connected',
  OfflineSyncCompleted: 'What came while it was away has been delivered',
  LoggedOut: 'The instance was logged out, here or on the phone',
  Message: 'A message came, or something was said about one',
  Receipt: 'A message was delivered or read',
  SendMessage: 'A message is being sent through the API',
  MessageStatus: 'A message that was sent has come further, or was refused',
  Undecryptable: 'A message came that cannot be read',
  Presence: 'A person who is watched is online or not',
  ChatPresence: 'A person writes or records in a chat that is watched',
  Label: 'A label was made, changed or deleted',
  LabelAssociation: 'A chat or a message got a label, or has it no longer',
  ChatUpdate: 'A chat was archived, pinned, muted, marked as unread or deleted',
  ContactUpdate: 'A contact has another name or picture',
  ContactMerged: 'Two contacts were one person',
  TemplateUpdate: 'A template was approved, rejected or paused, or has another category or quality',
  CallOffer: 'A call comes in',
  CallRelayLatency: 'A call is under way',
  CallTerminate: 'A call ended',
  JoinedGroup: 'The account is in a group now',
  GroupInfo: 'A group changed',
  NewsletterJoin: 'The account follows a channel now',
};

const SAMPLE = {
  id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
  instanceId: '01a1fa97-1c29-769b-a28f-b5665e4c4109',
  instanceName: 'shop',
  now: Date.UTC(2026, 0, 5, 12),
};

const bodyOf = (type: EventType) =>
  NamedObject(
    `${type}Event`,
    {
      id: Type.String({
        format: 'uuid',
        description: 'Id of the event, the same in every attempt: ignore one that you have handled',
      }),
      event: Type.Literal(type, { description: 'Name of the event, which says what `data` holds' }),
      instanceId: Type.String({
        format: 'uuid',
        description: 'Id of the instance, a UUID',
      }),
      instanceName: Type.String({ description: 'Name of the instance, such as `shop`' }),
      sequence: Type.Integer({
        minimum: 0,
        description: 'Counts the events of the instance from 1, without gaps; 0 in test deliveries',
      }),
      timestamp: Time({ description: 'When it happened, ISO 8601 in UTC' }),
      ...(type === 'Receipt' && {
        state: words(
          'What happened: others read it, another device of the account did, or it was delivered',
          ...['Read', 'ReadSelf', 'Delivered'],
        ),
      }),
      test: Type.Optional(
        Type.Literal(true, { description: 'Only in test deliveries: nothing has happened' }),
      ),
      data: PAYLOAD_SCHEMAS[type],
    },
    { examples: [JSON.parse(sampleBody(type, SAMPLE))] },
  );

const DOCUMENTED = EVENT_TYPES.map((type) => ({ type, body: bodyOf(type) }));

/** The body of each event, the same on every channel. */
export const EVENT_BODIES: readonly TSchema[] = DOCUMENTED.map(({ body }) => body);

export const instanceEvents = (): DocumentedEvent[] =>
  DOCUMENTED.map(({ type, body }) => ({
    name: type,
    tag: 'Events',
    summary: SUMMARIES[type],
    body,
  }));
