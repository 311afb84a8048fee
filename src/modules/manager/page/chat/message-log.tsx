/** The messages of a chat. */
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../components/form.tsx';
import { type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Empty } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useChats } from './chat-context.ts';
import { isGroup } from './content.ts';
import type { Entry, Message, Subject } from './conversation.ts';
import { moveAmong } from './keys.ts';
import { MessageRow } from './message-row.tsx';
import { useScroll } from './scroll.ts';

interface LogProps {
  /** A message that a search has found, to be shown. */
  readonly wanted: Entry | null;
  /** The number of unread messages in the chat. */
  readonly unread: number;
  /** Whether the account has a phone that may have older messages. */
  readonly hasPhone: boolean;
  readonly onSubject: (subject: Subject) => void;
}

export function MessageLog({ wanted, unread, hasPhone, onSubject }: LogProps) {
  const { chats } = useChats();
  const { chat, formats, common } = texts();
  const messages = chats.messages.value;
  const scroll = useScroll(messages, () => void chats.readOlder().catch(status.failed));
  const status = useStatus();
  const found = useJumpTo(wanted, status, scroll.show);
  const unreadFrom = useFirstUnread(messages, unread);
  const [focused, setFocused] = useState('');
  const isShown = messages.some(({ key }) => key === focused);
  const stop = isShown ? focused : messages.at(-1)?.key;
  return (
    <div class="log-place">
      <div
        class="log"
        ref={scroll.place}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those who have no mouse.
        tabIndex={0}
        role="log"
        aria-label={chat.messages}
        aria-busy={chats.isLoading.value}
        onKeyDown={moveAmong('.message .menu > button', (to) =>
          setFocused(to.closest('li')?.dataset.key ?? ''),
        )}
      >
        <Beginning hasPhone={hasPhone && messages.length > 0} status={status} />
        {messages.length === 0 && (
          <Empty text={chats.isLoading.value ? common.loading : chat.empty} />
        )}
        <ol>
          {messages.map((message, index) => (
            <Fragment key={message.key}>
              <Separators
                message={message}
                before={messages[index - 1]}
                unread={message.key === unreadFrom ? unread : 0}
              />
              <MessageRow
                message={message}
                author={
                  nameShown(message, messages[index - 1]) ? chats.people.nameOf(message.author) : ''
                }
                isFound={message.key === found}
                isStop={message.key === stop}
                onSubject={onSubject}
              />
            </Fragment>
          ))}
        </ol>
      </div>
      <StatusLine status={status} />
      {!scroll.isAtEnd && (
        <button type="button" class="to-end" onClick={scroll.toEnd}>
          {scroll.missed > 0 ? formats.count(scroll.missed, chat.newMessages) : chat.toNewest} ↓
        </button>
      )}
    </div>
  );
}

/** In groups, the author is named once for messages in a row. */
const nameShown = ({ chat, author, isFromMe }: Message, before: Message | undefined): boolean =>
  isGroup(chat) && !isFromMe && before?.author !== author;

/** Buttons that read earlier messages. */
function Beginning({ hasPhone, status }: { hasPhone: boolean; status: Status }) {
  const { chats } = useChats();
  const { chat } = texts();
  const hasOlder = chats.before.value !== null;
  if (!hasOlder && !(hasPhone && chats.isStored.value)) return null;
  return (
    <p class="beginning">
      <ActionButton
        class="quiet"
        label={hasOlder ? chat.older : chat.askPhone}
        status={status}
        run={async () => {
          if (hasOlder) await chats.readOlder();
          else if ((await chats.askPhone()) === 0) return chat.phoneHasNone;
        }}
      />
    </p>
  );
}

interface SeparatorProps {
  readonly message: Message;
  readonly before: Message | undefined;
  /** The number of unread messages from this one on; 0 if it is not the first of them. */
  readonly unread: number;
}

function Separators({ message, before, unread }: SeparatorProps) {
  const { chat, formats } = texts();
  const day = formats.dayName(message.at, Date.now());
  const isNewDay = before === undefined || formats.dayName(before.at, Date.now()) !== day;
  return (
    <>
      {isNewDay && (
        <li class="separator">
          <time dateTime={message.at}>{day}</time>
        </li>
      )}
      {unread > 0 && <li class="separator unread-line">{formats.count(unread, chat.unread)}</li>}
    </>
  );
}

/** Returns the key of the first message that was not read when the chat was opened. */
function useFirstUnread(messages: readonly Message[], unread: number): string | undefined {
  const first = useRef<string | null>(null);
  if (first.current === null && messages.length > 0) {
    const received = messages.filter(({ isFromMe }) => !isFromMe);
    first.current = unread === 0 ? '' : ((received.at(-unread) ?? received[0])?.key ?? '');
  }
  return first.current ?? undefined;
}

/** Goes back to the message that was looked for, and returns its key. */
function useJumpTo(wanted: Entry | null, status: Status, show: (key: string) => void): string {
  const { chats } = useChats();
  const [found, setFound] = useState('');
  const done = useRef<Entry | null>(null);
  const isReady = chats.opened.value === wanted?.chat && !chats.isLoading.value;
  useEffect(() => {
    if (wanted === null || !isReady || done.current === wanted) return;
    done.current = wanted;
    const reach = async () => {
      const key = await chats.reach(wanted);
      if (key === null) return status.failed(texts().chat.tooFarBack);
      setFound(key);
      show(key);
    };
    reach().catch(status.failed);
  }, [wanted, isReady]);
  return found;
}
