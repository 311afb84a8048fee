/** What a statement does to the database, by its text. */

/** `write`: changes rows, in a transaction with others or alone; `alone`: all else, such as a PRAGMA or a schema. */
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

/** A reading statement may be taken for a writing one, never the other way round. */
export function effectOf(sql: string): Effect {
  // What the query builder writes for most statements: those need no pattern.
  if (sql.startsWith('select ')) return 'read';
  const word = FIRST_WORD.exec(sql)?.[1]?.toLowerCase() ?? '';
  if (word === 'with') return WRITES_SOMEWHERE.test(sql) ? 'write' : 'read';
  return EFFECTS[word] ?? 'alone';
}
