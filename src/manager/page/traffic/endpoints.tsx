/** Every place that the events of an instance go to; its webhooks are made, changed, tried and deleted here. */
import { type AnswerTo, at, type GatewayApi } from '../api.ts';
import { confirmed, showSecret } from '../components/dialog.tsx';
import {
  choiceField,
  type Field,
  flagField,
  linesField,
  textField,
} from '../components/fields.tsx';
import { ActionButton } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { openRecordForm } from '../components/record-form.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { allOrSome, ticksField } from '../components/ticks.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { NewSecret } from './endpoint-secret.tsx';
import { EVENT_TYPES, typesOf } from './event-types.ts';
import { bodyFields } from './json-preview-field.tsx';
import { ownerField, ownerOf } from './owner-field.tsx';
import { ReplayButton } from './replays.tsx';
import { retryField } from './retry-field.tsx';

export type Endpoint = AnswerTo<'GET', '/webhook/endpoints/{instanceName}'>['endpoints'][number] & {
  readonly headers?: Readonly<Record<string, string>>;
};

const ALL = 'ALL';
const DEFAULT = 'default';

/** Returns the endpoints, or null until they are read. Enabled endpoints come first. */
export function useEndpoints(name: string) {
  const api = useApi();
  const { value, failure, refresh } = usePolledQuery(
    (signal) =>
      api.call('GET', '/webhook/endpoints/{instanceName}', {
        params: { instanceName: name },
        signal,
      }),
    [api, name],
  );
  const isOff = ({ target }: Endpoint) => Number(target === null);
  const endpoints = value?.endpoints.toSorted((one, other) => isOff(one) - isOff(other)) ?? null;
  return { endpoints, failure, refresh };
}

interface Context {
  readonly api: GatewayApi;
  /** The name of the instance. */
  readonly name: string;
  readonly status: Status;
  readonly refresh: () => void;
  readonly isCustomer: boolean;
}

export function Endpoints({ name }: { name: string }) {
  const api = useApi();
  const { webhook, traffic } = texts();
  const status = useStatus();
  const { endpoints, failure, refresh } = useEndpoints(name);
  const { may, isCustomer } = useRights();
  const mayWrite = may('endpoints:write');
  const context = { api, name, status, refresh, isCustomer };
  return (
    <Card
      title={webhook.whereTheyGo}
      actions={
        mayWrite && (
          <ActionButton label={webhook.add} status={status} run={async () => openNew(context)} />
        )
      }
    >
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      <Table
        label={webhook.whereTheyGo}
        rows={endpoints ?? []}
        keyOf={({ id }) => id}
        columns={[
          { title: traffic.endpoint, cell: nameOf },
          // A customer's page has only those of the customer.
          ...(isCustomer ? [] : [{ title: webhook.owner, cell: ownerOf }]),
          { title: webhook.target, cell: ({ target, reason }) => target ?? reason, isLong: true },
          {
            title: traffic.events,
            cell: (endpoint) => (endpoint.target === null ? '' : eventsText(endpoint)),
          },
          {
            title: webhook.health,
            cell: ({ health }) => health && <HealthBadge health={health} />,
          },
          {
            title: texts().common.actions,
            cell: (endpoint) => (
              <span class="row">
                <ReplayButton {...{ api, name, endpoint, status }} />
                {mayWrite && <EndpointActions endpoint={endpoint} context={context} />}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** A webhook of the instance beside that of webhook/set, for which the manager has a form of its own. */
const isChangedHere = ({ id, readOnly }: Endpoint): boolean => !readOnly && id !== DEFAULT;

type Health = NonNullable<Endpoint['health']>;
const TONES = { healthy: 'good', failing: 'wait', disabled: 'bad' } as const;

const HealthBadge = ({ health: { state, since, reason } }: { health: Health }) => (
  <>
    <Badge state={state} tone={TONES[state]}>
      {texts().webhook.healthWords[state]}
    </Badge>
    {state !== 'healthy' && since !== null && (
      <>
        {' '}
        <Time iso={since} isAgo />
      </>
    )}
    {reason !== null && <div class="hint">{reason}</div>}
  </>
);

export const nameOf = ({ name, destination }: Endpoint): string =>
  name === destination ? name : `${destination} ${name}`;

function eventsText({ events, filter }: Endpoint): string {
  const { webhook } = texts();
  const isAll = events.includes(ALL) || events.length === EVENT_TYPES.length;
  const names = isAll ? webhook.everyEvent : events.join(', ');
  return filter === null ? names : webhook.filtered(names);
}

function openNew({ api, name, status, refresh, isCustomer }: Context): '' {
  const { common, webhook } = texts();
  openRecordForm(webhook.add, {
    action: common.create,
    fields: endpointFields({ api, name, isCustomer }),
    async send(body) {
      const made = (await api.post(at`/webhook/endpoints/${name}`, body)) as {
        name: string;
        secret: string;
      };
      status.clear();
      refresh();
      const title = webhook.added(made.name);
      return () => void showSecret(title, common.shownOnce(made.name), made.secret);
    },
  });
  return '';
}

function EndpointActions({ endpoint, context }: { endpoint: Endpoint; context: Context }) {
  const { common, webhook } = texts();
  const { api, name, status, refresh, isCustomer } = context;
  const path = at`/webhook/endpoints/${name}/${endpoint.id}`;
  const edit = async () => {
    const stored = (await api.get(path)) as Endpoint;
    openRecordForm(webhook.change(endpoint.name), {
      action: common.save,
      fields: endpointFields({ api, name, isCustomer, id: endpoint.id }),
      stored: { ...stored, events: [...typesOrAll(stored.events)] },
      async send(body) {
        await api.patch(path, body);
        refresh();
        return undefined;
      },
    });
    return '';
  };
  const isSure = () =>
    confirmed({
      title: webhook.deleteTitle(endpoint.name),
      text: webhook.deleteText,
      action: webhook.deleteAction(endpoint.name),
    });
  const remove = async () => {
    await api.delete(path);
    refresh();
    return webhook.deleted;
  };
  const enable = async () => {
    await api.patch(path, { enabled: true });
    refresh();
    return webhook.enabledAgain(endpoint.name);
  };
  const of = { of: endpoint.name, status };
  return (
    <span class="row">
      {endpoint.health?.state === 'disabled' && (
        <ActionButton label={webhook.enableAgain} {...of} run={enable} />
      )}
      {isChangedHere(endpoint) && (
        <>
          <ActionButton label={common.edit} {...of} run={edit} />
          <NewSecret {...{ name, endpoint, status }} />
          <ActionButton label={common.delete} class="danger" {...of} {...{ isSure, run: remove }} />
        </>
      )}
    </span>
  );
}

const typesOrAll = (names: readonly string[]): readonly string[] =>
  names.includes(ALL) ? [ALL] : typesOf(names);

interface FormOf extends Pick<Context, 'api' | 'isCustomer' | 'name'> {
  /** The id of the endpoint; absent for a new one. */
  readonly id?: string;
}

function endpointFields(of: FormOf): readonly Field[] {
  const { webhook } = texts();
  // Bodies of evolution-go are nothing without the key of the instance.
  const formats = FORMAT_CHOICES.filter((one) => !of.isCustomer || one !== 'evolution-go');
  const isAll = (events: unknown) => Array.isArray(events) && events.includes(ALL);
  const events = allOrSome(
    webhook.allEvents,
    ticksField('events', webhook.onlyThese, EVENT_TYPES),
    { all: [ALL], isAll },
  );
  return [
    textField('name', webhook.name, { required: true, hint: webhook.nameHint }),
    ...(of.isCustomer ? [] : [ownerField()]),
    textField('url', 'URL', { required: true, type: 'url', hint: webhook.urlHint }),
    flagField('enabled', webhook.enabled, { isOn: true }),
    events,
    choiceField('format', webhook.format, formats, { hint: webhook.formatHint }),
    textField('verifyToken', webhook.verifyToken, {
      isNullable: true,
      hint: webhook.verifyTokenHint,
    }),
    linesField('headers', webhook.headers, {
      hint: webhook.headersHint,
      listOf: (stored) =>
        Object.entries((stored ?? {}) as Record<string, string>).map(
          ([header, value]) => `${header}: ${value}`,
        ),
      toValue: headersOf,
    }),
    ...bodyFields(trialsOf(of, events)),
    choiceField('ordering', webhook.ordering, [
      ['chat', webhook.orderedByChat],
      ['none', webhook.unordered],
    ]),
    retryField(),
    textField('description', webhook.description),
  ];
}

/** Tries what is filled in, with the events and the format that are filled in too. */
function trialsOf({ api, name, id }: FormOf, events: Field): Parameters<typeof bodyFields>[0] {
  const path = at`/webhook/endpoints/${name}`;
  const shape = (form: FormData) => ({
    format: form.get('format'),
    ...(id !== undefined && { endpoint: id }),
  });
  return {
    filter: async (filter, form) =>
      (await api.post(`${path}/filter/test`, {
        ...{ filter, ...shape(form), events: events.read(form, undefined) },
      })) as FilterTrial,
    transform: async (transform, form) =>
      (await api.post(`${path}/transform/test`, { transform, ...shape(form) })) as TransformTrial,
  };
}

type FilterTrial = AnswerTo<'POST', '/webhook/endpoints/{instanceName}/filter/test'>;
type TransformTrial = AnswerTo<'POST', '/webhook/endpoints/{instanceName}/transform/test'>;

export const FORMAT_CHOICES = [
  'gatehouse',
  'evolution-api',
  'evolution-go',
  'whatsapp-cloud',
] as const;

/** A line without a colon becomes a header without a name, which the service refuses by name. */
const headersOf = (lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.map((line) => {
      const [header = '', ...value] = line.split(':');
      return [header.trim(), value.join(':').trim()];
    }),
  );
