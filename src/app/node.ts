/** This node of those on one database server: what follows for instances and deliveries from the streams it has. */
import { hostname } from 'node:os';
import { version } from '../../package.json';
import { handOver, leave } from '../cluster/beat.ts';
import { ChangeFeed } from '../cluster/changes.ts';
import { EventsElsewhere } from '../cluster/events-elsewhere.ts';
import { createForwarder, MISDIRECTED, pathIn } from '../cluster/forward.ts';
import { createHops, HOP_HEADER } from '../cluster/hop.ts';
import { Membership } from '../cluster/membership.ts';
import { isNameFree, isSecond, nameTaken } from '../cluster/name.ts';
import type { Config } from '../config.ts';
import type { Crm } from '../crm/index.ts';
import type { Database, Orm } from '../db/client.ts';
import { openDatabase } from '../db/open.ts';
import { streams } from '../db/schema/engine.ts';
import type { RunningEngine } from '../events/engine.ts';
import type { OtherNodes } from '../gateway/elsewhere.ts';
import type { FirstRow } from '../gateway/instance/first-row.ts';
import type { InstanceService } from '../gateway/instance/service.ts';
import type { Feed } from '../gateway/live/feed.ts';
import type { NodeStatus } from '../gateway/status/nodes.ts';
import { StartRefused } from '../process/refusal.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';

interface Refreshable {
  /** Reads what the table has of an instance again. */
  refresh(instanceId: string): Promise<void>;
}

/** What moves with streams, and what is read again when another node has changed it. */
interface Movable {
  readonly engine: Pick<RunningEngine, 'findWaiting'>;
  readonly service: Pick<InstanceService, 'open' | 'abandon'>;
  readonly crm: Pick<Crm, 'refreshWebhooks'>;
  readonly live: { readonly feed: Pick<Feed, 'size' | 'committed'> };
  /** Of one instance each; the one that says that it is there comes last. */
  readonly tables: readonly Refreshable[];
  readonly queued: Refreshable & { forget(instanceId: string): void };
}

export interface ClusterNode {
  readonly membership: Membership;
  readonly nodes: OtherNodes;
  readonly status: NodeStatus;
  /** The row of the stream of an instance that is being created: it is this node's own from then on. */
  firstStream(instanceId: string): FirstRow;
  /**
   * To be called before anything is read into memory. Rejects with a DatabaseError, or a StartRefused when its name is
   * another node's.
   */
  begin(): Promise<void>;
  /** Resolves when what it owns has begun: sessions come up behind the scenes. Rejects as `begin` does. */
  start(parts: Movable): Promise<void>;
  /** It can be reached, which the others are told with the next beat, made now. */
  listens(): void;
  /** It takes nothing more. Never rejects. */
  drain(): Promise<void>;
  /** Gives back what it owns, once nothing is done for it any more. Never rejects. */
  leave(): Promise<void>;
}

interface NodeDeps {
  readonly orm: Orm;
  readonly vault: Vault;
  /** Where other nodes reach this one; known once it listens. */
  readonly url: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

const GIVEN_AT_ONCE = 100;
export const RESTARTED = 'service restarted';
const MOVED = 'moved to this node';

/** On a connection of its own, since a beat must not wait behind other work. */
export async function createNode(
  config: Config,
  { orm, vault, url, clock, log }: NodeDeps,
): Promise<ClusterNode> {
  const db = await openDatabase({
    url: config.databaseUrl,
    authToken: config.databaseAuthToken,
    clock,
    asSecond: true,
  });
  const node = { name: config.nodeName || hostname(), version };
  const membership = new Membership({ db, clock, log, node, url });
  const changes = new ChangeFeed({ db, clock, log });
  let moved: Movable | null = null;
  let elsewhere: EventsElsewhere | null = null;
  /** Streams that were gained and are not open yet. */
  const beginning = new Set<string>();
  const isBeginning = (id: string) => beginning.has(id);
  const forwarded = { answered: 0, moved: 0, unavailable: 0 };
  return {
    membership,
    nodes: otherNodes({ db, membership, vault, clock, isBeginning, forwarded }),
    status: statusOf(membership, node.name, forwarded),
    firstStream(instanceId) {
      const row = { id: instanceId, owner: membership.node, token: 1 };
      const statement = orm.insert(streams).values(row);
      const written = () => {
        membership.began(instanceId);
        void moved?.engine.findWaiting([instanceId]);
      };
      return { statement, written };
    },
    async begin() {
      refuseIf(!(await isNameFree({ db, clock }, node.name)), nameTaken(node.name));
      await changes.begin();
    },
    async start(parts) {
      moved = parts;
      await start(parts, { membership, changes, beginning, clock, log });
      refuseIf(isSecond(membership.nodes, membership.node), nameTaken(node.name));
      const { feed } = parts.live;
      const hasReaders = () => feed.size > 0;
      elsewhere = new EventsElsewhere({ db, clock, log, hasReaders, committed: feed.committed });
      await elsewhere.start();
    },
    listens: () => membership.doubted(),
    drain: () => membership.drain(),
    async leave() {
      changes.stop();
      elsewhere?.stop();
      membership.stop();
      // What is left ends with its lease.
      await giveBack(db, membership).catch((error) =>
        log.warn('the other nodes take over later', { error: messageOf(error) }),
      );
      await db.close();
    },
  };
}

function refuseIf(isWrong: boolean, why: string): void {
  if (isWrong) throw new StartRefused(why);
}

interface Moving {
  readonly membership: Membership;
  readonly changes: ChangeFeed;
  /** Streams that were gained and are not open yet. */
  readonly beginning: Set<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Follows what other nodes change, and what the beats say that is this node's own. */
async function start(parts: Movable, moving: Moving): Promise<void> {
  const { crm, queued, service, tables } = parts;
  const { membership, changes, beginning } = moving;
  let isTakingFirst = true;
  changes.follow({
    async instance(id) {
      // What this node owns it has changed itself, unless another one did just before.
      if (isTakingFirst || membership.grantOf(id) === null) await refreshAll(tables, id);
    },
    webhooks: (accountId) => crm.refreshWebhooks(accountId),
    async waiting(id) {
      if (membership.grantOf(id) !== null) await parts.engine.findWaiting([id]);
    },
  });
  const take = takeover(parts, moving);
  let taking = Promise.resolve();
  await membership.start({
    gained(ids) {
      for (const id of ids) beginning.add(id);
      taking = taking.then(() => take(ids, isTakingFirst));
    },
    lost(ids) {
      service.abandon(ids);
      for (const id of ids) queued.forget(id);
    },
    lapsed: () => service.abandon(membership.streams),
    resumed: () => void service.open(membership.streams, MOVED),
  });
  await taking;
  isTakingFirst = false;
}

async function giveBack(db: Pick<Database, 'batch'>, membership: Membership): Promise<void> {
  const owned = membership.streams.flatMap((id) => membership.letGo(id) ?? []);
  for (let from = 0; from < owned.length; from += GIVEN_AT_ONCE) {
    const some = owned.slice(from, from + GIVEN_AT_ONCE);
    await db.batch(some.flatMap((stream) => handOver(membership.node, stream)));
  }
  await db.batch([leave(membership.node)]);
}

interface OtherNodesDeps {
  readonly db: Database;
  readonly membership: Membership;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly isBeginning: (instanceId: string) => boolean;
  /** Counted up with every request that is for another node. */
  readonly forwarded: Record<'answered' | 'moved' | 'unavailable', number>;
}

function otherNodes({ vault, forwarded, ...deps }: OtherNodesDeps): OtherNodes {
  const { membership } = deps;
  const hops = createHops({ vault, node: membership.node });
  const forwarder = createForwarder({ ...deps, hops, fetch });
  return {
    passedOn(request) {
      const header = request.headers.get(HOP_HEADER);
      if (header === null) return null;
      const path = pathIn(request.url);
      return hops.open(header, { method: request.method, path, at: membership.now }) ?? 'forged';
    },
    async forward(request) {
      try {
        const answer = await forwarder.forward(request);
        if (answer !== null) forwarded[answer.status === MISDIRECTED ? 'moved' : 'answered']++;
        return answer;
      } catch (error) {
        forwarded.unavailable++;
        throw error;
      }
    },
  };
}

const statusOf = (
  membership: Membership,
  name: string,
  forwarded: Readonly<Record<string, number>>,
): NodeStatus => ({
  now: () => ({
    id: membership.node,
    name,
    lease: membership.lease,
    leaseLeftMs: membership.leaseLeftMs,
    streams: membership.streams.length,
    ...membership.counts,
    forwarded,
  }),
  all: () => membership.nodes,
});

async function refreshAll(tables: readonly Refreshable[], instanceId: string): Promise<void> {
  for (const table of tables) await table.refresh(instanceId);
}

const AGAIN_AFTER_MS = 1_000;

/** Reads what other nodes have left of streams that were gained, then sends and connects for them. Never rejects. */
function takeover({ engine, service, crm, queued, tables }: Movable, moving: Moving) {
  const { membership, changes, beginning, clock, log } = moving;

  /** `isFirst`: all tables have just been read, and only what was changed since then is read again. */
  async function read(ids: readonly string[], isFirst: boolean): Promise<void> {
    if (isFirst) return changes.read();
    for (const id of ids) {
      await refreshAll(tables, id);
      await queued.refresh(id);
      await crm.refreshWebhooks(id);
    }
  }

  async function begin(ids: readonly string[], isFirst: boolean): Promise<void> {
    await read(ids, isFirst);
    await engine.findWaiting(ids);
    await service.open(ids, isFirst ? RESTARTED : MOVED);
  }

  return async (ids: readonly string[], isFirst: boolean): Promise<void> => {
    for (let isDone = false; !isDone; ) {
      const still = ids.filter((id) => membership.grantOf(id) !== null);
      try {
        await begin(still, isFirst);
        isDone = true;
      } catch (error) {
        log.warn('streams that were taken over could not be read', { error: messageOf(error) });
        await sleep(clock, AGAIN_AFTER_MS);
      }
    }
    for (const id of ids) beginning.delete(id);
  };
}

/** What instances are to this node: which are its own, and the stream that a new one begins with. */
export const streamsOf = (node: ClusterNode | null) => ({
  owns: (id: string) => node === null || node.membership.grantOf(id) !== null,
  firstRows: (id: string) => (node === null ? [] : [node.firstStream(id)]),
});
