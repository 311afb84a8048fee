/** The messages of a chat. */
import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../components/action-button.tsx';
import { type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Empty } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useChats } from './chat-context.ts';
import { isConfirmable, useChatCalls } from './chat-menu.tsx';
import { isGroup } from './content.ts';
import type { Entry, Message, Subject } from './conversation.ts';
import { moveAmong } from './keys.ts';
import { MessageRow } from './message-row.tsx';
import { PlayingOn } from './player.tsx';
import { useScroll } from './scroll.ts';

interface LogProps {
  readonly jid: string;
  /** A message that a search has found, to be shown. */
  readonly wanted: Entry | null;
  /** The number of unread messages in the chat. */
  readonly unread: number;
  /** Whether the account has a phone that may have older messages. */
  readonly hasPhone: boolean;
  readonly onSubject: (subject: Subject) => void;
}

const NO_MESSAGES: readonly Message[] = [];

export function MessageLog({ jid, wanted, unread, hasPhone, onSubject }: LogProps) {
  const { chats } = useChats();
  const { chat, formats, common } = texts();
  // For a moment after another chat was chosen, the messages are those of the one before.
  const isOpen = chats.opened.value === jid;
  const isReady = isOpen && !chats.isLoading.value;
  const messages = isOpen ? chats.messages.value : NO_MESSAGES;
  const scroll = useScroll(messages, () => void chats.readOlder().catch(status.failed));
  const status = useStatus();
  const found = useJumpTo(wanted, status, scroll.show);
  const firstUnread = useFirstUnread(isReady ? messages : NO_MESSAGES, unread);
  useReading(jid, unread, isReady && scroll.isAtEnd);
  const [focused, setFocused] = useState('');
  const stop = (scroll.drawn.find(({ key }) => key === focused) ?? scroll.drawn.at(-1))?.key;
  const move = moveAmong('.message .menu > button', (to) =>
    setFocused(to.closest('li')?.dataset.key ?? ''),
  );
  return (
    <div class="log-place">
      <div
        class="log"
        ref={scroll.place}
        onScroll={scroll.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those who have no mouse.
        tabIndex={0}
        role="log"
        aria-label={chat.messages}
        aria-busy={!isReady}
        onKeyDown={(event) => {
          if (event.key !== 'End' || scroll.isAtEnd) return move(event);
          event.preventDefault();
          scroll.toEnd();
        }}
      >
        {scroll.before === undefined && (
          <Beginning hasPhone={hasPhone && messages.length > 0} status={status} />
        )}
        {messages.length === 0 && <Empty text={isReady ? chat.empty : common.loading} />}
        <ol>
          {scroll.drawn.map((message, index) => {
            const before = scroll.drawn[index - 1] ?? scroll.before;
            return (
              <Fragment key={message.key}>
                <Separators
                  message={message}
                  before={before}
                  unread={message.key === firstUnread.key ? firstUnread.count : 0}
                />
                <MessageRow
                  message={message}
                  author={nameShown(message, before) ? chats.people.nameOf(message.author) : ''}
                  isFound={message.key === found}
                  isStop={message.key === stop}
                  onSubject={onSubject}
                />
              </Fragment>
            );
          })}
        </ol>
      </div>
      <PlayingOn />
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
  if (chats.isFull.value) return <p class="beginning hint">{chat.olderMessages}</p>;
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

const dayOf = ({ at }: Message): number => new Date(at).setHours(0, 0, 0, 0);

interface SeparatorProps {
  readonly message: Message;
  readonly before: Message | undefined;
  /** The number of unread messages from this one on; 0 if it is not the first of them. */
  readonly unread: number;
}

function Separators({ message, before, unread }: SeparatorProps) {
  const { chat, formats } = texts();
  // Days are compared without their names: a chat may show thousands of messages.
  const isNewDay = before === undefined || dayOf(before) !== dayOf(message);
  return (
    <>
      {isNewDay && (
        <li class="separator">
          <time dateTime={message.at}>{formats.dayName(message.at, Date.now())}</time>
        </li>
      )}
      {unread > 0 && <li class="separator unread-line">{formats.count(unread, chat.unread)}</li>}
    </>
  );
}

/** Returns the key of the first message that was not read when the chat was opened, and how many there were. */
function useFirstUnread(messages: readonly Message[], unread: number) {
  const first = useRef({ key: '', count: -1 });
  if (first.current.count < 0 && messages.length > 0) {
    const received = messages.filter(({ isFromMe }) => !isFromMe);
    const { key } = (unread > 0 && (received.at(-unread) ?? received[0])) || { key: '' };
    first.current = { key, count: unread };
  }
  return first.current;
}

/** Whether a person can see the page. */
const isPageSeen = signal(!document.hidden);
document.addEventListener('visibilitychange', () => {
  isPageSeen.value = !document.hidden;
});

/** Marks what was received as read once a person has its end in sight; not again when they mark the chat as unread. */
function useReading(jid: string, unread: number, isEndInSight: boolean): void {
  const { chats } = useChats();
  const { markRead } = useChatCalls(jid);
  const read = useRef('');
  const newest = chats.messages.value.findLast(isConfirmable)?.key ?? '';
  const isSeen = isEndInSight && isPageSeen.value;
  useEffect(() => {
    if (!isSeen || unread === 0 || newest === '' || newest === read.current) return;
    read.current = newest;
    markRead(unread).catch(() => {
      // The key may not send, or the instance is not connected: the chat stays unread.
    });
  }, [isSeen, unread, newest]);
}

/** Goes back to the message that was looked for, and returns its key. */
function useJumpTo(wanted: Entry | null, status: Status, show: (message: Message) => void): string {
  const { chats } = useChats();
  const [found, setFound] = useState('');
  const done = useRef<Entry | null>(null);
  const isReady = chats.opened.value === wanted?.chat && !chats.isLoading.value;
  useEffect(() => {
    if (wanted === null || !isReady || done.current === wanted) return;
    done.current = wanted;
    const reach = async () => {
      const message = await chats.reach(wanted);
      if (message === undefined) return status.failed(texts().chat.tooFarBack);
      setFound(message.key);
      show(message);
    };
    reach().catch(status.failed);
  }, [wanted, isReady]);
  return found;
}
