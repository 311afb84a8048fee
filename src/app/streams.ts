/** What this node does as streams become its own or another's: it reads what others have left, sends, connects and forgets. */
import type { ChangeFeed } from '../cluster/changes.ts';
import type { Membership } from '../cluster/membership.ts';
import type { Crm } from '../crm/index.ts';
import type { RunningEngine } from '../events/engine.ts';
import type { InstanceService } from '../gateway/instance/service.ts';
import type { Feed } from '../gateway/live/feed.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';

interface Refreshable {
  /** Reads what the table has of an instance again. */
  refresh(instanceId: string): Promise<void>;
}

/** What moves with streams, and what is read again when another node has changed it. */
export interface Movable {
  readonly engine: Pick<RunningEngine, 'findWaiting'>;
  readonly service: Pick<InstanceService, 'open' | 'abandon'>;
  readonly crm: Pick<Crm, 'refreshWebhooks'>;
  readonly live: { readonly feed: Pick<Feed, 'size' | 'committed'> };
  /** Of one instance each; the one that says that it is there comes last. */
  readonly tables: readonly Refreshable[];
  readonly queued: Refreshable & { forget(instanceId: string): void };
  /** What is remembered of instances, and was perhaps changed by the node that had them in between. */
  readonly memories: readonly { forget(instanceIds: ReadonlySet<string>): void }[];
}

export const RESTARTED = 'service restarted';
const MOVED = 'moved to this node';

export interface Moving {
  readonly membership: Pick<Membership, 'grantOf' | 'start' | 'streams'>;
  readonly changes: Pick<ChangeFeed, 'follow' | 'read'>;
  /** Streams that were gained and are not open yet. */
  readonly beginning: Set<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Follows what other nodes change, and what the beats say that is this node's own. */
export async function followStreams(parts: Movable, moving: Moving): Promise<void> {
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
  const { begin, reopen } = takeover(parts, moving);
  let taking = Promise.resolve();
  await membership.start({
    gained(ids) {
      for (const id of ids) beginning.add(id);
      taking = taking.then(() => begin(ids, isTakingFirst));
    },
    lost(ids) {
      service.abandon(ids);
      for (const id of ids) queued.forget(id);
    },
    lapsed: () => service.abandon(membership.streams),
    resumed() {
      taking = taking.then(reopen);
    },
  });
  await taking;
  isTakingFirst = false;
}

async function refreshAll(tables: readonly Refreshable[], instanceId: string): Promise<void> {
  for (const table of tables) await table.refresh(instanceId);
}

const AGAIN_AFTER_MS = 1_000;

/** Neither rejects: what cannot be done yet is tried again every second, for what is still this node's own. */
interface Takeover {
  /**
   * Reads what other nodes have left of streams that were gained, then sends and connects for them. `isFirst`: all
   * tables have just been read, and only what was changed since then is read again.
   */
  begin(ids: readonly string[], isFirst: boolean): Promise<void>;
  /** Connects what was abandoned while this node might have been dead for the others. */
  reopen(): Promise<void>;
}

function takeover(parts: Movable, moving: Moving): Takeover {
  const { engine, service, crm, queued, tables, memories } = parts;
  const { membership, changes, beginning, clock, log } = moving;

  async function read(ids: readonly string[], isFirst: boolean): Promise<void> {
    if (isFirst) return changes.read();
    for (const memory of memories) memory.forget(new Set(ids));
    for (const id of ids) {
      await refreshAll(tables, id);
      await queued.refresh(id);
      await crm.refreshWebhooks(id);
    }
  }

  async function untilDone(
    ids: readonly string[],
    work: (owned: readonly string[]) => Promise<void>,
  ): Promise<void> {
    for (let isDone = false; !isDone; ) {
      const owned = ids.filter((id) => membership.grantOf(id) !== null);
      try {
        await work(owned);
        isDone = true;
      } catch (error) {
        log.warn('streams of this node could not begin yet', { error: messageOf(error) });
        await sleep(clock, AGAIN_AFTER_MS);
      }
    }
  }

  return {
    async begin(ids, isFirst) {
      await untilDone(ids, async (owned) => {
        await read(owned, isFirst);
        await engine.findWaiting(owned);
        await service.open(owned, isFirst ? RESTARTED : MOVED);
      });
      for (const id of ids) beginning.delete(id);
    },
    reopen: () => untilDone(membership.streams, (owned) => service.open(owned, MOVED)),
  };
}
