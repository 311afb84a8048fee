/** Connects the queue with the instances: tells it which are connected, and sends the messages that waited. */

import { MEDIA_BYTES_MAX } from '../events/contract/catalog.ts';
import { SMALL_BYTES } from '../http/memory-budget.ts';
import type { InstanceDirectory } from '../instances/directory.ts';
import type { Sessions } from '../instances/sessions.ts';
import type { MessageLog } from '../messages/log.ts';
import { OutgoingQueue } from '../messages/outgoing.ts';
import type { SendingPace } from '../messages/pace.ts';
import type { QueuedContent, QueuedMessage } from '../messages/queued-message.ts';
import type { QueuedMessages } from '../messages/queued-messages.ts';
import type { WaitingRoom } from '../providers/outgoing.ts';
import { isBusinessId } from '../shared/addresses/username.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, messageOf, optionsOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { MediaBudget } from './media.ts';
import { fromQueued, type MessageOrMedia, markAnnounced, toQueued } from './queued-content.ts';
import { expect, showFor, startWhenConnected } from './sender.ts';

interface QueueDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly queued: QueuedMessages;
  readonly messages: Pick<
    MessageLog,
    'recordUnsent' | 'requeue' | 'expectFallback' | 'expectCallback'
  >;
  readonly pace: SendingPace;
  readonly mediaBudget: MediaBudget;
}

const NO_MEMORY = { release() {} };

/** Creates the queue of all instances. Start it once their messages have been loaded. */
export function createOutgoingQueue(deps: QueueDeps): OutgoingQueue {
  const { directory } = deps;
  return new OutgoingQueue({
    ...deps,
    messages: { recordUnsent: (...unsent) => recordUnsent(deps, ...unsent) },
    instance(id) {
      const record = directory.byId(id);
      if (record === null) return null;
      const { name, state, updatedAt } = record;
      const closedSince = state === 'close' ? updatedAt : null;
      return { id, name, isOpen: state === 'open', closedSince };
    },
    memoryFor: async ({ instanceId, bytes }) =>
      bytes > SMALL_BYTES
        ? deps.mediaBudget.take(instanceId, Math.min(bytes, MEDIA_BYTES_MAX), true)
        : NO_MEMORY,
    send: (message, content) => send(deps, message, content),
    showWriting: (message, signal) => void showWriting(deps, message, signal).catch(() => {}),
  });
}

/** Its status repeats what the caller gave with it, as that of a sent one does. */
async function recordUnsent(
  { messages, queued: queue }: Pick<QueueDeps, 'messages' | 'queued'>,
  ...[stream, queued, reason, at]: Parameters<MessageLog['recordUnsent']>
): Promise<void> {
  const content = await queue.contentOf(queued, false);
  const { message, media } = content === null ? {} : fromQueued(content);
  const { callback } = message ?? media ?? {};
  if (callback !== undefined) messages.expectCallback(stream.id, queued.id, callback);
  await messages.recordUnsent(stream, queued, reason, at);
}

/** A failure before the session gets the message throws `unavailable`, so that the queue tries again. */
async function send(
  deps: Pick<QueueDeps, 'clock' | 'sessions' | 'messages' | 'queued' | 'directory'>,
  queued: QueuedMessage,
  content: QueuedContent,
): Promise<void> {
  const { sessions, messages } = deps;
  const { instanceId, id } = queued;
  const outgoing = expect(messages, instanceId, withId(fromQueued(content), id));
  const room = roomInside(deps, queued, outgoing);
  let hasBegun = false;
  try {
    await startWhenConnected(sessions, instanceId, async (session) => {
      hasBegun = true;
      // Sending has no time limit: a message that was marked as failed might still leave.
      const { message, media } = outgoing;
      return { answer: message ? session.send(message, room) : session.sendMedia(media, room) };
    });
  } catch (error) {
    if (hasBegun || !(error instanceof AppError) || error.reason !== 'internal') throw error;
    throw new AppError('unavailable', messageOf(error), { ...optionsOf(error), cause: error });
  }
}

/** A message that left the queue when it was stored returns to its place when the platform does not take it. */
function roomInside(
  {
    clock,
    messages,
    queued: queue,
    directory,
  }: Pick<QueueDeps, 'clock' | 'messages' | 'queued' | 'directory'>,
  queued: QueuedMessage,
  outgoing: MessageOrMedia,
): WaitingRoom {
  const { instanceId, id, chat, kind, entersAt, createdAt, place, blockedSince } = queued;
  return {
    isInside: true,
    isAhead: () => false,
    async enter() {
      const stream = { id: instanceId, name: directory.byId(instanceId)?.name ?? '' };
      const same = { instanceId, id, chat, kind, entersAt, createdAt, place, delayMs: 0 };
      await messages.requeue(stream, { ...same, ...toQueued(markAnnounced(outgoing)) });
      const entry = queue.find(instanceId, id);
      if (entry !== null) entry.blockedSince = blockedSince ?? clock.now();
      const timestamp = Math.floor(entersAt / 1_000);
      return { id, remoteJid: chat, timestamp, message: {}, pushName: '', isQueued: true };
    },
  };
}

const withId = ({ message, media }: MessageOrMedia, id: string): MessageOrMedia =>
  message ? { message: { ...message, id } } : { media: { ...media, id } };

/** Matches people and groups; in a channel nobody would see that the account writes. */
const SHOWS_WRITING = /@(s\.whatsapp\.net|lid|g\.us)$/;

/** Shows that the account writes during the message's delay, until `signal` aborts. It is sent even if this fails. */
async function showWriting(
  { directory, sessions, clock }: Pick<QueueDeps, 'directory' | 'sessions' | 'clock'>,
  { instanceId, chat, kind, delayMs }: QueuedMessage,
  signal: AbortSignal,
): Promise<void> {
  const record = directory.byId(instanceId);
  if (record === null || !(SHOWS_WRITING.test(chat) || isBusinessId(chat))) return;
  const chats = sessions.sessionOf(record).chats();
  const presence = kind === 'voice' ? 'recording' : 'composing';
  await showFor(delayMs, { chats, clock, number: chat, presence, signal });
}
