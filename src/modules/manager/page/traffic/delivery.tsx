/** One delivery in a panel: its endpoint, its attempts, and the request of the next attempt. */
import { useState } from 'preact/hooks';
import type { AnswerTo, GatewayApi } from '../api.ts';
import { ActionButton } from '../components/form.tsx';
import { type Status, StatusLine, useStatus } from '../components/status.tsx';
import { SidePanel } from '../components/table.tsx';
import { Time } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { Attempts, outcomeText } from './attempts.tsx';
import { DeliveryBadge } from './delivery-state.tsx';
import { Exchange } from './exchange.tsx';

export type Delivery = AnswerTo<'GET', '/delivery/search'>['deliveries'][number];

interface PanelProps {
  readonly delivery: Delivery;
  readonly endpointName: string;
  readonly status: Status;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

export function DeliveryPanel({ delivery, endpointName, status, refresh, onClose }: PanelProps) {
  const api = useApi();
  const { traffic } = texts();
  const { isCustomer, may } = useRights();
  const { id, event, sequence, state, attemptCount, updatedAt, instanceName } = delivery;
  const again = async () => {
    const count = await redeliver(api, [delivery]);
    refresh();
    return count === 1 ? traffic.onItsWay : traffic.onItsWayAlready;
  };
  return (
    <SidePanel title={`${event} #${sequence}`} onClose={onClose}>
      <p>
        <DeliveryBadge state={state} /> {outcomeText(delivery)}
      </p>
      <p>
        {endpointName} → {delivery.target}
      </p>
      <p class="hint">
        <Time iso={delivery.createdAt} />
        {instanceName !== null && !isCustomer && (
          <>
            {' · '}
            <a href={linkTo(instanceName, 'events', String(sequence))}>{traffic.itsEvent}</a>
          </>
        )}
      </p>
      {/* Nothing of a deleted instance can be sent again. */}
      {instanceName !== null && may('deliveries:redeliver') && (
        <ActionButton label={traffic.redeliver} status={status} run={again} />
      )}
      <Attempts
        key={id}
        version={`${updatedAt} ${attemptCount} ${state}`}
        read={async (signal) =>
          (await api.call('GET', '/delivery/{deliveryId}', { params: { deliveryId: id }, signal }))
            .attempts
        }
      />
      <NextRequest key={`request ${id}`} id={id} />
    </SidePanel>
  );
}

/** Shows the request of the next attempt; it is read when the panel is opened. */
function NextRequest({ id }: { id: string }) {
  const api = useApi();
  const { traffic } = texts();
  const status = useStatus();
  const [found, setFound] = useState<AnswerTo<'GET', '/delivery/request/{deliveryId}'> | null>(
    null,
  );
  const read = async () => {
    const params = { deliveryId: id };
    setFound(await api.call('GET', '/delivery/request/{deliveryId}', { params }));
    return '';
  };
  return (
    <>
      <StatusLine status={status} />
      {found === null ? (
        <ActionButton label={traffic.showRequest} status={status} run={read} />
      ) : (
        <>
          <p class="hint">{found.reason ?? traffic.asNextAttempt}</p>
          <Exchange
            title={traffic.request}
            first={found.url ?? traffic.nowhere}
            headers={(found as { headers?: Record<string, string> }).headers}
            body={found.body}
          />
        </>
      )}
    </>
  );
}

/** Asks for deliveries of any instances to be sent again. Returns how many are on their way. */
export async function redeliver(
  api: GatewayApi,
  deliveries: readonly Pick<Delivery, 'id' | 'instanceName'>[],
): Promise<number> {
  let count = 0;
  for (const [instanceName, some] of Map.groupBy(deliveries, (one) => one.instanceName)) {
    if (instanceName === null) continue;
    const ids = some.map(({ id }) => id);
    const { redelivering } = await api.call('POST', '/delivery/redeliver/{instanceName}', {
      params: { instanceName },
      body: { ids },
    });
    count += redelivering;
  }
  return count;
}
