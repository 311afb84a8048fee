/** One webhook of the account, with the page that endpoints of instances have too. */
import { at, orUnknown, query, type VersionedRecord } from '../api.ts';
import { Page, UnknownAddress } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { readCrmRoute } from '../route.ts';
import { texts } from '../texts.ts';
import type { ShownDelivery } from '../traffic/delivery-list.tsx';
import { EndpointPage } from '../traffic/endpoint-page.tsx';
import type { ShownEndpoint } from '../traffic/endpoint-state.tsx';
import type { Replay } from '../traffic/replays.tsx';
import type { TestResult } from '../traffic/test-outcome.tsx';
import type { CrmApi } from './api.ts';
import { camelCased } from './names.ts';
import { EVERY_MS } from './record-kind.tsx';
import { useSession } from './session.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { shownEndpoint, type Webhook, webhookFields } from './webhook-fields.ts';
import { CRM_EVENT_TYPES } from './words.ts';

type Values = Readonly<Record<string, unknown>>;
const FAILURES = 5;

export function WebhookView({ id, part }: { id: string; part: string }) {
  const { crm, endpoints } = texts();
  const { api } = useSession();
  const path = at`/webhooks/${id}`;
  const { value, failure, refresh } = usePolledQuery(
    async () => ({ found: await orUnknown(readWebhook(api, path)) }),
    [api, path],
    EVERY_MS,
  );
  const list = { href: crmLink('webhooks'), text: endpoints.all };
  return (
    <Page title={crm.sections.webhooks}>
      <FailureLine failure={failure} />
      {value?.found === null && <UnknownAddress {...list} />}
      {value?.found && <OpenWebhook {...{ path, part, list, refresh }} value={value.found} />}
    </Page>
  );
}

async function readWebhook(api: CrmApi, path: string): Promise<ReadWebhook> {
  const stored = await api.record<Webhook>(path);
  const health = await api.get<NonNullable<ShownEndpoint['health']>>(`${path}/health`);
  return { endpoint: { ...shownEndpoint(stored.record), health }, stored };
}

interface ReadWebhook {
  readonly endpoint: ShownEndpoint;
  readonly stored: VersionedRecord<Webhook>;
}

interface OpenProps {
  readonly value: ReadWebhook;
  readonly path: string;
  readonly part: string;
  readonly list: { readonly href: string; readonly text: string };
  readonly refresh: () => void;
}

function OpenWebhook({ value: { endpoint, stored }, path, part, list, refresh }: OpenProps) {
  const { api, can } = useSession();
  const { opened } = readCrmRoute();
  const mayChange = can('webhooks.update');
  const linkOf = (wanted: string, delivery = '') =>
    crmLink('webhooks', endpoint.id, wanted, delivery);
  const change = async (body: object, etag: string | null) => {
    await api.patch(path, body, etag);
    refresh();
  };
  const failures = async () => {
    const wanted = query({ order: 'newest', state: 'discarded', limit: FAILURES });
    const { deliveries } = await api.get<{ deliveries: Values[] }>(`${path}/deliveries${wanted}`);
    return deliveries.map((one) => camelCased<ShownDelivery>(one));
  };
  return (
    <EndpointPage
      {...{ endpoint, part, list, failures }}
      linkOf={linkOf}
      deliveries={
        <WebhookDeliveries {...{ path, opened }} linkOf={(id) => linkOf('deliveries', id)} />
      }
      {...(can('webhooks.delete') && { remove: () => api.delete(path) })}
      {...(mayChange && {
        settings: {
          fields: webhookFields(api),
          stored,
          change,
          reread: () => api.record<Webhook>(path),
        },
        secret: {
          replace: async () => (await api.post<{ secret: string }>(`${path}/rotate`)).data.secret,
        },
        test: {
          events: CRM_EVENT_TYPES,
          send: async (event) =>
            camelCased<TestResult>((await api.post<Values>(`${path}/test`, { event })).data),
        },
        replays: {
          async list() {
            const { recoveries } = await api.get<{ recoveries: Values[] }>(`${path}/recoveries`);
            return recoveries.map((one) => camelCased<Replay>(one));
          },
          begin: ({ onlyFailed: only_failed, ratePerSecond, ...times }) =>
            api.post(`${path}/recover`, {
              ...times,
              only_failed,
              ...(ratePerSecond !== undefined && { rate_per_second: ratePerSecond }),
            }),
          act: (replay, action) => api.post(`${path}/recoveries/${replay}/${action}`),
        },
      })}
    />
  );
}
