/** Offers to the command what makes a token where no token works. */
export { makeAccessToken } from './make-access-token.ts';
