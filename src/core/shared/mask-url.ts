/** Masks addresses for people: credentials and query values may be secrets, so neither is shown. */
import { type Problem, problem } from './reasons/problems.ts';

export const MASK = '********';

/** Keeps scheme, host, port, path and the names in the query; a text that is not a URL is masked completely. */
export function maskUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === '') return MASK;
  const credentials = url.username !== '' || url.password !== '' ? `${MASK}@` : '';
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${maskQuery(url.search)}`;
}

/** Returns the URL that `text` means: `stored` if it is its masked form. Any other masked URL gives a problem. */
export function unmaskUrl(
  text: string,
  stored: string,
): { readonly url: string } | { readonly problem: Problem } {
  if (!text.includes(MASK)) return { url: text };
  if (stored !== '' && text === maskUrl(stored)) return { url: stored };
  return { problem: problem('masked_url_changed') };
}

const maskQuery = (search: string): string =>
  search === '' ? '' : `?${search.slice(1).split('&').map(maskPair).join('&')}`;

/** A pair without `=` may be a token, so it is masked completely. */
const maskPair = (pair: string): string => {
  const at = pair.indexOf('=');
  return at === -1 ? MASK : `${pair.slice(0, at)}=${MASK}`;
};
