/** PATCH /api/v1/access_tokens/:id */
import type { Statement } from '../../../core/db/client.ts';
import { ALWAYS } from '../conditions.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { permissionsJson, refuseUnheld } from '../roles/rules.ts';
import { ALL_SCOPES, requireSuperAdmin, tokenLost, UNLESS_LAST } from '../super-admins.ts';
import { expiryOf, IF_WEAKER, refuseOpeningAll } from './limits.ts';
import { AccessToken, AccessTokenChange, type TokenRow } from './model.ts';
import { changeToken, commitChange } from './rows.ts';

export const updateAccessToken = operation('PATCH /api/v1/access_tokens/:id', {
  permission: 'access_tokens.update',
  summary: 'Change an access token',
  description: `Changes the name, the scopes or the end of a token. ${IF_WEAKER} A token that has scopes and an end cannot give another one a later end. ${UNLESS_LAST}`,
  example: { body: { expires_at: '2099-01-01T00:00:00.000Z' } },
  body: AccessTokenChange,
  answer: AccessToken,
  message: 'Access token updated successfully',
  /**
   * Throws 422 for scopes beyond the caller's or a time in the past, 404, 412, 403 for a token that permits more or
   * opens other accounts, 409 for the last usable one of a super_admin.
   */
  async run(parts, access, { request, params: { id }, body }) {
    const { name, scopes } = body;
    if (scopes) refuseUnheld(access, scopes, 'scopes');
    const expiresAt = expiryOf(access, body.expires_at, parts.clock.now());
    const fields = {
      ...(name !== undefined && { name }),
      ...(scopes && { scopes: permissionsJson(scopes) }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    return changeToken(parts, access, { request, id }, async (before, updatedAt) => {
      refuseOpeningAll(access, before);
      const onlyIf = await staying(parts, before, fields, updatedAt);
      return commitChange(parts, access, before, { fields: { ...fields, updatedAt }, onlyIf });
    });
  },
});

/** Throws 409 when narrowing it or ending it sooner removes the last usable token of a super_admin. */
async function staying(
  { db }: CrmParts,
  before: TokenRow,
  { scopes, expiresAt }: Partial<Pick<TokenRow, 'scopes' | 'expiresAt'>>,
  now: number,
): Promise<Statement> {
  if (scopes !== undefined && scopes !== ALL_SCOPES)
    return requireSuperAdmin(db, tokenLost(before.id), now);
  const isSooner = expiresAt && (before.expiresAt === null || expiresAt < before.expiresAt);
  return isSooner ? requireSuperAdmin(db, tokenLost(before.id), now, expiresAt) : ALWAYS;
}
