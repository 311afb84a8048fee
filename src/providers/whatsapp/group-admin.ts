/** Finds out whether the account is an admin of a group. */
import { conflict } from '../../shared/errors.ts';
import type { WASocket } from './engine/surface.ts';
import type { GroupCache } from './groups/cache.ts';
import { bareJid, isMe, type Self } from './translate/jids.ts';

interface Asking {
  readonly socket: WASocket;
  readonly groups: GroupCache;
  readonly self: Self;
}

/**
 * Throws `conflict` when the account is not an admin; rejects with WhatsApp's reason when it does
 * not say, or not in time.
 */
export async function requireAdmin(group: string, { socket, groups, self }: Asking): Promise<void> {
  const { participants } = await groups.find(group, socket);
  const isAdmin = participants.some(
    ({ id, lid, phoneNumber, admin }) =>
      admin && [id, lid, phoneNumber].some((address) => isMe(bareJid(address), self)),
  );
  if (!isAdmin) throw conflict(`the account is not an admin of group ${group}`);
}
