/** Takes over the messages of an instance, a batch at a time: what was written stays when it is interrupted. */
import type { Database, Statement } from '../../core/db/client.ts';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { type MessageData, NO_FLAGS } from '../../core/events/types/message-data.ts';
import { type Fields, isFields } from '../../core/http/read-fields.ts';
import type { MessageStatus } from '../../core/messages/status.ts';
import { ContactWriter, contactsIn } from '../../core/messages/store/contacts.ts';
import {
  type ImportedMessage,
  insertImported,
  totalsOf,
} from '../../core/messages/store/statements.ts';
import { isLid, isPhone } from '../../core/shared/addresses/chat-address.ts';
import { type Clock, iso } from '../../core/shared/clock.ts';
import { jsonIn, MESSAGES_MAX, type Source, type SourceRow, textIn } from './source.ts';

interface MessagesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly source: Source;
}

interface Owner {
  /** As the source calls the instance, and as it is called here. */
  readonly sourceId: string;
  readonly instanceId: string;
  readonly ownerJid: string | null;
}

/** Returns the sentence of a dry run on the messages of an instance. */
export async function messagesToTake(source: Source, sourceId: string): Promise<string> {
  const all = await source.countMessages(sourceId);
  return `messages: ${Math.min(all, MESSAGES_MAX)} to take${leftOut(all)}`;
}

const leftOut = (all: number): string =>
  all > MESSAGES_MAX ? `, and ${all - MESSAGES_MAX} older ones not` : '';

/** Resolves with what became of them, as a sentence. Those that are here already stay as they are. */
export async function takeMessages(
  { db, clock, source }: MessagesDeps,
  { sourceId, instanceId, ownerJid }: Owner,
): Promise<string> {
  const countStored = async () => (await totalsOf(db, [instanceId])).get(instanceId)?.messages ?? 0;
  const before = await countStored();
  // Each of them is written once for each batch that names them.
  const contacts = new ContactWriter(db, Number.MAX_SAFE_INTEGER);
  let read = 0;
  let unreadable = 0;
  for await (const rows of source.messages(sourceId)) {
    const messages = rows.flatMap((row) => messageIn(row, ownerJid ?? '') ?? []);
    read += rows.length;
    unreadable += rows.length - messages.length;
    const now = clock.now();
    const people = contacts.statements(instanceId, messages.map(eventOf).flatMap(contactsIn), now);
    const said = messages.flatMap((message) => insertImported(instanceId, message, now));
    const statements: Statement[] = [...said, ...people.statements];
    if (statements.length > 0) await db.batch(statements);
  }
  const taken = (await countStored()) - before;
  const there = read - unreadable - taken;
  const all = await source.countMessages(sourceId);
  return [
    `messages: ${taken} taken`,
    ...(there > 0 ? [`${there} here already`] : []),
    ...(unreadable > 0 ? [`${unreadable} without a chat, an id, a time or a content`] : []),
  ]
    .join(', ')
    .concat(leftOut(all));
}

const eventOf = ({ data }: ImportedMessage): CatalogEvent => ({ type: 'Message', data });

// A message as Evolution API has stored it, read into what its event would be here. Pure.

const ID_CHARACTERS_MAX = 128;
const CONTENT_CHARACTERS_MAX = 256 * 1024;
const DEPTH_MAX = 32;
/** The end of the year 9999, in seconds. */
const SECONDS_MAX = 253_402_300_799;

const JID = /^[^@\s]{1,80}@(s\.whatsapp\.net|lid|g\.us|newsletter|broadcast)$/;

/** As numbers in earlier versions, as words in later ones. */
const STATUSES: ReadonlyMap<unknown, MessageStatus> = new Map<unknown, MessageStatus>([
  ...(['Error', 'Pending', 'ServerAck', 'Delivered', 'Read', 'Played'] as const).entries(),
  ['ERROR', 'Error'],
  ['SERVER_ACK', 'ServerAck'],
  ['DELIVERY_ACK', 'Delivered'],
  ['READ', 'Read'],
  ['PLAYED', 'Played'],
]);

/** Reads a message; `own` is the JID of the account. Returns null for a row without a chat, id, time or content. */
function messageIn(row: SourceRow, own: string): ImportedMessage | null {
  const key = fieldsIn(row, 'key');
  const id = key.id;
  const at = Number(row.messageTimestamp);
  const Message = contentIn(row);
  const Chat = addressIn(key, 'remoteJid', ['remoteJidAlt', 'senderPn']);
  const isId = typeof id === 'string' && id !== '' && id.length <= ID_CHARACTERS_MAX;
  const isTime = Number.isInteger(at) && at > 0 && at <= SECONDS_MAX;
  if (!isId || !isTime || Message === null || Chat === null) return null;
  const IsFromMe = key.fromMe === true;
  const writer = addressIn(key, 'participant', ['participantAlt', 'participantPn']);
  const Sender = IsFromMe ? own : (writer?.jid ?? Chat.jid);
  const status = STATUSES.get(row.status) ?? null;
  const Info = {
    Chat: Chat.jid,
    Sender,
    SenderAlt: IsFromMe ? '' : ((writer ?? Chat).lid ?? ''),
    IsFromMe,
    IsGroup: Chat.jid.endsWith('@g.us'),
    ID: id,
    Type: '',
    PushName: IsFromMe ? '' : (textIn(row, 'pushName') ?? ''),
    Timestamp: iso(at * 1_000),
    MediaType: '',
    VerifiedName: null,
  };
  return {
    // The cast: content of any kind is stored as it came.
    data: { ...NO_FLAGS, Info, Message } as MessageData,
    source: 'unknown',
    // One that never arrived anywhere is not waited for here.
    status: IsFromMe && status !== 'Pending' ? status : null,
  };
}

const fieldsIn = (row: SourceRow, column: string): Fields => {
  const value = jsonIn(row, column);
  return isFields(value) ? value : {};
};

/** By phone number where the key has that; `lid` is the LID beside it. */
function addressIn(key: Fields, field: string, others: readonly string[]) {
  const addresses = [field, ...others]
    .map((name) => bare(key[name]))
    .filter((jid): jid is string => jid !== null);
  const [first] = addresses;
  if (first === undefined || bare(key[field]) === null) return null;
  const phone = addresses.find(isPhone);
  const jid = isLid(first) ? (phone ?? first) : first;
  return { jid, lid: addresses.find((one) => isLid(one) && one !== jid) ?? null };
}

/** Returns the address without its device number, or null if the value is not an address. */
function bare(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const jid = value.replace(/:\d{1,3}@/, '@');
  return JID.test(jid) ? jid : null;
}

/** Returns the content with its main field first, or null if the row has no content that can be stored. */
function contentIn(row: SourceRow): Fields | null {
  const kept = withoutBytes(fieldsIn(row, 'message'), 0);
  if (!isFields(kept)) return null;
  const type = textIn(row, 'messageType') ?? '';
  const content = Object.hasOwn(kept, type) ? { [type]: kept[type], ...kept } : kept;
  const isSaid = Object.keys(content).some((field) => field !== 'messageContextInfo');
  return isSaid && JSON.stringify(content).length <= CONTENT_CHARACTERS_MAX ? content : null;
}

/** Fields that hold bytes, in whatever form. */
const BYTES: ReadonlySet<string> = new Set([
  ...['base64', 'jpegThumbnail', 'pngThumbnail', 'thumbnailSha256', 'thumbnailEncSha256'],
  ...['mediaKey', 'fileSha256', 'fileEncSha256', 'midQualityFileSha256', 'firstFrameSidecar'],
  ...['streamingSidecar', 'scansSidecar', 'waveform', 'messageSecret', 'firstScanSidecar'],
]);

/** Undefined: there is nothing else in it. */
function withoutBytes(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX) return undefined;
  if (Array.isArray(value)) return value.map((one) => withoutBytes(one, depth + 1) ?? null);
  if (!isFields(value)) return value ?? undefined;
  if (typeof value.low === 'number' && typeof value.high === 'number') return numberOf(value);
  if (isBytes(value)) return undefined;
  const fields = Object.entries(value)
    .filter(([name]) => !BYTES.has(name))
    .map(([name, inner]) => [name, withoutBytes(inner, depth + 1)] as const)
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(fields);
}

/** As JSON writes a Buffer, and an array of bytes. */
const isBytes = (value: Fields): boolean =>
  value.type === 'Buffer' || (typeof value['0'] === 'number' && !('length' in value));

/** As JSON writes a number of 64 bits. */
const numberOf = ({ low, high }: Fields): number => Number(high) * 2 ** 32 + (Number(low) >>> 0);
