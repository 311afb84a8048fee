/** All instances: states, deliveries, messages per minute. Instances that need attention come first. */
import { useState } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import { SelectField, TextField } from '../components/form.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { phaseText, stateText } from './instance-words.ts';

type Found = AnswerTo<'GET', '/instance/overview'>;
type InstanceRow = Found['instances'][number];

const PAGE = 100;
/** The most instances that the service returns at once. */
const SHOWN_MAX = 500;
/** The service counts no further. */
const COUNTED_MAX = 1000;

const FILTERS = {
  all: {},
  attention: { needsAttention: 'true' },
  open: { state: 'open' },
  connecting: { state: 'connecting' },
  close: { state: 'close' },
} as const;
type Filter = keyof typeof FILTERS;
const isFilter = (text: string): text is Filter => Object.hasOwn(FILTERS, text);

export function Overview() {
  const api = useApi();
  const { overview } = texts();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [limit, setLimit] = useState(PAGE);
  const { value, failure } = usePolledQuery(
    (signal) => {
      const selection = { search: search.trim(), ...FILTERS[filter], limit };
      return api.call('GET', '/instance/overview', { query: selection, signal });
    },
    [api, search, filter, limit],
  );
  const change = (apply: () => void) => {
    setLimit(PAGE);
    apply();
  };
  const choose = (chosen: string) => change(() => isFilter(chosen) && setFilter(chosen));
  const left = value === null ? 0 : value.found - value.instances.length;
  return (
    <section class="card" aria-label={overview.title}>
      {value && <Totals totals={value.totals} />}
      <div class="inline tools">
        <TextField
          label={overview.search}
          name="filter"
          maxLength={100}
          placeholder={overview.searchHint}
          value={search}
          onInput={({ currentTarget }) => change(() => setSearch(currentTarget.value))}
        />
        <SelectField
          label={overview.show}
          name="state"
          choices={Object.entries(overview.filters)}
          value={filter}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <FailureLine failure={failure} />
      <InstanceTable rows={value?.instances} isWhole={left === 0} />
      <p class="hint" role="status">
        {left > 0 && overview.more(left)}
      </p>
      {left > 0 && limit < SHOWN_MAX && (
        <button type="button" onClick={() => setLimit(Math.min(SHOWN_MAX, limit + PAGE))}>
          {overview.showMore}
        </button>
      )}
    </section>
  );
}

/** Shows the number of instances, and the other totals above 0. */
function Totals({ totals }: { totals: Found['totals'] }) {
  const { overview, formats } = texts();
  const shown = Object.entries(overview.totals)
    .map(([key, title]) => ({ key, title, value: totals[key as keyof typeof overview.totals] }))
    .filter(({ key, value }) => value > 0 || key === 'instances');
  return (
    <dl class="totals">
      {shown.map(({ key, title, value }) => (
        <div key={key} data-level={key}>
          <dt>{title}</dt>
          <dd>{formats.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const counted = (count: number): string => {
  const { number } = texts().formats;
  return count >= COUNTED_MAX ? `${number(COUNTED_MAX)}+` : number(count);
};

interface TableProps {
  readonly rows: readonly InstanceRow[] | undefined;
  /** Whether no instance is left out. */
  readonly isWhole: boolean;
}

function InstanceTable({ rows, isWhole }: TableProps) {
  const { overview, instances } = texts();
  return (
    <Table
      label={instances.title}
      rows={rows}
      empty={overview.none}
      keyOf={({ instanceId }) => instanceId}
      linkOf={({ instanceName }) => linkTo(instanceName)}
      isSortable={isWhole}
      needsAttention={({ attention }) => attention !== 'none' && attention !== 'pairing'}
      columns={[
        {
          title: overview.instance,
          value: ({ instanceName }) => instanceName,
        },
        {
          title: overview.state,
          type: 'state',
          value: stateText,
          cell: (instance) => (
            <>
              <Badge state={instance.state}>{stateText(instance)}</Badge>{' '}
              <small>{phaseText(instance)}</small>
            </>
          ),
        },
        {
          title: overview.totals.messagesPerMinute,
          type: 'number',
          value: ({ messagesPerMinute }) => messagesPerMinute,
        },
        {
          title: overview.waiting,
          type: 'number',
          value: ({ waiting }) => waiting,
          cell: ({ waiting, retrying }) =>
            retrying > 0
              ? overview.waitingAgain(counted(waiting), counted(retrying))
              : counted(waiting),
        },
        {
          title: overview.totals.discarded,
          type: 'number',
          value: ({ discarded }) => discarded,
          cell: ({ instanceName, discarded }) =>
            discarded === 0 ? (
              '0'
            ) : (
              <a
                href={`${linkTo(instanceName, 'deliveries')}?state=discarded`}
                aria-label={overview.discardedOf(counted(discarded), instanceName)}
              >
                {counted(discarded)}
              </a>
            ),
        },
      ]}
    />
  );
}
