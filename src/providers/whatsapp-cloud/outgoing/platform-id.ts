/** Finds Meta's id of a stored message. Pure. */
import type { StoredMessage } from '../../../messages/rows.ts';
import { conflict } from '../../../shared/errors.ts';

/** Only Meta's ids begin like this. */
const OF_META = /^wamid\./;

/** Throws `conflict` for a message of ours that Meta has not named yet, or never took. */
export function platformIdOf({ id, platformId, isFromMe }: StoredMessage): string {
  if (platformId !== undefined) return platformId;
  if (isFromMe && !OF_META.test(id))
    throw conflict(`WhatsApp has not taken message ${id}, so nothing can be said about it`);
  return id;
}
