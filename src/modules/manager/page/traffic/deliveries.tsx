/** The deliveries of one instance, or of all: the newest first, narrowed by filters, and one of them in a panel. */
import { useState } from 'preact/hooks';
import { query } from '../api.ts';
import { type Choices, SelectField, TextField } from '../components/form.tsx';
import { Page, UnknownAddress } from '../components/layout.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { type Column, Table } from '../components/table.tsx';
import { Empty } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { deliveriesLink, linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { deliveryInRoute, readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { DESTINATIONS } from '../words.ts';
import { DeliveryPanel } from './delivery.tsx';
import { type Delivery, type Names, readDelivery, searchDeliveries } from './delivery-search.ts';
import { DeliveryBadge, stateChoices } from './delivery-state.tsx';
import { useEndpointNames } from './endpoint-names.ts';
import { EVENT_TYPES } from './event-types.ts';
import { endpointInRoute, Filters, filterOf } from './filters.tsx';
import { OutcomeChip } from './outcome.tsx';
import { usePaged } from './paged.ts';
import { Newer, Pager } from './pager.tsx';
import { RedeliverButtons } from './redelivery.tsx';

const PAGE_SIZE = 25;

export function AllDeliveries() {
  const { instances, traffic } = texts();
  return (
    <Page title={instances.allDeliveries}>
      <a href="#/">{traffic.allInstances}</a>
      <Deliveries name={null} opened={deliveryInRoute()} />
    </Page>
  );
}

interface DeliveriesProps {
  /** The name of the instance; null to show the deliveries of all instances. */
  readonly name: string | null;
  /** The id of the delivery that the address names, or ''. */
  readonly opened: string;
}

export function Deliveries({ name, opened }: DeliveriesProps) {
  const api = useApi();
  const { traffic } = texts();
  const status = useStatus();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const names = useEndpointNames(name);
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ id }: Delivery) => id,
    inputs: [api, name, query(readFilters()), [...names.values()].join()],
    isHeld: opened !== '' || selected.size > 0,
    find: (page) => searchDeliveries(api, name, names, page),
  });
  const rows = list.rows ?? [];
  const shared = { name, names, opened, status };
  return (
    <section class="card" aria-label={traffic.deliveries} tabIndex={-1}>
      <DeliveryFilters name={name} names={names} />
      <Newer list={list} size={PAGE_SIZE} />
      <StatusLine status={status} />
      <FailureLine failure={list.failure} />
      {list.rows?.length === 0 && <Empty text={traffic.none} />}
      <div class="with-panel">
        {rows.length > 0 && (
          <DeliveryTable
            {...{ ...shared, rows, selected, setSelected }}
            done={() => {
              setSelected(new Set());
              list.refresh();
            }}
          />
        )}
        {opened !== '' && <OpenDelivery {...{ ...shared, rows }} refresh={list.refresh} />}
      </div>
      <Pager list={list} />
    </section>
  );
}

/** The address of the list, or of a delivery in it: on the page of an endpoint, or apart from it. */
function addressOf(name: string | null, id = ''): string {
  const endpoint = endpointInRoute();
  return name !== null && endpoint !== ''
    ? linkTo(name, 'endpoints', endpoint, 'deliveries', id)
    : deliveriesLink(name, id);
}

interface OpenProps {
  readonly name: string | null;
  readonly names: Names;
  readonly opened: string;
  readonly rows: readonly Delivery[];
  readonly status: Status;
  readonly refresh: () => void;
}

/** The delivery that the address names, whether or not the list has it. */
function OpenDelivery({ name, names, opened, rows, status, refresh }: OpenProps) {
  const api = useApi();
  const { traffic } = texts();
  const read = usePolledQuery(
    async (signal) => ({ id: opened, found: await readDelivery(api, name, opened, signal) }),
    [api, name, opened],
  );
  const known = rows.find(({ id }) => id === opened);
  const delivery = read.value?.id === opened ? read.value.found : (known ?? undefined);
  const list = addressOf(name) + query(readFilters());
  if (delivery === null) return <UnknownAddress href={list} text={traffic.showAll} />;
  if (delivery === undefined) return <FailureLine failure={read.failure} />;
  return (
    <DeliveryPanel
      delivery={delivery}
      endpointName={names.get(delivery.endpoint) ?? delivery.destination}
      status={status}
      refresh={() => {
        read.refresh();
        refresh();
      }}
      onClose={() => {
        location.hash = list;
      }}
    />
  );
}

function DeliveryFilters({ name, names }: { name: string | null; names: Names }) {
  const { traffic } = texts();
  const choice = (field: string, label: string, any: string, words: Choices) => (
    <SelectField
      label={label}
      name={field}
      choices={[['', any], ...words]}
      defaultValue={filterOf(field)}
    />
  );
  const line = (
    field: string,
    label: string,
    type: 'text' | 'datetime-local',
    placeholder = '',
  ) => (
    <TextField
      label={label}
      name={field}
      type={type}
      placeholder={placeholder}
      defaultValue={filterOf(field)}
    />
  );
  const eventId = filterOf('eventId');
  return (
    <>
      {eventId !== '' && (
        <p>
          {traffic.ofOneEvent} <a href={addressOf(name)}>{traffic.showAll}</a>
        </p>
      )}
      <Filters>
        {line('find', traffic.find, 'text', traffic.findHint)}
        {choice('state', traffic.state, traffic.anyState, stateChoices())}
        {choice('event', traffic.event, traffic.anyEvent, EVENT_TYPES.toSorted())}
        {name === null &&
          choice('destination', traffic.endpoint, traffic.anyEndpoint, DESTINATIONS)}
        {name !== null &&
          endpointInRoute() === '' &&
          choice('endpoint', traffic.endpoint, traffic.anyEndpoint, [...names])}
        {line('from', traffic.since, 'datetime-local')}
        {line('to', traffic.until, 'datetime-local')}
        <input type="hidden" name="eventId" value={eventId} />
      </Filters>
    </>
  );
}

interface ListProps extends Omit<OpenProps, 'refresh'> {
  readonly selected: ReadonlySet<string>;
  readonly setSelected: (selected: ReadonlySet<string>) => void;
  readonly done: () => void;
}

function DeliveryTable(props: ListProps) {
  const { name, names, opened, rows, selected, setSelected, status, done } = props;
  const { traffic } = texts();
  const mayRedeliver = useRights().may('deliveries:redeliver');
  const nameOf = ({ event, sequence }: Delivery) => `${event} #${sequence}`;
  const filters = query(readFilters());
  return (
    <Table
      label={traffic.deliveries}
      rows={rows}
      keyOf={({ id }) => id}
      opened={opened}
      linkOf={({ id }) => addressOf(name, id) + filters}
      needsAttention={({ state }) => state === 'discarded'}
      {...(mayRedeliver && {
        selection: {
          selected,
          onChange: setSelected,
          nameOf,
          maySelect: ({ instanceName }: Delivery) => instanceName !== null,
          actions: (
            <RedeliverButtons
              name={name}
              selected={rows.filter(({ id }) => selected.has(id))}
              {...{ status, done }}
            />
          ),
        },
      })}
      columns={[
        { title: traffic.event, value: nameOf },
        ...(name === null ? [instanceColumn()] : []),
        ...deliveryColumns<Delivery>(),
        ...(endpointInRoute() === '' ? [endpointColumn(names)] : []),
        { title: traffic.at, type: 'time', value: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

const endpointColumn = (names: Names): Column<Delivery> => ({
  title: texts().traffic.endpoint,
  value: ({ endpoint, destination }) => names.get(endpoint) ?? destination,
});

const instanceColumn = (): Column<Delivery> => ({
  title: texts().traffic.instance,
  cell: ({ instanceName }) =>
    instanceName === null ? (
      texts().traffic.deleted
    ) : (
      <a href={linkTo(instanceName, 'deliveries')}>{instanceName}</a>
    ),
});

export type Outcome = Pick<Delivery, 'state' | 'lastStatus' | 'lastError' | 'attemptCount'>;

/** The columns that deliveries of both zones have. */
export function deliveryColumns<Row extends Outcome>(): readonly Column<Row>[] {
  const { traffic } = texts();
  return [
    { title: traffic.state, type: 'state', cell: ({ state }) => <DeliveryBadge state={state} /> },
    {
      title: traffic.outcome,
      cell: ({ lastStatus, lastError }) => <OutcomeChip status={lastStatus} error={lastError} />,
    },
    {
      title: traffic.attempts,
      type: 'number',
      isMinor: true,
      value: ({ attemptCount }) => attemptCount,
    },
  ];
}
