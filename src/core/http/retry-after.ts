/** Every answer 503 tells the caller when to try again. */

/** The default, where the failure has no time of its own: what is out of order is checked at least once a second. */
const RETRY_AFTER_SECONDS = '1';
const NAME = 'retry-after';

/** Puts `retry-after` into the headers of an answer 503 that has none; changes nothing for other statuses. */
export function addRetryAfter(
  status: number | string | undefined,
  headers: Record<string, unknown>,
): void {
  if (Number(status) === 503) headers[NAME] ??= RETRY_AFTER_SECONDS;
}

/** Puts `retry-after` into a Response 503 that has none; changes nothing for other statuses. */
export function addRetryAfterTo(answer: Response): void {
  if (answer.status === 503 && !answer.headers.has(NAME))
    answer.headers.set(NAME, RETRY_AFTER_SECONDS);
}
