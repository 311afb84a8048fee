/**
 * Changes what all devices of an account know about its chats: archived, pinned, muted, unread,
 * labelled. Every change is sealed with keys that the account's phone gives out.
 */

import type { StoredMessage } from '../../core/messages/rows.ts';
import { keyOf } from '../../core/providers/about-another.ts';
import type { ChatChange } from '../../core/providers/chat-actions.ts';
import { record } from '../../core/providers/foreign-values.ts';
import { failure } from '../../core/shared/errors.ts';
import type { ChatModification, WASocket } from './engine/surface.ts';
import { byLid } from './other-address.ts';

/**
 * Resolves with the address under which phones find the chat. Throws `conflict` while this device
 * does not have the keys yet.
 */
export async function changeAppState(
  socket: WASocket,
  chat: string,
  change: ChatModification,
): Promise<string> {
  if (!socket.authState.creds.myAppStateKeyId) throw withoutKeys();
  // Phones find a person's chat only under the LID, if the person has one.
  const jid = await byLid(chat, socket);
  await socket.chatModify(change, jid).catch((error) => {
    // Baileys reports this when it knows the name of a key but does not have the key.
    throw record(record(error).data).isMissingKey === true ? withoutKeys() : error;
  });
  return jid;
}

const withoutKeys = () => failure('phone_keys_missing');

/** Translates a change into WhatsApp's structure. Pure. */
export function modificationOf(
  change: ChatChange,
  last: StoredMessage | null,
  nowMs: number,
): ChatModification {
  switch (change.kind) {
    case 'archive':
      return { archive: change.isArchived, lastMessages: upTo(last, nowMs) };
    case 'unread':
      return { markRead: false, lastMessages: upTo(last, nowMs) };
    case 'pin':
      return { pin: change.isPinned };
    case 'mute':
      return { mute: change.isMuted ? (change.until ?? FOR_EVER) : null };
  }
}

const FOR_EVER = -1;

type MessageRange = Extract<ChatModification, { archive: boolean }>['lastMessages'];

/** Names the last message of the chat when it was changed: a later message opens an archived chat again. */
function upTo(last: StoredMessage | null, nowMs: number): MessageRange {
  if (last === null) return { lastMessageTimestamp: seconds(nowMs) };
  const timestamp = seconds(last.sentAt);
  return { lastMessageTimestamp: timestamp, messages: [{ key: keyOf(last), timestamp }] };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
