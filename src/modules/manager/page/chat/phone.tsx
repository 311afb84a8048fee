/**
 * The phone of the person whose chat is open, for an instance of the sandbox: what it receives, and what its owner
 * writes.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { BodyFor } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Form, TextField } from '../components/form.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { Empty } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useChats, usePost } from './chat-context.ts';
import { userOf, wordsOf } from './content.ts';

/** The last ones, as on the screen of a phone. */
const SHOWN_MAX = 20;
/** The most messages in one receipt. */
const READ_MAX = 100;

type ContactMessage = Omit<BodyFor<'POST', '/sandbox/{instanceName}/message'>, 'from' | 'pushName'>;

export function ContactPhone({ jid, onClose }: { jid: string; onClose: () => void }) {
  const post = usePost();
  const { chats, refresh } = useChats();
  const { phone } = texts().chat;
  const status = useStatus();
  const person = chats.people.nameOf(jid);
  const done = async (call: Promise<unknown>) => {
    await call;
    refresh();
    return '';
  };
  const say = (said: ContactMessage) => {
    const pushName = person !== userOf(jid) && { pushName: person };
    return done(post('/sandbox/{instanceName}/message', { from: jid, ...pushName, ...said }));
  };
  const readAll = async () => {
    const own = chats.messages.value.filter(({ isFromMe }) => isFromMe);
    const messageIds = own.map(({ id }) => id).slice(-READ_MAX);
    if (messageIds.length === 0) return phone.nothingToRead;
    return done(post('/sandbox/{instanceName}/receipt', { state: 'Read', chat: jid, messageIds }));
  };
  const write = () => {
    const data = { Chat: jid, Sender: jid };
    return done(post('/sandbox/{instanceName}/event', { event: 'ChatPresence', data }));
  };
  return (
    <aside class="phone" aria-label={phone.title(person)}>
      <div class="card-line">
        <h2>{phone.title(person)}</h2>
        <button type="button" class="quiet" aria-label={texts().common.close} onClick={onClose}>
          ✕
        </button>
      </div>
      <Screen
        jid={jid}
        react={(about) => status.run(() => say({ kind: 'reaction', about, text: '❤️' }))}
      />
      <Form
        class="inline"
        status={status}
        submit={phone.say}
        onSubmit={async ({ says = '' }, form) => {
          await say({ kind: 'text', text: says });
          form.reset();
        }}
        buttons={
          <>
            <ActionButton label={phone.readAll} status={status} run={readAll} />
            <ActionButton label={phone.write} status={status} run={write} />
          </>
        }
      >
        <TextField label={phone.says} name="says" required />
      </Form>
      <StatusLine status={status} />
    </aside>
  );
}

/** On this screen, the messages of the account are those of the other side. */
function Screen({ jid, react }: { jid: string; react: (about: string) => void }) {
  const { chats } = useChats();
  const { chat } = texts();
  const place = useRef<HTMLDivElement>(null);
  const messages = chats.messages.value.slice(-SHOWN_MAX);
  const newest = messages.at(-1)?.key;
  useEffect(() => place.current?.scrollTo({ top: place.current.scrollHeight }), [newest]);
  return (
    <div
      class="screen"
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those who have no mouse.
      tabIndex={0}
      role="log"
      aria-label={chat.phone.screen}
    >
      {messages.length === 0 && <Empty text={chat.phone.empty(userOf(jid))} />}
      <ol>
        {messages.map(({ key, id, isFromMe, isDeleted, note, content, reactions }) => {
          const words = isDeleted ? chat.deleted : note || wordsOf(content);
          return (
            <li key={key} data-side={isFromMe ? 'other' : 'own'}>
              <p class="bubble">
                {words} <small>{[...reactions.values()].join(' ')}</small>
              </p>
              {isFromMe && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={chat.phone.react(words.slice(0, 60))}
                  onClick={() => react(id)}
                >
                  ❤️
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
