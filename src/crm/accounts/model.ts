/** Shapes of the account operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import type { accounts } from '../../db/schema/crm-access.ts';
import { iso } from '../../shared/clock.ts';
import { Body, Email, Id, nullable, Text, Time, Words } from '../fields.ts';

const Status = Words('active', 'suspended');

export const Account = Type.Object({
  id: Id,
  name: Type.String(),
  locale: Type.String(),
  support_email: Type.Union([Type.String(), Type.Null()]),
  status: Status,
  created_at: Time,
  updated_at: Time,
});
export type Account = Static<typeof Account>;

const name = Text({ max: 255 });
const locale = Type.Optional(
  Type.String({
    pattern: '^[a-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$',
    failsWith: 'must be a language such as en or pt_BR',
  }),
);
const supportEmail = Type.Optional(nullable(Email()));

export const NewAccount = Body({ name, locale, support_email: supportEmail });
export const AccountChange = Body({
  name: Type.Optional(name),
  locale,
  support_email: supportEmail,
  status: Type.Optional(Status),
});

export type AccountRow = typeof accounts.$inferSelect;

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  locale: row.locale,
  support_email: row.supportEmail,
  status: row.status,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
