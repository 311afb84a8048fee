/** Operations on inboxes. */

import { type Static, Type } from '@sinclair/typebox';
import { eq, notExists } from 'drizzle-orm';
import { inboxes, inboxMembers } from '../../../core/db/schema/crm.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { Body, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';
import { membersOf, removal } from '../inbox-members/members.ts';
import { camelCased } from '../names.ts';
import { Deleted, type Operation, operation } from '../operation.ts';
import {
  changeOne,
  createRecord,
  deleteStep,
  getOperation,
  kindOf,
  listOperation,
  newRecord,
  updateRecord,
} from '../records.ts';

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
const InboxChange = Type.Partial(NewInbox);

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
  searched: { name: inboxes.name, instance_name: inboxes.instanceName },
  sorted: { channel_type: inboxes.channelType },
});

const createInbox = operation('POST /api/v1/inboxes', {
  permission: 'inboxes.create',
  summary: 'Create an inbox',
  description: 'Creates an inbox; `channel_type` is `api` by default.',
  body: NewInbox,
  answer: Inbox,
  message: 'Inbox created successfully',
  run: (parts, access, { body }) =>
    createRecord(parts, access, inboxKind, {
      ...newRecord(access, parts.clock.now()),
      channelType: 'api',
      instanceName: null,
      ...camelCased(body),
    }),
});

const updateInbox = operation('PATCH /api/v1/inboxes/:id', {
  permission: 'inboxes.update',
  summary: 'Change an inbox',
  example: { body: { name: 'Help desk' } },
  body: InboxChange,
  answer: Inbox,
  message: 'Inbox updated successfully',
  run: (parts, access, { request, params: { id }, body }) =>
    updateRecord(parts, access, { kind: inboxKind, request, id }, () => camelCased(body)),
});

const deleteInbox = operation('DELETE /api/v1/inboxes/:id', {
  permission: 'inboxes.delete',
  summary: 'Delete an inbox with its memberships',
  answer: Deleted,
  message: 'Inbox deleted successfully',
  run: (parts, access, { request, params: { id } }) =>
    changeOne(parts, access, { kind: inboxKind, request, id }, async (before) => {
      const { db, commits } = parts;
      const { accountId } = access;
      const members = await membersOf(db, accountId, id);
      const removals = members.map((user) => removal({ accountId, inboxId: id, user }));
      // It throws Stale when another member was added concurrently; the caller reads again and retries.
      const others = db.orm.select().from(inboxMembers).where(eq(inboxMembers.inboxId, id));
      const last = deleteStep(db, inboxKind, before, notExists(others));
      await commits.commit(access, [...removals, last]);
      return { id };
    }),
});

/** In the order of the documentation. */
export const INBOX_OPERATIONS: readonly Operation[] = [
  listOperation('GET /api/v1/inboxes', inboxKind),
  getOperation('GET /api/v1/inboxes/:id', inboxKind),
  createInbox,
  updateInbox,
  deleteInbox,
];
