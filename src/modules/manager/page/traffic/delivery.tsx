/** One delivery in a panel: its state and endpoint, its attempts, their answers, and the request. */
import type { AnswerTo } from '../api.ts';
import { CopyButton } from '../components/copy.tsx';
import { ActionButton } from '../components/form.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { FailureLine, type Status } from '../components/status.tsx';
import { Time } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { Attempts } from './attempts.tsx';
import { curlOf } from './curl.ts';
import type { Delivery } from './delivery-search.ts';
import { DeliveryBadge } from './delivery-state.tsx';
import { Exchange } from './exchange.tsx';
import { OutcomeChip } from './outcome.tsx';
import { redeliver } from './redelivery.tsx';

type Preview = AnswerTo<'GET', '/delivery/request/{deliveryId}'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

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
  const { may } = useRights();
  const { id, event, sequence, state, instanceName, lastStatus, lastError } = delivery;
  const { value: request, failure } = usePolledQuery(
    (signal) =>
      api.call('GET', '/delivery/request/{deliveryId}', { params: { deliveryId: id }, signal }),
    [api, id],
    NEVER_MS,
  );
  const again = async (instance: string) => {
    const count = await redeliver(api, instance, { ids: [id] });
    refresh();
    return count === 1 ? traffic.onItsWay : traffic.onItsWayAlready;
  };
  return (
    <SidePanel title={`${event} #${sequence}`} onClose={onClose}>
      <p class="row">
        <DeliveryBadge state={state} /> <OutcomeChip status={lastStatus} error={lastError} />
      </p>
      <Facts delivery={delivery} endpointName={endpointName} />
      <div class="row">
        {/* Nothing of a deleted instance can be sent again. */}
        {instanceName !== null && may('deliveries:redeliver') && (
          <ActionButton
            label={traffic.redeliver}
            class="primary"
            status={status}
            run={() => again(instanceName)}
          />
        )}
        {request && <CurlButton request={request} />}
      </div>
      <Attempts
        key={id}
        version={`${delivery.updatedAt} ${delivery.attemptCount} ${state}`}
        nextAttemptAt={delivery.nextAttemptAt}
        read={async (signal) =>
          (await api.call('GET', '/delivery/{deliveryId}', { params: { deliveryId: id }, signal }))
            .attempts
        }
        request={request ? <Request request={request} /> : <FailureLine failure={failure} />}
      />
    </SidePanel>
  );
}

const NEVER_MS = 2 ** 30;

function Facts({ delivery, endpointName }: Pick<PanelProps, 'delivery' | 'endpointName'>) {
  const { traffic } = texts();
  const { isCustomer } = useRights();
  const { id, sequence, instanceName, target, createdAt } = delivery;
  return (
    <dl class="facts">
      <div>
        <dt>{traffic.endpoint}</dt>
        <dd>
          {endpointName} <span class="address hint">{target}</span>
        </dd>
      </div>
      <div>
        <dt>{traffic.at}</dt>
        <dd>
          <Time iso={createdAt} isAgo />
        </dd>
      </div>
      <div>
        <dt>{traffic.id}</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </div>
      {instanceName !== null && !isCustomer && (
        <div>
          <dt>{traffic.event}</dt>
          <dd>
            <a href={linkTo(instanceName, 'events', String(sequence))}>{traffic.itsEvent}</a>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Deliveries to brokers have no headers, and no command. */
function CurlButton({ request: { url, headers = {}, body } }: { request: Preview }) {
  if (url === null || body === null || !/^https?:/.test(url)) return null;
  return <CopyButton label={texts().traffic.copyCurl} text={curlOf({ url, headers, body })} />;
}

function Request({ request: { url, headers, body, reason } }: { request: Preview }) {
  const { traffic, formats } = texts();
  return (
    <>
      <p class="hint">
        {[reason ?? traffic.asNextAttempt, body && formats.bytes(new Blob([body]).size)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Exchange
        title={traffic.request}
        first={url ?? traffic.nowhere}
        headers={headers}
        body={body}
      />
    </>
  );
}
