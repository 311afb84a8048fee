/** Controls a session of the sandbox for its driver, who acts as a phone, the network or other people. */
import type { CatalogEvent, MediaContent } from '../../core/events/contract/catalog.ts';
import {
  type MessageContent,
  type MessageData,
  NO_FLAGS,
} from '../../core/events/types/message-data.ts';
import { isInChat } from '../../core/messages/find.ts';
import { ignoredRecord, type StoredMessage } from '../../core/messages/rows.ts';
import { createIsIgnored, isGroup, STATUS_JID } from '../../core/providers/chats.ts';
import { type ContentContext, messageContent } from '../../core/providers/message-content.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { tapReply } from '../../core/providers/read-content.ts';
import { iso } from '../../core/shared/clock.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { receiptEvent } from './acks.ts';
import type { ArrivingFileKind, ArrivingMessage, SandboxSession } from './driver.ts';
import { newMessageId, newNumber, SAMPLES, type Sample } from './invented-values.ts';
import { chatJid, groupJid, lidOf, newsletterJid, personJid } from './jids.ts';
import {
  type ComposedMessage,
  composedMedia,
  decode,
  type MediaDeps,
  recordOf,
} from './sent-messages.ts';
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
    if ('Info' in event.data) requireStorable(event.data);
    if (event.type === 'Message') return publishMessage(session, whole(event));
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
    if (stored === null) throw failure('named_message_not_found', { id });
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
  if (createIsIgnored(deps, host)(Info.Chat))
    return connection.publish([], [ignoredRecord(stored)]);
  host.pace.take(1);
  await connection.publish([event], [stored]);
}

/** Throws `invalid` for a message without an id, a time or a content, which cannot be stored. */
function requireStorable({
  Info,
  Message,
}: Pick<MessageData, 'Info'> & Partial<MessageData>): void {
  if (Info.ID === '') throw invalid('data.Info.ID must not be empty');
  if (Number.isNaN(Date.parse(Info.Timestamp))) throw invalid('data.Info.Timestamp must be a time');
  if (Message === undefined) return;
  const { messageContextInfo: _, ...content } = Message;
  const parts: unknown[] = Object.values(content);
  if (parts.length === 0 || parts.includes(null))
    throw invalid('data.Message must hold a content, and no field that is null');
}

/** Returns the message with whole addresses and the one shape of a tap. Throws `invalid` for an impossible address. */
function whole({ data, ...event }: MessageEvent): MessageEvent {
  const { Info, Message } = data;
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

interface ArrivalContext extends MediaDeps {
  readonly nowMs: number;
  /** The account's JID. */
  readonly self: string;
  /** Larger media is missing from its message, with the reason. */
  readonly mediaLimitBytes: number;
}

type MessageEvent = Extract<CatalogEvent, { type: 'Message' }>;

/** The stored messages that an arriving one names. */
interface NamedMessages {
  readonly about?: StoredMessage;
  readonly quoted?: StoredMessage;
}

/**
 * Throws `invalid` for an impossible address, text, base64 or mimetype, and `conflict` for a reaction in another chat.
 */
export function messageEvent(
  message: ArrivingMessage,
  arrival: ArrivalContext,
  named: NamedMessages,
): MessageEvent {
  const { chat, sender } = placeOf(message);
  const { nowMs, self, random } = arrival;
  const { quoted } = named;
  const context = { self, chat, decode, nowMs, ...(quoted && { quoted }) };
  const said = saidIn(message, named, arrival, context);
  const Info = {
    Chat: chat,
    Sender: sender,
    SenderAlt: lidOf(sender),
    IsFromMe: false,
    IsGroup: isGroup(chat),
    ID: newMessageId(random),
    Type: said.type,
    PushName: message.pushName ?? 'Sandbox contact',
    Timestamp: iso(nowMs),
    MediaType: said.media ? message.kind : '',
    VerifiedName: null,
  };
  const { content, flags = NO_FLAGS } = said;
  const data = { Info, Message: content as MessageContent, ...flags };
  return { type: 'Message', data, ...(said.media && { media: said.media }) };
}

interface ArrivedContent extends Pick<ComposedMessage, 'content' | 'flags'> {
  /** The type of the platform. */
  readonly type: 'text' | 'media' | 'reaction';
  readonly media?: MediaContent;
}

function saidIn(
  message: ArrivingMessage,
  { about }: NamedMessages,
  arrival: ArrivalContext,
  context: ContentContext,
): ArrivedContent {
  const { kind, text, caption } = message;
  switch (kind) {
    case 'text': {
      if (!text) throw lacks(kind, 'text');
      // A plain text has no room for what it answers.
      const isPlain = context.quoted === undefined;
      const content = isPlain ? { conversation: text } : messageContent({ kind, text }, context);
      return { type: 'text', content };
    }
    case 'reaction': {
      if (about === undefined) throw lacks(kind, 'about');
      if (!isInChat(about, context.chat)) throw failure('message_of_another_chat');
      if (text === undefined) throw lacks(kind, 'text');
      return { type: 'reaction', content: messageContent({ kind, about, text }, context) };
    }
    default: {
      const file = fileOf(kind, message);
      const described = { number: '', kind, ...file, ...(caption !== undefined && { caption }) };
      const media = fetched(file, arrival.mediaLimitBytes);
      return { type: 'media', media, ...composedMedia(described, context, arrival) };
    }
  }
}

const lacks = (kind: string, what: string) =>
  invalid(`${what} must be given for a message of kind ${kind}`);

function placeOf({ from, group }: ArrivingMessage): { chat: string; sender: string } {
  if (group === undefined && from === STATUS_JID) return { chat: STATUS_JID, sender: STATUS_JID };
  if (group === undefined && from.endsWith('@newsletter')) {
    const channel = newsletterJid('from', from);
    return { chat: channel, sender: channel };
  }
  const sender = personJid('from', from);
  if (group === undefined) return { chat: sender, sender };
  return { chat: group === STATUS_JID ? STATUS_JID : groupJid('group', group), sender };
}

/** The types that phones use by default. */
const USUAL_MIMETYPE: Readonly<Record<ArrivingFileKind, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  sticker: 'image/webp',
  document: 'application/octet-stream',
};
const MIMETYPE = /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/;

/**
 * Returns the given file, or the sample of its kind. Throws `invalid` when base64 or mimetype are not what they claim.
 */
function fileOf(kind: ArrivingFileKind, message: ArrivingMessage): Sample {
  const { base64, mimetype, fileName } = message;
  if (mimetype !== undefined && !MIMETYPE.test(mimetype))
    throw invalid('mimetype must be a media type such as image/png');
  const claimed = { ...(mimetype && { mimetype }), ...(fileName && { fileName }) };
  if (base64 === undefined) return { ...SAMPLES[kind], ...claimed };
  const usual = { mimetype: USUAL_MIMETYPE[kind], fileName: 'file' };
  return { ...usual, ...claimed, bytes: decoded(base64) };
}

/** Line breaks and missing padding are allowed; anything else that is not base64 is refused. */
function decoded(base64: string): Uint8Array {
  const bytes = bytesOf(base64);
  if (bytes === null || bytes.length === 0)
    throw invalid('base64 must be a file in base64, without a data: prefix');
  return bytes;
}

function bytesOf(base64: string): Buffer | null {
  try {
    return Buffer.from(Uint8Array.fromBase64(base64).buffer);
  } catch {
    return null;
  }
}

const fetched = ({ bytes, mimetype }: Sample, limitBytes: number): MediaContent =>
  bytes.byteLength <= limitBytes
    ? { bytes, mimetype }
    : { error: `the media has ${bytes.byteLength} bytes, more than ${limitBytes}` };
