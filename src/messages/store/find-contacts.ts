/** Finding stored contacts, those that were stored last first. */
import type { Database, Row } from '../../db/client.ts';
import { Where } from './where.ts';

export interface ContactQuery {
  readonly id?: number | undefined;
  readonly jid?: string | undefined;
  readonly lid?: string | undefined;
  readonly name?: string | undefined;
  /** The id of the last contact of the page before. */
  readonly after?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundContact {
  readonly id: number;
  readonly jid: string;
  /** Their address by phone number, which may be `jid`; '': not known, or no person. */
  readonly phone: string;
  /** '': not known. */
  readonly lid: string;
  readonly name: string;
  /** '': not known. */
  readonly pictureUrl: string;
  /** Whether a chat with them is stored. */
  readonly hasChat: boolean;
  /** Ms since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export async function findContacts(
  db: Pick<Database, 'query'>,
  instanceId: string,
  { id, jid, lid, name, after, offset, limit }: ContactQuery,
): Promise<FoundContact[]> {
  const where = new Where()
    .and('instance_id = ?', instanceId)
    .and('id = ?', id)
    .and('jid = ?', jid)
    .and('lid = ?', lid)
    .and('name = ?', name)
    .and('id < ?', after);
  const rows = await db.query(
    `select id, jid, lid, name, created_at, updated_at, picture_url,
        case when jid like '%@s.whatsapp.net' then jid else coalesce((
          select address from contact_addresses where contact_addresses.instance_id = contacts.instance_id
            and contact_addresses.jid = contacts.jid and address like '%@s.whatsapp.net' limit 1), '') end,
        exists (select 1 from chats where chats.instance_id = contacts.instance_id and chat = jid)
      from contacts where ${where.sql} order by id desc limit ? offset ?`,
    [...where.params, limit, offset],
  );
  return rows.map(contactOf);
}

function contactOf(row: Row): FoundContact {
  const [id, jid, lid, name, createdAt, updatedAt, pictureUrl, phone, hasChat] = row;
  return {
    id: Number(id),
    jid: String(jid),
    phone: String(phone),
    lid: String(lid),
    name: String(name),
    pictureUrl: String(pictureUrl),
    hasChat: hasChat === 1,
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}
