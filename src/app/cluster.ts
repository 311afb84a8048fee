/** The parts that only a node needs; a service without a database server does not load this module. */

export { databaseClock } from '../modules/cluster/database-clock.ts';
export { createNode } from './node.ts';
export { createNodeWakeups } from './node-wakeups.ts';
