/** Messages that wait to be sent, and taking them back. */
import { ActionButton } from '../components/action-button.tsx';
import { Empty } from '../components/text.tsx';
import { useAnswer, useApi } from '../gateway/api-context.ts';
import { NEVER_MS } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { errorWords } from '../traffic/error-words.ts';
import { chatLink, type ScheduledMessage, useChats } from './chat-context.ts';
import { wordsOf } from './content.ts';

/** All of the instance, in the order in which they leave. */
export function ScheduledList() {
  const { scheduled } = useChats();
  const { title, none } = texts().chat.scheduled;
  return (
    <section class="scheduled" aria-label={title}>
      <h3>{title}</h3>
      {scheduled.length === 0 && <Empty text={none} />}
      <Rows list={scheduled} />
    </section>
  );
}

/** Scheduled messages of the open chat. */
export function ScheduledHere({ jid }: { jid: string }) {
  const { scheduled } = useChats();
  const { formats, chat } = texts();
  const here = scheduled.filter(({ remoteJid }) => remoteJid === jid);
  if (here.length === 0) return null;
  return (
    <details class="scheduled">
      <summary>{chat.scheduled.open(formats.number(here.length))}</summary>
      <Rows list={here} isHere />
    </details>
  );
}

const Rows = ({
  list,
  isHere = false,
}: {
  list: readonly ScheduledMessage[];
  isHere?: boolean;
}) => (
  <ul>
    {list.toSorted(byTime).map((one) => (
      <Row key={one.id} one={one} isHere={isHere} />
    ))}
  </ul>
);

const timeOf = ({ scheduleAt, createdAt }: ScheduledMessage): string => scheduleAt ?? createdAt;
const byTime = (one: ScheduledMessage, other: ScheduledMessage) =>
  timeOf(one) < timeOf(other) ? -1 : 1;

function Row({ one, isHere }: { one: ScheduledMessage; isHere: boolean }) {
  const api = useApi();
  const { chats, name, refresh } = useChats();
  const { formats, chat, common } = texts();
  const params = { instanceName: name, id: one.id };
  const kind = chat.kinds[one.kind as keyof typeof chat.kinds] ?? chat.kinds.message;
  // One that has just been sent is not found: its kind is shown until it leaves the list.
  const { value } = useAnswer('/message/scheduled/{instanceName}/{id}', { params }, NEVER_MS);
  const words = value === null ? kind : wordsOf(value.message, kind);
  const why = errorWords(one.reason);
  return (
    <li>
      {!isHere && <a href={chatLink(name, one.remoteJid)}>{chats.people.nameOf(one.remoteJid)}</a>}
      <span class="chat-words">{words}</span>
      <small title={why}>
        {one.scheduleAt ? chat.scheduled.at(formats.dateTime(one.scheduleAt)) : why}
      </small>
      <ActionButton
        label={common.cancel}
        of={words}
        run={async () => {
          await api.call('DELETE', '/message/scheduled/{instanceName}/{id}', { params });
          refresh();
          return chat.scheduled.cancelled;
        }}
      />
    </li>
  );
}
