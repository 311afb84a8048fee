/** Shapes of the inbox operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { inboxes } from '../../../core/db/schema/crm.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { Body, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf } from '../records.ts';

type InboxRow = typeof inboxes.$inferSelect;

const ChannelType = describe(
  'How messages reach the inbox: by an application (`api`, the default) or by WhatsApp',
  Words('api', 'whatsapp'),
);

export const Inbox = NamedObject('Inbox', {
  id: Id,
  name: Type.String(),
  channel_type: ChannelType,
  instance_name: Type.Union([Type.String(), Type.Null()]),
  ...TIMES,
});

export const NewInbox = Body({
  name: Text({
    max: 255,
    description: 'Name of the inbox as people see it, such as `Support`',
    examples: ['Support'],
  }),
  channel_type: Type.Optional(ChannelType),
  instance_name: Type.Optional(
    nullable(
      Text({
        max: 64,
        description:
          'Name of the gateway instance whose messages the inbox is for, such as `shop`; null without an instance',
        examples: ['shop'],
      }),
    ),
  ),
});
export const InboxChange = Type.Partial(NewInbox);

const toInbox = (row: InboxRow): Static<typeof Inbox> => ({
  id: row.id,
  name: row.name,
  channel_type: row.channelType,
  instance_name: row.instanceName,
  ...timesOf(row),
});

export const inboxKind = kindOf(inboxes, {
  what: 'inbox',
  plural: 'inboxes',
  answer: Inbox,
  show: toInbox,
});
