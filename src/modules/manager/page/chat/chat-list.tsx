/** The chats of an instance, and what is found in them. */
import { memo } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { comparableText } from '../../../../core/shared/characters.ts';
import { Menu } from '../components/layout.tsx';
import { Empty, Rich } from '../components/text.tsx';
import { Dot } from '../gateway/label-dot.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { Avatar } from './avatar.tsx';
import { chatLink, useChats } from './chat-context.ts';
import { CHATS_MAX } from './chats.ts';
import { jidOf, userOf, wordsOf } from './content.ts';
import type { Entry } from './conversation.ts';
import { FoundMessages } from './found-messages.tsx';
import { IconButton } from './icon.tsx';
import { moveAmong } from './keys.ts';
import { LabelChip, useLabelsOf } from './labels.tsx';
import { ALL, ARCHIVED, type Chat, type ChatFilter, UNREAD } from './one-chat.ts';
import { ScheduledList } from './scheduled-messages.tsx';
import { Ticks } from './ticks.tsx';

interface ListProps {
  /** The JID of the open chat, or ''. */
  readonly opened: string;
  readonly onFound: (entry: Entry) => void;
}

export function ChatList({ opened, onFound }: ListProps) {
  const { chats, scheduled } = useChats();
  const { chat, formats } = texts();
  const [isScheduled, setScheduled] = useState(false);
  const [query, setQuery] = useState('');
  const words = query.trim();
  const count = formats.number(scheduled.length);
  return (
    <nav class="chat-list" aria-label={chat.chats}>
      <div class="chat-search">
        <input
          type="search"
          aria-label={chat.searchChats}
          placeholder={chat.searchHint}
          maxLength={200}
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <IconButton
          icon="clock"
          label={scheduled.length === 0 ? chat.scheduled.title : chat.scheduled.open(count)}
          title={chat.scheduled.title}
          isPressed={isScheduled}
          onClick={() => setScheduled(!isScheduled)}
        >
          {scheduled.length > 0 && <small>{count}</small>}
        </IconButton>
      </div>
      {chats.isStored.value && !isScheduled && words === '' && <Filters />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go on to the next link. */}
      <div class="chat-scroller" onKeyDown={moveAmong('.chat-row')}>
        {!chats.isStored.value && (
          <p class="hint">
            <Rich text={chat.noStore} />
          </p>
        )}
        {isScheduled ? (
          <ScheduledList />
        ) : words === '' ? (
          <All opened={opened} />
        ) : (
          <Found words={words} opened={opened} onFound={onFound} />
        )}
      </div>
    </nav>
  );
}

/** Chips that choose which chats are listed. */
function Filters() {
  const { chats, labels, status } = useChats();
  const { chat, labels: words } = texts();
  const chosen = chats.filter.value;
  const label = labels.find(({ id }) => id === chosen.label);
  const show = (filter: ChatFilter) => void chats.show(filter).catch(status.failed);
  const chip = (text: string, filter: ChatFilter) => (
    <button
      type="button"
      class="filter-chip"
      aria-pressed={chosen === filter}
      onClick={() => show(filter)}
    >
      {text}
    </button>
  );
  return (
    <fieldset class="chat-filters">
      <legend class="visually-hidden">{chat.filters.title}</legend>
      {chip(chat.filters.all, ALL)}
      {chip(chat.filters.unread, UNREAD)}
      {chip(chat.filters.archived, ARCHIVED)}
      {labels.length > 0 && (
        <Menu
          label={label ? chat.filters.byLabelNow(label.name) : chat.filters.byLabel}
          text={label ? <LabelChip {...label} /> : words.title}
        >
          {labels.map((one) => (
            <button key={one.id} type="button" onClick={() => show({ label: one.id })}>
              <LabelChip {...one} />
            </button>
          ))}
        </Menu>
      )}
    </fieldset>
  );
}

function All({ opened }: { opened: string }) {
  const { chats } = useChats();
  const { chat, common } = texts();
  const list = chats.list.value;
  return (
    <>
      {list === null && <Empty text={common.loading} />}
      {list?.length === 0 && (
        <Empty text={chats.filter.value === ALL ? chat.noChats : common.noMatches} />
      )}
      <Rows list={ordered(list ?? [])} opened={opened} />
      {chats.hasMore.value && (
        <button type="button" class="quiet" onClick={() => void chats.showMoreChats()}>
          {chat.moreChats}
        </button>
      )}
      {(list?.length ?? 0) >= CHATS_MAX && <p class="hint">{chat.olderChats}</p>}
    </>
  );
}

/** Pinned chats first, those in the archive last. */
const ordered = (list: readonly Chat[]): readonly Chat[] =>
  list.toSorted((one, other) => placeOf(one) - placeOf(other));

const placeOf = ({ isPinned, isArchived }: Chat): number => (isArchived ? 2 : isPinned ? 0 : 1);

/** Drawn again on another day, which changes how times are shown. */
const Rows = ({ list, opened }: { list: readonly Chat[]; opened: string }) => (
  <ul key={new Date().toDateString()}>
    {list.map((one) => (
      <li key={one.jid}>
        <Row one={one} isOpen={one.jid === opened} />
      </li>
    ))}
  </ul>
);

/** The list is read again with each event, and most chats in it are as they were. */
const Row = memo(ChatRow, (one, other) => JSON.stringify(one) === JSON.stringify(other));

function ChatRow({ one, isOpen }: { one: Chat; isOpen: boolean }) {
  const { chats, name } = useChats();
  const { chat, formats } = texts();
  const { jid, last, unread } = one;
  const place = useRef<HTMLAnchorElement>(null);
  const labels = useLabelsOf(one);
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const marks = [
    one.isPinned && chat.pinned,
    one.isMuted && chat.muted,
    one.isArchived && chat.archived,
  ].filter(Boolean);
  return (
    <a
      ref={place}
      class="chat-row"
      href={chatLink(name, jid)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <Avatar jid={jid} name={chats.people.nameOf(jid)} />
      <strong>{chats.people.nameOf(jid)}</strong>
      {last && <time dateTime={last.at}>{formats.timeOrDay(last.at, Date.now())}</time>}
      <span class="chat-words">
        {last?.sendStatus && <Ticks sendStatus={last.sendStatus} />} {last && lastWords(last)}
      </span>
      <span class="chat-marks">
        {labels.map(({ id, name: title, color }) => (
          <span key={id} title={title}>
            <Dot color={color} />
            <span class="visually-hidden">{title}</span>
          </span>
        ))}
        {marks.join(', ')}
        {unread > 0 && (
          <span class="unread" title={formats.count(unread, chat.unread)}>
            <span class="visually-hidden">{formats.count(unread, chat.unread)}</span>
            <span aria-hidden="true">{formats.number(unread)}</span>
          </span>
        )}
      </span>
    </a>
  );
}

function lastWords({ isFromMe, note, content }: Entry): string {
  const words = note || wordsOf(content, ' ');
  return isFromMe ? `${texts().chat.you}: ${words}` : words;
}

/** The fewest digits of a phone number. */
const DIGITS_MIN = 7;

/** Chats by their names and numbers, messages by their words, and a number that may be written to. */
function Found({ words, opened, onFound }: ListProps & { words: string }) {
  const { chats, name } = useChats();
  const { chat } = texts();
  const all = usePolledQuery(
    async (stop) => (chats.isStored.value ? chats.find(undefined, stop) : chats.list.value),
    [chats],
    30_000,
  );
  const term = comparableText(words);
  const digits = words.replace(/\D/g, '');
  const isAsked = ({ jid }: Chat) =>
    comparableText(chats.people.nameOf(jid)).includes(term) ||
    (digits !== '' && userOf(jid).includes(digits)) ||
    jid === words;
  const found = (all.value ?? []).filter(isAsked);
  const jid = digits.length >= DIGITS_MIN ? jidOf(words) : null;
  return (
    <>
      <Rows list={found} opened={opened} />
      {jid !== null && !found.some((one) => one.jid === jid) && (
        <a class="chat-row" href={chatLink(name, jid)}>
          <Avatar jid={jid} name={userOf(jid)} />
          <strong>{chat.writeTo(userOf(jid))}</strong>
        </a>
      )}
      {chats.isStored.value && <FoundMessages query={words} onFound={onFound} />}
    </>
  );
}
