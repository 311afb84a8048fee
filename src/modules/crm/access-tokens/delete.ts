/** DELETE /api/v1/access_tokens/:id */
import { accessTokens } from '../../../core/db/schema/crm-access.ts';
import { deletionAudit } from '../audited-commit.ts';
import { Deleted, operation } from '../operation.ts';
import { requireSuperAdmin, tokenLost, UNLESS_LAST } from '../super-admins.ts';
import { IF_WEAKER } from './limits.ts';
import { toAccessToken } from './model.ts';
import { changeToken, tokenVersion } from './rows.ts';

export const deleteAccessToken = operation('DELETE /api/v1/access_tokens/:id', {
  permission: 'access_tokens.delete',
  summary: 'Revoke an access token',
  description: `Revokes a token, which is refused at once. ${IF_WEAKER} ${UNLESS_LAST}`,
  answer: Deleted,
  message: 'Access token deleted successfully',
  /** Throws 404, 412, 403 for a token that permits more, 409 for the last usable one of a super_admin. */
  run: (parts, access, { request, params: { id } }) =>
    changeToken(parts, access, { request, id }, async (before, now) => {
      const { db, commits } = parts;
      const onlyIf = await requireSuperAdmin(db, tokenLost(id), now);
      const write = db.orm.delete(accessTokens).where(tokenVersion(access, before, onlyIf));
      const audit = deletionAudit('access_tokens', toAccessToken(before));
      await commits.commit(access, [{ write, audit }]);
      return { id };
    }),
});
