/** The shape of people: one record for users and for members of inboxes. */
import { type Static, Type } from '@sinclair/typebox';
import type { users } from '../../../core/db/schema/crm-access.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { Body, Email, HttpUrl, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';

const Availability = describe(
  'Availability of the person that others see',
  Words('online', 'offline', 'busy'),
);
const AutoOffline = Type.Boolean({
  description:
    'Whether an application should show the person as offline when they leave; Gatehouse only stores it',
});
const SHOWN_NAME = 'Name to show in place of `name`; empty shows `name`';

export const Agent = NamedObject('User', {
  id: describe('Id of the user', Id),
  name: Type.String({ description: 'Full name of the person' }),
  display_name: Type.String({ description: SHOWN_NAME }),
  email: Type.String({
    description: 'E-mail address of the person, which no other member of the account has',
  }),
  role: Type.String({ description: "Key of the person's own role in the account" }),
  confirmed: Type.Boolean({
    description:
      'Whether the person has joined by accepting an invitation of this account to their current e-mail address; false for an address that somebody only wrote down',
  }),
  availability_status: Availability,
  auto_offline: AutoOffline,
  avatar_url: Type.Union([Type.String(), Type.Null()], {
    description: 'URL of a picture of the person; null without one',
  }),
  available_name: Type.String({
    description: 'Name to show people: `display_name`, or `name` if that is empty',
  }),
  ...TIMES,
});
export type Agent = Static<typeof Agent>;

export const NewUser = Body({
  name: Text({
    max: 255,
    description: 'Full name of the person, such as `Bia Souza`',
    examples: ['Bia Souza'],
  }),
  email: Email('E-mail address of the person, such as `bia@example.com`', 'bia@example.com'),
  role: Type.Optional(
    Text({
      max: 64,
      description: 'Key of the role of the person in the account, default `agent`',
      examples: ['agent'],
    }),
  ),
  display_name: Type.Optional(
    Text({ min: 0, max: 255, description: SHOWN_NAME, examples: ['Bia'] }),
  ),
  new_person: Type.Optional(
    Type.Boolean({
      description:
        'Whether to create a new person even if another account has one with the address, who is invited otherwise; default false',
    }),
  ),
});
const { new_person: _, ...CHANGEABLE } = NewUser.properties;
export const UserChange = Type.Partial(
  Body({
    ...CHANGEABLE,
    availability_status: Availability,
    auto_offline: AutoOffline,
    avatar_url: nullable(
      HttpUrl(
        'http or https URL of a picture of the person, such as `https://example.com/bia.png`; null without one',
        'https://example.com/bia.png',
      ),
    ),
  }),
);

export type UserRow = typeof users.$inferSelect;

/** A user as a member of one account. */
export type MemberRow = UserRow & {
  readonly roleId: string;
  readonly roleKey: string;
  /** The address in the invitation that they accepted, or null. */
  readonly acceptedEmail: string | null;
};

export const toAgent = (row: MemberRow): Agent => ({
  id: row.id,
  name: row.name,
  display_name: row.displayName,
  email: row.email,
  role: row.roleKey,
  confirmed: row.acceptedEmail?.toLowerCase() === row.email.toLowerCase(),
  availability_status: row.availabilityStatus,
  auto_offline: row.autoOffline,
  avatar_url: row.avatarUrl,
  available_name: row.displayName || row.name,
  ...timesOf(row),
});
