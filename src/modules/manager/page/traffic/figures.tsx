/** Figures of the last hours: numbers, a chart, and a table by endpoint. */
import { useEffect, useState } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import { Chart } from '../components/chart.tsx';
import { Facts } from '../components/facts.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { channelName, useEndpointNames } from './endpoint-names.ts';

type Figures = AnswerTo<'GET', '/instance/figures'>;
type Destination = Figures['destinations'][number];

const HOURS = [1, 24, 168] as const;
const EVERY_MS = 30_000;
/** While there is nothing yet. */
const SOON_MS = 2_000;

interface FiguresProps {
  /** The name of an instance, or null for the sums of all instances. */
  readonly name: string | null;
  /** The id of the one endpoint that is shown; absent for the instance with all of them. */
  readonly endpoint?: string;
}

export function FiguresCard({ name, endpoint }: FiguresProps) {
  const { figures, common } = texts();
  const { isCustomer } = useRights();
  const [hours, setHours] = useState<number>(24);
  const { value, failure } = useFigures(name, endpoint, hours);
  const ranges = (
    <fieldset class="ranges">
      <legend class="visually-hidden">{figures.range}</legend>
      {HOURS.map((one) => (
        <button
          key={one}
          type="button"
          class="quiet"
          aria-pressed={one === hours}
          onClick={() => setHours(one)}
        >
          {figures.hours(one)}
        </button>
      ))}
    </fieldset>
  );
  return (
    <Card title={figures.title} actions={ranges}>
      <FailureLine failure={failure} />
      {value === null && failure === null && <p class="hint">{common.loading}</p>}
      {value && isEmpty(value) && <p class="hint">{figures.none}</p>}
      {value && !isEmpty(value) && (
        <Shown figures={value} hasMessages={endpoint === undefined && !isCustomer} />
      )}
      {value && endpoint === undefined && value.destinations.length > 1 && (
        <Destinations rows={value.destinations} name={name} />
      )}
    </Card>
  );
}

function useFigures(name: string | null, endpoint: string | undefined, hours: number) {
  const api = useApi();
  const [isQuiet, setQuiet] = useState(false);
  const { value, failure } = usePolledQuery<Figures>(
    async (signal) => {
      const query = { hours };
      const found = await (name === null
        ? api.call('GET', '/instance/figures', { query, signal })
        : api.call('GET', '/instance/figures/{instanceName}', {
            params: { instanceName: name },
            query,
            signal,
          }));
      return endpoint === undefined ? found : ofEndpoint(found, endpoint);
    },
    [api, name, endpoint, hours, isQuiet],
    isQuiet ? SOON_MS : EVERY_MS,
  );
  useEffect(() => setQuiet(value !== null && isEmpty(value)), [value]);
  return { value, failure };
}

/** Returns the figures of one endpoint, without messages, which belong to the instance. */
function ofEndpoint(figures: Figures, id: string): Figures {
  const only = <Part extends Pick<Figures, 'destinations'>>(part: Part) => ({
    ...part,
    messagesReceived: 0,
    messagesSent: 0,
    destinations: part.destinations.filter(({ endpoint }) => endpoint === id),
  });
  return { ...only(figures), buckets: figures.buckets.map(only) };
}

const isEmpty = ({ messagesReceived, messagesSent, destinations }: Figures): boolean =>
  messagesReceived + messagesSent + destinations.length === 0;

type CountName = 'delivered' | 'failedAttempts' | 'discarded' | 'filtered';
const sumOf = (rows: readonly Destination[], field: CountName): number =>
  rows.reduce((sum, one) => sum + one[field], 0);

interface ShownProps {
  readonly figures: Figures;
  /** Messages belong to no endpoint, and customers do not see them. */
  readonly hasMessages: boolean;
}

function Shown({ figures: found, hasMessages }: ShownProps) {
  const { figures, formats } = texts();
  const { destinations, messagesReceived, messagesSent, buckets, bucketMinutes } = found;
  const [delivered, failed, discarded, filtered] = (
    ['delivered', 'failedAttempts', 'discarded', 'filtered'] as const
  ).map((field) => sumOf(destinations, field)) as [number, number, number, number];
  // Several endpoints have no common one.
  const latency = destinations.length === 1 ? destinations[0]?.latency : null;
  const ended = delivered + discarded;
  const isSent = destinations.length > 0;
  return (
    <>
      <Facts
        class="figures"
        facts={[
          [figures.received, hasMessages && formats.number(messagesReceived)],
          [figures.sent, hasMessages && formats.number(messagesSent)],
          [figures.delivered, isSent && formats.number(delivered)],
          [
            figures.rate,
            ended > 0 && formats.percent(Math.floor((delivered / ended) * 1_000) / 1_000),
          ],
          [figures.failed, isSent && formats.number(failed)],
          [figures.discarded, isSent && formats.number(discarded)],
          [figures.filtered, filtered > 0 && formats.number(filtered)],
          ['p50', latency && formats.latency(latency.p50Ms)],
          ['p95', latency && formats.latency(latency.p95Ms)],
        ]}
      />
      <Chart
        label={isSent ? figures.deliveries : figures.messages}
        minutes={bucketMinutes}
        series={
          isSent
            ? [
                { title: figures.delivered, tone: 'good' },
                { title: figures.failed, tone: 'bad' },
              ]
            : [
                { title: figures.received, tone: 'accent' },
                { title: figures.sent, tone: 'quiet' },
              ]
        }
        bars={buckets.map(({ from, ...bucket }) => ({
          from,
          values: isSent
            ? [
                sumOf(bucket.destinations, 'delivered'),
                sumOf(bucket.destinations, 'failedAttempts'),
              ]
            : [bucket.messagesReceived, bucket.messagesSent],
        }))}
      />
    </>
  );
}

function Destinations({ rows, name }: { rows: readonly Destination[]; name: string | null }) {
  const { figures, formats, common } = texts();
  const names = useEndpointNames(name === null ? [] : [name]);
  const count = (title: string, field: CountName, isMinor = false) =>
    ({ title, type: 'number', isMinor, value: (row: Destination) => row[field] }) as const;
  const latency = (title: string, field: 'p50Ms' | 'p95Ms', isMinor = false) =>
    ({
      title,
      type: 'number',
      isMinor,
      value: (row: Destination) => row.latency?.[field],
      cell: (row: Destination) => row.latency && formats.latency(row.latency[field]),
    }) as const;
  return (
    <Table
      label={figures.byEndpoint}
      isSortable
      rows={rows}
      keyOf={({ destination, endpoint }) => endpoint ?? destination}
      needsAttention={({ discarded }) => discarded > 0}
      columns={[
        {
          title: common.endpoint,
          value: ({ destination, endpoint }) =>
            names.get(endpoint ?? '') ?? channelName(destination),
        },
        count(figures.delivered, 'delivered'),
        count(figures.failed, 'failedAttempts', true),
        count(figures.discarded, 'discarded'),
        count(figures.filtered, 'filtered', true),
        latency('p50', 'p50Ms', true),
        latency('p95', 'p95Ms'),
      ]}
    />
  );
}
