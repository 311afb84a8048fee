/**
 * Follows the streams of this node: when a stream comes, it reads what other nodes left, sends and connects; when a
 * stream goes, it forgets.
 */

import { RESTARTED } from '../../core/instances/service.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import type { InstanceTable, MovableParts } from '../../offers.ts';
import type { ChangeFeed, ChangeReaders } from './changes.ts';
import type { Grants } from './grants.ts';
import type { Membership } from './membership.ts';
import type { ReturningInstances } from './returning-instances.ts';

const MOVED = 'moved to this node';
/** How many are read, and then opened, before the next ones. */
const READ_AT_ONCE = 16;
const AGAIN_AFTER_MS = 1_000;

export interface MoveDeps {
  readonly membership: Pick<Membership, 'start' | 'grantOf' | 'streams' | 'isCertain'> & {
    readonly grants: Pick<Grants, 'mustBeRead' | 'wasRead'>;
  };
  readonly changes: Pick<ChangeFeed, 'follow' | 'read'>;
  /** Streams that this node owns and has still to open, perhaps again, each with the holder under which it owns them. */
  readonly beginning: Map<string, string>;
  readonly returning: Pick<ReturningInstances, 'came' | 'left'>;
  /** As in `ChangeReaders`; absent if nobody reads events. */
  readonly lastEvent?: ChangeReaders['lastEvent'];
  readonly clock: Clock;
  readonly log: Log;
}

/** Follows what other nodes change, and what the beats say that is this node's own. */
export async function followStreams(parts: MovableParts, moving: MoveDeps): Promise<void> {
  const { accounts, engine, live, tables } = parts;
  const { membership, changes } = moving;
  const opening = new Opening(parts, moving);
  changes.follow({
    async instance(id) {
      // Its own ones too: of a change whose answer was lost memory has nothing.
      const isOwn = membership.grantOf(id) !== null && !opening.isUnread(id);
      await refreshAll(tables, id, isOwn);
      live.feed.keysChanged(id);
    },
    webhooks: async (accountId) => accounts?.refreshWebhooks(accountId),
    async waiting(id) {
      if (membership.grantOf(id) !== null) await engine.findWaiting([id]);
    },
    lastEvent: moving.lastEvent ?? (() => {}),
  });
  await membership.start({
    onGained: (ids) => opening.onGained(ids),
    onLost: (ids) => opening.onLost(ids),
    onLapse: () => opening.onLapse(),
    onResume: () => opening.onResume(),
  });
  await opening.firstDone();
}

async function refreshAll(
  tables: readonly InstanceTable[],
  instanceId: string,
  isOwn: boolean,
): Promise<void> {
  for (const table of tables) await table.refresh(instanceId, isOwn);
}

/** Streams with the holders under which they were gained: one that is lost and comes back has another. */
type GainedStreams = ReadonlyMap<string, string>;
/** Those of them that are owned still as they were gained. */
type OwnedStreams = () => readonly string[];

/**
 * Reads what other nodes have left of the streams that were gained, then sends and connects for them. After every step
 * it goes on with those alone that are still owned as they were gained.
 */
class Opening {
  readonly #parts: MovableParts;
  readonly #moving: MoveDeps;
  /** One after another: what is read last counts. */
  #turn: Promise<void> = Promise.resolve();
  /** All tables have just been read, and only what was changed since then is read again. */
  #isFirst = true;
  /** How often its lease has ended so far. */
  #lapses = 0;
  /** Streams that begin again after a lapse: no other node had them, so only their sessions are opened again. */
  readonly #reopening = new Set<string>();

  constructor(parts: MovableParts, moving: MoveDeps) {
    this.#parts = parts;
    this.#moving = moving;
  }

  onGained(ids: readonly string[]): void {
    const { membership, beginning } = this.#moving;
    for (const [id, holder] of this.#holdersOf(ids)) {
      this.#reopening.delete(id);
      beginning.set(id, holder);
    }
    // The engine looks for what waits of all its streams at any moment.
    for (const id of ids) membership.grants.mustBeRead(id);
    if (this.#isFirst) this.#inTurn(ids, (owned) => this.#openFirst(owned));
    else
      for (let from = 0; from < ids.length; from += READ_AT_ONCE)
        this.#inTurn(ids.slice(from, from + READ_AT_ONCE), (owned) => this.#openMoved(owned));
  }

  onLost(ids: readonly string[]): void {
    for (const id of ids) {
      this.#reopening.delete(id);
      this.#moving.beginning.delete(id);
    }
    this.#moving.returning.left(ids);
    this.#drop(ids);
  }

  /** Returns whether this node has still to read what other nodes left of the stream. */
  isUnread(id: string): boolean {
    return this.#moving.beginning.has(id) && !this.#reopening.has(id);
  }

  onLapse(): void {
    this.#lapses++;
    this.#areOpen([...this.#reopening]);
    this.#parts.service.abandon(this.#moving.membership.streams);
  }

  /** Those that were not read yet are opened once they are. Requests for the others wait until they have a session. */
  onResume(): void {
    const { membership, beginning, returning } = this.#moving;
    const gained = this.#holdersOf(membership.streams.filter((id) => !beginning.has(id)));
    const lapses = this.#lapses;
    const stillOwned = () => (lapses === this.#lapses ? this.#still(gained) : []);
    for (const [id, holder] of gained) {
      this.#reopening.add(id);
      beginning.set(id, holder);
    }
    const open = async () => {
      await this.#parts.service.open(stillOwned(), MOVED);
      returning.came(stillOwned());
    };
    void this.#repeat(stillOwned, open).then(() =>
      this.#areOpen(stillOwned().filter((id) => this.#reopening.has(id))),
    );
  }

  #areOpen(reopened: readonly string[]): void {
    for (const id of reopened) {
      this.#reopening.delete(id);
      this.#moving.beginning.delete(id);
    }
  }

  /** To be called after the first beat; resolves when what was gained with it is open. */
  async firstDone(): Promise<void> {
    this.#isFirst = false;
    await this.#turn;
  }

  #inTurn(ids: readonly string[], open: (owned: OwnedStreams) => Promise<void>): void {
    const gained = this.#holdersOf(ids);
    const stillOwned = () => this.#still(gained);
    this.#turn = this.#turn.then(() => this.#repeat(stillOwned, () => open(stillOwned)));
  }

  /** Until it has succeeded, or none is owned any more. Never rejects. */
  async #repeat(owned: OwnedStreams, work: () => Promise<void>): Promise<void> {
    while (owned().length > 0) {
      try {
        return await work();
      } catch (error) {
        const { log, clock } = this.#moving;
        log.warn('streams of this node could not begin yet', { error: messageOf(error) });
        await sleep(clock, AGAIN_AFTER_MS);
      }
    }
  }

  async #openFirst(owned: OwnedStreams): Promise<void> {
    const { membership, changes } = this.#moving;
    const { queued } = this.#parts;
    await changes.read();
    await queued.load();
    for (const id of queued.instances()) if (membership.grantOf(id) === null) queued.forget(id);
    await this.#open(owned, RESTARTED);
  }

  async #openMoved(owned: OwnedStreams): Promise<void> {
    const { membership } = this.#moving;
    const { service, outgoing, memories } = this.#parts;
    const ids = owned();
    for (const memory of memories) memory.forget(new Set(ids));
    await Promise.all(ids.map((id) => this.#read(id)));
    // Drops what was read for streams that were lost in the meantime: another node sends it.
    this.#drop(ids.filter((id) => membership.grantOf(id) === null));
    // One that came back within a moment may have been opened before it was read.
    service.abandon(owned());
    await this.#open(owned, MOVED);
    for (const id of owned()) outgoing.nudge(id);
  }

  async #open(owned: OwnedStreams, reason: string): Promise<void> {
    const { engine, service } = this.#parts;
    const { membership, beginning, returning } = this.#moving;
    // Before it is looked for: what is found of a stream that may not send is not looked for again.
    for (const id of owned()) membership.grants.wasRead(id);
    await engine.findWaiting(owned());
    // A lease that ends during this loop drops sessions: the loop opens them again, or `onResume` does.
    for (let lapses = -1; lapses !== this.#lapses && membership.isCertain; ) {
      lapses = this.#lapses;
      await service.open(owned(), reason);
    }
    returning.came(owned());
    for (const id of owned()) beginning.delete(id);
  }

  async #read(id: string): Promise<void> {
    const { tables, queued, accounts } = this.#parts;
    await refreshAll(tables, id, false);
    await queued.refresh(id);
    await accounts?.refreshWebhooks(id);
  }

  /** Nothing more is done or recorded for them here. */
  #drop(ids: readonly string[]): void {
    this.#parts.service.abandon(ids);
    for (const id of ids) this.#parts.queued.forget(id);
  }

  #holdersOf(ids: readonly string[]): GainedStreams {
    const { membership } = this.#moving;
    return new Map(ids.map((id) => [id, membership.grantOf(id)?.holder ?? '']));
  }

  #still(gained: GainedStreams): string[] {
    const { membership } = this.#moving;
    return [...gained.keys()].filter((id) => membership.grantOf(id)?.holder === gained.get(id));
  }
}
