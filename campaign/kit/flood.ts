/** Many calls for instances of another node, and what the node that gets them all answers for its own. */
import { openLibsql } from '../../src/core/db/libsql.ts';
import type { Gateway } from './gateway.ts';
import { pause } from './pause.ts';

/** Callers at once: more than a node sends requests to another one. */
const CALLERS = 1_000;
/** Between an answer and the next call of a caller. */
const AGAIN_MS = 1_000;
const OWN_EVERY_MS = 100;

const NAMES = `select i.name from instances i join streams s on s.id = i.id join nodes n on n.id = s.owner
  where n.name = ? order by i.name`;

/** Returns the instances that the node of a name has, as the database knows it. */
export async function instancesOf(database: string, node: string): Promise<string[]> {
  const db = openLibsql({ url: `http://${database}` });
  const rows = await db.query(NAMES, [node]);
  await db.close();
  return rows.map(([name]) => String(name));
}

const state = (gateway: Gateway, name: string) =>
  gateway.call('GET', `/instance/connectionState/${name}`);

export interface FloodReport {
  /** The slowest answer for an instance that the node has, in ms. */
  readonly slowestMs: number;
  /** The number of these that succeeded, and of those that failed. */
  readonly answered: number;
  readonly refused: number;
}

/**
 * Floods the node with calls for `others` for a time, and asks it for its `own` in the same time, one call after the
 * other.
 */
export async function flood(
  gateway: Gateway,
  { others, own }: { readonly others: readonly string[]; readonly own: readonly string[] },
  ms: number,
): Promise<FloodReport> {
  const end = performance.now() + ms;
  const isOver = () => performance.now() >= end;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let call = caller; !isOver() && others.length > 0; call++) {
      await state(gateway, others[call % others.length] ?? '');
      await pause(AGAIN_MS);
    }
  });
  let slowestMs = 0;
  let answered = 0;
  let refused = 0;
  for (let call = 0; !isOver() && own.length > 0; call++) {
    const from = performance.now();
    const { status } = await state(gateway, own[call % own.length] ?? '');
    slowestMs = Math.max(slowestMs, performance.now() - from);
    if (status === 200) answered++;
    else refused++;
    await pause(OWN_EVERY_MS);
  }
  await pause(Math.max(0, end - performance.now()));
  await Promise.all(callers);
  return { slowestMs, answered, refused };
}
