/** The nodes of one database server, as their status is shown. */
import { hostname } from 'node:os';
import { version } from '../../../../package.json';
import type { Database } from '../../../core/db/client.ts';
import { countStreams } from '../../../core/events/log/backlog.ts';
import type { NodeStatus } from '../../../core/http/node-status.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { newId } from '../../../core/shared/ids.ts';

interface OnlyDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns the only process on a database file as a node. Rejects with a DatabaseError. */
export function onlyNode({ db, clock }: OnlyDeps): NodeStatus['all'] {
  const none = { leaseMs: null, draining: false, unreachableFrom: [], takenOver: 0, fenced: 0 };
  const own = { id: newId(), name: hostname(), url: '', version, startedAt: clock.now(), ...none };
  return async () => [{ ...own, streams: await countStreams(db) }];
}
