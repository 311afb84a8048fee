/** The operations of access tokens, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createAccessToken } from './create.ts';
import { deleteAccessToken } from './delete.ts';
import { getAccessToken } from './get.ts';
import { listAccessTokens } from './list.ts';
import { rotateAccessToken } from './rotate.ts';
import { updateAccessToken } from './update.ts';

export const accessTokenRoutes = routes('Access tokens', [
  listAccessTokens,
  getAccessToken,
  createAccessToken,
  rotateAccessToken,
  updateAccessToken,
  deleteAccessToken,
]);
