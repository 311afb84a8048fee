/** Recognizes fetched files that are no media by their bytes, whatever their server and their name say. */
import type { SentMediaKind } from '../providers/outgoing.ts';
import { AppError } from '../shared/errors.ts';

/** A login page, a refusal or a preview page looks like this. */
const LOOKED_AT = 1024;
/** Fewer bytes say too little. */
const BYTES_MIN = 16;
const SEEN_BY_PHONES: readonly string[] = ['image', 'video', 'audio'];

/** Throws `invalid` if the bytes of an image, a video or an audio are those of a page or a document. */
export function refuseForeignBytes(kind: SentMediaKind, bytes: Uint8Array): void {
  if (!SEEN_BY_PHONES.includes(kind)) return;
  const found = whatIs(bytes);
  if (found === null) return;
  throw new AppError('invalid', `media is no ${kind}: the file at its URL is ${found}`, {
    hint: 'give the URL of the file itself, or send it with mediatype document',
    kind: 'unusable_file',
  });
}

/** Returns null for what may be media. */
function whatIs(bytes: Uint8Array): string | null {
  if (bytes.byteLength < BYTES_MIN) return null;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(LOOKED_AT, bytes.byteLength));
  const latin = head.toString('latin1');
  if (latin.startsWith('%PDF-')) return 'a PDF';
  if (latin.startsWith('PK\u0003\u0004')) return 'a ZIP archive';
  return isText(head) ? textKind(head.toString().trimStart()) : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: media have these characters, and texts do not.
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/;

/** The last character may be cut, so its bytes may be malformed. */
const isText = (head: Buffer): boolean => {
  const text = head.toString();
  return !CONTROL.test(text) && !text.slice(0, -3).includes('\ufffd');
};

function textKind(text: string): string | null {
  if (/<svg[\s>]/i.test(text)) return null;
  if (/^<!doctype html|^<html|<(?:head|body|script)[\s>]/i.test(text)) return 'a web page';
  if (text.startsWith('<')) return 'XML';
  return /^[{[]/.test(text) ? 'JSON' : 'plain text';
}
