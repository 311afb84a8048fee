/** Builds events of received messages, composed as those that are sent. Pure except for ids, and files that it keeps. */
import type { CatalogEvent, MediaContent } from '../../core/events/contract/catalog.ts';
import { type MessageContent, NO_FLAGS } from '../../core/events/types/message-data.ts';
import { isInChat } from '../../core/messages/find.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { isGroup, STATUS_JID } from '../../core/providers/chats.ts';
import { type ContentContext, messageContent } from '../../core/providers/message-content.ts';
import { iso } from '../../core/shared/clock.ts';
import { conflict, invalid } from '../../core/shared/errors.ts';
import type { ArrivingFileKind, ArrivingMessage } from './driver.ts';
import { newMessageId } from './invented.ts';
import { groupJid, lidOf, newsletterJid, personJid } from './jids.ts';
import { SAMPLES, type Sample } from './samples.ts';
import { type ComposedMessage, composedMedia, decode, type MediaDeps } from './sent-messages.ts';

export interface ArrivalContext extends MediaDeps {
  readonly nowMs: number;
  /** The account's JID. */
  readonly self: string;
  /** Larger media is missing from its message, with the reason. */
  readonly mediaLimitBytes: number;
}

export type MessageEvent = Extract<CatalogEvent, { type: 'Message' }>;

/** The stored messages that an arriving one names. */
export interface NamedMessages {
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
      if (!isInChat(about, context.chat)) throw conflict('the message is in another chat');
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
