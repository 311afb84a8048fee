/**
 * Shows what is sent through the sandbox: as its event, as it is stored, and in the list of
 * `/sandbox/{instanceName}/sent`; and keeps the latest files, since the sandbox has no media servers.
 */

import { createHash } from 'node:crypto';
import { and, asc, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Orm } from '../../core/db/client.ts';
import { messages } from '../../core/db/schema/messages.ts';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type {
  MessageContent,
  MessageData,
  MessageFlags,
} from '../../core/events/types/message-data.ts';
import {
  type KeyedMessage,
  type MessageRecord,
  messageRecord,
  type StoredMessage,
} from '../../core/messages/rows.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import { flagsOf, mediaContent } from '../../core/providers/media-content.ts';
import { type ContentContext, messageContent } from '../../core/providers/message-content.ts';
import { inOnePiece, type MessageFile, messageFile } from '../../core/providers/message-files.ts';
import type {
  OutgoingContext,
  OutgoingMedia,
  OutgoingMessage,
} from '../../core/providers/outgoing.ts';
import type { Account } from '../../core/providers/provider.ts';
import { pollIn, voteIn } from '../../core/providers/read-content.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { fileIn } from '../../core/shared/file-in-message.ts';
import { sentMessageData } from '../whatsapp/api.ts';
import type { SentContent, SentEntry } from './driver.ts';
import { newFilePlace, type Random } from './invented-values.ts';
import { personJid } from './jids.ts';

/** A message as the protocol spells it, and as it is listed. */
export interface ComposedMessage {
  readonly content: Fields;
  readonly listed: SentContent;
  readonly kind: string;
  /** For a file: what the protocol's envelope would say of it. */
  readonly flags?: MessageFlags;
}

interface StoredPayload {
  readonly content: Fields;
  /** Set for what was sent through the instance. */
  readonly sent?: SentEntry;
}

export function composeMessage(message: OutgoingMessage, context: ContentContext): ComposedMessage {
  const { content: said } = message;
  const content = messageContent(said, context);
  const { kind } = said;
  if (kind === 'buttons' || kind === 'link')
    throw invalid('phones show buttons of another form here');
  const listed =
    kind === 'text'
      ? { text: said.text, ...(said.preview && { preview: said.preview }) }
      : { kind, message: content };
  return { content, listed: { ...listed, ...listedContext(message) }, kind };
}

export interface MediaDeps {
  readonly files: { add(digest: string, bytes: Uint8Array): void };
  readonly random: Random;
}

export function composedMedia(
  media: OutgoingMedia,
  context: ContentContext,
  { files, random }: MediaDeps,
): ComposedMessage {
  const { kind, bytes, mimetype, caption, fileName, viewOnce } = media;
  const described = {
    ...(caption !== undefined && { caption }),
    ...(fileName && { fileName }),
    ...(viewOnce && { viewOnce }),
  };
  const size = bytes.byteLength;
  const fileSha256 = createHash('sha256').update(bytes).digest('base64');
  files.add(fileSha256, bytes);
  const file = { fileLength: size, fileSha256, ...newFilePlace(random, context.nowMs) };
  const content = asJson(mediaContent(media, file, context));
  const listed = { kind, mimetype, size, ...described, ...listedContext(media) };
  return { content, listed, kind, flags: flagsOf(media) };
}

/** Bytes become base64, as in events. */
const asJson = (content: Fields): Fields =>
  JSON.parse(
    JSON.stringify(content, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  );

const listedContext = ({ quoted, mentioned, mentionsEveryone, audience }: OutgoingContext) => ({
  ...(quoted && { quoted: quoted.id }),
  ...(mentioned && mentioned.length > 0 && { mentioned }),
  ...(mentionsEveryone && { mentionsEveryone }),
  ...(audience && { audience: audience.map((one) => personJid('statusJidList', one)) }),
});

interface PreparedMessage {
  readonly event: Extract<CatalogEvent, { type: 'SendMessage' }>;
  readonly record: MessageRecord;
}

/** `nowMs` is in ms since 1970. */
export function prepareMessage(
  composed: ComposedMessage,
  sent: SentEntry,
  account: Account,
  nowMs: number,
): PreparedMessage {
  const { content, kind } = composed;
  const data = dataOf(composed, sent, account, nowMs);
  return {
    event: { type: 'SendMessage', data },
    record: {
      ...recordOf(data, kind, { content, sent }, nowMs),
      status: 'Pending',
    },
  };
}

/** Shows the content as WhatsApp's own event does. */
function dataOf(
  { content, kind, flags }: ComposedMessage,
  { id, remoteJid }: SentEntry,
  { jid, pushName }: Account,
  nowMs: number,
): MessageData {
  const sent = {
    key: { remoteJid, fromMe: true, id },
    message: content,
    messageTimestamp: Math.floor(nowMs / 1000),
  };
  const data = sentMessageData(sent, kind, { jid, lid: null, pushName }, nowMs);
  return flags === undefined ? data : { ...data, Message: content as MessageContent, ...flags };
}

/** Returns a message in the form in which the sandbox stores it; `kind` names its content. */
export function recordOf(
  { Info }: MessageData,
  kind: string,
  stored: StoredPayload,
  nowMs: number,
): MessageRecord {
  return {
    ...messageRecord({ Info }, Buffer.from(JSON.stringify(stored))),
    kind,
    sentAt: nowMs,
    status: null,
    poll: pollIn(stored.content),
    vote: voteIn(stored.content),
  };
}

// Only `recordOf` writes it.
const read = (content: Uint8Array): StoredPayload => JSON.parse(Buffer.from(content).toString());

/** Returns the content of a stored message; empty when none was stored. */
export const decode = ({ content }: Pick<KeyedMessage, 'content'>): Fields =>
  content === null ? {} : read(content).content;

/** Returns an entry of the list of sent messages, or null when the message was not sent through the instance. */
export const sentEntryOf = (content: Uint8Array | null): SentEntry | null =>
  content === null ? null : (read(content).sent ?? null);

const LISTED_MAX = 1000;
/** The list is one answer, and texts can be long. */
const LISTED_BYTES_MAX = 8 * 1024 * 1024;
/** Rows are numbered in the order in which they were written. */
const ORDER = sql<number>`${messages}.rowid`;
/** The bytes of a row and all newer ones. */
const TOTAL_BYTES = sql<number>`sum(octet_length(${messages.content})) over (order by ${ORDER} desc)`;

/** Returns the newest 1,000, oldest first, or as many of them as have 8 MiB together. */
export async function listSent(orm: Orm, instanceId: string): Promise<SentEntry[]> {
  const newest = orm
    .select({
      content: messages.content,
      order: ORDER.as('place'),
      total: TOTAL_BYTES.as('total'),
    })
    .from(messages)
    .where(and(eq(messages.instanceId, instanceId), isNotNull(messages.status)))
    .orderBy(desc(ORDER))
    .limit(LISTED_MAX)
    .as('newest');
  const rows = await orm
    .select({ content: newest.content })
    .from(newest)
    .where(lte(newest.total, LISTED_BYTES_MAX))
    .orderBy(asc(newest.order));
  return rows.flatMap(({ content }) => sentEntryOf(content) ?? []);
}

/** The limit for all instances together. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Keeps files that were sent and received recently. */
export class RecentFiles {
  /** Keyed by the digest that messages name; the oldest is first. */
  readonly #files = new Map<string, Uint8Array>();
  #bytes = 0;

  /** `digest` is SHA-256 in base64. */
  add(digest: string, bytes: Uint8Array): void {
    this.#remove(digest);
    this.#files.set(digest, bytes);
    this.#bytes += bytes.byteLength;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= BYTES_MAX) break;
      this.#remove(oldest);
    }
  }

  /** Throws `invalid` for a message without a file, `gone` when its file is no longer kept. */
  of(message: StoredMessage): MessageFile {
    const found = fileIn(decode(message));
    // The header of what was sent here has no sums: it was never uploaded.
    if (typeof found?.said.fileSha256 !== 'string') throw failure('no_file_in_message');
    const bytes = this.#files.get(found.said.fileSha256);
    if (bytes === undefined) throw failure('sandbox_file_gone');
    return messageFile(found, inOnePiece(bytes));
  }

  #remove(digest: string): void {
    this.#bytes -= this.#files.get(digest)?.byteLength ?? 0;
    this.#files.delete(digest);
  }
}
