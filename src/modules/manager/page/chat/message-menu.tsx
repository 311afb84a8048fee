/** Actions on a message. */
import { ActionButton } from '../components/action-button.tsx';
import { Menu } from '../components/layout.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useChats } from './chat-context.ts';
import { contentOf, editableText, isGroup, wordsOf } from './content.ts';
import type { Message, Subject } from './conversation.ts';
import { useMessageCalls } from './message-calls.ts';

const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];
const WORDS_MAX = 60;

interface MenuProps {
  readonly message: Message;
  /** Whether the Tab key stops here. */
  readonly isStop: boolean;
  readonly onSubject: (subject: Subject) => void;
}

export function MessageMenu({ message, isStop, onSubject }: MenuProps) {
  const status = useStatus();
  const { chat, common } = texts();
  const { refresh } = useChats();
  const calls = useMessageCalls(message);
  const { content, isFromMe, isDeleted, note, reactions } = message;
  /** A call of the service, after which there is something new. */
  const item = (label: string, run: () => Promise<string | undefined>, isDanger = false) => (
    <ActionButton
      label={label}
      class={isDanger ? 'danger' : ''}
      status={status}
      run={async () => {
        const said = await run();
        refresh();
        return said;
      }}
    />
  );
  const beginning = (label: string, isEdit: boolean) => (
    <button type="button" onClick={() => onSubject({ message, isEdit })}>
      {label}
    </button>
  );
  const votes = pollOptions(message);
  return (
    <div class="message-menu">
      <Menu
        label={chat.actionsFor((note || wordsOf(content)).slice(0, WORDS_MAX))}
        tabIndex={isStop ? 0 : -1}
      >
        {!isDeleted && note === '' && (
          <>
            <fieldset class="emoji">
              <legend class="visually-hidden">{chat.kinds.reaction}</legend>
              {EMOJI.map((emoji) => (
                <ActionButton
                  key={emoji}
                  label={emoji}
                  status={status}
                  run={() => calls.react(emoji)}
                />
              ))}
            </fieldset>
            {reactions.has('') && item(chat.takeBack, () => calls.react(''))}
            {beginning(chat.reply, false)}
            {isFromMe && editableText(content) !== '' && beginning(common.edit, true)}
            {item(chat.forward, calls.forward)}
            {votes.map((option) => item(chat.voteFor(option), () => calls.vote([option])))}
            {votes.length > 0 &&
              message.votes.has('') &&
              item(chat.takeVoteBack, () => calls.vote([]))}
            {(isFromMe || isGroup(message.chat)) && item(common.delete, calls.remove, true)}
          </>
        )}
        {item(chat.explain, calls.explain)}
      </Menu>
      <StatusLine status={status} />
    </div>
  );
}

const pollOptions = ({ content }: Message): readonly string[] =>
  (contentOf(content)?.fields.options ?? []).flatMap(({ optionName }) => optionName ?? []);
