/** Reads stored messages; their content stays JSON text. */

import type { Database, Row, Value } from '../../db/client.ts';
import type { StatusAt } from '../fate.ts';
import type { FoundMessage, MessageFate } from './found.ts';
import { inOrder, shownBytes, shownText } from './sized-rows.ts';
import type { Source } from './statements.ts';

/** Authors in groups may be stored under another of their addresses. */
const SENDER = `coalesce(
    (select jid from contact_addresses where instance_id = m.instance_id and address = m.sender), m.sender)`;
/** The LID in a row of contacts, or null when it is the JID itself. */
export const HIDDEN_ADDRESS = "case when lid in ('', jid) then null else lid end";
const hiddenOf = (jid: string): string =>
  `(select ${HIDDEN_ADDRESS} from contacts where instance_id = m.instance_id and jid = ${jid})`;

const HISTORY = `(select history from messages as sent where sent.instance_id = m.instance_id and sent.id = m.id
    and sent.is_from_me = m.is_from_me and sent.chat = m.chat)`;

/** The columns of `stored_messages as m`; `content` is the SQL of the content, which is null if it is not read. */
export const messageColumns = (
  content = 'm.content',
): string => `m.place, m.id, m.chat, m.is_from_me, ${SENDER},
  ${shownText('m.push_name')}, m.kind, m.source, ${content}, m.sent_at,
  ${HISTORY},
  ${hiddenOf('m.chat')}, ${hiddenOf(SENDER)}`;

/** The size of a message's texts, which SQLite knows without reading them. */
export const MESSAGE_BYTES = `octet_length(m.content) + octet_length(m.id) + octet_length(m.chat)
  + octet_length(m.sender) + octet_length(m.kind) + ${shownBytes('m.push_name')}`;

const AT_PLACES = 'from json_each(?) cross join stored_messages as m on m.place = json_each.value';
const READ = `select ${messageColumns()} ${AT_PLACES}`;

/** Returns the messages at these places in the same order; deleted ones are missing. */
export async function readMessages(
  db: Pick<Database, 'query'>,
  places: readonly number[],
): Promise<FoundMessage[]> {
  const rows = await db.query(READ, [JSON.stringify(places)]);
  return inOrder(places, rows.map(messageOf), ({ place }) => place);
}

const READ_FATES = `select m.place, m.id, m.chat, m.is_from_me, ${SENDER}, ${HISTORY} ${AT_PLACES}`;

/** Like `readMessages`, but does not read the content. */
export async function readMessageFates(
  db: Pick<Database, 'query'>,
  places: readonly number[],
): Promise<MessageFate[]> {
  const rows = await db.query(READ_FATES, [JSON.stringify(places)]);
  return inOrder(places, rows.map(fateOf), ({ place }) => place);
}

const fateOf = ([place, id, chat, isFromMe, sender, history]: Row): MessageFate => ({
  place: Number(place),
  id: String(id),
  chat: String(chat),
  isFromMe: isFromMe === 1,
  sender: String(sender),
  history: historyOf(history),
});

// Only the parent folder writes this column.
const historyOf = (history: Value | undefined): readonly StatusAt[] =>
  typeof history === 'string' ? (JSON.parse(history) as StatusAt[]) : [];

/** Reads a row of `messageColumns`. */
export function messageOf(row: Row): FoundMessage {
  const [place, id, chat, isFromMe, sender, pushName, kind, source, content, sentAt, history] = row;
  const [chatAlt, senderAlt] = row.slice(11);
  return {
    place: Number(place),
    id: String(id),
    chat: String(chat),
    isFromMe: isFromMe === 1,
    sender: String(sender),
    chatAlt: typeof chatAlt === 'string' ? chatAlt : null,
    senderAlt: typeof senderAlt === 'string' ? senderAlt : null,
    pushName: String(pushName),
    kind: String(kind),
    // Only this folder writes this column.
    source: source as Source,
    content: typeof content === 'string' ? content : null,
    sentAt: Number(sentAt),
    history: historyOf(history),
  };
}
