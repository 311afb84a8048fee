/** Formats that begin with bytes of their own. */
import { anyDocument, type FileFormat, oneOfTypes } from './file-format.ts';

/** Where the bytes are, which ones (as Latin-1), and what they are the beginning of. */
type Signature = readonly [
  at: number,
  bytes: string,
  type: string,
  name: string,
  mayBe?: FileFormat['mayBe'],
];

const SIGNATURES: readonly Signature[] = [
  [0, '\xff\xd8\xff', 'image/jpeg', 'JPEG'],
  [0, '\x89PNG', 'image/png', 'PNG'],
  [0, 'GIF87a', 'image/gif', 'GIF'],
  [0, 'GIF89a', 'image/gif', 'GIF'],
  [0, 'II*\0', 'image/tiff', 'TIFF', (type) => type.startsWith('image/x-')],
  [0, 'MM\0*', 'image/tiff', 'TIFF', (type) => type.startsWith('image/x-')],
  [0, '8BPS\0', 'image/vnd.adobe.photoshop', 'a Photoshop file'],
  [0, '\0\0\x01\0', 'image/vnd.microsoft.icon', 'an icon (ICO)'],
  [0, '\xff\x0a', 'image/jxl', 'JPEG XL'],
  [4, 'JXL \r\n', 'image/jxl', 'JPEG XL'],
  [4, 'jP  \r\n', 'image/jp2', 'JPEG 2000'],
  [0, 'FLV\x01', 'video/x-flv', 'Flash video (FLV)'],
  [0, '\0\0\x01\xba', 'video/mpeg', 'MPEG-2 video'],
  [0, '\0\0\x01\xb3', 'video/mpeg', 'MPEG-2 video'],
  [
    0,
    '\x30\x26\xb2\x75\x8e\x66\xcf\x11',
    'video/x-ms-asf',
    'Windows Media (WMA, WMV)',
    oneOfTypes('audio/x-ms-wma', 'video/x-ms-wmv'),
  ],
  [0, 'fLaC', 'audio/flac', 'FLAC'],
  [0, '#!AMR-WB\n', 'audio/amr-wb', 'AMR'],
  [0, '#!AMR', 'audio/amr', 'AMR'],
  [0, 'MThd\0', 'audio/midi', 'MIDI'],
  [0, 'caff\0', 'audio/x-caf', 'Core Audio (CAF)'],
  [0, '.snd\0', 'audio/basic', 'Sun audio (AU)'],
  [0, 'ADIF', 'audio/aac', 'AAC'],
  [0, '{\\rtf', 'application/rtf', 'RTF', anyDocument],
  [0, '\x1f\x8b\x08', 'application/gzip', 'a gzip archive', anyDocument],
  [0, '7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed', 'a 7z archive'],
  [0, 'Rar!\x1a\x07', 'application/vnd.rar', 'a RAR archive'],
  [0, '\x7fELF', 'application/octet-stream', 'a program', anyDocument],
];

/** Returns the format that the head of a file, as Latin-1, begins with, or null. */
export function formatBySignature(head: string): FileFormat | null {
  const found = SIGNATURES.find(([at, bytes]) => head.startsWith(bytes, at));
  if (found !== undefined) {
    const [, , type, name, mayBe] = found;
    return { type, name, ...(mayBe && { mayBe }) };
  }
  // Two letters alone may begin a text; the bytes after the size are reserved.
  return head.startsWith('BM') && head.startsWith('\0\0\0\0', 6)
    ? { type: 'image/bmp', name: 'BMP' }
    : pdfIn(head);
}

const PDF_AT_START = /^(?:\xef\xbb\xbf)?\s*%PDF-/;
const PDF_LATER = /%PDF-\d\.\d/;

/** Readers open a PDF with something else before it; a text that speaks of one may look the same. */
function pdfIn(head: string): FileFormat | null {
  const pdf = { type: 'application/pdf', name: 'a PDF' };
  if (PDF_AT_START.test(head)) return pdf;
  return PDF_LATER.test(head) ? { ...pdf, mayBe: (type) => type.startsWith('text/') } : null;
}

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
