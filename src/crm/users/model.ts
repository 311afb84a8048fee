/** The shape of people: one record for users and for members of inboxes. */
import { type Static, Type } from '@sinclair/typebox';
import type { users } from '../../db/schema/crm-access.ts';
import { NamedObject } from '../../http/named-object.ts';
import { Body, Email, HttpUrl, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';

const Availability = Words('online', 'offline', 'busy');

export const Agent = NamedObject('User', {
  id: Id,
  name: Type.String(),
  display_name: Type.String({ description: 'Empty when there is none' }),
  email: Type.String(),
  role: Type.String({ description: "Key of the person's own role in the account" }),
  confirmed: Type.Boolean(),
  availability_status: Availability,
  auto_offline: Type.Boolean(),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  available_name: Type.String({ description: 'The display name, else the name' }),
  ...TIMES,
});
export type Agent = Static<typeof Agent>;

export const NewUser = Body({
  name: Text({ max: 255 }),
  email: Email(),
  role: Type.Optional(Text({ max: 64, description: 'Key of a role of the account' })),
  display_name: Type.Optional(Text({ min: 0, max: 255 })),
});
export const UserChange = Type.Partial(
  Body({
    ...NewUser.properties,
    availability_status: Availability,
    auto_offline: Type.Boolean(),
    avatar_url: nullable(HttpUrl()),
  }),
);

export type UserRow = typeof users.$inferSelect;

/** A user as a member of one account. */
export type MemberRow = UserRow & {
  readonly roleId: string;
  readonly roleKey: string;
};

export const toAgent = (row: MemberRow): Agent => ({
  id: row.id,
  name: row.name,
  display_name: row.displayName,
  email: row.email,
  role: row.roleKey,
  confirmed: row.confirmed,
  availability_status: row.availabilityStatus,
  auto_offline: row.autoOffline,
  avatar_url: row.avatarUrl,
  available_name: row.displayName || row.name,
  ...timesOf(row),
});
