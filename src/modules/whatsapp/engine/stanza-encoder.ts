/**
 * Encodes stanzas as Baileys does, byte for byte. Baileys pushes single bytes into an array, which holds the
 * event loop for 46 ms when a message goes to a group of 1 000.
 */
import type { BinaryNode, decodeBinaryNode } from './surface.ts';

const EMPTY = 0;
/** The first of the codes after which a word has a second byte. */
const DICTIONARY = 236;
const DICTIONARIES = 4;
const DEVICE_JID = 247;
const LIST_8 = 248;
const LIST_16 = 249;
const JID_PAIR = 250;
const HEX = 251;
const BINARY_8 = 252;
const BINARY_20 = 253;
const BINARY_32 = 254;
const NIBBLE = 255;
/** Longer texts are not packed. */
const PACKED_MAX = 127;
/** The codes of domains; Baileys reads others from the address. */
const DOMAINS: ReadonlyMap<string, number> = new Map([
  ['lid', 1],
  ['hosted', 128],
  ['hosted.lid', 129],
]);

const FILLER = 15;
/** The value of each character that can be packed, by its code. */
type Digits = readonly (number | undefined)[];
const digitsOf = (characters: string): Digits => {
  const digits: (number | undefined)[] = new Array(128).fill(undefined);
  for (const [value, character] of [...characters].entries())
    digits[character.charCodeAt(0)] = value;
  return digits;
};
const NIBBLES = digitsOf('0123456789-.');
const HEX_DIGITS = digitsOf('0123456789ABCDEF');

/** The buffer is used again for the next stanza, unless a large one has made it grow beyond this. */
const KEPT_BYTES = 1 << 18;

/** The part of Baileys that is asked. */
interface Decoder {
  readonly decodeBinaryNode: typeof decodeBinaryNode;
}

/** The words that have a code of one or two bytes. */
const tokens = new Map<string, readonly number[]>();
let bytes = Buffer.allocUnsafe(KEPT_BYTES);
let length = 0;

/**
 * Asks Baileys' decoder which words have codes, since Baileys does not export its list. Must be called before
 * a stanza is encoded. There is one Baileys in a process, and so one list.
 */
export async function loadTokens(baileys: Decoder): Promise<void> {
  const learn = async (...code: number[]) => {
    try {
      const { tag } = await baileys.decodeBinaryNode(Buffer.from([0, LIST_8, 1, ...code]));
      tokens.set(tag, code);
    } catch {
      // There is no such word.
    }
  };
  for (let code = 1; code < DICTIONARY; code++) await learn(code);
  for (let code = DICTIONARY; code < DICTIONARY + DICTIONARIES; code++)
    for (let index = 0; index < 256; index++) await learn(code, index);
}

/** A node that was encoded before the stanza that it is part of. */
export class EncodedNode {
  readonly bytes: Uint8Array;

  constructor(node: Stanza) {
    this.bytes = encoded(() => putNode(node));
  }
}

export interface Stanza extends Omit<BinaryNode, 'content'> {
  readonly content?: string | Uint8Array | readonly (Stanza | EncodedNode)[];
}

/** Throws for a stanza without a tag, and for content that cannot be encoded. */
export const encodeStanza = (stanza: Stanza): Buffer =>
  encoded(() => {
    put(0);
    putNode(stanza);
  });

function encoded(write: () => void): Buffer {
  if (tokens.size === 0) throw new Error('Baileys is not loaded');
  length = 0;
  write();
  const copy = Buffer.from(bytes.subarray(0, length));
  if (bytes.length > KEPT_BYTES) bytes = Buffer.allocUnsafe(KEPT_BYTES);
  return copy;
}

function reserve(more: number): void {
  if (length + more <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + more));
  bytes.copy(larger, 0, 0, length);
  bytes = larger;
}

function put(byte: number): void {
  reserve(1);
  bytes[length++] = byte;
}

function putNode({ tag, attrs, content }: Stanza): void {
  if (!tag) throw new Error('Invalid node: tag cannot be undefined');
  const attributes = Object.entries(attrs ?? {}).filter(([, value]) => value != null);
  putListStart(2 * attributes.length + 1 + (content === undefined ? 0 : 1));
  putText(tag);
  for (const [name, value] of attributes) {
    putText(name);
    putText(value);
  }
  if (content === undefined) return;
  if (typeof content === 'string') putText(content);
  else if (content instanceof Uint8Array) putBytes(content);
  else if (Array.isArray(content)) {
    const nodes = content.filter(Boolean);
    putListStart(nodes.length);
    for (const node of nodes)
      if (node instanceof EncodedNode) putRaw(node.bytes);
      else putNode(node);
  } else throw new Error(`invalid content of "${tag}": ${typeof content}`);
}

function putListStart(size: number): void {
  if (size === 0) put(EMPTY);
  else if (size < 256) {
    put(LIST_8);
    put(size);
  } else {
    put(LIST_16);
    put((size >> 8) & 0xff);
    put(size & 0xff);
  }
}

function putLength(size: number): void {
  reserve(5);
  if (size < 256) {
    bytes[length++] = BINARY_8;
    bytes[length++] = size;
  } else if (size < 1 << 20) {
    bytes[length++] = BINARY_20;
    length = bytes.writeUIntBE(size, length, 3);
  } else {
    bytes[length++] = BINARY_32;
    length = bytes.writeUInt32BE(size, length);
  }
}

function putBytes(content: Uint8Array): void {
  putLength(content.length);
  putRaw(content);
}

function putRaw(content: Uint8Array): void {
  reserve(content.length);
  bytes.set(content, length);
  length += content.length;
}

function putText(text: string): void {
  const token = tokens.get(text);
  if (token !== undefined) for (const byte of token) put(byte);
  else if (isMadeOf(text, NIBBLES)) putPacked(text, NIBBLE, NIBBLES);
  else if (isMadeOf(text, HEX_DIGITS)) putPacked(text, HEX, HEX_DIGITS);
  else if (text.includes('@')) putJid(text);
  else putBytes(Buffer.from(text));
}

function isMadeOf(text: string, digits: Digits): boolean {
  if (text === '' || text.length > PACKED_MAX) return false;
  for (let at = 0; at < text.length; at++)
    if (digits[text.charCodeAt(at)] === undefined) return false;
  return true;
}

/** Puts two characters into each byte. */
function putPacked(text: string, code: number, digits: Digits): void {
  put(code);
  put(Math.ceil(text.length / 2) | (text.length % 2 === 0 ? 0 : 128));
  const value = (at: number) => digits[text.charCodeAt(at)] ?? FILLER;
  for (let at = 0; at < text.length; at += 2) put((value(at) << 4) | value(at + 1));
}

/** Puts an address such as `4915112345678_1:2@s.whatsapp.net`, in which 1 is the domain and 2 the device. */
function putJid(jid: string): void {
  const at = jid.indexOf('@');
  const server = jid.slice(at + 1);
  const [named = '', device] = jid.slice(0, at).split(':');
  const [user = '', domain] = named.split('_');
  if (device) {
    put(DEVICE_JID);
    put((DOMAINS.get(server) ?? Number.parseInt(domain ?? '', 10)) & 0xff);
    put(Number(device) & 0xff);
    putText(user);
    return;
  }
  put(JID_PAIR);
  if (user === '') put(EMPTY);
  else putText(user);
  putText(server);
}
