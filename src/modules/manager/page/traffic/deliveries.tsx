/** The deliveries of one instance, or of all: the newest first, narrowed by filters, and one of them in a panel. */
import { useState } from 'preact/hooks';
import { query } from '../api.ts';
import { Page } from '../components/layout.tsx';
import type { Selection } from '../components/selection.tsx';
import type { Status } from '../components/status.tsx';
import type { Column } from '../components/table.tsx';
import { useApi } from '../gateway/api-context.ts';
import { deliveriesLink, linkTo } from '../links.ts';
import { useRights } from '../rights.ts';
import { deliveryInRoute, readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { DESTINATIONS } from '../words.ts';
import { InstanceDelivery } from './delivery.tsx';
import { DeliveryList, nameOfDelivery } from './delivery-list.tsx';
import { type Delivery, filterMeant, readDelivery, searchDeliveries } from './delivery-search.ts';
import { stateChoices } from './delivery-state.tsx';
import { channelName, type Names, useEndpointNames } from './endpoint-names.ts';
import { EVENT_TYPES } from './event-types.ts';
import { endpointInRoute, FilterChoice, FilterLine, Filters, filterOf } from './filters.tsx';
import { usePaged } from './paged-rows.ts';
import { RedeliverButtons } from './redelivery.tsx';

const PAGE_SIZE = 25;

export function AllDeliveries() {
  const { instances, traffic } = texts();
  return (
    <Page title={instances.allDeliveries} back={{ href: '#/', text: traffic.allInstances }}>
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
  const { common, traffic } = texts();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ownNames = useEndpointNames(name === null ? [] : [name]);
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ id }: Delivery) => id,
    inputs: [api, name, query(readFilters()), [...ownNames.values()].join()],
    isHeld: opened !== '' || selected.size > 0,
    find: (page) => searchDeliveries(api, name, ownNames, page),
  });
  const foundNames = useEndpointNames(name === null ? instancesOf(list.rows ?? []) : []);
  const names = name === null ? foundNames : ownNames;
  const mayRedeliver = useRights().may('deliveries:redeliver');
  const endpointNameOf = ({ endpoint, destination }: Delivery) =>
    names.get(endpoint) ?? channelName(destination);
  const selection = (status: Status): Selection<Delivery> => ({
    selected,
    onChange: setSelected,
    nameOf: nameOfDelivery,
    maySelect: ({ instanceName }) => instanceName !== null,
    actions: (
      <RedeliverButtons
        {...{ name, status }}
        selected={list.rows?.filter(({ id }) => selected.has(id)) ?? []}
        done={() => {
          setSelected(new Set());
          list.refresh();
        }}
      />
    ),
  });
  return (
    <DeliveryList
      {...{ list, opened }}
      size={PAGE_SIZE}
      {...(name === null &&
        filterMeant(filterOf('find'), ownNames) === null && { empty: traffic.findInInstance })}
      linkOf={(id) => addressOf(name, id) + query(readFilters())}
      filters={<DeliveryFilters name={name} names={names} />}
      columns={[
        ...(name === null ? [instanceColumn()] : []),
        ...(endpointInRoute() === ''
          ? [{ title: common.endpoint, value: endpointNameOf, isMinor: name === null }]
          : []),
      ]}
      {...(mayRedeliver && { selection })}
      read={(id, signal) => readDelivery(api, name, id, signal)}
      panel={(delivery, shown) => (
        <InstanceDelivery {...{ ...shown, delivery }} endpointName={names.get(delivery.endpoint)} />
      )}
    />
  );
}

const instancesOf = (rows: readonly Delivery[]): string[] =>
  [...new Set(rows.flatMap(({ instanceName }) => instanceName ?? []))].toSorted();

/** The address of the list, or of a delivery in it: on the page of an endpoint, or apart from it. */
function addressOf(name: string | null, id = ''): string {
  const endpoint = endpointInRoute();
  return name !== null && endpoint !== ''
    ? linkTo(name, 'endpoints', endpoint, 'deliveries', id)
    : deliveriesLink(name, id);
}

function DeliveryFilters({ name, names }: { name: string | null; names: Names }) {
  const { traffic, common } = texts();
  const endpoint = { label: common.endpoint, any: traffic.anyEndpoint };
  const destinations = DESTINATIONS.map((one) => [one, channelName(one)] as const);
  const types = EVENT_TYPES.toSorted();
  const eventId = filterOf('eventId');
  return (
    <>
      {eventId !== '' && (
        <p>
          {traffic.ofOneEvent} <a href={addressOf(name)}>{traffic.showAll}</a>
        </p>
      )}
      <Filters>
        <FilterLine
          name="find"
          label={traffic.find}
          placeholder={name === null ? traffic.findHintOfAll : traffic.findHint}
        />
        <FilterChoice
          {...{ name: 'state', label: common.state, any: traffic.anyState }}
          choices={stateChoices()}
        />
        <FilterChoice
          {...{ name: 'event', label: traffic.event, any: traffic.anyEvent }}
          choices={types}
        />
        {name === null && <FilterChoice name="destination" {...endpoint} choices={destinations} />}
        {name !== null && endpointInRoute() === '' && (
          <FilterChoice name="endpoint" {...endpoint} choices={[...names]} />
        )}
        <FilterLine name="from" label={common.since} type="datetime-local" />
        <FilterLine name="to" label={common.until} type="datetime-local" />
        <input type="hidden" name="eventId" value={eventId} />
      </Filters>
    </>
  );
}

const instanceColumn = (): Column<Delivery> => ({
  title: texts().common.instance,
  cell: ({ instanceName }) =>
    instanceName === null ? (
      texts().traffic.deleted
    ) : (
      <a href={linkTo(instanceName, 'deliveries')}>{instanceName}</a>
    ),
});
