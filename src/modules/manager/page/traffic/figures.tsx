/** Charts and a table of messages received, messages sent and deliveries in the last 48 hours. */
import type { AnswerTo } from '../api.ts';
import { Chart } from '../components/chart.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useEndpointNames } from './endpoint-names.ts';

type Figures = AnswerTo<'GET', '/instance/figures'>;
type Bucket = Figures['buckets'][number];
type Destination = Figures['destinations'][number];

const EVERY_MS = 30_000;

/** `name` is that of an instance, or null for the sums of all instances. */
export function FiguresCard({ name }: { name: string | null }) {
  const api = useApi();
  const { figures } = texts();
  const { value, failure } = usePolledQuery<Figures>(
    (signal) =>
      name === null
        ? api.call('GET', '/instance/figures', { signal })
        : api.call('GET', '/instance/figures/{instanceName}', {
            params: { instanceName: name },
            signal,
          }),
    [api, name],
    EVERY_MS,
  );
  const isEmpty =
    value !== null &&
    value.messagesReceived + value.messagesSent === 0 &&
    value.destinations.length === 0;
  return (
    <Card title={figures.title}>
      <FailureLine failure={failure} />
      {isEmpty && <p class="hint">{figures.none}</p>}
      {value && !isEmpty && <Charts figures={value} />}
      {value && value.destinations.length > 0 && (
        <Destinations rows={value.destinations} name={name} />
      )}
    </Card>
  );
}

const sumOf = (bucket: Bucket, field: 'delivered' | 'failedAttempts' | 'discarded'): number =>
  bucket.destinations.reduce((sum, one) => sum + one[field], 0);

const slowestOf = (bucket: Bucket): number =>
  Math.max(0, ...bucket.destinations.map(({ latency }) => latency?.p95Ms ?? 0));

function Charts({ figures: { buckets } }: { figures: Figures }) {
  const { figures, formats } = texts();
  const chart = (
    label: string,
    read: (bucket: Bucket) => number,
    tone: 'accent' | 'good' | 'bad' | 'wait',
    summary: (values: readonly number[]) => number,
  ) => {
    const values = buckets.map(read);
    const whole = `${label}: ${formats.number(summary(values))}`;
    const titleOf = (value: number, index: number) =>
      `${formats.dateTime(buckets[index]?.from ?? '')}: ${formats.number(value)}`;
    return (
      <figure>
        <figcaption>{whole}</figcaption>
        <Chart label={whole} values={values} titleOf={titleOf} tone={tone} />
      </figure>
    );
  };
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const most = (values: readonly number[]) => Math.max(0, ...values);
  return (
    <div class="figures">
      {chart(figures.received, ({ messagesReceived }) => messagesReceived, 'accent', total)}
      {chart(figures.sent, ({ messagesSent }) => messagesSent, 'accent', total)}
      {chart(figures.delivered, (bucket) => sumOf(bucket, 'delivered'), 'good', total)}
      {chart(figures.failed, (bucket) => sumOf(bucket, 'failedAttempts'), 'bad', total)}
      {chart(figures.slowest, slowestOf, 'wait', most)}
    </div>
  );
}

function Destinations({ rows, name }: { rows: readonly Destination[]; name: string | null }) {
  const { figures, traffic } = texts();
  const names = useEndpointNames(name);
  return (
    <Table
      label={figures.byEndpoint}
      isSortable
      rows={rows}
      keyOf={({ destination, endpoint }) => endpoint ?? destination}
      needsAttention={({ discarded }) => discarded > 0}
      columns={[
        {
          title: traffic.endpoint,
          value: ({ destination, endpoint }) => names.get(endpoint ?? '') ?? destination,
        },
        {
          title: figures.delivered,
          type: 'number',
          value: ({ delivered }) => delivered,
        },
        {
          title: figures.failed,
          type: 'number',
          value: ({ failedAttempts }) => failedAttempts,
        },
        {
          title: figures.discarded,
          type: 'number',
          value: ({ discarded }) => discarded,
        },
        {
          title: figures.filtered,
          type: 'number',
          value: ({ filtered }) => filtered,
        },
        { title: figures.half, type: 'number', value: ({ latency }) => latency?.p50Ms },
        { title: figures.most, type: 'number', value: ({ latency }) => latency?.p95Ms },
      ]}
    />
  );
}
