/** Listens to the stanzas of a connection other than messages. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { readRecentEvents } from '../../core/events/log/recent-events.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { record, timeMs } from '../../core/providers/foreign-values.ts';
import { persist } from '../../core/providers/held-messages.ts';
import { createKeyedMutex } from '../../core/shared/async/mutex.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { AppStateSync } from './app-state.ts';
import { followCall } from './calls.ts';
import type { ChatChanges } from './chat-changes.ts';
import type { SessionContext } from './context.ts';
import type { SignalRepository } from './engine/signal.ts';
import { acknowledgeOnceWritten } from './engine/stanza-acks.ts';
import type { BinaryNode, GroupMetadata, WASocket } from './engine/surface.ts';
import type { NewChatLock } from './new-chat-lock.ts';
import type { JoinedNewsletters } from './newsletters.ts';
import { NEW_CHAT_REFUSED } from './refusals.ts';
import { joinedGroup } from './translate/group-changes.ts';
import { namesLeaving } from './translate/group-metadata.ts';
import { bareJid } from './translate/jids.ts';
import { statusOfAck } from './translate/receipts.ts';
import { eventsOfStanza, STANZA_EVENTS } from './translate/stanza.ts';

interface StanzaListenerDeps extends SessionContext {
  readonly joined: JoinedNewsletters;
  readonly newChatLock: NewChatLock;
  readonly appState: AppStateSync;
  readonly chatChanges: ChatChanges;
}

export class StanzaListener {
  readonly #deps: StanzaListenerDeps;
  /** Resolves when everything read so far is on disk, or will not be. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(deps: StanzaListenerDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes what a new connection reports, of each group and of everything else in the same order, and acknowledges it
   * once that is on disk.
   */
  listenTo(socket: WASocket): void {
    const { baileys, clock, queues, newChatLock } = this.#deps;
    const reading = createKeyedMutex();
    const repeated = new RepeatedEvents((sinceMs) => this.#readPublished(sinceMs));
    acknowledgeOnceWritten(socket, baileys, (stanza) => {
      repeated.arrived(stanza);
      return reading
        .run(laneOf(stanza), () => this.#publish(stanza, socket, repeated))
        .then(({ written }) => written)
        .catch((error) => this.#isUnreadable(stanza, error));
    });
    // These are not read in turn: a refusal must not wait until an address has been looked up.
    socket.ws.on('CB:ack,class:message', (ack: BinaryNode) => {
      const change = statusOfAck(ack, clock.now());
      if (change?.code === NEW_CHAT_REFUSED)
        void newChatLock.explained(change, socket).then(queues.recordStatus);
      else if (change !== null) void queues.recordStatus(change);
    });
  }

  /** The promise is wrapped in an object, so that the next stanza is read while this one is written. */
  async #publish(
    stanza: BinaryNode,
    socket: WASocket,
    repeated: RepeatedEvents,
  ): Promise<{ readonly written: Promise<boolean> }> {
    const { queues, clock, addresses, ringing } = this.#deps;
    const self = await addresses.forStanza(stanza, socket);
    const { events, statuses, joined } = eventsOfStanza(stanza, self, clock.now());
    const unrepeated = await repeated.without(stanza, events);
    followCall(ringing, stanza, unrepeated);
    const writes = [...statuses.map(queues.recordStatus), ...this.#publishAll(unrepeated)];
    writes.push(this.#storeChange(stanza, socket));
    if (joined !== null) {
      const described = await describedOrNamed(joined, socket, this.#deps);
      const event = joinedGroup(described, self, clock.now());
      const unpublished = await repeated.without(stanza, event === null ? [] : [event]);
      writes.push(...this.#publishAll(unpublished));
    }
    const written = Promise.all(writes).then((all) => all.every((isWritten) => isWritten));
    this.#settled = Promise.all([this.#settled, written]);
    return { written };
  }

  /** Stores a change of a chat or contact that a stanza reports. Resolves with true once it is on disk. Never rejects. */
  async #storeChange(stanza: BinaryNode, socket: WASocket): Promise<boolean> {
    const { appState, chatChanges } = this.#deps;
    const { type } = stanza.attrs;
    if (type === 'server_sync') return appState.notified(stanza, socket);
    if (type === 'w:gp2' && namesLeaving(stanza)) return renewedGroupKey(stanza, socket);
    return type !== 'picture' || chatChanges.pictureChanged(stanza);
  }

  #publishAll(events: readonly CatalogEvent[]): Promise<boolean>[] {
    const { queues, joined, isIgnored } = this.#deps;
    return events
      .filter((event) => event.type !== 'Receipt' || !isIgnored(event.data.Chat))
      .map((event) =>
        event.type === 'NewsletterJoin' ? joined.announce(event) : queues.publish(event),
      );
  }

  async #readPublished(sinceMs: number): Promise<Awaited<ReturnType<ReadStanzaEvents>>> {
    // Stanzas of an earlier connection may still wait for the disk.
    await this.#settled;
    const { db, host } = this.#deps;
    return persist(this.#deps, 'published events could not be read', () =>
      readRecentEvents(db, host.instanceId, STANZA_EVENTS, sinceMs),
    );
  }

  /** A stanza that cannot be read now cannot be read later either, unless the session has ended. */
  #isUnreadable(stanza: BinaryNode, error: unknown): boolean {
    const { log, ended } = this.#deps;
    if (ended.aborted) return false;
    const fields = { stanza: stanza.tag, reason: messageOf(error) };
    log.warn('what WhatsApp sent could not be read', fields);
    return true;
  }
}

/** WhatsApp may be asked about a group before its stanza is read. Stanzas of others do not wait for the answer. */
function laneOf({ attrs }: BinaryNode): string {
  const from = bareJid(attrs.from);
  return isGroup(from) ? from : '';
}

/** Renews the key of a group that somebody left: they must not read what the account writes there from now on. */
function renewedGroupKey({ attrs }: BinaryNode, socket: WASocket): Promise<boolean> {
  // It was made in `wire.ts`.
  const repository = socket.signalRepository as SignalRepository;
  return repository.renewGroupKey(bareJid(attrs.from)).then(
    () => true,
    () => false,
  );
}

/** The account's joining is published even when nothing more can be found out about the group. */
async function describedOrNamed(
  group: string,
  socket: WASocket,
  { log, groups }: Pick<StanzaListenerDeps, 'log' | 'groups'>,
): Promise<GroupMetadata> {
  try {
    return await groups.find(group, socket);
  } catch (error) {
    log.warn('WhatsApp does not describe a group that the account joined', {
      group,
      reason: messageOf(error),
    });
    return { id: group, subject: '', owner: undefined, participants: [] };
  }
}

type EventParts = Awaited<ReturnType<typeof readRecentEvents>>[number];

/** Resolves with events since this time, in ms since 1970, that a stanza other than a message may have become. */
type ReadStanzaEvents = (sinceMs: number) => Promise<readonly EventParts[]>;

/** How far WhatsApp's clock and ours may differ. */
const SKEW_MS = 10 * 60_000;

/**
 * Recognises events that WhatsApp sends again on one connection. Only stanzas that waited at WhatsApp can be repeated.
 */
export class RepeatedEvents {
  readonly #read: ReadStanzaEvents;
  #sinceMs: number | null = null;
  #published: Promise<ReadonlySet<bigint>> | null = null;

  constructor(read: ReadStanzaEvents) {
    this.#read = read;
  }

  /**
   * Call it for each stanza in the order they come. Waiting stanzas come oldest first, so the first one tells their
   * age.
   */
  arrived({ attrs }: BinaryNode): void {
    if (attrs.offline !== undefined) this.#sinceMs ??= timeMs(attrs.t, 0) - SKEW_MS;
  }

  /** Returns the events of a stanza that were not published before. Rejects as reading does. */
  async without(
    stanza: BinaryNode,
    events: readonly CatalogEvent[],
  ): Promise<readonly CatalogEvent[]> {
    if (stanza.attrs.offline === undefined || events.length === 0) return events;
    this.#published ??= this.#readSince(this.#sinceMs ?? 0);
    const published = await this.#published;
    return events.filter((event) => !published.has(fingerprintOf(event)));
  }

  async #readSince(sinceMs: number): Promise<ReadonlySet<bigint>> {
    return new Set((await this.#read(sinceMs)).map(fingerprintOf));
  }
}

/** Publishing adds `SentIDs` to receipts. */
const fingerprintOf = ({ type, state, data }: EventParts | CatalogEvent): bigint =>
  BigInt(Bun.hash(JSON.stringify([type, state, { ...record(data), SentIDs: undefined }])));
