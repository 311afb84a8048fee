/** The statements that merge two contacts of the same person, and their chats. Pure. */
import type { Statement, Value } from '../../db/client.ts';
import { UNREAD_MAX } from './statements.ts';

/** Two addresses of one person, who is stored under `to` after the merge. */
export interface SamePerson {
  readonly from: string;
  readonly to: string;
}

/** A merge within one instance. */
export interface PersonMerge extends SamePerson {
  readonly instanceId: string;
}

/** How many messages one commit moves. */
const SLICE = 500;

// If only one of the two is stored, it is renamed and keeps its id.
const MERGE = [
  `update contacts set
      name = case contacts.name when '' then old.name else contacts.name end,
      username = case contacts.username when '' then old.username else contacts.username end,
      lid = case when old.jid like '%@lid' then old.jid when contacts.lid = '' then old.lid else contacts.lid end,
      created_at = min(contacts.created_at, old.created_at), updated_at = ?4,
      seen_at = max(contacts.seen_at, old.seen_at)
    from (select * from contacts where instance_id = ?1 and jid = ?2) as old
    where contacts.instance_id = ?1 and contacts.jid = ?3`,
  `update or ignore contacts set jid = ?3, updated_at = ?4, lid = case when jid like '%@lid' then jid else lid end
    where instance_id = ?1 and jid = ?2`,
  'delete from contact_addresses where instance_id = ?1 and address = ?3',
  'update contact_addresses set jid = ?3 where instance_id = ?1 and jid = ?2',
  'delete from contacts where instance_id = ?1 and jid = ?2',
  `update chats set read_until = max(chats.read_until, old.read_until), messages = chats.messages + old.messages,
      last_at = max(chats.last_at, old.last_at), created_at = min(chats.created_at, old.created_at), updated_at = ?4
    from (select * from chats where instance_id = ?1 and chat = ?2) as old
    where chats.instance_id = ?1 and chats.chat = ?3`,
  'update or ignore chats set chat = ?3, updated_at = ?4 where instance_id = ?1 and chat = ?2',
  'delete from chats where instance_id = ?1 and chat = ?2',
  `update chats set unread = (select count(*) from (select 1 from stored_messages
      where stored_messages.instance_id = ?1 and stored_messages.chat in (?2, ?3)
        and stored_messages.sent_at > chats.read_until and is_news = 1 limit ${UNREAD_MAX}))
    where instance_id = ?1 and chat = ?3`,
  'update or ignore labelled_chats set chat = ?3 where instance_id = ?1 and chat = ?2',
  'delete from labelled_chats where instance_id = ?1 and chat = ?2',
  `insert into chat_windows (instance_id, chat, opened_at, message_id)
    select instance_id, ?3, opened_at, message_id from chat_windows where instance_id = ?1 and chat = ?2
    on conflict (instance_id, chat) do update set opened_at = excluded.opened_at, message_id = excluded.message_id
    where excluded.opened_at > chat_windows.opened_at`,
  'delete from chat_windows where instance_id = ?1 and chat = ?2',
  'update or ignore chat_states set chat = ?3 where instance_id = ?1 and chat = ?2',
  'delete from chat_states where instance_id = ?1 and chat = ?2',
];

/** Merges the two contacts and their chats at `now` (ms since 1970). */
export const merge = ({ instanceId, from, to }: PersonMerge, now: number): Statement[] =>
  MERGE.map((sql) => numbered(sql, [instanceId, from, to, now]));

/** Passes as many parameters as the statement takes. */
function numbered(sql: string, params: readonly Value[]): Statement {
  const taken = [...sql.matchAll(/\?(\d)/g)].map(([, place]) => Number(place));
  return { sql, params: params.slice(0, Math.max(...taken)) };
}

const newestOf = (table: string) =>
  `select rowid from ${table} where instance_id = ?1 and chat = ?2 order by sent_at desc limit ${SLICE}`;

const moved = (table: string) => [
  // A message that is stored under both addresses is the same message.
  `delete from ${table} where rowid in (${newestOf(table)}) and exists (select 1 from ${table} as kept
    where kept.instance_id = ?1 and kept.id = ${table}.id and kept.is_from_me = ${table}.is_from_me and kept.chat = ?3)`,
  `update ${table} set chat = ?3, sender = case sender when ?2 then ?3 else sender end
    where rowid in (${newestOf(table)})`,
];
const MOVE_SLICE = [...moved('stored_messages'), ...moved('messages')];

/** Moves the newest messages that are still under the old address. */
export const moveSlice = ({ instanceId, from, to }: PersonMerge): Statement[] =>
  MOVE_SLICE.map((sql) => numbered(sql, [instanceId, from, to]));

const LEFT = `select 1 from stored_messages where instance_id = ?1 and chat = ?2
  union all select 1 from messages where instance_id = ?1 and chat = ?2 limit 1`;

/** Gives one row while there are messages under the old address. */
export const messagesLeft = ({ instanceId, from }: PersonMerge): Statement => ({
  sql: LEFT,
  params: [instanceId, from],
});

const PAIRS = `(select value ->> 'from' as old, value ->> 'to' as kept from json_each(?2))`;
const ENTER = [
  `delete from contact_addresses where instance_id = ?1 and address in (select kept from ${PAIRS})`,
  `update contacts set lid = pair.old from ${PAIRS} as pair
    where instance_id = ?1 and jid = pair.kept and lid <> pair.old and pair.old like '%@lid'`,
  `insert into contact_addresses (instance_id, address, jid, is_moved)
    select ?1, pair.old, pair.kept, 0 from ${PAIRS} as pair
    where exists (select 1 from contacts where instance_id = ?1 and jid in (pair.old, pair.kept))
    on conflict (instance_id, address) do update set jid = excluded.jid, is_moved = 0 where jid <> excluded.jid`,
];

/** Enters each `from` as an address of the contact `to`, if either is stored. */
export const enterAddresses = (instanceId: string, pairs: readonly SamePerson[]): Statement[] =>
  ENTER.map((sql) => ({ sql, params: [instanceId, JSON.stringify(pairs)] }));

const MOVED = `update contact_addresses set is_moved = 1
  where instance_id = ?1 and address = ?2 and jid = ?3 and not exists (${LEFT})`;

export const allMoved = ({ instanceId, from, to }: PersonMerge): Statement => ({
  sql: MOVED,
  params: [instanceId, from, to],
});

/** Selects `address` and `jid` of an instance's merges whose messages are not all moved. */
export const UNMOVED = `select address, jid from contact_addresses
  where instance_id = ? and is_moved = 0 limit 100`;
export const INSTANCES_UNMOVED = `select distinct instance_id from contact_addresses where is_moved = 0 limit 1000`;

const KEPT_BY_CHAT = [
  'chats',
  'labelled_chats',
  'chat_windows',
  'chat_states',
  'stored_messages',
  'messages',
];

/** Selects `address` and `jid` of an instance's merges after which something is under the old address. */
export const LEFT_BEHIND = `select address, jid from contact_addresses as pair where instance_id = ?1 and (is_moved = 0
    or exists (select 1 from contacts where instance_id = ?1 and jid = pair.address)
    ${KEPT_BY_CHAT.map((table) => `or exists (select 1 from ${table} where instance_id = ?1 and chat = pair.address)`).join(' ')})
  limit 100`;

/** Selects LIDs under which contacts or chats are stored, after ?2 and at most ?3 of them. */
export const STORED_LIDS = `select jid from contacts where instance_id = ?1 and jid > ?2 and jid like '%@lid'
  union select chat from chats where instance_id = ?1 and chat > ?2 and chat like '%@lid' order by 1 limit ?3`;

/** Selects `jid`, `lid` and `name` of the two contacts; a chat without a contact has only `jid`. */
export const STORED = `select jid, lid, name from contacts where instance_id = ?1 and jid in (?2, ?3)
  union all select chat, '', '' from chats where instance_id = ?1 and chat in (?2, ?3)`;
