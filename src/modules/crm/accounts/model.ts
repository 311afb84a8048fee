/** Shapes of the account operations, and how a row becomes one. */

import { type Static, Type } from '@sinclair/typebox';
import { and, eq, type SQL } from 'drizzle-orm';
import { accounts, memberships } from '../../../core/db/schema/crm-access.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { Body, Email, Id, nullable, Text, TIMES, timesOf, Words } from '../fields.ts';
import type { RecordKind } from '../records.ts';

const Status = describe(
  'Whether people and tokens may use the account (`active`) or are refused (`suspended`)',
  Words('active', 'suspended'),
);

export const Account = NamedObject('Account', {
  id: Id,
  name: Type.String(),
  locale: Type.String(),
  support_email: Type.Union([Type.String(), Type.Null()]),
  status: Status,
  ...TIMES,
});

export const NewAccount = Body({
  name: Text({
    max: 255,
    description: 'Name of the account as people see it, such as `Acme`',
    examples: ['Acme'],
  }),
  locale: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$',
      description:
        'Language of the account, such as `en` or `pt_BR`; default `en` for a new account',
      examples: ['pt_BR'],
      failsWith: problem('not_language'),
    }),
  ),
  support_email: Type.Optional(
    nullable(
      Email(
        'E-mail address for support of the account, such as `help@example.com`; null without one',
        'help@example.com',
      ),
    ),
  ),
});
export const AccountChange = Type.Partial(Body({ ...NewAccount.properties, status: Status }));

export type AccountRow = Omit<typeof accounts.$inferSelect, 'webhooksVersion'>;

export const toAccount = (row: AccountRow): Static<typeof Account> => ({
  id: row.id,
  name: row.name,
  locale: row.locale,
  support_email: row.supportEmail,
  status: row.status,
  ...timesOf(row),
});

export const accountKind: Omit<RecordKind<AccountRow, typeof Account>, 'select' | 'plural'> = {
  what: 'account',
  resource: 'accounts',
  answer: Account,
  show: toAccount,
  listed: {
    id: memberships.accountId,
    searched: { name: accounts.name, support_email: accounts.supportEmail },
    sorted: {
      locale: accounts.locale,
      status: accounts.status,
      created_at: accounts.createdAt,
      updated_at: accounts.updatedAt,
    },
  },
  /** Returns null also for any account but the one to which the guard found access. */
  async find({ orm }, accountId, id) {
    if (id !== accountId) return null;
    const [row] = await orm.select().from(accounts).where(eq(accounts.id, id)).limit(1);
    return row ?? null;
  },
};

/** Matches this account in the version it was read in. */
export const accountVersion = ({ id, updatedAt }: AccountRow): SQL | undefined =>
  and(eq(accounts.id, id), eq(accounts.updatedAt, updatedAt));
