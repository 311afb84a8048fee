/** Says in the reader's language why a receiver or another server did not answer as it should. */
import { texts } from '../texts.ts';

/** The names that RFC 9110 and RFC 6585 give to the codes that receivers answer. */
export const STATUS_NAMES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The health of an endpoint has the status in its reason alone. */
export const statusIn = (error: string | null): number | null =>
  Number(error?.match(/^http_status: (\d{3})/)?.[1]) || null;

/** Returns an error by the word that it begins with, in the reader's language; null where the word is not known. */
export function errorText(error: string): string | null {
  const status = statusIn(error);
  if (status !== null) return `${status} ${STATUS_NAMES[status] ?? ''}`.trim();
  const [word = ''] = error.split(': ', 1);
  const known: Readonly<Record<string, string>> = texts().traffic.errors;
  return Object.hasOwn(known, word) ? (known[word] ?? null) : null;
}

/** Returns an error as the service says it to readers of English, and to others by the word that it begins with. */
export const errorWords = (error: string): string =>
  texts().formats.locale === 'en' ? error : (errorText(error) ?? error);
