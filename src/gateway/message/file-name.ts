/** Which texts may name a file on another machine, and the name a document has without one. */
const CHARACTERS_MAX = 255;
const UNSAFE = /[/\\\p{Cc}]/u;

export const FILE_NAME_PROBLEM = `must be a name of 1-${CHARACTERS_MAX} characters without slashes, backslashes and control characters`;

export const isFileName = (text: string): boolean =>
  text !== '' &&
  text !== '.' &&
  text !== '..' &&
  text.length <= CHARACTERS_MAX &&
  !UNSAFE.test(text);

/** The last part of a URL's path, decoded; null when there is none that may name a file. */
export function nameInUrl(url: string): string | null {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const name = decoded(last);
  return isFileName(name) ? name : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
