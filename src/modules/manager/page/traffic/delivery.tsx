/** A delivery of an instance in a panel, with its endpoint and its request. */
import type { AnswerTo } from '../api.ts';
import { CopyButton } from '../components/copy.tsx';
import { Facts } from '../components/facts.tsx';
import { FailureLine, type Status } from '../components/status.tsx';
import { Time } from '../components/text.tsx';
import { useAnswer, useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { NEVER_MS } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { curlOf } from './curl.ts';
import { DeliveryPanel } from './delivery-list.tsx';
import type { Delivery } from './delivery-search.ts';
import { channelName, useEndpointNames } from './endpoint-names.ts';
import { errorWords } from './error-words.ts';
import { Exchange } from './exchange.tsx';
import { redeliver } from './redelivery.tsx';

type Preview = AnswerTo<'GET', '/delivery/request/{deliveryId}'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

interface PanelProps {
  readonly delivery: Delivery;
  /** Undefined if the list does not know it. */
  readonly endpointName: string | undefined;
  readonly status: Status;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

export function InstanceDelivery({ delivery, endpointName, ...opened }: PanelProps) {
  const api = useApi();
  const { may } = useRights();
  const { id, instanceName } = delivery;
  const names = useEndpointNames(
    endpointName === undefined && instanceName !== null ? [instanceName] : [],
  );
  const params = { deliveryId: id };
  const { value: request, failure } = useAnswer(
    '/delivery/request/{deliveryId}',
    { params },
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
      <About
        delivery={delivery}
        endpointName={
          endpointName ?? names.get(delivery.endpoint) ?? channelName(delivery.destination)
        }
      />
    </DeliveryPanel>
  );
}

function About({ delivery, endpointName }: { delivery: Delivery; endpointName: string }) {
  const { traffic, common } = texts();
  const { isCustomer } = useRights();
  const { id, sequence, instanceName, target, createdAt } = delivery;
  const event = instanceName !== null && !isCustomer && (
    <a href={linkTo(instanceName, 'events', String(sequence))}>{traffic.itsEvent}</a>
  );
  const endpoint = (
    <>
      {endpointName} <span class="address hint">{target}</span>
    </>
  );
  return (
    <Facts
      facts={[
        [common.endpoint, endpoint],
        [common.when, <Time key="at" iso={createdAt} isAgo />],
        [common.id, <code key="id">{id}</code>],
        [traffic.event, event],
      ]}
    />
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
        {[
          reason === null ? traffic.asNextAttempt : errorWords(reason),
          body && formats.bytes(new Blob([body]).size),
        ]
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
