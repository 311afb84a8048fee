/** Reads a file that is written as a text: base64 in the spellings that programs send, or a data: URL. Pure. */
import { type Problem, problem } from '../shared/reasons/problems.ts';
import { isMediaType } from './media-types.ts';

interface FileInText {
  readonly bytes: Uint8Array;
  /** The type that a data: URL names, or null. */
  readonly mimetype: string | null;
}

interface Refusal {
  readonly problem: Problem;
}

const NO_FILE: Refusal = { problem: problem('not_file') };
const CUT: Refusal = { problem: problem('file_cut_off') };
const NO_TYPE: Refusal = { problem: problem('data_url_without_type') };

const DATA_URL = /^data:([^,]{0,300}),/i;
const IN_BASE64 = /(?:^|;)\s*base64\s*$/i;

export function fileInText(text: string): FileInText | Refusal {
  const [head, parameters = ''] = DATA_URL.exec(text.slice(0, 400)) ?? [];
  if (head === undefined) return withType(bytesOfBase64(text), null);
  const content = text.slice(head.length);
  const named = decodedPercent(parameters.replace(IN_BASE64, ''));
  const type = named?.trim() ?? '';
  if (named === null || (type !== '' && !type.startsWith(';') && !isMediaType(type)))
    return NO_TYPE;
  const bytes = IN_BASE64.test(parameters) ? bytesOfBase64(content) : bytesOfPercent(content);
  return withType(bytes, type === '' || type.startsWith(';') ? null : type);
}

const withType = (bytes: Uint8Array | Refusal, mimetype: string | null): FileInText | Refusal =>
  'problem' in bytes ? bytes : { bytes, mimetype };

/** The usual spelling is read at once. */
function bytesOfBase64(text: string): Uint8Array | Refusal {
  return strict(text) ?? bytesOfOtherBase64(text);
}

function strict(base64: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(base64, { lastChunkHandling: 'strict' });
  } catch {
    return null;
  }
}

/** Blanks that editors and chats put between letters, and line ends that were escaped twice. */
const BETWEEN = [
  ...[' ', '\n', '\r', '\t', '\u00a0', '\u200b', '\u2060', '\ufeff'],
  ...['\\r', '\\n', '\\t'],
];
const LETTERS = /^[A-Za-z0-9+/]*(={0,2})$/;

/** Reads the alphabet for URLs, escaped letters, and base64 whose padding was left out. */
function bytesOfOtherBase64(text: string): Uint8Array | Refusal {
  const plain = text.includes('%') ? decodedPercent(text) : text;
  if (plain === null) return NO_FILE;
  const joined = BETWEEN.reduce((whole, blank) => whole.replaceAll(blank, ''), plain);
  const letters = joined.replaceAll('-', '+').replaceAll('_', '/');
  const [, padding] = LETTERS.exec(letters) ?? [];
  if (padding === undefined) return NO_FILE;
  const missing = padding === '' ? '='.repeat((4 - (letters.length % 4)) % 4) : '';
  // The last letter of a whole file has no bits that lead nowhere, so most that are cut off are noticed here too.
  return strict(letters + missing) ?? CUT;
}

function decodedPercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const PERCENT = 0x25;
const NO_ESCAPE: Refusal = { problem: problem('not_data_url') };

/** Any byte may be escaped, so the text need not be UTF-8. */
function bytesOfPercent(text: string): Uint8Array | Refusal {
  const written = Buffer.from(text);
  let length = 0;
  // The bytes move to the front of the same memory, as each escape is longer than its byte.
  for (let from = 0; from < written.length; ) {
    const found = written.indexOf(PERCENT, from);
    const to = found === -1 ? written.length : found;
    written.copyWithin(length, from, to);
    length += to - from;
    from = to;
    if (found === -1) break;
    const [high, low] = [hexDigit(written[to + 1]), hexDigit(written[to + 2])];
    if (Number.isNaN(high + low)) return NO_ESCAPE;
    written[length++] = high * 16 + low;
    from = to + 3;
  }
  return new Uint8Array(written.subarray(0, length));
}

const hexDigit = (byte = 0): number => Number.parseInt(String.fromCharCode(byte), 16);
