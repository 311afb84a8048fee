/** Reads stanzas. Pure. */
import { isBytes, isRecord, record, text } from '../../../core/providers/foreign-values.ts';
import type { BinaryNode } from '../engine/surface.ts';

/** Returns '' when there is no such attribute. */
export const attribute = (node: BinaryNode | undefined, name: string): string =>
  text(record(node?.attrs)[name]);

export const attributes = (node: BinaryNode | undefined, ...names: readonly string[]): string[] =>
  names.map((name) => attribute(node, name));

/** With `tag` only children with that tag are returned. */
export const children = (node: BinaryNode | undefined, tag?: string): readonly BinaryNode[] =>
  Array.isArray(node?.content)
    ? node.content.filter((one) => isRecord(one) && (tag === undefined || one.tag === tag))
    : [];

export const child = (node: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  Array.isArray(node?.content)
    ? node.content.find((one) => isRecord(one) && one.tag === tag)
    : undefined;

/** Returns the text of a node without children. */
export function body(node: BinaryNode | undefined): string {
  const content: unknown = node?.content;
  return isBytes(content) ? Buffer.from(content).toString('utf8') : text(content);
}
