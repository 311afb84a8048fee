/** Builds events of received messages. Pure except for the ids it invents. */

import { createHash } from 'node:crypto';
import type { CatalogEvent, MediaContent } from '../../events/contract/catalog.ts';
import {
  type MediaFields,
  type MessageContent,
  type MessageData,
  NO_FLAGS,
} from '../../events/types/message-data.ts';
import type { StoredMessage } from '../../messages/rows.ts';
import { iso } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import { pictureSize } from '../../shared/picture-size.ts';
import { isGroup, STATUS_JID } from '../chats.ts';
import type { Fields } from '../foreign-values.ts';
import { withContext } from '../message-content.ts';
import { tapReply } from '../tap-reply.ts';
import { type ArrivingContent, otherContent } from './arriving-kinds.ts';
import {
  type ArrivingFileKind,
  type ArrivingMessage,
  OTHER_KINDS,
  type OtherKind,
} from './driver.ts';
import { newFilePlace, newKey, newMessageId, type Random } from './invented.ts';
import { groupJid, lidOf, newsletterJid, personJid } from './jids.ts';
import { SAMPLES, type Sample } from './samples.ts';
import { decode } from './sent-messages.ts';

export interface ArrivalContext {
  readonly nowMs: number;
  readonly random: Random;
  /** Larger media is missing from its message, with the reason. */
  readonly mediaLimitBytes: number;
}

export type MessageEvent = Extract<CatalogEvent, { type: 'Message' }>;

/** The stored messages that an arriving one names, and the account at which it arrives. */
export interface Named {
  readonly about: StoredMessage | null;
  readonly quoted: StoredMessage | null;
  /** The account's JID. */
  readonly self: string;
  readonly isAdmin: (group: string, person: string) => boolean;
}

const NOTHING: Named = { about: null, quoted: null, self: '', isAdmin: () => false };

/**
 * Throws `invalid` for an impossible address, text, base64 or mimetype, `conflict` for what may not be said about
 * another message.
 */
export function messageEvent(
  message: ArrivingMessage,
  arrival: ArrivalContext,
  named: Named = NOTHING,
): MessageEvent {
  const { chat, sender } = placeOf(message);
  const { said, media } = contentOf(message, { chat, sender, arrival, named });
  const { self } = named;
  // A tap quotes the message that was tapped on.
  const quoted = message.kind === 'tap' ? named.about : named.quoted;
  const { nowMs } = arrival;
  const content = quoted
    ? withContext(answering(said.content), { quoted, self, chat, decode, nowMs })
    : said.content;
  const Info = {
    Chat: chat,
    Sender: sender,
    SenderAlt: lidOf(sender),
    IsFromMe: false,
    IsGroup: isGroup(chat),
    ID: newMessageId(arrival.random),
    Type: said.type,
    PushName: message.pushName ?? 'Sandbox contact',
    Timestamp: iso(nowMs),
    MediaType: said.mediaType,
    VerifiedName: null,
  };
  const IsDocumentWithCaption = message.kind === 'document' && message.caption !== undefined;
  const flags = { ...NO_FLAGS, IsDocumentWithCaption, IsEdit: said.isEdit === true };
  const Message = { ...content, ...tapReply(content) } as MessageContent;
  const data: MessageData = { Info, Message, ...flags };
  return { type: 'Message', data, ...(media && { media }) };
}

interface Arriving {
  readonly chat: string;
  readonly sender: string;
  readonly arrival: ArrivalContext;
  readonly named: Named;
}

function contentOf(
  message: ArrivingMessage,
  { chat, sender, arrival, named }: Arriving,
): { said: ArrivingContent; media?: MediaContent } {
  const { kind } = message;
  if (kind === 'text')
    return { said: { type: 'text', mediaType: '', content: textContent(message.text, arrival) } };
  if (isOther(kind)) {
    const isByAdmin = isGroup(chat) && named.isAdmin(chat, sender);
    const context = { chat, sender, about: named.about, isByAdmin, nowMs: arrival.nowMs };
    return { said: otherContent({ ...message, kind }, context) };
  }
  const file = fileOf(kind, message);
  const content = { [`${kind}Message`]: mediaFields(kind, message.caption, file, arrival) };
  return {
    said: { type: 'media', mediaType: kind, content },
    media: fetched(file, arrival.mediaLimitBytes),
  };
}

const isOther = (kind: string): kind is OtherKind => OTHER_KINDS.some((other) => other === kind);

/** A plain text has no room for what it answers. */
const answering = ({ conversation, messageContextInfo: _, ...content }: Fields): Fields =>
  conversation === undefined ? content : { extendedTextMessage: { text: conversation } };

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

function textContent(text: string | undefined, { nowMs, random }: ArrivalContext): MessageContent {
  if (!text) throw invalid('text is required for a message of kind text');
  return {
    conversation: text,
    messageContextInfo: {
      deviceListMetadata: {
        senderKeyHash: Buffer.from(random(10)).toString('base64'),
        senderTimestamp: Math.floor(nowMs / 1000),
      },
      deviceListMetadataVersion: 2,
    },
  };
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
  const sample = SAMPLES[kind];
  if (base64 === undefined) return { ...sample, ...claimed };
  const bytes = decoded(base64);
  const { width, height } = (kind === 'image' && pictureSize(bytes)) || { width: 0, height: 0 };
  const unknown = { seconds: 0, pageCount: 0, mimetype: USUAL_MIMETYPE[kind], fileName: 'file' };
  return { ...unknown, ...claimed, bytes, width, height };
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

/** The fields of `imageMessage` and the like. */
function mediaFields(
  kind: ArrivingFileKind,
  caption: string | undefined,
  file: Sample,
  { nowMs, random }: ArrivalContext,
): MediaFields {
  return {
    ...newFilePlace(random, nowMs),
    mimetype: file.mimetype,
    ...(caption !== undefined && kind !== 'audio' && kind !== 'sticker' && { caption }),
    fileSha256: createHash('sha256').update(file.bytes).digest('base64'),
    fileLength: file.bytes.byteLength,
    ...OWN_FIELDS[kind](file, random),
  };
}

/** A waveform has 64 bars; they are not measured, so they are flat. */
const FLAT_WAVEFORM = Buffer.alloc(64).toString('base64');

const OWN_FIELDS: Readonly<Record<ArrivingFileKind, (file: Sample, random: Random) => object>> = {
  image: ({ bytes, width, height }, random) => ({
    height,
    width,
    scansSidecar: Buffer.from(random(10)).toString('base64'),
    scanLengths: [bytes.byteLength],
    midQualityFileSha256: newKey(random),
  }),
  video: ({ seconds, width, height }) => ({ seconds, height, width, gifPlayback: false }),
  audio: ({ seconds, mimetype }) => ({
    seconds,
    // Voice notes are what WhatsApp itself records; any other audio is an attached file.
    ptt: mimetype.startsWith('audio/ogg'),
    waveform: FLAT_WAVEFORM,
  }),
  sticker: ({ width, height }) => ({ height, width, isAnimated: false }),
  document: ({ fileName, pageCount }) => ({
    title: fileName,
    fileName,
    ...(pageCount > 0 && { pageCount }),
  }),
};
