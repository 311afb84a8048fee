/** Shapes of the token operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import type { accessTokens } from '../../db/schema/crm-access.ts';
import { NamedObject } from '../../http/named-object.ts';
import { iso } from '../../shared/clock.ts';
import { scopesIn } from '../account.ts';
import { Body, Id, Instant, nullable, Text, TIMES, Time, timesOf, Uuid } from '../fields.ts';
import { Permissions } from '../roles/model.ts';

const orNull = (description: string) => Type.Union([Time, Type.Null()], { description });

export const AccessToken = NamedObject('AccessToken', {
  id: Id,
  name: Type.String(),
  user_id: Id,
  account_id: Type.Union([Id, Type.Null()], {
    description: 'The only account it opens; null: every account of its user',
  }),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'It permits what role and scopes have in common; null: all that the role permits',
  }),
  token_prefix: Type.String({ description: 'How its secret begins' }),
  expires_at: orNull('From when it is refused; null: never'),
  last_used_at: orNull('To the minute; null: never used'),
  ...TIMES,
});
export type AccessToken = Static<typeof AccessToken>;

export const AccessTokenWithSecret = NamedObject('AccessTokenWithSecret', {
  ...AccessToken.properties,
  token: Type.String({ description: 'The secret; shown here only' }),
});

const name = Text({ max: 255, description: 'What the token is for, such as `ci`' });
const expiresAt = Type.Optional(
  nullable(
    Instant('From when the token is refused, a time in the future; null, the default: never'),
  ),
);

export const NewAccessToken = Body({
  name,
  user_id: Type.Optional(Uuid('Id of the user whom the token acts for; default: the caller')),
  account_id: Type.Optional(
    nullable(
      Uuid(
        'Id of the only account the token opens; default: the acting one; null: every account of its user',
      ),
    ),
  ),
  scopes: Type.Optional(Permissions),
  expires_at: expiresAt,
});
export const AccessTokenChange = Body({
  name: Type.Optional(name),
  scopes: Type.Optional(Permissions),
  expires_at: expiresAt,
});
export const Rotation = Body({});

export type TokenRow = typeof accessTokens.$inferSelect;

const orNever = (at: number | null): string | null => (at === null ? null : iso(at));

export const toAccessToken = (row: TokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  user_id: row.userId,
  account_id: row.boundTo,
  scopes: row.scopes === null ? null : [...scopesIn(row.scopes)],
  token_prefix: row.tokenPrefix,
  expires_at: orNever(row.expiresAt),
  last_used_at: orNever(row.lastUsedAt),
  ...timesOf(row),
});
