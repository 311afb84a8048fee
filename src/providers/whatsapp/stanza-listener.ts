/** Listens to the stanzas of a connection other than messages. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { StatusChange } from '../../messages/status.ts';
import { createKeyedMutex } from '../../shared/async/keyed-mutex.ts';
import { messageOf } from '../../shared/errors.ts';
import type { RingingCalls } from '../calls.ts';
import { isGroup } from '../chats.ts';
import { persist, type RetryDeps } from '../held-messages.ts';
import { NEW_CHAT_REFUSED } from '../refusals.ts';
import { followCall } from './calls.ts';
import { acknowledgeOnceWritten } from './engine/stanza-acks.ts';
import type { Baileys, BinaryNode, GroupMetadata, WASocket } from './engine/surface.ts';
import type { DescribeGroup } from './groups/cache.ts';
import type { JoinedNewsletters } from './newsletters.ts';
import type { Queues } from './queues.ts';
import { type ReadStanzaEvents, RepeatedEvents } from './repeated-events.ts';
import { bareJid, type Self } from './translate/jids.ts';
import { joinedGroup } from './translate/joined-group.ts';
import { statusOfAck } from './translate/message-status.ts';
import { eventsOfStanza } from './translate/stanza.ts';

export interface StanzaListenerDeps extends RetryDeps {
  readonly baileys: Baileys;
  readonly queues: Pick<Queues, 'publish' | 'recordStatus'>;
  /** Resolves with the account's own addresses, once as many as possible of those that `stanza` names are known. */
  readonly selfFor: (stanza: BinaryNode, socket: WASocket) => Promise<Self>;
  readonly isIgnored: (chat: string) => boolean;
  readonly describe: DescribeGroup;
  readonly ringing: RingingCalls;
  readonly newsletters: JoinedNewsletters;
  /** Adds to the refusal of a message that would open a chat the day from which it may be sent. Never rejects. */
  readonly explained: (refusal: StatusChange, socket: WASocket) => Promise<StatusChange>;
  readonly readPublished: ReadStanzaEvents;
  /** Stores a change of a chat or contact that a stanza reports. Resolves with true once it is on disk. Never rejects. */
  readonly storeChange: (stanza: BinaryNode, socket: WASocket) => Promise<boolean>;
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
    const { baileys, clock, queues, explained } = this.#deps;
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
        void explained(change, socket).then((explanation) => queues.recordStatus(explanation));
      else if (change !== null) void queues.recordStatus(change);
    });
  }

  /** The promise is wrapped in an object, so that the next stanza is read while this one is written. */
  async #publish(
    stanza: BinaryNode,
    socket: WASocket,
    repeated: RepeatedEvents,
  ): Promise<{ readonly written: Promise<boolean> }> {
    const { queues, clock, selfFor, ringing } = this.#deps;
    const self = await selfFor(stanza, socket);
    const { events, statuses, joined } = eventsOfStanza(stanza, self, clock.now());
    const unrepeated = await repeated.without(stanza, events);
    followCall(ringing, stanza, unrepeated);
    const writes = [...statuses.map(queues.recordStatus), ...this.#publishAll(unrepeated)];
    writes.push(this.#deps.storeChange(stanza, socket));
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

  #publishAll(events: readonly CatalogEvent[]): Promise<boolean>[] {
    const { queues, newsletters, isIgnored } = this.#deps;
    return events
      .filter((event) => event.type !== 'Receipt' || !isIgnored(event.data.Chat))
      .map((event) =>
        event.type === 'NewsletterJoin' ? newsletters.announce(event) : queues.publish(event),
      );
  }

  async #readPublished(sinceMs: number): Promise<Awaited<ReturnType<ReadStanzaEvents>>> {
    // Stanzas of an earlier connection may still wait for the disk.
    await this.#settled;
    return persist(this.#deps, 'published events could not be read', () =>
      this.#deps.readPublished(sinceMs),
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

/** The account's joining is published even when nothing more can be found out about the group. */
async function describedOrNamed(
  group: string,
  socket: WASocket,
  { log, describe }: Pick<StanzaListenerDeps, 'log' | 'describe'>,
): Promise<GroupMetadata> {
  try {
    return await describe(group, socket);
  } catch (error) {
    log.warn('WhatsApp does not describe a group that the account joined', {
      group,
      reason: messageOf(error),
    });
    return { id: group, subject: '', owner: undefined, participants: [] };
  }
}
