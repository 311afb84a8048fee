/** Builds the parts through which one instance receives messages. */
import type { WAMessage, WASocket } from '@whiskeysockets/baileys';
import type { MessageInbox } from '../../messages/inbox.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { SessionHost } from '../provider.ts';
import { AboutStored } from './about-stored.ts';
import type { Addresses } from './addresses.ts';
import type { Client } from './client.ts';
import type { Files } from './files.ts';
import type { DescribeGroup } from './groups/cache.ts';
import { HistoryRequests } from './history.ts';
import { KnownMessages } from './known-messages.ts';
import type { MessageCommit } from './message-commit.ts';
import { MessageReceiver } from './message-receiver.ts';
import { MessageTimers } from './message-timers.ts';
import type { Queues } from './queues.ts';
import { ReceivedMessages } from './received-messages.ts';
import { UnreadableMessages } from './unreadable-messages.ts';

export interface ReceivingDeps {
  readonly describeGroup: DescribeGroup;
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Log;
  readonly inbox: MessageInbox;
  readonly commit: MessageCommit;
  readonly queues: Queues;
  readonly host: SessionHost;
  readonly addresses: Addresses;
  readonly files: Files;
  readonly fileSlots: Slots;
  readonly isIgnored: (chat: string) => boolean;
  readonly keysSettled: () => Promise<void>;
  /** Returns the current connection, or null before the first. */
  readonly socket: () => WASocket | null;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

interface Receiving {
  readonly received: ReceivedMessages;
  readonly receiver: MessageReceiver;
  readonly past: HistoryRequests;
  readonly timers: MessageTimers;
}

export function createReceiving(deps: ReceivingDeps): Receiving {
  const { client, clock, log, host, inbox, addresses, files, isIgnored, socket, ended } = deps;
  const { publish, ignore } = deps.queues;
  const selfFor = (message: WAMessage) => addresses.forMessage(message, socket());
  const timers = new MessageTimers({ client, host, describeGroup: deps.describeGroup });
  const aboutStored = new AboutStored({
    client,
    clock,
    selfFor,
    findMessage: (id) => host.findMessage(id),
    isAdmin: (group, person) => addresses.isAdmin(group, person, socket()),
  });
  const known = new KnownMessages(inbox);
  const received = new ReceivedMessages({
    client,
    inbox,
    commit: deps.commit,
    known,
    publish,
    log,
    clock,
    instanceName: host.instanceName,
    ended,
    selfFor,
    knownFor: (message) => addresses.knownFor(message, socket()),
    isIgnored,
    ignore,
    onMessage: (message) => timers.note(message),
    resolve: (message, incoming) => aboutStored.resolve(message, incoming),
    fetchMedia: (reference, message, aside) => files.fetch(reference, message, aside),
    wantsFiles: () => host.wantsFiles(),
    fileSlots: deps.fileSlots,
  });
  const unreadable = new UnreadableMessages({ clock, inbox, publish, selfFor, isIgnored });
  const { pace } = host;
  const { keysSettled } = deps;
  const receiver = new MessageReceiver({
    client,
    clock,
    received,
    known,
    unreadable,
    pace,
    keysSettled,
    ended,
  });
  const past = new HistoryRequests({ client, clock, host, files, selfFor });
  return { received, receiver, past, timers };
}
