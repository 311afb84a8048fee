/**
 * Publishes changes of chats and of contacts' pictures, whether the account's phone, its other
 * devices or WhatsApp made them.
 */

import type { ChatUpdate, Muting } from '../../core/messages/chat-states.ts';
import type { ContactUpdate } from '../../core/messages/store/contact-changes.ts';
import { count, type Fields, record } from '../../core/providers/foreign-values.ts';
import { createWriteQueue, type WriteQueue } from '../../core/providers/write-queue.ts';
import { CHANGES_MAX } from './app-state.ts';
import type { SessionContext } from './context.ts';
import type { BinaryNode, WASocket } from './engine/surface.ts';
import { bareJid } from './translate/jids.ts';
import { attribute, child } from './translate/node.ts';

export class ChatChanges {
  readonly #chats: WriteQueue<ChatUpdate>;
  readonly #contacts: WriteQueue<ContactUpdate>;

  constructor(deps: SessionContext) {
    const { host } = deps;
    const write = (batch: readonly ChatUpdate[]) => host.updateChats(batch);
    const waitingMax = CHANGES_MAX;
    this.#chats = createWriteQueue({ ...deps, name: 'changes of chats', write, waitingMax });
    this.#contacts = createWriteQueue<ContactUpdate>({
      ...deps,
      name: 'changes of contacts',
      write: (batch) => host.updateContacts(batch),
    });
  }

  listenTo(socket: WASocket): void {
    socket.ev.on('chats.update', (updates) => {
      for (const update of updates) {
        const changed = chatUpdateOf(record(update));
        if (changed !== null) void this.#chats.add(changed);
      }
    });
    socket.ev.on('chats.delete', (ids) => {
      for (const chat of ids.map(bareJid).filter((jid) => jid !== ''))
        void this.#chats.add({ chat, isDeleted: true });
    });
  }

  /** Resolves with true once all changes of chats are on disk, or with false when the session ended before. */
  written(): Promise<boolean> {
    return this.#chats.written();
  }

  /** Writes that a picture has changed or was removed, which is all that such a notification says. */
  async pictureChanged(notification: BinaryNode): Promise<boolean> {
    const jid = bareJid(attribute(notification, 'from'));
    const picture = child(notification, 'set') === undefined ? 'removed' : 'changed';
    return jid === '' || this.#contacts.add({ jid, picture });
  }
}

/** Returns null when the update changes nothing that is stored of the chat. Counts of unread messages are ignored. */
export function chatUpdateOf({
  id,
  archived,
  pinned,
  muteEndTime,
  unreadCount,
}: Fields): ChatUpdate | null {
  const chat = bareJid(id);
  const changed: ChatUpdate = {
    chat,
    ...(typeof archived === 'boolean' && { isArchived: archived }),
    ...(pinned !== undefined && { isPinned: pinned !== null && pinned !== 0 }),
    ...(muteEndTime !== undefined && { muted: mutedUntil(muteEndTime) }),
    ...((unreadCount === 0 || unreadCount === -1) && { isMarkedUnread: unreadCount === -1 }),
  };
  return chat === '' || Object.keys(changed).length === 1 ? null : changed;
}

/** The latest time that a Date can hold. */
const LATEST_MS = 8.64e15;

/** -1, and anything that is not a time, mean for ever. */
function mutedUntil(muteEndTime: unknown): Muting | null {
  if (muteEndTime === null) return null;
  const until = count(muteEndTime);
  return { until: until === null || until === 0 || until > LATEST_MS ? null : until };
}
