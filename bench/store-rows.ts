/** Messages of their own making in the message store, and what is searched in them. */
import { Database } from 'bun:sqlite';

/** Every second message is in it. */
export const LONG_CHAT = '5511900000000@s.whatsapp.net';
/** Ten messages of an instance have it, however many there are. */
export const RARE_WORD = 'zyzzyva';
/** All messages have it. */
export const COMMON_WORD = 'hello';

const RARE = 10;
/** The messages of one commit: the full-text index keeps the additions of each commit apart for a while. */
const BATCH = 100;

/** The row in the middle. */
export interface MiddleRow {
  readonly sentAt: number;
  readonly place: number;
}

/** A second apart, stored as if each had just come, with contacts; the product must not be running. */
export function addMessages(file: string, instanceId: string, count: number): MiddleRow {
  const db = new Database(file);
  db.run('pragma synchronous = off');
  const message = db.query(
    `with recursive numbers(n) as (select ?1 union all select n + 1 from numbers where n < ?2)
     insert into stored_messages (
         instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news, sent_at, stored_at)
       select ?3, printf('3EB0%016X', n), chat, 0, chat, 'Ana', 'conversation', 'unknown',
         json_object('conversation', printf('${COMMON_WORD} number %d of the day %d%s', n, n / 1000,
           iif(n % ?4 = 0, ' ${RARE_WORD}', ''))),
         1, ?5 + n * 1000, ?6
       from (select n, iif(n % 2 = 0, '${LONG_CHAT}', printf('5511%09d@s.whatsapp.net', n)) as chat from numbers)`,
  );
  const contact = db.query(
    `insert into contacts (instance_id, jid, lid, name, created_at, updated_at, seen_at)
       select instance_id, chat, '', 'Contact ' || chat, updated_at, updated_at, updated_at from chats where instance_id = ?`,
  );
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  for (let from = 1; from <= count; from += BATCH) {
    const to = Math.min(from + BATCH - 1, count);
    message.run(from, to, instanceId, count / RARE, now - count * 1_000, now);
  }
  contact.run(instanceId);
  const middle = db.query<MiddleRow, [string, number]>(
    'select sent_at as sentAt, place from stored_messages where instance_id = ? order by sent_at desc limit 1 offset ?',
  );
  const found = middle.get(instanceId, count / 2);
  if (found === null) throw new Error('nothing was stored');
  for (const statement of [message, contact, middle]) statement.finalize();
  db.run('pragma wal_checkpoint(truncate)');
  db.close();
  return found;
}
