/** Reads how much is stored of many instances at once. */
import type { Database } from '../../db/client.ts';

export interface StoredTotals {
  readonly messages: number;
  readonly chats: number;
  readonly contacts: number;
}

// Triggers maintain these totals, so that nothing has to be counted.
const TOTALS = `select owner_id,
    sum(case when list = 'stored_messages' then total else 0 end),
    sum(case when list = 'chats' then total else 0 end),
    sum(case when list = 'contacts' then total else 0 end)
  from list_totals
  where owner_id in (select value from json_each(?)) and list in ('stored_messages', 'chats', 'contacts')
  group by owner_id`;

/** Returns the totals by instance; an instance without stored messages is absent. */
export async function totalsOf(
  db: Pick<Database, 'query'>,
  instanceIds: readonly string[],
): Promise<Map<string, StoredTotals>> {
  const rows = await db.query(TOTALS, [JSON.stringify(instanceIds)]);
  return new Map(
    rows.map(([id, messages, chats, contacts]) => [
      String(id),
      { messages: Number(messages), chats: Number(chats), contacts: Number(contacts) },
    ]),
  );
}
