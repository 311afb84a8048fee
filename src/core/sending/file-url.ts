/** Reads the URL of a file as people paste it: from a browser, a spreadsheet or a folder with names of their own. */
import { type Problem, problem } from '../shared/reasons/problems.ts';
import { checkWebhookUrl, type UrlGuard } from '../webhooks/url.ts';

/** Links that are signed, such as those of S3, are longer than the URLs of webhooks. */
const CHARACTERS_MAX = 8192;

/** Blanks, control characters and invisible marks, which copying leaves around a URL. */
const MARK = /[\s\p{Cc}\p{Cf}]/u;
const URL_LIKE = /^[\s\p{Cc}\p{Cf}]*https?:/iu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Returns the URL of a file without what copying has left around it, or null for a text that is no URL. Encodes blanks,
 * brackets and the like, and keeps the existing encoding.
 */
export function fileUrlIn(text: string): string | null {
  // A file in base64 is long, and its beginning shows that it is no URL.
  if (!URL_LIKE.test(text.slice(0, 64))) return null;
  let [from, to] = [0, text.length];
  while (MARK.test(text.charAt(from))) from++;
  while (MARK.test(text.charAt(to - 1))) to--;
  return encodedUrl(text.slice(from, Math.min(to, from + CHARACTERS_MAX + 1)));
}

/**
 * Returns a URL of `fileUrlIn` in the form in which it is called, or what is wrong with it.
 */
export function checkFileUrl(
  text: string,
  guard: UrlGuard,
): { readonly url: string } | { readonly problem: Problem } {
  if (CONTROL.test(text)) return { problem: problem('not_one_line') };
  return checkWebhookUrl(text, guard, { charactersMax: CHARACTERS_MAX, headers: 'mediaHeaders' });
}

/** Scheme and host; path; query and fragment. */
const PARTS = /^(https?:\/\/[^/?#\\]*)([^?#]*)(.*)$/is;

/** Encodes what the URL parser leaves as it is and strict servers refuse. */
function encodedUrl(text: string): string {
  const [, origin, path = '', rest = ''] = PARTS.exec(text) ?? [];
  if (origin === undefined) return text;
  return (
    origin + encoded(path.replaceAll('\\', '/'), /[\p{Zs}[\]|]/gu) + encoded(rest, /[\p{Zs}\\]/gu)
  );
}

const encoded = (text: string, unsafe: RegExp): string =>
  text.replaceAll(/%(?![\da-f]{2})/gi, '%25').replaceAll(unsafe, percentEncoded);

/** `encodeURIComponent` leaves some of these characters as they are. */
const percentEncoded = (character: string): string =>
  [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
