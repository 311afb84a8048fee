/** Turns what the account does with a chat into the change to store. Pure. */
import type { ChatUpdate } from '../messages/chat-states.ts';
import type { ChatChange } from './chat-actions.ts';

/** `chat` is its JID. */
export function changedBy(chat: string, change: ChatChange): ChatUpdate {
  switch (change.kind) {
    case 'archive':
      return { chat, isArchived: change.isArchived };
    case 'unread':
      return { chat, isMarkedUnread: true };
    case 'pin':
      return { chat, isPinned: change.isPinned };
    case 'mute':
      return { chat, muted: change.isMuted ? { until: change.until } : null };
  }
}
