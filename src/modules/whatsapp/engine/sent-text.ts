/** Reads the text in which Baileys logs the stanzas that it sends. Pure. */
import type { BinaryNode } from './surface.ts';

const TAG = /<(\/?)([^\s<>/]+)((?:\s+[^\s=<>]+='[^']*')*)\s*(\/?)>/g;
const ATTRIBUTE = /([^\s=]+)='([^']*)'/g;
const HEX = /^(?:[0-9a-f]{2})+$/;

interface OpenNode {
  readonly node: { readonly tag: string; readonly attrs: Record<string, string> };
  readonly children: BinaryNode[];
  /** Where its content begins. */
  readonly from: number;
}

/** Returns null when the text is not a stanza. */
export function stanzaIn(text: string): BinaryNode | null {
  const path: OpenNode[] = [];
  for (const { 0: all, 1: closes, 2: tag = '', 3: attributes, 4: isEmpty, index } of text.matchAll(
    TAG,
  )) {
    if (closes === '')
      path.push({
        node: { tag, attrs: attributesIn(attributes) },
        children: [],
        from: index + all.length,
      });
    if (closes === '' && isEmpty === '') continue;
    const ended = path.pop();
    if (ended?.node.tag !== tag) return null;
    const inner = closes === '' ? '' : text.slice(ended.from, index).trim();
    const node = { ...ended.node, ...contentOf(ended.children, inner) };
    const parent = path.at(-1);
    if (parent === undefined) return node;
    parent.children.push(node);
  }
  return null;
}

const attributesIn = (text = ''): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]),
  );

/** Baileys writes bytes as hexadecimal digits. */
function contentOf(children: BinaryNode[], inner: string): Pick<BinaryNode, 'content'> {
  if (children.length > 0) return { content: children };
  if (inner === '') return {};
  return { content: HEX.test(inner) ? Buffer.from(inner, 'hex') : inner };
}
