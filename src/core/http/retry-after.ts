/** Tells callers when to ask again, with every answer 503. */

/** Unless the failure knows better: what is out of order is checked again at least once a second. */
const RETRY_AFTER_SECONDS = '1';
const NAME = 'retry-after';

/** Puts `retry-after` into the headers of an answer 503 that has none; changes nothing for other statuses. */
export function putRetryAfter(
  status: number | string | undefined,
  headers: Record<string, unknown>,
): void {
  if (Number(status) === 503) headers[NAME] ??= RETRY_AFTER_SECONDS;
}

/** Does that for an answer that is a Response already. */
export function putRetryAfterOf(answer: Response): void {
  if (answer.status === 503 && !answer.headers.has(NAME))
    answer.headers.set(NAME, RETRY_AFTER_SECONDS);
}
