/**
 * The sandbox: a provider that a person or a program drives in place of a phone. It opens no connection to anywhere.
 */

import { randomBytes } from 'node:crypto';
import type { Database } from '../../core/db/client.ts';
import type { OwnDatabase } from '../../core/events/publish/ownership.ts';
import { createLabelStore } from '../../core/messages/labels.ts';
import { isGroup, STATUS_JID } from '../../core/providers/chats.ts';
import type { ContentContext } from '../../core/providers/message-content.ts';
import type { OutgoingContext, SentMessage } from '../../core/providers/outgoing.ts';
import type { Account, Provider, SessionHost } from '../../core/providers/provider.ts';
import { failingOnceAbandoned } from '../../core/providers/session-tasks.ts';
import { isPhone } from '../../core/shared/addresses/chat-address.ts';
import { failure, UnknownNumbers } from '../../core/shared/errors.ts';
import { sandboxCalls, sandboxChats, sandboxOwnProfile } from './chat-actions.ts';
import { controlsOf } from './controls.ts';
import type { SandboxSession } from './driver.ts';
import { newMessageId } from './invented-values.ts';
import { chatJid, isNobodys, userOf } from './jids.ts';
import {
  type ComposedMessage,
  composedMedia,
  composeMessage,
  decode,
  listSent,
  prepareMessage,
  RecentFiles,
} from './sent-messages.ts';
import {
  createSessionParts,
  reviewWriter,
  type SessionDeps,
  type SessionParts,
} from './session-parts.ts';

type DefaultedOption = 'random' | 'mediaLimitBytes';
interface SandboxOptions
  extends Omit<SessionDeps, 'sent' | 'labels' | 'reviewed' | 'files' | DefaultedOption>,
    Partial<Pick<SessionDeps, DefaultedOption>> {
  readonly db: Pick<Database, 'orm'>;
  /** Used for writing labels; by default the same database. */
  readonly own?: OwnDatabase;
}

interface SandboxProvider extends Provider {
  readonly name: 'sandbox';
  open(host: SessionHost, account: Account | null): SandboxSession;
}

export function createSandboxProvider(options: SandboxOptions): SandboxProvider {
  const { db, own, random = randomBytes, mediaLimitBytes = Number.POSITIVE_INFINITY } = options;
  const sent = (instanceId: string) => listSent(db.orm, instanceId);
  const labels = (instanceId: string) =>
    createLabelStore((own?.(instanceId) ?? db).orm, instanceId);
  const reviewed = reviewWriter(db.orm, options.clock);
  const shared = { sent, labels, reviewed, files: new RecentFiles() };
  const deps = { ...options, random, mediaLimitBytes, ...shared };
  return {
    name: 'sandbox',
    loginPauseMs: 0,
    open: (host, account) => openSession(deps, host, account),
  };
}

export function openSession(
  deps: SessionDeps,
  host: SessionHost,
  account: Account | null,
): SandboxSession {
  const session = createSessionParts(deps, host, account);
  const { tasks, connection, actions, groups, newsletters, ringing } = session;
  const whileOpen =
    <T>(part: T) =>
    () => {
      connection.requireOpen();
      return part;
    };
  const whole: SandboxSession = {
    connect: ({ phone }) => tasks.run(() => connection.connect(phone)),
    offer: () => connection.offer(),
    restart: () => tasks.run(() => connection.restart()),
    logout: () => tasks.run(() => connection.logout()),
    stop: () => tasks.stop(),
    abandon: () => tasks.abandon(),
    send: (message) =>
      tasks.begin(() =>
        send(session, message.number, (context) => composeMessage(message, context), message),
      ),
    sendMedia: (media) =>
      tasks.begin(() =>
        send(session, media.number, (context) => composedMedia(media, context, deps), media),
      ),
    async fileOf(message) {
      connection.requireOpen();
      return deps.files.of(message);
    },
    groups: () => groups.of(connection.requireOpen()),
    newsletters: () => newsletters.of(connection.requireOpen()),
    sent: () => deps.sent(host.instanceId),
    chats: whileOpen(sandboxChats(session)),
    ownProfile: whileOpen(sandboxOwnProfile(actions, connection)),
    phoneCalls: whileOpen(sandboxCalls(actions, ringing)),
    actions: () => actions.all(),
    ...controlsOf(session),
  };
  return failingOnceAbandoned(whole, tasks.abandoned);
}

/**
 * It begins in the session's turn, in which it takes its place. Throws `conflict` when not connected, `invalid` for an
 * impossible number.
 */
async function send(
  session: SessionParts,
  number: string,
  compose: (context: ContentContext) => ComposedMessage,
  outgoing: OutgoingContext,
): Promise<SentMessage> {
  const { deps, host, connection, acks } = session;
  const account = connection.requireOpen();
  const remoteJid = chatJid('number', number);
  if (remoteJid === STATUS_JID && outgoing.audience === undefined)
    throw failure('number_not_writable', { number });
  if (isPhone(remoteJid) && isNobodys(userOf(remoteJid)))
    throw new UnknownNumbers([{ jid: remoteJid, number }]);
  const nowMs = deps.clock.now();
  // It is not awaited where nothing is locked, since the message would lose its place.
  const refusal = isGroup(remoteJid) ? undefined : host.newChats.require([remoteJid], nowMs);
  if (refusal) await refusal;
  const { id = newMessageId(deps.random) } = outgoing;
  const timestamp = Math.floor(nowMs / 1000);
  const message = compose({ ...outgoing, self: account.jid, chat: remoteJid, decode, nowMs });
  const entry = { id, number: userOf(remoteJid), remoteJid, ...message.listed, timestamp };
  const { event, record } = prepareMessage(message, entry, account, nowMs);
  await connection.publish([event], [record]);
  acks.sent(remoteJid, id);
  const { Message, Info } = event.data;
  return { id, remoteJid, timestamp, message: Message, pushName: Info.PushName };
}
