/** All instances: states, deliveries, messages per minute. Instances that need attention come first. */
import { useEffect, useState } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import { TextField } from '../components/form.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge } from '../components/text.tsx';
import { ALL_DELIVERIES, linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { Filters, filterOf } from '../traffic/filters.tsx';
import { useApi } from './api-context.ts';
import { numberOf, phaseText, stateText } from './instance-words.ts';

type Found = AnswerTo<'GET', '/instance/overview'>;
type InstanceRow = Found['instances'][number];

const PAGE = 100;
/** The most instances that the service returns at once. */
const SHOWN_MAX = 500;
/** The service counts no further. */
const COUNTED_MAX = 1000;

/** By the names of their totals. */
const FILTERS = {
  instances: {},
  open: { state: 'open' },
  connecting: { state: 'connecting' },
  close: { state: 'close' },
  needAttention: { needsAttention: 'true' },
} as const;
type Filter = keyof typeof FILTERS;
const isFilter = (text: string): text is Filter => Object.hasOwn(FILTERS, text);
const FILTER_NAMES = Object.keys(FILTERS).filter(isFilter);

export function Overview() {
  const api = useApi();
  const { overview } = texts();
  const search = filterOf('search');
  const show = filterOf('show');
  const filter = isFilter(show) ? show : 'instances';
  const [limit, setLimit] = useState(PAGE);
  const { value, failure } = usePolledQuery(
    (signal) => {
      const selection = { search, ...FILTERS[filter], limit };
      return api.call('GET', '/instance/overview', { query: selection, signal });
    },
    [api, search, filter, limit],
  );
  useEffect(() => setLimit(PAGE), [search, filter]);
  const left = value === null ? 0 : value.found - value.instances.length;
  return (
    <section class="card" aria-label={overview.title}>
      <Filters isLive>
        {value && <Tiles totals={value.totals} filter={filter} />}
        <TextField
          label={overview.search}
          name="search"
          maxLength={100}
          placeholder={overview.searchHint}
          defaultValue={search}
        />
      </Filters>
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

interface TilesProps {
  readonly totals: Found['totals'];
  readonly filter: Filter;
}

/** The totals above 0. Those of instances filter the list, those of deliveries lead to them. */
function Tiles({ totals, filter }: TilesProps) {
  const { overview, formats } = texts();
  const figure = (name: keyof typeof overview.totals) => (
    <>
      <span>{overview.totals[name]}</span> <strong>{formats.number(totals[name])}</strong>
    </>
  );
  return (
    <fieldset class="tiles">
      <legend class="visually-hidden">{overview.show}</legend>
      {FILTER_NAMES.map((name) => (
        <label
          key={name}
          class="tile"
          data-level={name}
          hidden={totals[name] === 0 && name !== filter && name !== 'instances'}
        >
          <input
            type="radio"
            name="show"
            value={name === 'instances' ? '' : name}
            checked={name === filter}
          />
          {figure(name)}
        </label>
      ))}
      {(['waiting', 'discarded'] as const).map((state) => (
        <a
          key={state}
          class="tile"
          data-level={state}
          hidden={totals[state] === 0}
          href={`${ALL_DELIVERIES}?state=${state}`}
        >
          {figure(state)}
        </a>
      ))}
      {totals.messagesPerMinute > 0 && <p class="tile">{figure('messagesPerMinute')}</p>}
    </fieldset>
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
        { title: overview.number, type: 'person', value: numberOf },
        { title: overview.since, type: 'time', value: ({ since }) => since, isMinor: true },
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
