/** Deliveries to a webhook of the account: the newest first, by state, and one of them with its attempts. */
import { useState } from 'preact/hooks';
import { at, query } from '../api.ts';
import { ActionButton, SelectField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { placeInAddress, readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { type Attempt, Attempts } from '../traffic/attempts.tsx';
import { deliveryColumns } from '../traffic/deliveries.tsx';
import { DeliveryBadge, type DeliveryState, stateChoices } from '../traffic/delivery-state.tsx';
import { OutcomeChip } from '../traffic/outcome.tsx';
import { usePaged } from '../traffic/paged.ts';
import { Newer, Pager } from '../traffic/pager.tsx';
import { camelCased } from './names.ts';
import { PAGE_SIZE } from './records.tsx';
import { useSession } from './session.ts';

interface Delivery {
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

interface Listed {
  readonly deliveries: readonly Readonly<Record<string, unknown>>[];
  readonly next: string | null;
}

/** `path` is that of the webhook, after /api/v1. */
export function WebhookDeliveries({ path }: { path: string }) {
  const { traffic } = texts();
  const { api } = useSession();
  const status = useStatus();
  const [state, setState] = useState('');
  const { delivery: opened = '', ...filters } = readFilters();
  const list = usePaged<Delivery>({
    size: PAGE_SIZE,
    keyOf: ({ id }) => id,
    inputs: [api, path, state],
    isHeld: opened !== '',
    async find({ before, limit }) {
      const search = query({ order: 'newest', state, before, limit });
      const { deliveries, next } = await api.get<Listed>(`${path}/deliveries${search}`);
      return { rows: deliveries.map((one) => camelCased<Delivery>(one)), next };
    },
  });
  const shown = list.rows?.find(({ id }) => id === opened);
  const linkOf = (id: string) => placeInAddress() + query({ ...filters, delivery: id });
  return (
    <Card title={traffic.deliveries}>
      <div class="inline">
        <SelectField
          label={traffic.state}
          name="state"
          choices={[['', traffic.anyState], ...stateChoices()]}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        />
      </div>
      <Newer list={list} size={PAGE_SIZE} />
      <StatusLine status={status} />
      <FailureLine failure={list.failure} />
      <div class="with-panel">
        <DeliveryTable rows={list.rows} opened={opened} linkOf={linkOf} />
        {shown && (
          <DeliveryPanel
            delivery={shown}
            {...{ path, status }}
            refresh={list.refresh}
            onClose={() => {
              location.hash = linkOf('');
            }}
          />
        )}
      </div>
      <Pager list={list} />
    </Card>
  );
}

interface TableProps {
  readonly rows: readonly Delivery[] | null;
  readonly opened: string;
  readonly linkOf: (id: string) => string;
}

function DeliveryTable({ rows, opened, linkOf }: TableProps) {
  const { traffic } = texts();
  return (
    <Table
      label={traffic.deliveries}
      rows={rows}
      empty={traffic.none}
      keyOf={({ id }) => id}
      opened={opened}
      linkOf={({ id }) => linkOf(id)}
      needsAttention={({ state }) => state === 'discarded'}
      columns={[
        { title: traffic.event, value: ({ event, sequence }) => `${event} #${sequence}` },
        ...deliveryColumns<Delivery>(),
        { title: traffic.at, type: 'time', value: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

interface PanelProps {
  readonly delivery: Delivery;
  readonly path: string;
  readonly status: Status;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

function DeliveryPanel({ delivery, path, status, refresh, onClose }: PanelProps) {
  const { traffic } = texts();
  const { api, can } = useSession();
  const { id, event, sequence, state, attemptCount, updatedAt } = delivery;
  const { lastStatus, lastError, nextAttemptAt } = delivery;
  const readAttempts = async () => {
    const { attempts } = await api.get<{ attempts: Record<string, unknown>[] }>(
      path + at`/deliveries/${id}`,
    );
    return attempts.map((one) => camelCased<Attempt>(one));
  };
  const redeliver = async () => {
    const { data } = await api.post<{ redelivering: number }>(`${path}/redeliver`, { ids: [id] });
    refresh();
    return data.redelivering === 1 ? traffic.onItsWay : traffic.onItsWayAlready;
  };
  return (
    <SidePanel title={`${event} #${sequence}`} onClose={onClose}>
      <p>
        <DeliveryBadge state={state} /> <OutcomeChip status={lastStatus} error={lastError} />
      </p>
      {can('webhooks.update') && (
        <ActionButton label={traffic.redeliver} status={status} run={redeliver} />
      )}
      <Attempts
        key={id}
        read={readAttempts}
        version={`${updatedAt} ${attemptCount} ${state}`}
        nextAttemptAt={nextAttemptAt}
      />
    </SidePanel>
  );
}
