/** One message: its content, its status, and its actions. */
import { memo } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { texts } from '../texts.ts';
import { hueOf } from './avatar.tsx';
import { useChats } from './chat-context.ts';
import { contentOf } from './content.ts';
import { isSame, type Message, type Subject, withReason } from './conversation.ts';
import { MessageContent } from './message-content.tsx';
import { MessageMenu } from './message-menu.tsx';
import { Ticks } from './ticks.tsx';

interface RowProps {
  readonly message: Message;
  /** The name of the author, or '' where it need not be shown. */
  readonly author: string;
  /** Whether a search has led here. */
  readonly isFound: boolean;
  /** Whether the Tab key stops here. */
  readonly isStop: boolean;
  readonly onSubject: (subject: Subject) => void;
}

export const MessageRow = memo(
  Row,
  (one, other) =>
    isSame(one.message, other.message) &&
    one.author === other.author &&
    one.isFound === other.isFound &&
    one.isStop === other.isStop,
);

function Row({ message, author, isFound, isStop, onSubject }: RowProps) {
  const { chats } = useChats();
  const { chat, formats } = texts();
  const { isFromMe, isEdited, isDeleted, sendStatus, at } = message;
  const marks = [
    isEdited && !isDeleted && chat.edited,
    contentOf(message.content)?.fields.viewOnce && chat.once,
  ].filter(Boolean);
  return (
    <li
      class="message"
      data-key={message.key}
      data-side={isFromMe ? 'own' : 'other'}
      data-found={isFound || undefined}
    >
      <div class="bubble">
        {author !== '' && (
          <strong class="author" data-hue={hueOf(message.author)}>
            {author}
          </strong>
        )}
        <span class="visually-hidden">{isFromMe ? `${chat.you}:` : ''}</span>
        <MessageContent message={message} />
        <p class="message-foot">
          {marks.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
          <time dateTime={at} title={formats.dateTime(at)}>
            {formats.time(at)}
          </time>
          {sendStatus && !isDeleted && <Ticks sendStatus={sendStatus} />}
        </p>
        <Problems message={message} />
      </div>
      <MessageMenu message={message} isStop={isStop} onSubject={onSubject} />
      {message.reactions.size > 0 && (
        <p class="reactions">
          {[...message.reactions].map(([by, emoji]) => (
            <span key={by}>
              {emoji} <small>{chats.people.nameOf(by)}</small>
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

/** Why it was not sent, and which actions on it failed. */
function Problems({ message }: { message: Message }) {
  const { chats } = useChats();
  const { statuses } = texts().chat;
  const { sendStatus, problems } = message;
  useEffect(() => {
    chats.learnReason(message).catch(() => {
      // The status is shown all the same.
    });
  }, [sendStatus]);
  const own = sendStatus?.status === 'Error' ? [withReason(statuses.Error, sendStatus)] : [];
  return [...own, ...problems].map((problem) => (
    <p key={problem} class="problem" data-kind="failed">
      {problem}
    </p>
  ));
}
