/** The states an instance was in, with their reasons and how long each lasted. */
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Badge, Empty, Time } from '../components/text.tsx';
import { NEVER_MS, usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { type Instance, phaseText, stateText } from './instance-words.ts';

const SHOWN_MAX = 50;

/** Read again when the instance has got into another state. */
export function States({ instance }: { instance: Instance }) {
  const api = useApi();
  const { connection, common } = texts();
  const { instanceName, phase, reason, updatedAt } = instance;
  const params = { instanceName };
  const query = { limit: SHOWN_MAX };
  const { value, failure } = usePolledQuery(
    (signal) => api.call('GET', '/instance/states/{instanceName}', { params, query, signal }),
    [api, instanceName, phase, reason, updatedAt],
    NEVER_MS,
  );
  const states = value?.states;
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
