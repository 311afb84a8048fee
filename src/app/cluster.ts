/** What a service needs among other nodes; loaded only where it has a database server. */

export { databaseClock } from '../cluster/database-clock.ts';
export { createNode } from './node.ts';
export { createNodeWakeups } from './node-wakeups.ts';
