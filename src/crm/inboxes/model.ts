/** Shapes of the inbox operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import { inboxes } from '../../db/schema/crm.ts';
import { iso } from '../../shared/clock.ts';
import { Body, Id, nullable, Text, Time, Words } from '../fields.ts';
import { kindOf } from '../records.ts';

export type InboxRow = typeof inboxes.$inferSelect;

const ChannelType = Words('api', 'whatsapp');

export const Inbox = Type.Object({
  id: Id,
  name: Type.String(),
  channel_type: ChannelType,
  instance_name: Type.Union([Type.String(), Type.Null()]),
  created_at: Time,
  updated_at: Time,
});
export type Inbox = Static<typeof Inbox>;

const name = Text({ max: 255 });
const optional = {
  channel_type: Type.Optional(ChannelType),
  instance_name: Type.Optional(
    nullable(Text({ max: 64, description: 'Name of the gateway instance behind the inbox' })),
  ),
};

export const NewInbox = Body({ name, ...optional });
export const InboxChange = Body({ name: Type.Optional(name), ...optional });
export type InboxChange = Static<typeof InboxChange>;

export const toInbox = (row: InboxRow): Inbox => ({
  id: row.id,
  name: row.name,
  channel_type: row.channelType,
  instance_name: row.instanceName,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** A row's columns for the fields that are given. */
export const columnsOf = (fields: InboxChange): Partial<InboxRow> => ({
  ...(fields.name !== undefined && { name: fields.name }),
  ...(fields.channel_type && { channelType: fields.channel_type }),
  ...(fields.instance_name !== undefined && { instanceName: fields.instance_name }),
});

export const inboxKind = kindOf(inboxes, {
  what: 'inbox',
  plural: 'inboxes',
  answer: Inbox,
  show: toInbox,
});
