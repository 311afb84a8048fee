/** Shapes of the inbox operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { inboxes } from '../../db/schema/crm.ts';
import { NamedObject } from '../../http/named-object.ts';
import { Body, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';
import { kindOf } from '../records.ts';

export type InboxRow = typeof inboxes.$inferSelect;

const ChannelType = Words('api', 'whatsapp');

export const Inbox = NamedObject('Inbox', {
  id: Id,
  name: Type.String(),
  channel_type: ChannelType,
  instance_name: Type.Union([Type.String(), Type.Null()]),
  ...TIMES,
});

export const NewInbox = Body({
  name: Text({ max: 255 }),
  channel_type: Type.Optional(ChannelType),
  instance_name: Type.Optional(
    nullable(Text({ max: 64, description: 'Name of the gateway instance behind the inbox' })),
  ),
});
export const InboxChange = Type.Partial(NewInbox);

export const toInbox = (row: InboxRow): Static<typeof Inbox> => ({
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
