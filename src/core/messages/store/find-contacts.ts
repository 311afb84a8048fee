/** Finds stored contacts, those stored last first. */

import type { Database, Row } from '../../db/client.ts';
import type { ContactQuery, FoundContact, SizedRow } from './found.ts';
import { inOrder, shownBytes, shownText } from './sized-rows.ts';
import { WhereClause } from './where.ts';

/** Returns the ids and sizes of a page's contacts without reading them. */
export async function findContacts(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { id, jid, lid, name, after, offset, limit }: ContactQuery,
): Promise<SizedRow[]> {
  const where = new WhereClause()
    .and('instance_id = ?', instanceId)
    .and('id = ?', id)
    .and('jid = ?', jid)
    .and('lid = ?', lid)
    .and('name = ?', name)
    .and('id < ?', after);
  const rows = await db.query(
    `select id, octet_length(jid) + octet_length(lid) + octet_length(username) + ${shownBytes('name')} + ${shownBytes('picture_url')}
      from contacts where ${where.sql} order by id desc limit ? offset ?`,
    [...where.params, limit, offset],
  );
  return rows.map(([found, bytes]) => ({ id: Number(found), bytes: Number(bytes) }));
}

const READ_CONTACTS = `select id, jid, lid, ${shownText('name')}, created_at, updated_at, ${shownText('picture_url')},
    case when jid like '%@s.whatsapp.net' then jid else coalesce((
      select address from contact_addresses where contact_addresses.instance_id = contacts.instance_id
        and contact_addresses.jid = contacts.jid and address like '%@s.whatsapp.net' limit 1), '') end,
    exists (select 1 from chats where chats.instance_id = contacts.instance_id and chat = jid), username
  from contacts where id in (select value from json_each(?))`;

/** Returns the contacts with these ids in the same order; deleted ones are missing. */
export async function readContacts(
  db: Pick<Database, 'query'>,
  ids: readonly number[],
): Promise<FoundContact[]> {
  const rows = await db.query(READ_CONTACTS, [JSON.stringify(ids)]);
  return inOrder(ids, rows.map(contactOf), ({ id }) => id);
}

/** Returns the contact that is stored under the JID, or null. */
export async function findContact(
  db: Pick<Database, 'query'>,
  instanceId: string,
  jid: string,
): Promise<FoundContact | null> {
  const rows = await findContacts(db, instanceId, { jid, offset: 0, limit: 1 });
  const ids = rows.map(({ id }) => id);
  return (await readContacts(db, ids))[0] ?? null;
}

function contactOf(row: Row): FoundContact {
  const [id, jid, lid, name, createdAt, updatedAt, pictureUrl, phone, hasChat, username] = row;
  return {
    id: Number(id),
    jid: String(jid),
    phone: String(phone),
    lid: String(lid),
    name: String(name),
    username: String(username),
    pictureUrl: String(pictureUrl),
    hasChat: hasChat === 1,
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}
