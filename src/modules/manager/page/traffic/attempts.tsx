/** The state of a delivery and its attempts, in either zone. */
import { FailureLine } from '../components/status.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';

export interface Outcome {
  readonly attemptCount: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
}

export interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

export function outcomeText({ attemptCount, lastStatus, lastError, nextAttemptAt }: Outcome) {
  const { traffic, formats } = texts();
  const next = nextAttemptAt === null ? '' : traffic.next(formats.dateTime(nextAttemptAt));
  return [traffic.attemptCount(attemptCount), resultText(lastStatus, lastError), next]
    .filter(Boolean)
    .join(' · ');
}

/** An error names the status too, when that was what was wrong. */
function resultText(status: number | null, error: string | null): string {
  if (error !== null) return error;
  return status === null ? '' : texts().traffic.status(status);
}

interface AttemptsProps {
  readonly read: (signal: AbortSignal) => Promise<readonly Attempt[]>;
  /** Changes with the delivery; the attempts are read again then. */
  readonly version: string;
}

export function Attempts({ read, version }: AttemptsProps) {
  const { traffic, formats } = texts();
  const { value, failure } = usePolledQuery(read, [version]);
  return (
    <section>
      <h3>{traffic.attempts}</h3>
      <FailureLine failure={failure} />
      {value?.length === 0 && <p class="hint">{traffic.noAttempts}</p>}
      <ol>
        {value?.map(({ number, startedAt, durationMs, status, error, responseBody }) => (
          <li key={number} value={number}>
            {traffic.attempt(
              formats.dateTime(startedAt),
              formats.number(durationMs),
              resultText(status, error) || traffic.noOutcome,
            )}
            {responseBody && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well.
              <pre tabIndex={0}>{responseBody}</pre>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
