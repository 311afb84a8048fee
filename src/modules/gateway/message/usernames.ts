/** Finds the person whom a request names by their username. */
import { type Username, usernameIn } from '../../../core/shared/addresses/username.ts';

type FindUsername = (username: Username) => Promise<string>;

/**
 * Returns the same body with the owner's JID in `number` where a username is, so that queues, limits and answers have
 * the chat's own address. Returns no promise for a body without one: after an `await`, a message could lose its place.
 */
export function withOwner<T>(body: T, find: FindUsername): T | Promise<T> {
  const { number } = Object(body) as { readonly number?: unknown };
  const username = typeof number === 'string' ? usernameIn(number) : null;
  return username === null ? body : find(username).then((jid) => ({ ...body, number: jid }));
}
