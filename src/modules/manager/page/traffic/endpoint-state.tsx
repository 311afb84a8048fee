/** An endpoint of either zone as lists and its page show it: its state, its events, and the columns of a list. */
import type { Column } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { OutcomeChip } from './outcome.tsx';

export interface ShownEndpoint {
  readonly id: string;
  readonly name: string;
  /** Empty as long as it is not set up. */
  readonly url: string | null;
  readonly description: string;
  readonly enabled: boolean;
  readonly events: readonly string[];
  readonly filter: unknown;
  readonly format: string | null;
  /** Absent where a list does not have it. */
  readonly health?: Health | null;
  readonly updatedAt: string | null;
}

interface Health {
  readonly state: 'healthy' | 'failing' | 'disabled';
  readonly since: string | null;
  readonly reason: string | null;
}

const TONES = { healthy: 'good', failing: 'wait', disabled: 'bad' } as const;

type StateProps = Pick<ShownEndpoint, 'url' | 'enabled' | 'health'>;

/** Whether it is set up and on, and how it fares. */
export function EndpointState({ url, enabled, health }: StateProps) {
  const { endpoints, webhook } = texts();
  if (url === '') return <Badge state="off">{endpoints.notSetUp}</Badge>;
  if (!enabled) return <Badge state="off">{endpoints.off}</Badge>;
  if (!health) return <Badge state="up">{endpoints.on}</Badge>;
  const { state, since, reason } = health;
  return (
    <>
      <Badge state={state} tone={TONES[state]}>
        {webhook.healthWords[state]}
      </Badge>
      {state !== 'healthy' && since !== null && (
        <>
          {' '}
          <small>
            <Time iso={since} isAgo />
          </small>
        </>
      )}{' '}
      {reason !== null && <OutcomeChip status={null} error={reason} />}
    </>
  );
}

const ALL = 'ALL';

export function eventsText({ events, filter }: Pick<ShownEndpoint, 'events' | 'filter'>): string {
  const { webhook } = texts();
  const names = events.includes(ALL) ? webhook.everyEvent : events.join(', ');
  return filter === null ? names : webhook.filtered(names);
}

/** The columns besides the name; `toShown` returns what is shown of a row. */
export function endpointColumns<Row>(toShown: (row: Row) => ShownEndpoint): readonly Column<Row>[] {
  const { traffic, common } = texts();
  return [
    { title: 'URL', type: 'address', value: (row) => toShown(row).url },
    {
      title: common.state,
      type: 'state',
      value: (row) => `${toShown(row).enabled} ${toShown(row).health?.state}`,
      cell: (row) => <EndpointState {...toShown(row)} />,
    },
    { title: traffic.events, isMinor: true, value: (row) => eventsText(toShown(row)) },
  ];
}
