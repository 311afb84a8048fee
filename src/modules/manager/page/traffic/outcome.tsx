/** The outcome of a delivery or an attempt as a chip: the HTTP status with its name, or why there is no answer. */
import { errorText, errorWords, STATUS_NAMES, statusIn } from './error-words.ts';

export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

interface OutcomeProps {
  readonly status: number | null;
  /** Begins with a stable word, such as `timeout`; null if nothing went wrong. */
  readonly error: string | null;
}

/** The whole error is read when the pointer is on the chip. Shows nothing before the first attempt. */
export function OutcomeChip({ status: ownStatus, error }: OutcomeProps) {
  const title = error === null ? undefined : errorWords(error);
  const status = ownStatus ?? statusIn(error);
  if (status !== null)
    return (
      <span class={`chip ${isSuccess(status) ? 'good' : 'bad'}`} title={title}>
        <b>{status}</b> <span lang="en">{STATUS_NAMES[status]}</span>
      </span>
    );
  if (error === null) return null;
  return (
    <span class="chip bad" title={title}>
      {errorText(error) ?? error.split(':', 1)[0]?.replaceAll('_', ' ')}
    </span>
  );
}
