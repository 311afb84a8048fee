/** Finds Meta's id of a message. Pure. */
import type { KeyedMessage } from '../../../core/messages/rows.ts';
import { failure, invalid } from '../../../core/shared/errors.ts';

/** Only Meta's ids begin like this. */
const OF_META = /^wamid\./;

/**
 * Returns the platform's id of a message. Throws `conflict` for our own message that Meta has not named yet, or never
 * took, and `invalid` for foreign ids. A received message has the id that it came with, which is another one where the
 * Graph API is not Meta's own.
 */
export function platformIdOf({ id, platformId, isFromMe, sentAt }: KeyedMessage): string {
  if (platformId !== undefined) return platformId;
  if (OF_META.test(id) || (!isFromMe && sentAt !== undefined)) return id;
  throw isFromMe
    ? failure('message_not_taken', { id })
    : invalid(`message ${id} cannot be named to Meta, whose ids begin with wamid.`);
}
