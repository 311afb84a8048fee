/** The states an instance was in, with their reasons and how long each lasted. */
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge } from '../components/text.tsx';
import { NEVER_MS, usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { type Instance, phaseText, stateText } from './instance-words.ts';

const SHOWN_MAX = 50;

/** Read again when the instance has got into another state. */
export function States({ instance }: { instance: Instance }) {
  const api = useApi();
  const { connection, overview, common, formats } = texts();
  const { instanceName, phase, reason, updatedAt } = instance;
  const params = { instanceName };
  const query = { limit: SHOWN_MAX };
  const { value, failure } = usePolledQuery(
    (signal) => api.call('GET', '/instance/states/{instanceName}', { params, query, signal }),
    [api, instanceName, phase, reason, updatedAt],
    NEVER_MS,
  );
  // The newest is first, so each has ended when the one before it in the list began.
  const rows = value?.states.map((state, index, all) => ({ ...state, until: all[index - 1]?.at }));
  return (
    <Card title={connection.states}>
      <FailureLine failure={failure} />
      <Table
        label={connection.states}
        rows={rows}
        empty={common.nothing}
        keyOf={({ at, phase }) => `${at} ${phase}`}
        columns={[
          {
            title: common.state,
            type: 'state',
            cell: (state) => <Badge state={state.state}>{stateText(state)}</Badge>,
          },
          { title: overview.reason, value: phaseText },
          { title: common.since, type: 'time', value: ({ at }) => at },
          {
            title: connection.duration,
            type: 'size',
            cell: ({ at, until }) =>
              until ? formats.duration(Date.parse(until) - Date.parse(at)) : connection.untilNow,
          },
        ]}
      />
    </Card>
  );
}
