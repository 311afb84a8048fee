/** Addresses as people may see them. Credentials and query values can be secrets, so neither is ever shown. */
export const MASK = '********';

/** Keeps scheme, host, port, path and query names; whatever is no URL is masked whole. */
export function maskUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === '') return MASK;
  const credentials = url.username !== '' || url.password !== '' ? `${MASK}@` : '';
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${maskQuery(url.search)}`;
}

const maskQuery = (search: string): string =>
  search === '' ? '' : `?${search.slice(1).split('&').map(maskPair).join('&')}`;

/** A pair without `=` may be a bare token, so it is masked whole. */
const maskPair = (pair: string): string => {
  const at = pair.indexOf('=');
  return at === -1 ? MASK : `${pair.slice(0, at)}=${MASK}`;
};
