/** The places that the events of an instance go to: its webhooks, each with a page, and the channels beside them. */
import {
  type AnswerTo,
  at,
  type GatewayApi,
  orUnknown,
  query,
  type VersionedRecord,
} from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { openDialog, showSecret } from '../components/dialog.tsx';
import { Card, UnknownAddress } from '../components/layout.tsx';
import { openRecordForm } from '../components/record-form.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { useAnswer, useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { readRoute } from '../route.ts';
import { texts } from '../texts.ts';
import { CustomerLinks } from './customer-links.tsx';
import { Deliveries } from './deliveries.tsx';
import { TestForm } from './endpoint-cards.tsx';
import { channelName } from './endpoint-names.ts';
import { EndpointPage } from './endpoint-page.tsx';
import { endpointColumns, eventsText } from './endpoint-state.tsx';
import { EVENT_TYPES } from './event-types.ts';
import { FiguresCard } from './figures.tsx';
import { DEFAULT, type Endpoint, fieldsOf, storedForForm } from './instance-endpoint.ts';
import type { TestResult } from './test-outcome.tsx';

const GLOBAL = 'global-webhook';
const FAILURES = 5;

/** Every type by its name is the same as all of them. */
const withAll = (endpoint: Endpoint): Endpoint =>
  endpoint.events.length === EVENT_TYPES.length ? { ...endpoint, events: ['ALL'] } : endpoint;

/** The list, or the endpoint that the address names. */
export function EndpointsPanel({ name }: { name: string }) {
  const { about } = readRoute();
  return about === '' ? (
    <EndpointList name={name} />
  ) : (
    <EndpointView key={about} {...{ name, id: about }} />
  );
}

function EndpointList({ name }: { name: string }) {
  const { isCustomer } = useRights();
  const { value, failure, refresh } = useAnswer('/webhook/endpoints/{instanceName}', {
    params: { instanceName: name },
  });
  const all = value?.endpoints.map(withAll);
  const webhooks = all?.filter(({ readOnly }) => !readOnly);
  return (
    <>
      <WebhookList {...{ name, webhooks, failure, refresh }} />
      {!isCustomer && (
        <div class="columns">
          <Channels name={name} channels={all?.filter(({ readOnly }) => readOnly) ?? []} />
          <CustomerLinks name={name} />
        </div>
      )}
    </>
  );
}

interface ListProps {
  readonly name: string;
  readonly webhooks: readonly Endpoint[] | undefined;
  readonly failure: unknown;
  readonly refresh: () => void;
}

function WebhookList({ name, webhooks, failure, refresh }: ListProps) {
  const api = useApi();
  const { webhook, endpoints, common } = texts();
  const { may, isCustomer } = useRights();
  const status = useStatus();
  const openNew = async () =>
    openRecordForm(webhook.add, {
      action: common.create,
      fields: fieldsOf({ api, name, isCustomer }),
      async send(body) {
        const made = await api.post(at`/webhook/endpoints/${name}`, body);
        const { name: called, secret } = made as { name: string; secret: string };
        refresh();
        return () => void showSecret(webhook.added(called), common.shownOnce(called), secret);
      },
    });
  return (
    <Card
      title={webhook.whereTheyGo}
      actions={
        may('endpoints:write') && (
          <ActionButton
            {...{ label: webhook.add, class: 'primary', status, run: openNew }}
            opensDialog
          />
        )
      }
    >
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      <Table
        label={webhook.whereTheyGo}
        rows={webhooks}
        empty={endpoints.empty}
        isSortable
        keyOf={({ id }) => id}
        linkOf={({ id }) => linkTo(name, 'endpoints', id)}
        needsAttention={({ health }) => health !== null && health.state !== 'healthy'}
        columns={[
          { title: common.name, value: (endpoint) => endpoint.name },
          ...endpointColumns((endpoint: Endpoint) => endpoint),
          // A customer's page has only those of the customer.
          ...(isCustomer
            ? []
            : [
                {
                  title: webhook.owner,
                  isMinor: true,
                  value: ({ owner }: Endpoint) => webhook.owners[owner],
                },
              ]),
        ]}
      />
    </Card>
  );
}

/** Queues, feeds and webhooks for all instances: those that are on, and the names of the others. */
function Channels({ name, channels }: { name: string; channels: readonly Endpoint[] }) {
  const api = useApi();
  const { endpoints, webhook, traffic, channels: words, common } = texts();
  const on = channels.filter(({ target }) => target !== null);
  const off = channels.filter(({ target }) => target === null);
  const openTest = () =>
    void openDialog({
      title: traffic.tryIt,
      body: () => (
        <TestForm
          events={EVENT_TYPES}
          send={(event) => sendTest(api, name, { event, destination: GLOBAL })}
        />
      ),
      buttons: (close) => (
        <button type="button" onClick={close}>
          {texts().common.close}
        </button>
      ),
    });
  return (
    <Card title={endpoints.channels}>
      {on.length > 0 && (
        <Table
          label={endpoints.channels}
          rows={on}
          keyOf={({ id }) => id}
          columns={[
            { title: common.name, value: ({ id }) => channelName(id) },
            { title: webhook.target, type: 'address', value: ({ target }) => target },
            { title: traffic.events, isMinor: true, value: eventsText },
          ]}
          menu={({ id }) =>
            id === GLOBAL && (
              <button type="button" aria-haspopup="dialog" onClick={openTest}>
                {traffic.tryIt}
              </button>
            )
          }
        />
      )}
      {off.length > 0 && (
        <p class="hint">{words.unused(off.map(({ id }) => channelName(id)).join(', '))}</p>
      )}
    </Card>
  );
}

const sendTest = async (api: GatewayApi, name: string, wanted: object): Promise<TestResult> =>
  (await api.post(at`/webhook/test/${name}`, wanted)) as TestResult;

function EndpointView({ name, id }: { name: string; id: string }) {
  const api = useApi();
  const { endpoints } = texts();
  const { value, failure, refresh } = usePolledQuery(
    async () => ({ found: await orUnknown(readEndpoint(api, name, id)) }),
    [api, name, id],
  );
  const list = { href: linkTo(name, 'endpoints'), text: endpoints.all };
  const found = value?.found;
  return (
    <>
      <FailureLine failure={failure} />
      {(found === null || found?.record.readOnly) && <UnknownAddress {...list} />}
      {found && !found.record.readOnly && <OpenEndpoint {...{ name, list, refresh, found }} />}
    </>
  );
}

const pathOf = (name: string, id: string): string => at`/webhook/endpoints/${name}/${id}`;

async function readEndpoint(api: GatewayApi, name: string, id: string) {
  const { record, etag } = await api.record<Endpoint>(pathOf(name, id));
  return { record: withAll(record), etag };
}

interface OpenProps {
  readonly name: string;
  readonly list: { readonly href: string; readonly text: string };
  readonly found: VersionedRecord<Endpoint>;
  readonly refresh: () => void;
}

function OpenEndpoint({ name, list, found: { record: endpoint, etag }, refresh }: OpenProps) {
  const api = useApi();
  const { may, isCustomer } = useRights();
  const { part, opened } = readRoute();
  const { id } = endpoint;
  const path = pathOf(name, id);
  const params = { instanceName: name };
  const of = { params, query: { endpoint: id } };
  const mayWrite = may('endpoints:write');
  const seesDeliveries = may('deliveries:read');
  const change = async (body: object, version: string | null) => {
    await api.change('PATCH', path, body, version);
    refresh();
  };
  const remove = async () => {
    await api.delete(path);
    refresh();
  };
  const readSecret = async () =>
    (await api.call('GET', '/webhook/secret/{instanceName}', of)).secret;
  const replays = `${path}/recoveries`;
  return (
    <EndpointPage
      {...{ endpoint, part, list }}
      linkOf={(wanted, delivery = '') => linkTo(name, 'endpoints', id, wanted, delivery)}
      {...(mayWrite && {
        settings: {
          fields: fieldsOf({ api, name, isCustomer, id }),
          stored: { record: storedForForm(endpoint), etag },
          reread: async () => {
            const again = await readEndpoint(api, name, id);
            return { ...again, record: storedForForm(again.record) };
          },
          change,
        },
        secret: {
          ...(!isCustomer && { read: readSecret }),
          replace: async () =>
            (await api.call('POST', '/webhook/secret/rotate/{instanceName}', of)).secret,
        },
      })}
      {...(mayWrite && id !== DEFAULT && { remove })}
      {...(may('endpoints:test') && {
        test: {
          events: EVENT_TYPES,
          send: (event) => sendTest(api, name, { event, endpoint: id }),
        },
      })}
      {...(seesDeliveries && {
        figures: <FiguresCard name={name} endpoint={id} />,
        failures: async (signal) => {
          const wanted = { instance: name, endpoint: id, state: 'discarded', limit: FAILURES };
          const found = await api.get(`/delivery/search${query(wanted)}`, signal);
          return (found as AnswerTo<'GET', '/delivery/search'>).deliveries;
        },
        deliveries: <Deliveries name={name} opened={opened} />,
      })}
      {...(may('recovery') && {
        replays: {
          list: async (signal) => ((await api.get(replays, signal)) as ReplayList).recoveries,
          begin: (order) => api.post(`${path}/recover`, order),
          act: (replay, action) => api.post(`${replays}/${replay}/${action}`),
        },
      })}
    />
  );
}

type ReplayList = AnswerTo<'GET', '/webhook/endpoints/{instanceName}/{endpointId}/recoveries'>;
