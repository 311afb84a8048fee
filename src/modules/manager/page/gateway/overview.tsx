/** All instances: states, activity, messages, endpoints and deliveries. Instances that need attention come first. */
import { useEffect, useState } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import { SORT_FIELD, sortInAddress } from '../components/sorting.ts';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { ALL_DELIVERIES, linkTo } from '../links.ts';
import { texts } from '../texts.ts';
import { Filters, filterOf, NoMatches, SearchLine, searchInAddress } from '../traffic/filters.tsx';
import { useAnswer } from './api-context.ts';
import { numberOf, type OverviewRow, phaseText, stateText } from './instance-words.ts';

type OverviewAnswer = AnswerTo<'GET', '/instance/overview'>;

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

/** The fields that sort the columns of the table, in their order. */
const SORTS = [
  'instanceName',
  'state',
  'phase',
  'number',
  'lastActivityAt',
  'messagesPerDay',
  'endpointsFailing',
  'waiting',
  'discarded',
] as const;

export function Overview() {
  const { overview, common } = texts();
  const search = searchInAddress();
  const show = filterOf('show');
  const filter = isFilter(show) ? show : 'instances';
  const [limit, setLimit] = useState(PAGE);
  const sort = sortInAddress(SORTS);
  const { value, failure } = useAnswer('/instance/overview', {
    query: { search, ...FILTERS[filter], limit, ...(sort && { sort }) },
  });
  useEffect(() => setLimit(PAGE), [search, filter]);
  const left = value === null ? 0 : value.found - value.instances.length;
  return (
    <section class="card" aria-label={overview.title}>
      <Filters isLive>
        {value && <Tiles totals={value.totals} filter={filter} />}
        <SearchLine placeholder={common.nameOrNumber} />
        <input type="hidden" name={SORT_FIELD} value={filterOf(SORT_FIELD)} />
      </Filters>
      <FailureLine failure={failure} />
      {value?.found === 0 && search !== '' ? (
        <NoMatches />
      ) : (
        <InstanceTable rows={value?.instances} />
      )}
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
  readonly totals: OverviewAnswer['totals'];
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

/** Why an instance is in a state that is not good, and since when. */
function Reason({ instance }: { instance: OverviewRow }) {
  const phase = phaseText(instance);
  if (instance.state === 'open') return phase;
  return (
    <bdi>
      {phase && `${phase} · `}
      <Time iso={instance.since} isAgo />
    </bdi>
  );
}

/** The endpoints that take no events, or how many webhooks there are while none of them fails. */
export function Endpoints({ instance }: { instance: OverviewRow }) {
  const { overview, formats } = texts();
  const { webhooks, endpointsDisabled: disabled, endpointsFailing: failing } = instance;
  if (disabled + failing === 0)
    return webhooks === 0 ? null : <Badge state="up">{formats.number(webhooks)}</Badge>;
  return (
    <>
      {disabled > 0 && (
        <Badge state="disabled" tone="bad">
          {overview.disabled(disabled)}
        </Badge>
      )}{' '}
      {failing > 0 && (
        <Badge state="failing" tone="wait">
          {overview.failing(failing)}
        </Badge>
      )}
    </>
  );
}

function Discarded({ instance: { instanceName, discarded } }: { instance: OverviewRow }) {
  if (discarded === 0) return '0';
  return (
    <a
      href={`${linkTo(instanceName, 'deliveries')}?state=discarded`}
      aria-label={texts().overview.discardedOf(counted(discarded), instanceName)}
    >
      {counted(discarded)}
    </a>
  );
}

function InstanceTable({ rows }: { rows: readonly OverviewRow[] | undefined }) {
  const { overview, instances, common } = texts();
  return (
    <Table
      label={instances.title}
      rows={rows}
      empty={common.noMatches}
      keyOf={({ instanceId }) => instanceId}
      linkOf={({ instanceName }) => linkTo(instanceName)}
      sortFields={SORTS}
      needsAttention={({ attention }) => attention !== 'none' && attention !== 'pairing'}
      columns={[
        {
          title: common.instance,
          value: ({ instanceName }) => instanceName,
        },
        {
          title: common.state,
          type: 'state',
          value: stateText,
          cell: (instance) => <Badge state={instance.state}>{stateText(instance)}</Badge>,
        },
        {
          title: overview.reason,
          value: phaseText,
          cell: (instance) => <Reason instance={instance} />,
        },
        { title: common.number, type: 'person', value: numberOf },
        {
          title: overview.lastActivity,
          type: 'time',
          value: ({ lastActivityAt }) => lastActivityAt,
        },
        {
          title: overview.messagesPerDay,
          type: 'number',
          isMinor: true,
          value: ({ messagesPerDay }) => messagesPerDay,
        },
        {
          title: overview.endpoints,
          type: 'state',
          isMinor: true,
          value: ({ endpointsDisabled, endpointsFailing }) => endpointsDisabled + endpointsFailing,
          cell: (instance) => <Endpoints instance={instance} />,
        },
        {
          title: overview.waiting,
          type: 'number',
          isMinor: true,
          value: ({ waiting }) => waiting,
          cell: ({ waiting, retrying }) =>
            retrying > 0
              ? overview.waitingAgain(counted(waiting), counted(retrying))
              : counted(waiting),
        },
        {
          title: overview.totals.discarded,
          type: 'number',
          isMinor: true,
          value: ({ discarded }) => discarded,
          cell: (instance) => <Discarded instance={instance} />,
        },
      ]}
    />
  );
}
