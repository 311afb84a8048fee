/** Says in the reader's language why something is so: a receiver did not answer as it should, a message waits, … */
import { signal } from '@preact/signals';
import type { Texts } from '../../../../core/languages/load.ts';
import { texts } from '../texts.ts';

type Sentences = Awaited<ReturnType<Texts['sentences']>>;

/** By the language; a view that needs them is drawn again when they are there. */
const tables = signal<Readonly<Record<string, Sentences>>>({});

/** Loads the sentences of the language, which most pages never show. Without them, the service's own are shown. */
export async function loadSentences(): Promise<void> {
  const { formats, sentences } = texts();
  const table = await sentences().catch(() => null);
  if (table !== null) tables.value = { ...tables.value, [formats.locale]: table };
}

function sentencesOfLanguage(): Sentences {
  const table = tables.value[texts().formats.locale];
  if (table === undefined) void loadSentences();
  return table ?? {};
}

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
  if (Object.hasOwn(known, word)) return known[word] ?? null;
  return sentenceIn(sentencesOfLanguage(), error);
}

/**
 * Returns a sentence from the table. A full stop, a code at the end and the first number stay as they are; what comes
 * after a colon is a reason of its own. Returns null if the table has no such sentence.
 */
export function sentenceIn(
  known: Readonly<Record<string, string | undefined>>,
  sentence: string,
): string | null {
  const [count = ''] = /\d+/.exec(sentence) ?? [];
  for (const more of [/\.?$/, / \(\d+\)\.?$/, /: (.*)$/s]) {
    const [rest = '', after] = more.exec(sentence) ?? [];
    const begin = sentence.slice(0, sentence.length - rest.length);
    const words = known[begin] ?? known[begin.replace(count, '{count}')]?.replace('{count}', count);
    if (words !== undefined) return words + (after === undefined ? rest : `: ${errorWords(after)}`);
  }
  return null;
}

const STATUS = /http_status: (\d{3}), which is not a success/;

/**
 * Returns an error as the service says it to readers of English, with the name of a status, and to others by the word or
 * the sentence that it begins with.
 */
export const errorWords = (error: string): string =>
  texts().formats.locale === 'en'
    ? error.replace(STATUS, (status) => errorText(status) ?? status)
    : (errorText(error) ?? error);
