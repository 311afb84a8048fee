/** Handles what the sandbox's phone does with chats, and what its contacts show besides messages. */
import type { ChatUpdate } from '../../messages/chat-states.ts';
import type { ContactUpdate } from '../../messages/store/contact-changes.ts';
import { invalid } from '../../shared/errors.ts';
import type { SessionHost } from '../provider.ts';
import { chatJid, personJid } from './jids.ts';

/** Absent fields stay as they are. */
export interface ArrivingChat {
  readonly chat: string;
  readonly archived?: boolean;
  readonly pinned?: boolean;
  readonly muted?: boolean;
  /** For a muted chat, in ms since 1970; absent means for ever. */
  readonly mutedUntil?: number;
  /** Marked as unread, or as read again. */
  readonly unread?: boolean;
  readonly deleted?: true;
}

/** Absent fields stay as they are. */
export interface ArrivingContact {
  readonly number: string;
  /** The address that hides the number. */
  readonly lid?: string;
  /** The name that the contact has chosen. */
  readonly name?: string;
  readonly picture?: 'changed' | 'removed';
}

/** Throws `invalid` when nothing of the chat changes. */
export function chatUpdate(arriving: ArrivingChat): ChatUpdate {
  const { archived, pinned, muted, mutedUntil, unread, deleted } = arriving;
  const update: ChatUpdate = {
    chat: chatJid('chat', arriving.chat),
    ...(archived !== undefined && { isArchived: archived }),
    ...(pinned !== undefined && { isPinned: pinned }),
    ...(muted !== undefined && { muted: muted ? { until: mutedUntil ?? null } : null }),
    ...(unread !== undefined && { isMarkedUnread: unread }),
    ...(deleted && { isDeleted: true }),
  };
  if (Object.keys(update).length === 1)
    throw invalid('archived, pinned, muted, unread or deleted is required');
  return update;
}

/** Throws `invalid` when nothing of the contact changes. */
export async function contactArrived(
  { number, lid, name, picture }: ArrivingContact,
  host: Pick<SessionHost, 'mergePeople' | 'updateContacts'>,
): Promise<void> {
  const jid = personJid('number', number);
  const from = lid === undefined ? null : personJid('lid', lid);
  if (from !== null && !from.endsWith('@lid'))
    throw invalid('lid must be a LID, which ends with @lid');
  if (from === null && name === undefined && picture === undefined)
    throw invalid('lid, name or picture is required');
  if (from !== null) await host.mergePeople([{ from, to: jid }]);
  const update: ContactUpdate = {
    jid,
    ...(name !== undefined && { name }),
    ...(picture !== undefined && { picture }),
  };
  await host.updateContacts([update]);
}
