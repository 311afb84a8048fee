/** Messages that contain the searched words. */
import { useEffect, useState } from 'preact/hooks';
import { FailureLine } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
import { texts } from '../texts.ts';
import { chatLink, useChats } from './chat-context.ts';
import { wordsOf } from './content.ts';
import { type Entry, entryOfRecord } from './conversation.ts';

const AT_ONCE = 20;
/** The pause after a letter, so that not every letter starts a search. */
const PAUSE_MS = 250;

interface FoundProps {
  readonly query: string;
  /** Only messages of this chat. */
  readonly jid?: string;
  /** Called with the chosen message after its chat is opened. */
  readonly onFound: (entry: Entry) => void;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}

export function FoundMessages({ query, jid, onFound }: FoundProps) {
  const api = useApi();
  const { name } = useChats();
  const { chat, common } = texts();
  const [page, setPage] = useState<Page | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const read = async (before: Page | null, stop?: AbortSignal) => {
    const { messages } = await api.call('GET', '/message/search/{instanceName}', {
      params: { instanceName: name },
      query: {
        query,
        limit: AT_ONCE,
        ...(jid && { remoteJid: jid }),
        ...(before?.next && { after: before.next }),
      },
      ...(stop && { signal: stop }),
    });
    const entries = [...(before?.entries ?? []), ...messages.records.map(entryOfRecord)];
    setPage({ entries, next: messages.next });
    setFailure(null);
  };
  useEffect(() => {
    setPage(null);
    if (!/[\p{L}\p{N}]/u.test(query)) return;
    const ending = new AbortController();
    const failed = (error: unknown) => ending.signal.aborted || setFailure(error);
    const timer = setTimeout(() => void read(null, ending.signal).catch(failed), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [api, name, query, jid]);
  return (
    <section class="found" aria-label={chat.foundMessages}>
      <h3>{chat.foundMessages}</h3>
      <p class="hint" role="status">
        {page?.entries.length === 0 ? common.noMatches : ''}
      </p>
      <FailureLine failure={failure} />
      <ul>
        {page?.entries.map((entry) => (
          <li key={entry.chat + entry.key}>
            <FoundRow entry={entry} isInChat={jid !== undefined} onFound={onFound} />
          </li>
        ))}
      </ul>
      {page !== null && page.next !== null && (
        <button type="button" class="quiet" onClick={() => void read(page).catch(setFailure)}>
          {chat.moreMatches}
        </button>
      )}
    </section>
  );
}

function FoundRow({
  entry,
  isInChat,
  onFound,
}: { entry: Entry; isInChat: boolean } & Pick<FoundProps, 'onFound'>) {
  const { chats, name } = useChats();
  const { formats } = texts();
  const author = chats.people.nameOf(entry.author);
  const choose = () => {
    location.hash = chatLink(name, entry.chat);
    // A new object, so that the same one can be chosen again.
    onFound({ ...entry });
  };
  return (
    <button type="button" class="chat-row" onClick={choose}>
      <strong>{isInChat ? author : chats.people.nameOf(entry.chat)}</strong>
      <time dateTime={entry.at}>{formats.timeOrDay(entry.at, Date.now())}</time>
      <span class="chat-words">
        {isInChat ? '' : `${author}: `}
        {wordsOf(entry.content)}
      </span>
    </button>
  );
}
