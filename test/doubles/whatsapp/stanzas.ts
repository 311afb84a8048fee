/** Small words for building and reading stanzas. */
import { randomBytes } from 'node:crypto';
import type { BinaryNode } from '@whiskeysockets/baileys';

export type { BinaryNode };
export type Attributes = Record<string, string | undefined>;

export const SERVER = 's.whatsapp.net';

/** Leaves out attributes that are undefined. */
export function stanza(
  tag: string,
  attributes: Attributes = {},
  content?: BinaryNode[] | Uint8Array | string,
): BinaryNode {
  const attrs: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) attrs[name] = value;
  }
  if (content === undefined) return { tag, attrs };
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { tag, attrs, content: bytes };
}

export const childrenOf = (node: BinaryNode | undefined, tag?: string): BinaryNode[] =>
  Array.isArray(node?.content)
    ? node.content.filter((child) => tag === undefined || child.tag === tag)
    : [];

/** The node at the end of a path of tags. */
export const at = (node: BinaryNode | undefined, ...path: string[]): BinaryNode | undefined =>
  path.reduce<BinaryNode | undefined>((from, tag) => childrenOf(from, tag)[0], node);

/** The bytes of the node at the end of a path; throws by name when they are not there. */
export function bytesAt(node: BinaryNode | undefined, ...path: string[]): Buffer {
  const content = at(node, ...path)?.content;
  if (content instanceof Uint8Array) return Buffer.from(content);
  if (typeof content === 'string') return Buffer.from(content);
  throw new Error(`no content at ${path.join('/')} of ${node?.tag}`);
}

export const numberAt = (node: BinaryNode | undefined, ...path: string[]): number => {
  const bytes = bytesAt(node, ...path);
  return bytes.readUIntBE(0, bytes.length);
};

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

export const newId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
export const nowSeconds = (): string => `${Math.floor(Date.now() / 1000)}`;

/** The answer to an info query. */
export const resultOf = (query: BinaryNode, content?: BinaryNode[]): BinaryNode =>
  stanza('iq', { from: query.attrs.to ?? SERVER, type: 'result', id: query.attrs.id }, content);

export const errorOf = (query: BinaryNode, code: number, text: string): BinaryNode =>
  stanza('iq', { from: query.attrs.to ?? SERVER, type: 'error', id: query.attrs.id }, [
    stanza('error', { code: `${code}`, text }),
  ]);
