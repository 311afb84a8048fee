/** One chat: its person or group, its messages, and the composer. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useHeading } from '../components/layout.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { Avatar } from './avatar.tsx';
import { chatLink, useChats } from './chat-context.ts';
import { ChatMenu } from './chat-menu.tsx';
import { Composer } from './composer.tsx';
import { isGroup, userOf } from './content.ts';
import type { Entry, Subject } from './conversation.ts';
import { FoundMessages } from './found-messages.tsx';
import { Icon, IconButton } from './icon.tsx';
import { LabelChip, LabelMenu, useLabelsOf } from './labels.tsx';
import { MessageLog } from './message-log.tsx';
import type { Chat } from './one-chat.ts';
import { ScheduledHere } from './scheduled-messages.tsx';

interface ThreadProps {
  readonly jid: string;
  readonly provider: string;
  /** A message that was looked for and is to be shown. */
  readonly wanted: Entry | null;
  readonly onFound: (entry: Entry) => void;
  /** The phone of the person, if there is one. */
  readonly phone: { readonly isShown: boolean; readonly show: (isShown: boolean) => void } | null;
}

export function Thread({ jid, provider, wanted, onFound, phone }: ThreadProps) {
  const { chats } = useChats();
  const { composer } = texts().chat;
  const [subject, setSubject] = useState<Subject | null>(null);
  const [isSearching, setSearching] = useState(false);
  const one = chats.list.value?.find((known) => known.jid === jid);
  const editLast = () => {
    const message = chats.messages.value.findLast((said) => said.isFromMe && !said.isDeleted);
    if (message) setSubject({ message, isEdit: true });
  };
  return (
    <section class="thread" aria-label={chats.people.nameOf(jid)}>
      <Head one={one} jid={jid} phone={phone} onSearch={() => setSearching(!isSearching)} />
      {isSearching && (
        <SearchHere jid={jid} onFound={onFound} onClose={() => setSearching(false)} />
      )}
      <MessageLog
        jid={jid}
        wanted={wanted}
        unread={one?.unread ?? 0}
        hasPhone={provider !== 'whatsapp-cloud'}
        onSubject={setSubject}
      />
      <ScheduledHere jid={jid} />
      <Composer
        jid={jid}
        subject={subject}
        onSubject={setSubject}
        onEditLast={editLast}
        notice={one?.isClosed ? composer.closed : ''}
      />
    </section>
  );
}

interface HeadProps extends Pick<ThreadProps, 'jid' | 'phone'> {
  readonly one: Chat | undefined;
  readonly onSearch: () => void;
}

function Head({ one, jid, phone, onSearch }: HeadProps) {
  const { chats, name } = useChats();
  const { chat } = texts();
  const status = useStatus();
  const heading = useHeading(jid);
  const title = chats.people.nameOf(jid);
  const labels = useLabelsOf(one);
  const number = title === userOf(jid) ? '' : userOf(jid);
  return (
    <header class="thread-head">
      <a class="button quiet icon-button to-chats" href={chatLink(name)} aria-label={chat.toChats}>
        <Icon name="back" />
      </a>
      <Avatar jid={jid} name={title} />
      <div class="thread-name">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div>
          <span class="hint" role="status">
            {chats.people.activityOf(jid) || (isGroup(jid) ? chat.group : number)}
          </span>
          {labels.map((label) => (
            <LabelChip key={label.id} {...label} />
          ))}
        </div>
      </div>
      <StatusLine status={status} />
      {one && <LabelMenu one={one} status={status} />}
      {chats.isStored.value && (
        <IconButton icon="search" label={chat.searchHere} onClick={onSearch} />
      )}
      {phone && (
        <IconButton
          icon="phone"
          label={chat.phone.toggle}
          isPressed={phone.isShown}
          onClick={() => phone.show(!phone.isShown)}
        />
      )}
      <ChatMenu one={one} jid={jid} status={status} />
    </header>
  );
}

interface SearchProps extends Pick<ThreadProps, 'jid' | 'onFound'> {
  readonly onClose: () => void;
}

function SearchHere({ jid, onFound, onClose }: SearchProps) {
  const { chat, common } = texts();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, wherever the focus is in it.
    <div class="search-here" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <div class="chat-search">
        <input
          ref={field}
          type="search"
          aria-label={chat.searchHere}
          placeholder={chat.searchHereHint}
          maxLength={200}
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <IconButton icon="close" label={common.close} onClick={onClose} />
      </div>
      {query.trim() !== '' && <FoundMessages query={query.trim()} jid={jid} onFound={onFound} />}
    </div>
  );
}
