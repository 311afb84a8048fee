/** POST /api/v1/access_tokens/:id/rotate */
import { operation } from '../operation.ts';
import { newTokenSecret, secretColumns } from '../token-secret.ts';
import { IF_WEAKER, refuseOpeningAll } from './limits.ts';
import { AccessTokenWithSecret, Rotation } from './model.ts';
import { changeToken, commitChange } from './rows.ts';

export const rotateAccessToken = operation('POST /api/v1/access_tokens/:id/rotate', {
  permission: 'access_tokens.update',
  summary: 'Give an access token a new secret',
  description: `The old one is refused at once. ${IF_WEAKER}`,
  body: Rotation,
  status: 200,
  isVersioned: true,
  answer: AccessTokenWithSecret,
  message: 'Access token rotated successfully',
  /** Throws 404, 412, 403 for a token that permits more or opens other accounts. */
  run: (parts, access, { request, params: { id } }) =>
    changeToken(parts, access, { request, id }, async (before, updatedAt) => {
      refuseOpeningAll(access, before);
      const token = newTokenSecret();
      const fields = { ...secretColumns(token), lastUsedAt: null, updatedAt };
      const after = await commitChange(parts, access, before, { fields, action: 'rotate' });
      return { ...after, token };
    }),
});
