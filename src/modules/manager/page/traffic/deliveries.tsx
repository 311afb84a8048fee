/** The deliveries of one instance, or of all: the newest first, narrowed by a filter, and one of them in a panel. */
import { useState } from 'preact/hooks';
import { type AnswerTo, query } from '../api.ts';
import { ActionButton, type Choices, SelectField, TextField } from '../components/form.tsx';
import { Page } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { type Column, Table } from '../components/table.tsx';
import { Empty, Time } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { useRights } from '../rights.ts';
import { hash } from '../route.ts';
import { texts } from '../texts.ts';
import { DESTINATIONS } from '../words.ts';
import { outcomeText } from './attempts.tsx';
import { type Delivery, DeliveryPanel, redeliver } from './delivery.tsx';
import { DeliveryBadge, stateChoices } from './delivery-state.tsx';
import { useEndpointNames } from './endpoint-names.ts';
import { EVENT_TYPES } from './event-types.ts';
import { FailedSince } from './failed-since.tsx';
import { Filters, filterOf, isoOf } from './filters.tsx';
import { usePaged } from './paged.ts';
import { Newer, Pager } from './pager.tsx';

const PAGE_SIZE = 25;

export function AllDeliveries() {
  const { instances } = texts();
  return (
    <Page title={instances.allDeliveries}>
      <a href="#/">{texts().traffic.allInstances}</a>
      <Deliveries name={null} eventId="" />
    </Page>
  );
}

interface DeliveriesProps {
  /** The name of the instance; null to show the deliveries of all instances. */
  readonly name: string | null;
  /** The id of the event whose deliveries are shown, or '' for all deliveries. */
  readonly eventId: string;
}

export function Deliveries({ name, eventId }: DeliveriesProps) {
  const api = useApi();
  const { traffic } = texts();
  const status = useStatus();
  const mayRedeliver = useRights().may('deliveries:redeliver');
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ id }: Delivery) => id,
    inputs: [api, name, eventId, hash.value],
    isHeld: opened !== null || chosen.size > 0,
    async find({ signal, ...page }) {
      const search = query({ ...filled(), instance: name ?? '', eventId, ...page });
      const found = await api.get(`/delivery/search${search}`, signal);
      const { deliveries, next } = found as AnswerTo<'GET', '/delivery/search'>;
      return { rows: deliveries, next };
    },
  });
  const rows = list.rows ?? [];
  const shown = rows.find(({ id }) => id === opened);
  const names = useEndpointNames(name);
  const bar = { rows, chosen, setChosen, status, refresh: list.refresh };
  return (
    <>
      {eventId !== '' && (
        <p>
          {traffic.ofOneEvent} <a href={linkTo(name ?? '', 'deliveries')}>{traffic.showAll}</a>
        </p>
      )}
      <section class="card" aria-label={traffic.deliveries} tabIndex={-1}>
        <DeliveryFilters names={names} />
        {mayRedeliver && <Choice {...bar} />}
        <Newer list={list} size={PAGE_SIZE} />
        <StatusLine status={status} />
        <FailureLine failure={list.failure} />
        {list.rows?.length === 0 && <Empty text={traffic.none} />}
        <div class="with-panel">
          {rows.length > 0 && (
            <DeliveryTable {...bar} {...{ name, names, opened }} onOpen={setOpened} />
          )}
          {shown && (
            <DeliveryPanel
              delivery={shown}
              endpointName={names.get(shown.endpoint) ?? shown.destination}
              {...{ status, refresh: list.refresh }}
              onClose={() => setOpened(null)}
            />
          )}
        </div>
        <Pager list={list} />
      </section>
      {eventId === '' && mayRedeliver && <FailedSince name={name} done={list.refresh} />}
    </>
  );
}

const filled = () => ({
  state: filterOf('state'),
  event: filterOf('event'),
  destination: filterOf('destination'),
  endpoint: filterOf('endpoint'),
  from: isoOf(filterOf('from')),
  to: isoOf(filterOf('to')),
});

type Names = ReadonlyMap<string, string>;

function DeliveryFilters({ names }: { names: Names }) {
  const { traffic } = texts();
  const { isCustomer } = useRights();
  const choice = (name: string, label: string, any: string, words: Choices) => (
    <SelectField
      label={label}
      name={name}
      choices={[['', any], ...words]}
      defaultValue={filterOf(name)}
    />
  );
  const time = (name: string, label: string) => (
    <TextField label={label} name={name} type="datetime-local" defaultValue={filterOf(name)} />
  );
  return (
    <Filters>
      {choice('state', traffic.state, traffic.anyState, stateChoices())}
      {choice('event', traffic.event, traffic.anyEvent, EVENT_TYPES.toSorted())}
      {isCustomer
        ? choice('endpoint', traffic.endpoint, traffic.anyEndpoint, [...names])
        : choice('destination', traffic.endpoint, traffic.anyEndpoint, DESTINATIONS)}
      {time('from', traffic.since)}
      {time('to', traffic.until)}
    </Filters>
  );
}

interface ChoiceProps {
  readonly rows: readonly Delivery[];
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (chosen: ReadonlySet<string>) => void;
  readonly status: ReturnType<typeof useStatus>;
  readonly refresh: () => void;
}

/** The number of selected deliveries, with their actions. */
function Choice({ rows, chosen, setChosen, status, refresh }: ChoiceProps) {
  const api = useApi();
  const { traffic } = texts();
  const open = rows.filter(({ instanceName }) => instanceName !== null);
  const ticked = open.filter(({ id }) => chosen.has(id));
  const isAll = ticked.length > 0 && ticked.length === open.length;
  const again = async () => {
    const count = await redeliver(api, ticked);
    setChosen(new Set());
    refresh();
    return traffic.manyOnTheirWay(count);
  };
  return (
    <div class="row">
      <label class="tick">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => setChosen(new Set(isAll ? [] : open.map(({ id }) => id)))}
        />
        <span>{traffic.chooseAll}</span>
      </label>
      {ticked.length > 0 && (
        <>
          <span>{traffic.chosen(ticked.length)}</span>
          <ActionButton label={traffic.redeliverChosen} status={status} run={again} />
        </>
      )}
    </div>
  );
}

interface TableProps extends ChoiceProps {
  readonly name: string | null;
  readonly names: Names;
  readonly opened: string | null;
  readonly onOpen: (id: string) => void;
}

function DeliveryTable({ rows, chosen, setChosen, name, names, opened, onOpen }: TableProps) {
  const { traffic } = texts();
  const mayRedeliver = useRights().may('deliveries:redeliver');
  const tick = ({ id }: Delivery) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const instance: Column<Delivery> = {
    title: traffic.instance,
    cell: ({ instanceName }) =>
      instanceName === null ? (
        traffic.deleted
      ) : (
        <a href={linkTo(instanceName, 'deliveries')}>{instanceName}</a>
      ),
  };
  const choose: Column<Delivery> = {
    title: traffic.choose,
    cell: (delivery) => (
      <input
        type="checkbox"
        aria-label={`${traffic.choose} ${delivery.event} ${delivery.sequence}`}
        checked={chosen.has(delivery.id)}
        disabled={delivery.instanceName === null}
        onChange={() => tick(delivery)}
      />
    ),
  };
  return (
    <Table
      label={traffic.deliveries}
      rows={rows}
      keyOf={({ id }) => id}
      opened={opened}
      onOpen={({ id }) => onOpen(id)}
      needsAttention={({ state }) => state === 'discarded'}
      columns={[
        { title: traffic.event, cell: ({ event, sequence }) => `${event} #${sequence}` },
        ...(name === null ? [instance] : []),
        { title: traffic.state, cell: ({ state }) => <DeliveryBadge state={state} /> },
        {
          title: traffic.endpoint,
          cell: ({ endpoint, destination }) => names.get(endpoint) ?? destination,
        },
        { title: traffic.outcome, cell: outcomeText },
        { title: traffic.at, cell: ({ createdAt }) => <Time iso={createdAt} /> },
        ...(mayRedeliver ? [choose] : []),
      ]}
    />
  );
}
