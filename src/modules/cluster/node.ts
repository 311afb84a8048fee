/** This node of those on one database server: what follows for instances and deliveries from the streams it has. */
import { hostname } from 'node:os';
import { version } from '../../../package.json';
import type { Config } from '../../core/config/config.ts';
import type { Orm } from '../../core/db/client.ts';
import { openDatabase } from '../../core/db/open.ts';
import { streams } from '../../core/db/schema/engine.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import type { Log } from '../../core/shared/log.ts';
import type { ClusterNode, MovableParts } from '../../offers.ts';
import { ChangeFeed } from './changes.ts';
import type { DatabaseClock } from './database-clock.ts';
import { createLeaving } from './leaving.ts';
import { Membership } from './membership.ts';
import { nodeStart } from './node-start.ts';
import type { NodeWakeups } from './node-wakeups.ts';
import { otherNodes, statusOf } from './other-nodes.ts';
import { OtherNodesEvents, type OtherNodesEventsDeps } from './other-nodes-events.ts';
import { ReturningInstances } from './returning-instances.ts';
import { SharedCounts } from './shared-counts.ts';
import { followStreams } from './streams.ts';

/** The node with its membership as the parts of this module see it. */
export interface Node extends ClusterNode {
  readonly membership: Membership;
}

interface NodeDeps {
  readonly orm: Orm;
  readonly vault: Vault;
  readonly wakeups: NodeWakeups;
  /** Where other nodes reach this one; known once it listens. */
  readonly url: () => string;
  readonly clock: DatabaseClock;
  readonly log: Log;
}

/** Heartbeats have a database connection of their own, so they wait neither for other work nor for its lost answers. */
export async function createNode(
  config: Config,
  { orm, vault, wakeups, url, clock, log }: NodeDeps,
): Promise<Node> {
  const { databaseUrl, databaseAuthToken: authToken } = config;
  const open = async () =>
    wakeups.watching(await openDatabase({ url: databaseUrl, authToken, clock, isSecond: true }));
  const [beats, db] = [await open(), await open()];
  const node = { name: config.nodeName || hostname(), version };
  const changes = new ChangeFeed({ db, clock, log });
  const own = { clock: clock.own, log, node, url, onBeat: clock.follow, changes };
  const membership = new Membership({ ...own, db: beats });
  const starting = nodeStart({ config, db, clock, vault, membership, name: node.name });
  const counts = new SharedCounts({ db, clock, log, member: membership });
  let moved: MovableParts | null = null;
  let otherEvents: OtherNodesEvents | null = null;
  const beginning = new Map<string, string>();
  const isBeginning = (id: string) => beginning.has(id);
  const began = (streamId: string) => {
    membership.began(streamId);
    void moved?.engine.findWaiting([streamId]);
  };
  const leaving = createLeaving({ db: beats, membership, isBeginning, clock: clock.own, log });
  const returning = new ReturningInstances(clock);
  const following = { membership, changes, beginning, returning, clock, log };
  const isReturning = (id: string) => returning.has(id, moved?.directory.byId(id)?.phase);
  const moving = { isBeginning, isClosing: leaving.isClosing, isReturning, began };
  const forwarded = { answered: 0, moved: 0, unavailable: 0 };
  return {
    membership,
    counts,
    nodes: otherNodes({ db, membership, vault, clock, changes, ...moving, forwarded }),
    status: statusOf(membership, node.name, { forwarded, wakeups, changes }),
    firstStream(instanceId) {
      const row = { id: instanceId, owner: membership.node, term: 1 };
      return { statement: orm.insert(streams).values(row), recordWritten: () => began(instanceId) };
    },
    async begin() {
      await starting.check();
      await changes.begin();
    },
    async start(parts) {
      moved = parts;
      await followStreams(parts, { ...following, lastEvent: (row) => otherEvents?.skipTo(row) });
      await starting.checkAgain();
      otherEvents = await readEvents(parts.live, { db, clock, log });
      leaving.start(parts);
      followWakeups(wakeups, changes, otherEvents, membership);
    },
    listens: () => membership.recheck(),
    rowAMinuteAgo: () => otherEvents?.rowAMinuteAgo ?? null,
    owns: (id) => membership.isCertain && membership.grantOf(id) !== null && !leaving.isClosing(id),
    drain: (ms) => leaving.drain(ms),
    async leave() {
      for (const part of [changes, otherEvents, counts]) part?.stop();
      await leaving.leave();
      await wakeups.stop();
      await Promise.all([db.close(), beats.close()]);
    },
  };
}

/** From now on readers at this node hear the events of all. */
async function readEvents(
  { feed }: MovableParts['live'],
  deps: Pick<OtherNodesEventsDeps, 'db' | 'clock' | 'log'>,
): Promise<OtherNodesEvents> {
  const hasReaders = () => feed.size > 0;
  const events = new OtherNodesEvents({ ...deps, hasReaders, onEvent: feed.committed });
  await events.start();
  return events;
}

/** Looks at once when another node says that something has changed. */
function followWakeups(
  wakeups: NodeWakeups,
  changes: Pick<ChangeFeed, 'hurry'>,
  events: Pick<OtherNodesEvents, 'hurry'>,
  membership: Pick<Membership, 'recheck'>,
): void {
  wakeups.onWakeup('changes', () => changes.hurry());
  wakeups.onWakeup('events', () => events.hurry());
  wakeups.onWakeup('streams', () => membership.recheck());
  wakeups.start();
}
