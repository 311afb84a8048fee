/** The outcome of a delivery or an attempt as a chip: the HTTP status with its name, or why there is no answer. */
import { texts } from '../texts.ts';

/** The names that RFC 9110 and RFC 6585 give to the codes that receivers answer. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
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
const statusIn = (error: string | null): number | null =>
  Number(error?.match(/^http_status: (\d{3})/)?.[1]) || null;

export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

interface OutcomeProps {
  readonly status: number | null;
  /** Begins with a stable word, such as `timeout`; null if nothing went wrong. */
  readonly error: string | null;
}

/** The whole error is read when the pointer is on the chip. Shows nothing before the first attempt. */
export function OutcomeChip({ status: given, error }: OutcomeProps) {
  const title = error ?? undefined;
  const status = given ?? statusIn(error);
  if (status !== null)
    return (
      <span class={`chip ${isSuccess(status) ? 'good' : 'bad'}`} title={title}>
        <b>{status}</b> <span lang="en">{STATUS_NAMES[status]}</span>
      </span>
    );
  if (error === null) return null;
  const [word = ''] = error.split(':', 1);
  const known: Readonly<Record<string, string>> = texts().traffic.errors;
  return (
    <span class="chip bad" title={title}>
      {known[word] ?? word.replaceAll('_', ' ')}
    </span>
  );
}
