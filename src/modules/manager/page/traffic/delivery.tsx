/** A delivery of an instance in a panel, with its endpoint and its request. */
import type { AnswerTo } from '../api.ts';
import { CopyButton } from '../components/copy.tsx';
import { FailureLine, type Status } from '../components/status.tsx';
import { Time } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { curlOf } from './curl.ts';
import { DeliveryPanel } from './delivery-list.tsx';
import type { Delivery } from './delivery-search.ts';
import { Exchange } from './exchange.tsx';
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

export function InstanceDelivery({ delivery, endpointName, ...opened }: PanelProps) {
  const api = useApi();
  const { may } = useRights();
  const { id, instanceName } = delivery;
  const params = { deliveryId: id };
  const { value: request, failure } = usePolledQuery(
    (signal) => api.call('GET', '/delivery/request/{deliveryId}', { params, signal }),
    [api, id],
    NEVER_MS,
  );
  return (
    <DeliveryPanel
      {...{ ...opened, delivery }}
      attempts={async (signal) =>
        (await api.call('GET', '/delivery/{deliveryId}', { params, signal })).attempts
      }
      // Nothing of a deleted instance can be sent again.
      {...(instanceName !== null &&
        may('deliveries:redeliver') && {
          redeliver: () => redeliver(api, instanceName, { ids: [id] }),
        })}
      actions={request && <CurlButton request={request} />}
      request={request ? <Request request={request} /> : <FailureLine failure={failure} />}
    >
      <Facts delivery={delivery} endpointName={endpointName} />
    </DeliveryPanel>
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
