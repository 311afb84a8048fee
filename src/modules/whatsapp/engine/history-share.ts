/**
 * Reads shares of a phone's history without blocking everything else. The shares that come with a pairing say which
 * LID is whose; their messages are not published, and tens of thousands of them are not even decoded.
 */
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import type { Baileys, WASocket } from './surface.ts';

/** Field numbers of `HistorySync`. */
const SYNC_TYPE = 1;
const CONVERSATIONS = 2;
const STATUS_MESSAGES = 3;
/** Field numbers of `Conversation`. */
const ID = 1;
const MESSAGES = 2;
const PHONE_NUMBER = 39;
/** The `HistorySync.HistorySyncType` of shares that were asked for, whose messages are wanted. */
const ON_DEMAND = 6;
/** Messages that are kept of a chat under a LID that does not say whose it is: their receipts may say it. */
const MESSAGES_KEPT = 3;

/** Lets Baileys decode shares of history without most of their messages, unless the shares were asked for. */
export function decodeWithoutMessages({ proto }: Pick<Baileys, 'proto'>): void {
  const { HistorySync } = proto;
  const decode = HistorySync.decode.bind(HistorySync);
  // Only a part of something larger is decoded with a length, and a share of history never is.
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

/** Returns the parts of the conversation to keep: all but its messages, and at most a few of these. */
function keptOf(share: Buffer, chatFrom: number, chatTo: number): Range[] {
  const kept: Range[] = [];
  const messages: Range[] = [];
  let [hasLid, isKnown, from] = [false, false, chatFrom];
  const field = new FieldCursor(share, chatFrom, chatTo);
  while (field.next()) {
    if (field.number === PHONE_NUMBER) isKnown = true;
    if (field.number === ID)
      hasLid = share.toString('latin1', field.from, field.to).includes('@lid');
    if (field.number !== MESSAGES) continue;
    if (messages.length < MESSAGES_KEPT) messages.push({ from: field.start, to: field.to });
    if (from < field.start) kept.push({ from, to: field.start });
    from = field.to;
  }
  if (from < chatTo) kept.push({ from, to: chatTo });
  return hasLid && !isKnown ? [...kept, ...messages] : kept;
}

/** Writes the prefix of a conversation of `size` bytes and returns where the prefix ends. */
function writePrefix(bytes: Buffer, from: number, size: number): number {
  let at = bytes.writeUInt8((CONVERSATIONS << 3) | 2, from);
  let rest = size;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80))
    at = bytes.writeUInt8((rest % 0x80) | 0x80, at);
  return bytes.writeUInt8(rest, at);
}

const VARINT_BYTES_MAX = 10;

/** Goes through the fields of an encoded message in order. A share has hundreds of thousands of them. */
class FieldCursor {
  number = 0;
  /** The offsets where the field begins, where its value begins, and where both end. */
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

  /** Moves to the next field. Returns false at the end. Throws a RangeError when the message ends within the field. */
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

  /** Returns where the value ends and sets `from` to where it begins. */
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

  /** Reads the number at `from`, exact below 2^53, and moves behind it. */
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

/** This many take a few milliseconds of the event loop. */
const PAIRS_PER_TURN = 25;

/**
 * A history says of thousands of people which LID is whose. Written in one go, they
 * would block everything else.
 */
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
