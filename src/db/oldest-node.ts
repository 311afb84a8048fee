/** Which of the nodes on one database removes what is old, where a condition stands in the statements, and by which clock. */
import type { Clock } from '../shared/clock.ts';
import { DATABASE_NOW } from './client.ts';

/**
 * SQL that holds while `node`, the id of this one, has lived longest of those that live and do not end; it always holds
 * for null, a process that is alone.
 */
export const oldestNodeIs = (node: string | null): string =>
  node === null
    ? 'true'
    : `(select min(id) from nodes where until > ${DATABASE_NOW} and draining = 0) = '${node}'`;

/**
 * The time, in ms since 1970, by which `node` finds what is old: that of the database, which the steady clock of a node
 * follows; for null, a process that is alone, its own.
 */
export const timeToRemoveBy = (
  { now, steady }: Pick<Clock, 'now' | 'steady'>,
  node: string | null,
): number => (node === null ? now() : steady());
