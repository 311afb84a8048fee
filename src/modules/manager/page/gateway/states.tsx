/** The states an instance was in, with their reasons and how long each lasted. */
import { useEffect, useState } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Badge, Empty, Time } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { type Instance, phaseText, stateText } from './instance-words.ts';

type PastState = AnswerTo<'GET', '/instance/states/{instanceName}'>['states'][number];

const SHOWN_MAX = 50;

/** Read again when the instance has got into another state. */
export function States({ instance }: { instance: Instance }) {
  const api = useApi();
  const { connection, common } = texts();
  const [states, setStates] = useState<readonly PastState[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { instanceName, phase, reason, updatedAt } = instance;
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    api
      .call('GET', '/instance/states/{instanceName}', {
        params: { instanceName },
        query: { limit: SHOWN_MAX },
        signal,
      })
      .then((found) => {
        setStates(found.states);
        setFailure(null);
      })
      .catch((error: unknown) => signal.aborted || setFailure(error));
    return () => ending.abort();
  }, [api, instanceName, phase, reason, updatedAt]);
  return (
    <Card title={connection.states} class="timeline">
      <FailureLine failure={failure} />
      {states?.length === 0 && <Empty text={common.nothing} />}
      {/* People without a mouse scroll it with keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls. */}
      <ol class="rows" tabIndex={0} aria-label={connection.states}>
        {states?.map((state, index) => (
          <li key={`${state.at} ${state.phase}`}>
            <Badge state={state.state}>{stateText(state)}</Badge> {phaseText(state)}
            <small>
              {' '}
              <Time iso={state.at} /> {lasted(state.at, states[index - 1]?.at)}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The newest is first, so each has ended when the one before it in the list began. */
function lasted(from: string, until: string | undefined): string {
  const { connection, formats } = texts();
  if (until === undefined) return connection.untilNow;
  return connection.lasted(formats.duration(new Date(until).getTime() - new Date(from).getTime()));
}
