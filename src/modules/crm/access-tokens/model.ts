/** Shapes of the token operations, and how a row becomes one. */

import { type Static, Type } from '@sinclair/typebox';
import type { accessTokens } from '../../../core/db/schema/crm-access.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull } from '../../../core/http/nullable.ts';
import { isoOrNull } from '../../../core/shared/clock.ts';
import { scopesIn } from '../account.ts';
import { Body, Id, Instant, nullable, Text, TIMES, Time, timesOf, Uuid } from '../fields.ts';
import { Permissions } from '../roles/model.ts';

export const AccessToken = NamedObject('AccessToken', {
  id: Id,
  name: Type.String(),
  user_id: Id,
  account_id: orNull(
    Id,
    'The only account that the token opens; null for every account of its user',
  ),
  scopes: orNull(
    Type.Array(Type.String()),
    'Scopes of the token, which permits what role and scopes have in common; null for all that the role permits',
  ),
  token_prefix: Type.String({ description: 'First characters of the secret' }),
  expires_at: orNull(Time, 'When the token expires; null for never'),
  last_used_at: orNull(Time, 'When the token was last used, to the minute; null for never'),
  ...TIMES,
});
export type AccessToken = Static<typeof AccessToken>;

export const AccessTokenWithSecret = NamedObject('AccessTokenWithSecret', {
  ...AccessToken.properties,
  token: Type.String({ description: 'Secret of the token; shown only here' }),
});

const name = Text({ max: 255, description: 'Name of the token, such as `ci`', examples: ['ci'] });
const expiresAt = Type.Optional(
  nullable(Instant('When the token expires, a time in the future; null, the default, for never')),
);

export const NewAccessToken = Body({
  name,
  user_id: Type.Optional(Uuid('Id of the user whom the token acts for; defaults to the caller')),
  account_id: Type.Optional(
    nullable(
      Uuid(
        'Id of the only account that the token opens; defaults to the acting one; null opens every account of its user',
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

export const toAccessToken = (row: TokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  user_id: row.userId,
  account_id: row.boundTo,
  scopes: row.scopes === null ? null : [...scopesIn(row.scopes)],
  token_prefix: row.tokenPrefix,
  expires_at: isoOrNull(row.expiresAt),
  last_used_at: isoOrNull(row.lastUsedAt),
  ...timesOf(row),
});
