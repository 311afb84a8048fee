/** Messages that were sent and received, and what is done about them with time. */
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/db/client.ts';
import type { RunningEngine } from '../core/events/engine.ts';
import type { OwnDatabase } from '../core/events/publish/ownership.ts';
import type { InstanceDirectory } from '../core/instances/directory.ts';
import { Messages } from '../core/messages/log.ts';
import { SendingPace } from '../core/messages/pace.ts';
import { QueuedMessages } from '../core/messages/queued-messages.ts';
import { MessageStore } from '../core/messages/store/store.ts';
import { createMessageUpkeep } from '../core/messages/upkeep.ts';
import { spellingsOf } from '../core/providers/chats.ts';
import { isOfPerson } from '../core/shared/addresses/chat-address.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Log } from '../core/shared/log.ts';
import type { ClusterNode } from '../offers.ts';

const HOUR_MS = 3_600_000;

interface MessagesDeps {
  readonly db: Database;
  readonly own: OwnDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: InstanceDirectory;
  readonly engine: RunningEngine;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

export function createMessages(config: Config, parts: MessagesDeps) {
  const { db, clock, directory, node, engine: publisher } = parts;
  const owns = (id: string) => node === null || node.owns(id);
  const queued = new QueuedMessages(db, {
    write: (id, statement) => publisher.publish({ id, name: '' }, [], [statement]),
    owns,
  });
  const { eventRetentionHours: hours } = config;
  const storeHours = config.messageStoreHours ?? hours;
  const messageStore = new MessageStore({ db, clock, publisher, hours: storeHours });
  const { merging } = messageStore;
  const messages = new Messages(db, publisher, queued, messageStore, parts.own);
  const pace = new SendingPace({
    ...config,
    perMinute: config.sendPerMinute,
    db,
    clock,
    addressesOf,
  });
  const upkeep = createMessageUpkeep({
    ...parts,
    node: node?.membership.node ?? null,
    messages,
    time: publisher.messageTime(Math.max(hours, storeHours) * HOUR_MS),
    connected: () => connectedIn(directory).filter(({ id }) => owns(id)),
    merging: {
      resume: () => merging.resume((id) => (owns(id) ? (directory.byId(id)?.name ?? null) : null)),
      stop: () => merging.stop(),
    },
    hours,
    storeHours,
  });
  return { messages, messageStore, upkeep, queued, pace };
}

/** Nobody is written to for the first time in a group or a channel. */
const addressesOf = (chat: string): readonly string[] =>
  isOfPerson(chat) ? spellingsOf(chat) : [];

const connectedIn = (directory: InstanceDirectory) =>
  directory
    .all()
    .filter(({ state }) => state === 'open')
    .map(({ id, name, updatedAt }) => ({ id, name, since: updatedAt }));
