/** Builds the parts through which one instance receives messages. */
import type { MessageInbox } from '../../messages/inbox.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { SessionHost } from '../provider.ts';
import type { Addresses } from './addresses.ts';
import type { Baileys, WAMessage, WASocket } from './engine/surface.ts';
import type { Files } from './files.ts';
import type { DescribeGroup } from './groups/cache.ts';
import { HistoryRequests } from './history.ts';
import type { MessageCommit } from './message-commit.ts';
import { MessageReceiver } from './message-receiver.ts';
import { MessageTimers } from './message-timers.ts';
import type { Queues } from './queues.ts';
import { ReceivedMessages } from './received-messages.ts';
import { SeenMessages } from './seen-messages.ts';
import { TargetChecks } from './target-checks.ts';
import { UndecryptableMessages } from './undecryptable-messages.ts';

export interface ReceivingDeps {
  readonly describeGroup: DescribeGroup;
  readonly baileys: Baileys;
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
  const { baileys, clock, log, host, inbox, addresses, files, isIgnored, socket, ended } = deps;
  const { publish, ignore } = deps.queues;
  const selfFor = (message: WAMessage) => addresses.forMessage(message, socket());
  const timers = new MessageTimers({ baileys, host, describeGroup: deps.describeGroup });
  const targetChecks = new TargetChecks({
    baileys,
    clock,
    selfFor,
    findMessage: (id) => host.findMessage(id),
    isAdmin: (group, person) => addresses.isAdmin(group, person, socket()),
  });
  const seen = new SeenMessages(inbox);
  const received = new ReceivedMessages({
    baileys,
    inbox,
    commit: deps.commit,
    seen,
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
    resolve: (message, incoming) => targetChecks.resolve(message, incoming),
    fetchMedia: (reference, message, aside) => files.fetch(reference, message, aside),
    wantsFiles: () => host.wantsFiles(),
    fileSlots: deps.fileSlots,
  });
  const undecryptable = new UndecryptableMessages({ clock, inbox, publish, selfFor, isIgnored });
  const { pace } = host;
  const { keysSettled } = deps;
  const receiver = new MessageReceiver({
    baileys,
    clock,
    received,
    seen,
    undecryptable,
    pace,
    keysSettled,
    ended,
  });
  const past = new HistoryRequests({ baileys, clock, host, files, selfFor });
  return { received, receiver, past, timers };
}
