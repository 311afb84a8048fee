/** The attempts of a delivery, in either zone: a timeline, and the answer to the one that is chosen. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ContentTabs } from '../components/content-tabs.tsx';
import { FailureLine } from '../components/status.tsx';
import { Source, Time } from '../components/text.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { errorWords, statusIn } from './error-words.ts';
import { indentJson } from './exchange.tsx';
import { isSuccess, OutcomeChip } from './outcome.tsx';

export interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

interface AttemptsProps {
  readonly read: (signal: AbortSignal) => Promise<readonly Attempt[]>;
  /** Changes with the delivery; the attempts are read again then. */
  readonly version: string;
  readonly nextAttemptAt: string | null;
  /** The request that is sent, where the zone can show it. */
  readonly request?: ComponentChildren;
}

export function Attempts({ read, version, nextAttemptAt, request }: AttemptsProps) {
  const { traffic, common } = texts();
  const { value, failure } = usePolledQuery(read, [version]);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = value?.find(({ number }) => number === chosen) ?? value?.at(-1);
  const response = {
    key: 'response',
    title: shown ? traffic.responseOf(shown.number) : traffic.answer,
    content: <Response attempt={shown} />,
  };
  return (
    <>
      <h3>{common.attempts}</h3>
      <FailureLine failure={failure} />
      {value?.length === 0 && <p class="hint">{traffic.noAttempts}</p>}
      <ol class="attempts">
        {nextAttemptAt !== null && (
          <li class="next">
            {traffic.nextAttempt} <Time iso={nextAttemptAt} isAgo />
          </li>
        )}
        {value?.toReversed().map((attempt) => (
          <TimelineEntry
            key={attempt.number}
            attempt={attempt}
            isShown={attempt === shown}
            choose={() => setChosen(attempt.number)}
          />
        ))}
      </ol>
      <ContentTabs
        label={traffic.exchange}
        tabs={
          request === undefined
            ? [response]
            : [response, { key: 'request', title: traffic.request, content: request }]
        }
      />
    </>
  );
}

interface EntryProps {
  readonly attempt: Attempt;
  readonly isShown: boolean;
  readonly choose: () => void;
}

function TimelineEntry({ attempt, isShown, choose }: EntryProps) {
  const { traffic, formats } = texts();
  const { number, startedAt, durationMs, status, error } = attempt;
  return (
    <li class={isSuccess(status) ? 'good' : 'bad'}>
      <button type="button" class="attempt" aria-pressed={isShown} onClick={choose}>
        <span>{traffic.attemptNumber(number)}</span>
        {status === null && error === null ? (
          <span class="hint">{traffic.noOutcome}</span>
        ) : (
          <OutcomeChip status={status} error={error} />
        )}
        <span class="hint">{traffic.ms(formats.number(durationMs))}</span>
        <span class="hint">
          <Time iso={startedAt} isAgo />
        </span>
      </button>
    </li>
  );
}

function Response({ attempt }: { attempt: Attempt | undefined }) {
  const { traffic, formats } = texts();
  if (attempt === undefined) return <p class="hint">{traffic.noAttempts}</p>;
  const { error, responseBody } = attempt;
  return (
    <>
      {error !== null && statusIn(error) === null && <p>{errorWords(error)}</p>}
      {responseBody ? (
        <>
          <p class="hint">{formats.bytes(new Blob([responseBody]).size)}</p>
          <Source label={traffic.answer} text={indentJson(responseBody)} />
        </>
      ) : (
        <p class="hint">{traffic.noBody}</p>
      )}
    </>
  );
}
