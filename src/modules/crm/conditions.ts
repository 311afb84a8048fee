/**
 * Conditions on other rows on which a change depends, as SQL expressions: checked first, so that the refusal names the
 * reason, and again in the statement that writes.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../core/db/client.ts';
import { failure } from '../../core/shared/errors.ts';
import type { PlainConflictCode } from '../../core/shared/reasons/reasons.ts';

export const ALWAYS: Statement = { sql: 'true', params: [] };

export const allOf = (...conditions: readonly Statement[]): Statement => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' and '),
  params: conditions.flatMap(({ params }) => params),
});

/** Throws 409 with the reason unless the condition holds. */
export async function refuseUnless(
  db: Pick<Database, 'query'>,
  condition: Statement,
  reasonCode: PlainConflictCode,
): Promise<void> {
  const [row] = await db.query(`select ${condition.sql}`, condition.params);
  if (row?.[0] !== 1) throw failure(reasonCode);
}

/** Returns the condition for the `where` of a Drizzle query; every `?` in it is a parameter. */
export function sqlOf(condition: Statement): SQL {
  const [first = '', ...others] = condition.sql.split('?');
  return sql.join([
    sql.raw(first),
    ...others.flatMap((text, index) => [sql`${condition.params[index]}`, sql.raw(text)]),
  ]);
}
