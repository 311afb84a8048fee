/** Sends a message through an instance: at once when nothing is ahead of it, else through the queue. */
import type { Engine } from '../events/engine.ts';
import type { InstanceDirectory, InstanceRecord } from '../instances/directory.ts';
import type { Sessions } from '../instances/sessions.ts';
import type { MessageLog } from '../messages/log.ts';
import type { OutgoingQueue } from '../messages/outgoing.ts';
import { type PaceDecision, SEND_NOW, type SendingPace } from '../messages/pace.ts';
import type { QueuedMessages } from '../messages/queued-messages.ts';
import type { Activity, ChatActions } from '../providers/chat-actions.ts';
import { headerFiles } from '../providers/interactive.ts';
import { newMessageId, type SentMessage, type WaitingRoom } from '../providers/outgoing.ts';
import type { Session } from '../providers/provider.ts';
import { chatOf } from '../shared/addresses/chat-address.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { type AppError, failure, NotConnected } from '../shared/errors.ts';
import {
  kindOf,
  type MessageOrMedia,
  markAnnounced,
  numberOf,
  shownContent,
  toQueued,
} from './queued-content.ts';
import type { SendTime } from './send-time.ts';

/** Throws NotConnected unless the instance is connected. */
export function requireConnected({ state, phase, name }: InstanceRecord): void {
  if (state === 'open') return;
  const kind = phase === 'banned' ? 'account_locked' : 'not_connected';
  throw new NotConnected(kind, 'instance_not_connected', { name });
}

/** A call that still runs while the instance's next call may start. */
interface StartedCall<T> {
  readonly answer: Promise<T>;
}

/** Starts `call` when the instance's earlier calls have been started, and returns its answer. Throws NotConnected. */
export async function startWhenConnected<T>(
  sessions: Sessions,
  id: string,
  call: (session: Session) => Promise<StartedCall<T>>,
): Promise<T> {
  const started = await sessions.runExclusive(id, async (record) => {
    requireConnected(record);
    return call(sessions.sessionOf(record));
  });
  return started.answer;
}

/** Starts sending in order with the instance's other calls, which do not wait until the message is sent. */
const sendNow = (
  { sessions, messages }: Pick<SenderDeps, 'sessions' | 'messages'>,
  id: string,
  outgoing: MessageOrMedia,
  room?: WaitingRoom,
): Promise<SentMessage> =>
  startWhenConnected(sessions, id, async (session) => ({
    answer: dispatch(sessions, session, expect(messages, id, outgoing), room),
  }));

/**
 * Registers the replacement for a message whose choices the platform may refuse, and the text that its statuses repeat.
 * Returns the message to send now. It gets its id here, since its refusal may come before the session has answered.
 */
export function expect(
  messages: Pick<MessageLog, 'expectFallback' | 'expectCallback'>,
  instanceId: string,
  outgoing: MessageOrMedia,
): MessageOrMedia {
  const { fallback } = outgoing.message ?? {};
  const { callback } = outgoing.message ?? outgoing.media;
  if (fallback === undefined && callback === undefined) return outgoing;
  const { id = newMessageId() } = outgoing.message ?? outgoing.media;
  if (callback !== undefined) messages.expectCallback(instanceId, id, callback);
  if (outgoing.message === undefined) return { media: { ...outgoing.media, id } };
  const { fallback: content, ...shown } = outgoing.message;
  if (content !== undefined) {
    const queued = toQueued({ message: { ...shown, content } });
    const chat = chatOf(shown.number);
    messages.expectFallback(instanceId, id, { ...queued, kind: content.kind, chat });
  }
  return { message: { ...shown, id } };
}

/** The time limit applies to neither files nor messages for an audience: they may take long. */
function dispatch(
  sessions: Sessions,
  session: Session,
  { message, media }: MessageOrMedia,
  room?: WaitingRoom,
): Promise<SentMessage> {
  if (message === undefined) return session.sendMedia(media, room);
  const sent = session.send(message, room);
  const mayTakeLong = message.audience !== undefined || headerFiles(message.content).length > 0;
  return mayTakeLong ? sent : sessions.inTime(sent, session.sendMs);
}

interface SenderDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly messages: Pick<MessageLog, 'expectFallback' | 'expectCallback' | 'requeue'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly queued: Pick<QueuedMessages, 'add' | 'entryTime' | 'holds'>;
  readonly outgoing: Pick<OutgoingQueue, 'isPaced'>;
  readonly pace: Pick<SendingPace, 'take'>;
  readonly engine: Pick<Engine, 'quota'>;
}

export interface AcceptedMessage extends Omit<SentMessage, 'isQueued'> {
  readonly isQueued: boolean;
}

/**
 * Sends or queues a message. Throws NotConnected when the instance is not connected, unless the message is scheduled;
 * rate_limited when it would have to wait but may not, when the queue is full, or when the instance has no room for
 * what it stores.
 */
export type Send = (
  id: string,
  outgoing: MessageOrMedia,
  when: SendTime,
) => Promise<AcceptedMessage>;

/** These change an earlier message and would come too late if they waited. */
const NEVER_WAIT: ReadonlySet<string> = new Set(['edit', 'revoke']);

export function createSender(deps: SenderDeps): Send {
  const { directory, engine } = deps;
  return async (id, outgoing, when) => {
    const record = directory.byId(id);
    if (record === null) throw failure('instance_not_found');
    engine.quota.assertUnderForQueued(id);
    if (when.scheduleAt === null) requireConnected(record);
    else return enqueue(deps, record, outgoing, when);
    if (when.delayMs > 0) return enqueue(deps, record, outgoing, when);
    const decided = decidePace(deps, record, outgoing);
    const decision = decided instanceof Promise ? await decided : decided;
    if (decision.kind === 'wait') {
      if (when.mayWait) return enqueue(deps, record, outgoing, when);
      throw mustWait(decision);
    }
    const mayWait = when.mayWait && !NEVER_WAIT.has(kindOf(outgoing));
    const room = mayWait ? waitingRoom(deps, record, outgoing, when) : undefined;
    try {
      const { isQueued = false, ...sent } = await sendNow(deps, id, outgoing, room);
      // The queue counts it when it is sent.
      if (isQueued) decision.releaseChat();
      return { ...sent, isQueued };
    } catch (error) {
      decision.releaseChat();
      throw error;
    }
  };
}

/** Answers without a promise where nothing limits the pace: after an `await`, the message could lose its place. */
function decidePace(
  { queued, outgoing: queue, pace, clock }: SenderDeps,
  { id }: InstanceRecord,
  outgoing: MessageOrMedia,
): PaceDecision | Promise<PaceDecision> {
  if (NEVER_WAIT.has(kindOf(outgoing))) return SEND_NOW;
  const chat = chatOf(numberOf(outgoing));
  if (queued.holds(id, chat, clock.now())) return BEHIND_CHAT;
  return queue.isPaced(id) ? BEHIND_INSTANCE : pace.take(id, chat);
}

const BEHIND_CHAT: PaceDecision = {
  kind: 'wait',
  limit: 'minute',
  ms: 1_000,
  reason: 'earlier messages of the chat wait to be sent',
};
const BEHIND_INSTANCE: PaceDecision = {
  ...BEHIND_CHAT,
  ms: 60_000,
  reason: 'earlier messages of the instance wait for their turn',
};

const mustWait = ({ reason, ms, limit }: Extract<PaceDecision, { kind: 'wait' }>): AppError =>
  failure(
    'must_wait',
    { problem: reason },
    {
      kind: limit === 'day' ? 'no_new_chats' : 'sent_too_fast',
      headers: { 'retry-after': `${Math.ceil(ms / 1_000)}` },
    },
  );

function waitingRoom(
  deps: SenderDeps,
  record: InstanceRecord,
  outgoing: MessageOrMedia,
  when: SendTime,
): WaitingRoom {
  const { queued, clock } = deps;
  const arrivedAt = clock.now();
  return {
    isInside: false,
    isAhead: () => queued.holds(record.id, chatOf(numberOf(outgoing)), clock.now()),
    async enter(id) {
      const waiting = id === null ? outgoing : markAnnounced(outgoing);
      const accepted = await enqueue(deps, record, waiting, when, { storedId: id, arrivedAt });
      return { ...accepted, isQueued: true };
    },
  };
}

interface EarlierAttempt {
  /** The id of the stored message, which is withdrawn, or null when nothing of it is stored. */
  readonly storedId: string | null;
  /** When it began, in ms since 1970: messages of its chat that came later are sent after it. */
  readonly arrivedAt: number;
}

/** `attempt` is what has been done to send the message at once; absent if nothing was. */
async function enqueue(
  { queued, messages, clock }: SenderDeps,
  { id: instanceId, name, profileName }: InstanceRecord,
  outgoing: MessageOrMedia,
  { scheduleAt, delayMs }: SendTime,
  attempt?: EarlierAttempt,
): Promise<AcceptedMessage> {
  const chat = chatOf(numberOf(outgoing));
  const wallMs = clock.now();
  const now = scheduleAt === null ? queued.entryTime(instanceId, chat, wallMs) : wallMs;
  const { storedId = null, arrivedAt = now } = attempt ?? {};
  const id = storedId ?? (outgoing.message ?? outgoing.media).id ?? newMessageId();
  const entersAt = scheduleAt ?? arrivedAt;
  const message = {
    instanceId,
    id,
    chat,
    kind: kindOf(outgoing),
    entersAt,
    delayMs,
    createdAt: now,
    ...toQueued(outgoing),
  };
  await (storedId === null
    ? queued.add(message)
    : messages.requeue({ id: instanceId, name }, message));
  return {
    id,
    remoteJid: chat,
    timestamp: Math.floor(entersAt / 1_000),
    message: shownContent(outgoing, now),
    pushName: profileName ?? '',
    isQueued: true,
  };
}

/** Phones stop showing the activity after about 20 s unless it is sent again. */
const SHOWN_AGAIN_MS = 10_000;

interface ActivityRequest {
  readonly chats: ChatActions;
  readonly clock: Clock;
  readonly number: string;
  readonly presence: Activity;
  readonly signal: AbortSignal;
}

/** Shows for `ms` that the account writes or records; aborting `signal` ends it at once. */
export async function showFor(
  ms: number,
  { chats, clock, number, presence, signal }: ActivityRequest,
) {
  await chats.showActivity(number, presence);
  if (ms === 0) return;
  for (let left = ms; left > 0; left -= SHOWN_AGAIN_MS) {
    if (left < ms && !signal.aborted) await chats.showActivity(number, presence);
    await sleep(clock, Math.min(left, SHOWN_AGAIN_MS), signal);
  }
  if (presence !== 'paused') await chats.showActivity(number, 'paused');
}
