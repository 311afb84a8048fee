/** Finds the message before which older ones are asked for, on any platform. */
import { isInChat } from '../messages/find.ts';
import type { StoredMessage } from '../messages/rows.ts';
import { failure, notFound } from '../shared/errors.ts';
import type { SessionHost } from './provider.ts';

/**
 * Returns `before`, or the oldest stored message of `chat` (a JID). Throws `not_found` when `before` is in another
 * chat, or no message is stored.
 */
export async function beginningOf(
  chat: string,
  before: StoredMessage | null,
  host: Pick<SessionHost, 'oldestIn'>,
): Promise<StoredMessage> {
  if (before !== null && !isInChat(before, chat))
    throw notFound(`message ${before.id} in the chat ${chat}`);
  const found = before ?? (await host.oldestIn(chat));
  if (found === null) throw failure('no_message_to_begin_from', { chat });
  return found;
}
