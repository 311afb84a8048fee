/** This node of those on one database server: what follows for instances and deliveries from the streams it has. */
import { hostname } from 'node:os';
import { version } from '../../package.json';
import { handOver, leave } from '../cluster/beat.ts';
import { Membership } from '../cluster/membership.ts';
import type { Config } from '../config.ts';
import type { Orm } from '../db/client.ts';
import { openDatabase } from '../db/open.ts';
import { streams } from '../db/schema/engine.ts';
import type { RunningEngine } from '../events/engine.ts';
import type { FirstRow } from '../gateway/instance/first-row.ts';
import type { InstanceService } from '../gateway/instance/service.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';

/** The part of an engine and of a service that moves with streams. */
interface Movable {
  readonly engine: Pick<RunningEngine, 'findWaiting'>;
  readonly service: Pick<InstanceService, 'open' | 'abandon'>;
}

export interface ClusterNode {
  readonly membership: Membership;
  /** The row of the stream of an instance that is being created: it is this node's own from then on. */
  firstStream(instanceId: string): FirstRow;
  /** Resolves when what it owns has begun: sessions come up behind the scenes. Rejects with a DatabaseError. */
  start(parts: Movable): Promise<void>;
  /** It takes nothing more. Never rejects. */
  drain(): Promise<void>;
  /** Gives back what it owns, once nothing is done for it any more. Never rejects. */
  leave(): Promise<void>;
}

interface NodeDeps {
  readonly orm: Orm;
  readonly clock: Clock;
  readonly log: Log;
}

const GIVEN_AT_ONCE = 100;
export const RESTARTED = 'service restarted';
const MOVED = 'moved to this node';

/** On a connection of its own, since a beat must not wait behind other work. */
export async function createNode(
  config: Config,
  { orm, clock, log }: NodeDeps,
): Promise<ClusterNode> {
  const db = await openDatabase({
    url: config.databaseUrl,
    authToken: config.databaseAuthToken,
    clock,
    asSecond: true,
  });
  const node = { name: config.nodeName || hostname(), url: '', version };
  const membership = new Membership({ db, clock, log, node });
  let moved: Movable | null = null;
  return {
    membership,
    firstStream(instanceId) {
      const row = { id: instanceId, owner: membership.node, token: 1 };
      const statement = orm.insert(streams).values(row);
      const written = () => {
        membership.began(instanceId);
        void moved?.engine.findWaiting([instanceId]);
      };
      return { statement, written };
    },
    async start(parts) {
      const { engine, service } = parts;
      moved = parts;
      let opening: Promise<void> = Promise.resolve();
      let reason = RESTARTED;
      await membership.start({
        gained(ids) {
          void engine.findWaiting(ids);
          opening = service.open(ids, reason);
        },
        lost: (ids) => service.abandon(ids),
        lapsed: () => service.abandon(membership.streams),
        resumed: () => void service.open(membership.streams, reason),
      });
      reason = MOVED;
      await opening;
    },
    drain: () => membership.drain(),
    async leave() {
      membership.stop();
      const owned = membership.streams.flatMap((id) => membership.letGo(id) ?? []);
      try {
        for (let from = 0; from < owned.length; from += GIVEN_AT_ONCE) {
          const some = owned.slice(from, from + GIVEN_AT_ONCE);
          await db.batch(some.flatMap((stream) => handOver(membership.node, stream)));
        }
        await db.batch([leave(membership.node)]);
      } catch (error) {
        // Its lease ends by itself.
        log.warn('the other nodes take over later', { error: messageOf(error) });
      }
      await db.close();
    },
  };
}
