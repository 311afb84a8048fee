/**
 * Shares of a phone's history, taken in without stopping everything else. What comes with a pairing says which hidden
 * address is whose; its messages are no events, and tens of thousands of them are not even decoded.
 */
import type { WASocket } from '@whiskeysockets/baileys';
import { yieldToEventLoop } from '../../shared/clock.ts';

/** Of `HistorySync`. */
const SYNC_TYPE = 1;
const CONVERSATIONS = 2;
const STATUS_MESSAGES = 3;
/** Of `Conversation`. */
const ID = 1;
const MESSAGES = 2;
const PHONE_NUMBER = 39;
/** Of `HistorySync.HistorySyncType`: what was asked for, whose messages are wanted. */
const ON_DEMAND = 6;
/** Of a chat under a hidden address that does not say whose it is: the receipts of messages sent there may. */
const MESSAGES_KEPT = 3;

/** From now on the library decodes shares of history without most of their messages, unless they were asked for. */
export function decodeWithoutMessages({
  proto,
}: Pick<typeof import('@whiskeysockets/baileys'), 'proto'>): void {
  const { HistorySync } = proto;
  const decode = HistorySync.decode.bind(HistorySync);
  // Only a part of something larger has a length, which no share of history is.
  HistorySync.decode = (share: Parameters<typeof decode>[0], length?: number) =>
    share instanceof Uint8Array && length === undefined
      ? decode(withoutMessages(share))
      : decode(share, length);
}

/** Returns the same share without most messages; a share that was asked for or is malformed is returned as it is. */
export function withoutMessages(share: Uint8Array): Uint8Array {
  try {
    const fields = fieldsOf(share);
    const syncType = fields.find(({ number }) => number === SYNC_TYPE);
    if (syncType !== undefined && share[syncType.from] === ON_DEMAND) return share;
    const pieces = fields.flatMap((field) => {
      if (field.number === STATUS_MESSAGES) return [];
      const whole = share.subarray(field.start, field.to);
      if (field.number !== CONVERSATIONS) return [whole];
      const chat = Buffer.concat(shortened(share.subarray(field.from, field.to)));
      return [lengthPrefix(CONVERSATIONS, chat.length), chat];
    });
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof RangeError) return share;
    throw error;
  }
}

/** A conversation in pieces, with few of its messages or none. */
function shortened(chat: Uint8Array): Uint8Array[] {
  const fields = fieldsOf(chat);
  const id = fields.find(({ number }) => number === ID);
  const isHidden = id !== undefined && Buffer.from(chat.subarray(id.from, id.to)).includes('@lid');
  const isKnown = fields.some(({ number }) => number === PHONE_NUMBER);
  let left = isHidden && !isKnown ? MESSAGES_KEPT : 0;
  return fields
    .filter(({ number }) => number !== MESSAGES || left-- > 0)
    .map(({ start, to }) => chat.subarray(start, to));
}

interface Field {
  readonly number: number;
  /** Where the field begins, where its value does, and where both end. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** The fields of an encoded message, in their order. Throws a RangeError when it ends within one. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const [tag, value] = varint(bytes, at);
    const [from, to] = valueAt(bytes, value, tag & 7);
    if (to > bytes.length) throw new RangeError('the message ends within a field');
    fields.push({ number: tag >>> 3, start, from, to });
    at = to;
  }
  return fields;
}

/** Where the value of a field begins and ends. */
function valueAt(bytes: Uint8Array, at: number, wireType: number): readonly [number, number] {
  switch (wireType) {
    case 0:
      return [at, varint(bytes, at)[1]];
    case 1:
      return [at, at + 8];
    case 2: {
      const [length, from] = varint(bytes, at);
      return [from, from + length];
    }
    case 5:
      return [at, at + 4];
    default:
      throw new RangeError('the field has no known type');
  }
}

const VARINT_BYTES_MAX = 10;

/** The number at a place, exact below 2^53, and where it ends. */
function varint(bytes: Uint8Array, at: number): readonly [number, number] {
  let value = 0;
  for (let index = 0; index < VARINT_BYTES_MAX; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new RangeError('the number does not end');
}

function lengthPrefix(number: number, length: number): Uint8Array {
  const bytes = [(number << 3) | 2];
  let rest = length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}

/** A few milliseconds of the event loop. */
const PAIRS_PER_TURN = 25;

/** A history says of thousands of people which hidden address is whose: written at once, they stop all else meanwhile. */
export function learnInSlices({
  signalRepository: { lidMapping },
}: Pick<WASocket, 'signalRepository'>): void {
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping);
  lidMapping.storeLIDPNMappings = async (pairs) => {
    for (let from = 0; from < pairs.length; from += PAIRS_PER_TURN) {
      await store(pairs.slice(from, from + PAIRS_PER_TURN));
      await yieldToEventLoop();
    }
  };
}
