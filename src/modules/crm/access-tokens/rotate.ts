/** POST /api/v1/access_tokens/:id/rotate */
import { operation } from '../operation.ts';
import { newTokenSecret, secretColumns } from '../token-secret.ts';
import { IF_WEAKER, isForOwnUse, refuseLaterToken, refuseOpeningAll, scopesOf } from './limits.ts';
import { AccessTokenWithSecret, Rotation } from './model.ts';
import { changeToken, commitChange } from './rows.ts';

export const rotateAccessToken = operation('POST /api/v1/access_tokens/:id/rotate', {
  permission: 'access_tokens.update',
  /** So that everybody can make a token their own which was made for them. */
  orWhen: async (_, { scopes, tokenId }, { id = '' }) =>
    scopes === null && id.toLowerCase() === tokenId,
  summary: 'Give an access token a new secret',
  description: `Gives the token a new secret; the old one is refused at once. A token without scopes may rotate itself, whatever the role permits: then nobody else knows it. If you rotate the token of somebody else and it has no scopes, it gets those that a new token would have: at most what you hold yourself. ${IF_WEAKER}`,
  body: Rotation,
  status: 200,
  isVersioned: true,
  answer: AccessTokenWithSecret,
  message: 'Access token rotated successfully',
  /** Throws 404, 412, 403 for a token that permits more, ends later or opens other accounts. */
  run: (parts, access, { request, params: { id } }) =>
    changeToken(parts, access, { request, id }, async (before, updatedAt) => {
      refuseOpeningAll(access, before);
      refuseLaterToken(access, before);
      const token = newTokenSecret();
      const isOwn = isForOwnUse(access, before.userId);
      const scopes = before.scopes ?? scopesOf(access, before.userId, undefined);
      const fields = { ...secretColumns(token), isOwn, scopes, lastUsedAt: null, updatedAt };
      const change = { fields, action: 'rotate', shownOnce: { token } } as const;
      return { ...(await commitChange(parts, access, before, change)), token };
    }),
});
