/** Text as WhatsApp shows it: *bold*, _italic_, ~struck out~, ```code```, and addresses as links. */

/** Matches text between marks, without the marks, and addresses without the punctuation at the end of a sentence. */
const MARKED =
  /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])|(?<![\p{L}\p{N}])(?:\*([^\s*][^*\n]*)\*|_([^\s_][^_\n]*)_|~([^\s~][^~\n]*)~)(?![\p{L}\p{N}])|```([^`]+)```/gu;

export type Part = {
  readonly kind: 'text' | 'link' | 'b' | 'i' | 's' | 'code';
  readonly text: string;
};

/** Returns the parts of a text in their order. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: all, 1: link, 2: b, 3: i, 4: s, 5: code, index } of text.matchAll(MARKED)) {
    parts.push({ kind: 'text', text: text.slice(from, index) });
    from = index + all.length;
    for (const [kind, marked] of Object.entries({ link, b, i, s, code }))
      if (marked !== undefined) parts.push({ kind: kind as Part['kind'], text: marked });
  }
  parts.push({ kind: 'text', text: text.slice(from) });
  return parts.filter((part) => part.text !== '');
}
