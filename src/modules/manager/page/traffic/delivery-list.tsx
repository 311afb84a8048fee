/** A list of deliveries of either zone, with the one that the address names in a panel. */
import type { ComponentChildren } from 'preact';
import { ActionButton } from '../components/action-button.tsx';
import { UnknownAddress } from '../components/layout.tsx';
import type { Selection } from '../components/selection.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { type Column, Table } from '../components/table.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { type Attempt, Attempts } from './attempts.tsx';
import { DeliveryBadge, type DeliveryState } from './delivery-state.tsx';
import { OutcomeChip } from './outcome.tsx';
import type { PagedRows } from './paged-rows.ts';
import { Newer, Pager } from './pager.tsx';

export interface ShownDelivery {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attemptCount: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The way back, and what a panel needs to act. */
interface OpenPanel {
  readonly status: Status;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

interface ListProps<Row extends ShownDelivery> {
  readonly list: PagedRows<Row>;
  /** The rows of a page. */
  readonly size: number;
  /** The id of the delivery that the address names, or ''. */
  readonly opened: string;
  /** The text of an empty list. */
  readonly empty?: string;
  /** The address of a delivery, or with '' of the list. */
  readonly linkOf: (id: string) => string;
  readonly filters: ComponentChildren;
  /** Columns that not every list has. */
  readonly columns?: readonly Column<Row>[];
  readonly selection?: (status: Status) => Selection<Row>;
  /** Resolves with null if there is no such delivery. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Row | null>;
  readonly panel: (delivery: Row, opened: OpenPanel) => ComponentChildren;
}

export function DeliveryList<Row extends ShownDelivery>(props: ListProps<Row>) {
  const { traffic, common } = texts();
  const { list, size, opened, linkOf, filters, columns, selection } = props;
  const { empty = common.nothing } = props;
  const status = useStatus();
  return (
    <section class="card" aria-label={traffic.deliveries} tabIndex={-1}>
      {filters}
      <Newer list={list} size={size} />
      <StatusLine status={status} />
      <FailureLine failure={list.failure} />
      <div class="with-panel">
        <Table
          label={traffic.deliveries}
          rows={list.rows}
          empty={empty}
          keyOf={({ id }) => id}
          opened={opened}
          linkOf={({ id }) => linkOf(id)}
          needsAttention={({ state }) => state === 'discarded'}
          {...(selection && { selection: selection(status) })}
          columns={deliveryColumns(columns)}
        />
        {opened !== '' && <OpenDelivery key={opened} {...props} status={status} />}
      </div>
      <Pager list={list} />
    </section>
  );
}

/** The delivery that the address names, whether or not the list has it. */
function OpenDelivery<Row extends ShownDelivery>(props: ListProps<Row> & { status: Status }) {
  const { list, opened, linkOf, read, panel, status } = props;
  const { value, failure, refresh } = usePolledQuery(
    async (signal) => ({ found: await read(opened, signal) }),
    [opened],
  );
  const delivery = value === null ? list.rows?.find(({ id }) => id === opened) : value.found;
  if (delivery === null) return <UnknownAddress href={linkOf('')} text={texts().traffic.showAll} />;
  if (delivery === undefined) return <FailureLine failure={failure} />;
  return panel(delivery, {
    status,
    refresh() {
      refresh();
      list.refresh();
    },
    onClose() {
      location.hash = linkOf('');
    },
  });
}

export const nameOfDelivery = ({ event, sequence }: ShownDelivery): string =>
  `${event} #${sequence}`;

/** The columns that deliveries of both zones have, with further ones behind the name. */
export function deliveryColumns<Row extends ShownDelivery>(
  further: readonly Column<Row>[] = [],
): readonly Column<Row>[] {
  const { traffic, common } = texts();
  return [
    { title: traffic.event, value: nameOfDelivery },
    ...further,
    { title: common.state, type: 'state', cell: ({ state }) => <DeliveryBadge state={state} /> },
    {
      title: traffic.answer,
      cell: ({ lastStatus, lastError }) => <OutcomeChip status={lastStatus} error={lastError} />,
    },
    {
      title: common.attempts,
      type: 'number',
      isMinor: true,
      value: ({ attemptCount }) => attemptCount,
    },
    { title: common.when, type: 'time', value: ({ createdAt }) => createdAt },
  ];
}

interface PanelProps extends OpenPanel {
  readonly delivery: ShownDelivery;
  /** Resolves with how many deliveries are sent; absent if the reader may not. */
  readonly redeliver?: () => Promise<number>;
  readonly attempts: (signal: AbortSignal) => Promise<readonly Attempt[]>;
  /** Further buttons. */
  readonly actions?: ComponentChildren;
  /** The request that is sent, where the zone can show it. */
  readonly request?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** One delivery: its state, its attempts with their answers, and what can be done. */
export function DeliveryPanel(props: PanelProps) {
  const { delivery, status, refresh, onClose, redeliver, attempts, request } = props;
  const { traffic } = texts();
  const { id, state, lastStatus, lastError, updatedAt, attemptCount, nextAttemptAt } = delivery;
  const again = async () => {
    const count = await redeliver?.();
    refresh();
    return count === 1 ? traffic.onItsWay : traffic.onItsWayAlready;
  };
  return (
    <SidePanel title={nameOfDelivery(delivery)} onClose={onClose}>
      <p class="row">
        <DeliveryBadge state={state} /> <OutcomeChip status={lastStatus} error={lastError} />
      </p>
      {props.children}
      <div class="row">
        {redeliver && (
          <ActionButton label={traffic.redeliver} class="primary" status={status} run={again} />
        )}
        {props.actions}
      </div>
      <Attempts
        key={id}
        read={attempts}
        version={`${updatedAt} ${attemptCount} ${state}`}
        {...{ nextAttemptAt, request }}
      />
    </SidePanel>
  );
}
