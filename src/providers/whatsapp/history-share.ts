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
    return isAskedFor(share) ? share : shortened(share);
  } catch (error) {
    if (error instanceof RangeError) return share;
    throw error;
  }
}

function isAskedFor(share: Uint8Array): boolean {
  const field = new FieldCursor(share);
  while (field.next()) if (field.number === SYNC_TYPE) return share[field.from] === ON_DEMAND;
  return false;
}

function shortened(share: Uint8Array): Uint8Array {
  const source = Buffer.from(share.buffer, share.byteOffset, share.byteLength);
  const result = Buffer.allocUnsafe(share.length);
  let length = 0;
  const keep = (from: number, to: number) => {
    length += source.copy(result, length, from, to);
  };
  const field = new FieldCursor(share);
  while (field.next()) {
    if (field.number === STATUS_MESSAGES) continue;
    if (field.number === CONVERSATIONS) {
      const kept = keptOf(source, field.from, field.to);
      const size = kept.reduce((sum, { from, to }) => sum + to - from, 0);
      length = writePrefix(result, length, size);
      for (const { from, to } of kept) keep(from, to);
    } else keep(field.start, field.to);
  }
  return result.subarray(0, length);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Of the conversation between two places, in one pass: all but its messages, and a few of these or none. */
function keptOf(share: Buffer, chatFrom: number, chatTo: number): Range[] {
  const kept: Range[] = [];
  const messages: Range[] = [];
  let [isHidden, isKnown, from] = [false, false, chatFrom];
  const field = new FieldCursor(share, chatFrom, chatTo);
  while (field.next()) {
    if (field.number === PHONE_NUMBER) isKnown = true;
    if (field.number === ID)
      isHidden = share.toString('latin1', field.from, field.to).includes('@lid');
    if (field.number !== MESSAGES) continue;
    if (messages.length < MESSAGES_KEPT) messages.push({ from: field.start, to: field.to });
    if (from < field.start) kept.push({ from, to: field.start });
    from = field.to;
  }
  if (from < chatTo) kept.push({ from, to: chatTo });
  return isHidden && !isKnown ? [...kept, ...messages] : kept;
}

/** Writes what stands before a conversation of `size` bytes; returns where it ends. */
function writePrefix(bytes: Buffer, from: number, size: number): number {
  let at = bytes.writeUInt8((CONVERSATIONS << 3) | 2, from);
  let rest = size;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80))
    at = bytes.writeUInt8((rest % 0x80) | 0x80, at);
  return bytes.writeUInt8(rest, at);
}

const VARINT_BYTES_MAX = 10;

/** Goes through the fields of an encoded message in their order; a share has hundreds of thousands of them. */
class FieldCursor {
  number = 0;
  /** Where the field begins, where its value does, and where both end. */
  start = 0;
  from = 0;
  to = 0;
  readonly #bytes: Uint8Array;
  readonly #end: number;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.#bytes = bytes;
    this.#end = to;
    this.to = from;
  }

  /** Goes to the next field; false: there is none. Throws a RangeError when the message ends within it. */
  next(): boolean {
    if (this.to === this.#end) return false;
    this.start = this.to;
    this.from = this.start;
    const tag = this.#varint();
    this.number = tag >>> 3;
    this.to = this.#endOf(tag & 7);
    if (this.to > this.#end) throw new RangeError('the message ends within a field');
    return true;
  }

  /** Where the value ends; `from` is where it begins afterwards. */
  #endOf(wireType: number): number {
    const at = this.from;
    if (wireType === 1) return at + 8;
    if (wireType === 5) return at + 4;
    if (wireType > 2) throw new RangeError('the field has no known type');
    const value = this.#varint();
    if (wireType === 2) return this.from + value;
    const end = this.from;
    this.from = at;
    return end;
  }

  /** The number at `from`, exact below 2^53; moves on to where it ends. */
  #varint(): number {
    let [value, scale] = [0, 1];
    for (let left = VARINT_BYTES_MAX; left > 0; left--) {
      const byte = this.#bytes[this.from++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new RangeError('the number does not end');
  }
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
