/** Determines from a statement's text what it does to the database. */

/**
 * `write` changes rows, in a transaction with others or alone; `alone` is everything else, such as a PRAGMA or a
 * schema.
 */
type Effect = 'read' | 'write' | 'alone';

const FIRST_WORD = /^[\s(]*([a-z]+)/i;
const WRITES_SOMEWHERE = /\b(insert|update|delete|replace)\b/i;
const EFFECTS: Readonly<Record<string, Effect>> = {
  select: 'read',
  values: 'read',
  explain: 'read',
  insert: 'write',
  update: 'write',
  delete: 'write',
  replace: 'write',
};

/** A reading statement may count as a writing one, but never the other way round. */
export function effectOf(sql: string): Effect {
  // The query builder begins most statements like this, which needs no pattern.
  if (sql.startsWith('select ')) return 'read';
  const word = FIRST_WORD.exec(sql)?.[1]?.toLowerCase() ?? '';
  if (word === 'with') return WRITES_SOMEWHERE.test(sql) ? 'write' : 'read';
  return EFFECTS[word] ?? 'alone';
}
