/** Controls a session of the sandbox for its driver, who acts as a phone, the network or other people. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { ignoredRecord } from '../../core/messages/rows.ts';
import { isGroup, isIgnored } from '../../core/providers/chats.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { tapReply } from '../../core/providers/tap-reply.ts';
import { invalid, notFound } from '../../core/shared/errors.ts';
import { receiptEvent } from './acks.ts';
import type { ArrivingMessage, SandboxSession } from './driver.ts';
import { newNumber } from './invented.ts';
import { chatJid, personJid } from './jids.ts';
import { type MessageEvent, messageEvent, type NamedMessages } from './received-messages.ts';
import { recordOf } from './sent-messages.ts';
import type { SessionParts } from './session-parts.ts';

const PUSH_NAME = 'Sandbox';

export const controlsOf = (session: SessionParts) =>
  ({
    ...connectionControlsOf(session),
    message: (message) => session.tasks.begin(() => arrive(session, message)),
    event: (event) => notify(session, () => event),
    receipt: (receipt) => notify(session, (self, nowMs) => receiptEvent(receipt, self, nowMs)),
    ack: (order) => session.acks.order(order),
  }) satisfies Partial<SandboxSession>;

/**
 * Makes the controls for actions of the phone or the network on the connection. The events that follow count as one.
 */
function connectionControlsOf({ deps, host, tasks, connection }: SessionParts) {
  const act = (work: () => Promise<void>) =>
    tasks.run(async () => {
      host.pace.take(1);
      await work();
    });
  return {
    scan: ({ number = newNumber(deps.random), pushName = PUSH_NAME }) =>
      act(() => connection.scan({ jid: personJid('number', number), pushName })),
    pair: (code) => act(() => connection.pair(code, PUSH_NAME)),
    drop: () => act(() => connection.drop()),
    remove: () => act(() => connection.remove()),
  } satisfies Partial<SandboxSession>;
}

/** Publishes an event of an open connection; resolves when it is on disk and the account has changed with it. */
const notify = (
  session: SessionParts,
  toEvent: (self: string, nowMs: number) => CatalogEvent,
): Promise<void> =>
  session.tasks.begin(async () => {
    const { deps, host, connection, ringing } = session;
    const account = connection.requireOpen();
    const event = toEvent(account.jid, deps.clock.now());
    if (event.type === 'Message') return publishMessage(session, storable(event));
    host.pace.take(1);
    // It precedes publishing, since the account's automatic reactions follow at once.
    ringing.follow(event);
    await connection.publish([event]);
    session.groups.of(account).follow(event);
    session.newsletters.of(account).noteEvent(event);
    if (event.type === 'TemplateUpdate') await deps.reviewed(host.instanceId, event.data);
    if (event.type === 'Receipt' && event.state && event.state !== 'ReadSelf')
      session.acks.received(event.state, event.data.MessageIDs);
  });

/** A message that names none is built at once, so that it keeps its place. Throws `not_found` for an unknown one. */
async function arrive(session: SessionParts, message: ArrivingMessage) {
  const { deps, host, connection } = session;
  connection.requireOpen();
  const { about, quoted } = message;
  const named = about || quoted ? await namedBy(message, host) : {};
  const nowMs = deps.clock.now();
  const event = messageEvent(
    message,
    { ...deps, nowMs, self: connection.requireOpen().jid },
    named,
  );
  await publishMessage(session, event);
  return { messageId: event.data.Info.ID };
}

async function namedBy(
  { about, quoted }: ArrivingMessage,
  host: SessionHost,
): Promise<NamedMessages> {
  const find = async (
    name: keyof NamedMessages,
    id: string | undefined,
  ): Promise<NamedMessages> => {
    if (id === undefined) return {};
    const stored = await host.findMessage(id);
    if (stored === null) throw notFound(`message ${id}`);
    return { [name]: stored };
  };
  return Object.assign({}, ...(await Promise.all([find('about', about), find('quoted', quoted)])));
}

/** Stores a message with its event. */
async function publishMessage(
  { deps, host, connection }: SessionParts,
  event: MessageEvent,
): Promise<void> {
  const { Info, Message: content } = event.data;
  const kind = Info.MediaType || Info.Type;
  const stored = recordOf(event.data, kind, { content }, Date.parse(Info.Timestamp));
  if (isIgnored(deps, host.settings(), Info.Chat))
    return connection.publish([], [ignoredRecord(stored)]);
  host.pace.take(1);
  await connection.publish([event], [stored]);
}

/** Returns the message with whole addresses and the one shape of a tap. Throws `invalid` if it cannot be stored. */
function storable({ data, ...event }: MessageEvent): MessageEvent {
  const { Info, Message } = data;
  if (Info.ID === '') throw invalid('data.Info.ID must not be empty');
  if (Number.isNaN(Date.parse(Info.Timestamp))) throw invalid('data.Info.Timestamp must be a time');
  const Chat = chatJid('data.Info.Chat', Info.Chat);
  const Sender = chatJid('data.Info.Sender', Info.Sender);
  const IsGroup = isGroup(Chat);
  return {
    ...event,
    data: {
      ...data,
      Info: { ...Info, Chat, Sender, IsGroup },
      Message: { ...Message, ...tapReply(Message) },
    },
  };
}
