/** Actions on a chat. */
import { ActionButton } from '../components/action-button.tsx';
import { Menu } from '../components/layout.tsx';
import type { Status } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useChats, usePost } from './chat-context.ts';
import type { Entry } from './conversation.ts';
import type { Chat } from './one-chat.ts';

interface MenuProps {
  readonly jid: string;
  /** Undefined for a chat of which no message is stored. */
  readonly one: Chat | undefined;
  readonly status: Status;
}

export function ChatMenu({ jid, one, status }: MenuProps) {
  const { chat } = texts();
  const calls = useChatCalls(jid);
  const item = (label: string, run: () => Promise<string>) => (
    <ActionButton label={label} status={status} run={run} />
  );
  return (
    <Menu label={chat.actions}>
      {item(chat.watch, calls.watch)}
      {one && (
        <>
          {one.unread > 0
            ? item(chat.markRead, () => calls.markRead(one.unread))
            : item(chat.markUnread, calls.markUnread)}
          {item(one.isPinned ? chat.unpin : chat.pin, () => calls.pin(!one.isPinned))}
          {item(one.isMuted ? chat.unmute : chat.mute, () => calls.mute(!one.isMuted))}
          {item(one.isArchived ? chat.unarchive : chat.archive, () =>
            calls.archive(!one.isArchived),
          )}
        </>
      )}
    </Menu>
  );
}

/** The most messages that the service marks in one call. */
const READ_MAX = 500;

/** Whether the author of a message may be told that it was read. */
export const isConfirmable = ({ isFromMe, note }: Entry): boolean => !isFromMe && note === '';

/** The operations on one chat. Each resolves with the text of its success. */
export function useChatCalls(number: string) {
  const post = usePost();
  const { chats } = useChats();
  const after = async (call: Promise<unknown>, said = '') => {
    await call;
    await chats.readList();
    return said;
  };
  return {
    watch: () =>
      after(post('/chat/presenceSubscribe/{instanceName}', { number }), texts().chat.watched),
    markRead(count: number) {
      const received = chats.messages.value.filter(isConfirmable);
      const readMessages = received
        .slice(-Math.min(count, READ_MAX))
        .map(({ id, author }) => ({ id, remoteJid: number, fromMe: false, participant: author }));
      return after(post('/chat/markMessageAsRead/{instanceName}', { readMessages }));
    },
    markUnread: () => after(post('/chat/markChatUnread/{instanceName}', { number })),
    pin: (pin: boolean) => after(post('/chat/pinChat/{instanceName}', { number, pin })),
    mute: (mute: boolean) => after(post('/chat/muteChat/{instanceName}', { number, mute })),
    archive: (archive: boolean) =>
      after(post('/chat/archiveChat/{instanceName}', { number, archive })),
  };
}
