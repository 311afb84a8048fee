/** Formats that are texts. */
import { anyDocument, type FileFormat } from './file-format.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: media have these characters, and texts do not.
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/;
/** Fewer bytes say too little. */
const BYTES_MIN = 16;
const UTF16_MARKS = ['\xff\xfe', '\xfe\xff'];

/** Returns the format of a text in UTF-8, or in UTF-16 with its mark, or null. `head` is its beginning. */
export function formatOfText(head: Buffer): FileFormat | null {
  if (head.length < BYTES_MIN) return null;
  const isUtf16 = UTF16_MARKS.includes(head.toString('latin1', 0, 2));
  if (isUtf16) return PLAIN;
  const text = head.toString();
  // The last character may be cut, so its bytes may be malformed.
  if (CONTROL.test(text) || text.slice(0, -3).includes('\ufffd')) return null;
  return textKind(text.replace(/^\ufeff/, '').trimStart());
}

/** The bytes of a text do not show its language, so a type that somebody names counts. */
const text = (type: string, name: string): FileFormat => ({ type, name, mayBe: anyDocument });
const PLAIN = text('text/plain', 'plain text');

const KINDS: readonly (readonly [RegExp, FileFormat])[] = [
  [/^<(?:!doctype html|html[\s>])/i, text('text/html', 'a web page')],
  [/<svg[\s>]/i, text('image/svg+xml', 'SVG')],
  [/<(?:head|body|script)[\s>]/i, text('text/html', 'a web page')],
  [/^</, text('application/xml', 'XML')],
  [/^(?:\{\s*["}]|\[\s*[{"\]])/, text('application/json', 'JSON')],
  [/^BEGIN:VCARD/i, text('text/vcard', 'the card of a contact')],
  [/^BEGIN:VCALENDAR/i, text('text/calendar', 'a calendar')],
];

const textKind = (text: string): FileFormat =>
  KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? PLAIN;
