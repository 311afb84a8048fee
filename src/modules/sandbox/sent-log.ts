/** Lists what was sent through a sandbox instance from its stored messages. */
import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Orm } from '../../core/db/client.ts';
import { messages } from '../../core/db/schema/messages.ts';
import type { SentEntry } from './driver.ts';
import { sentEntryOf } from './sent-messages.ts';

const LISTED_MAX = 1000;
/** The list is one answer, and texts can be long. */
const LISTED_BYTES_MAX = 8 * 1024 * 1024;
/** Rows are numbered in the order in which they were written. */
const ORDER = sql<number>`${messages}.rowid`;
/** The bytes of a row and all newer ones. */
const TOTAL_BYTES = sql<number>`sum(octet_length(${messages.content})) over (order by ${ORDER} desc)`;

/** Returns the newest 1,000, oldest first, or as many of them as have 8 MiB together. */
export async function listSent(orm: Orm, instanceId: string): Promise<SentEntry[]> {
  const newest = orm
    .select({
      content: messages.content,
      order: ORDER.as('place'),
      total: TOTAL_BYTES.as('total'),
    })
    .from(messages)
    .where(and(eq(messages.instanceId, instanceId), isNotNull(messages.status)))
    .orderBy(desc(ORDER))
    .limit(LISTED_MAX)
    .as('newest');
  const rows = await orm
    .select({ content: newest.content })
    .from(newest)
    .where(lte(newest.total, LISTED_BYTES_MAX))
    .orderBy(asc(newest.order));
  return rows.flatMap(({ content }) => sentEntryOf(content) ?? []);
}
