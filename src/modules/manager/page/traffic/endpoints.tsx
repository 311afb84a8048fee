/** Every place that the events of an instance go to; its webhooks are made, changed, tried and deleted here. */
import type { ComponentChildren } from 'preact';
import { type AnswerTo, at, type GatewayApi } from '../api.ts';
import { askToConfirm, showSecret } from '../components/dialog.tsx';
import type { Field } from '../components/fields.tsx';
import { ActionButton } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { openRecordForm } from '../components/record-form.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { FORMATS, INSTANCE_ENDPOINT_FIELDS } from '../words.ts';
import { endpointFields } from './endpoint-fields.tsx';
import { NewSecret } from './endpoint-secret.tsx';
import { EVENT_TYPES, typesOf } from './event-types.ts';
import type { Previews } from './json-preview-field.tsx';
import { OutcomeChip } from './outcome.tsx';
import { ownerOf } from './owner-field.tsx';
import { ReplayButton } from './replays.tsx';

export type Endpoint = AnswerTo<'GET', '/webhook/endpoints/{instanceName}'>['endpoints'][number] & {
  readonly headers?: Readonly<Record<string, string>>;
};

const ALL = 'ALL';
export const DEFAULT = 'default';

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

interface EndpointsProps {
  readonly name: string;
  /** Called after an endpoint was changed here. */
  readonly onChange: () => void;
}

export function Endpoints({ name, onChange }: EndpointsProps) {
  const api = useApi();
  const { webhook, traffic } = texts();
  const status = useStatus();
  const { endpoints, failure, refresh } = useEndpoints(name);
  const { may, isCustomer } = useRights();
  const mayWrite = may('endpoints:write');
  const changed = () => {
    refresh();
    onChange();
  };
  const context = { api, name, status, refresh: changed, isCustomer };
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
          { title: traffic.endpoint, value: nameOf },
          // A customer's page has only those of the customer.
          ...(isCustomer ? [] : [{ title: webhook.owner, value: ownerOf }]),
          {
            title: webhook.target,
            cell: ({ target, reason }) => target ?? reason,
            type: 'address',
          },
          {
            title: traffic.events,
            cell: (endpoint) => (endpoint.target === null ? '' : eventsText(endpoint)),
          },
          {
            title: webhook.health,
            type: 'state',
            cell: ({ health }) => health && <HealthBadge health={health} />,
          },
        ]}
        menu={(endpoint) => {
          const items = [
            ...(mayWrite ? endpointActions(endpoint, context) : []),
            may('recovery') && !endpoint.readOnly && (
              <ReplayButton {...{ api, name, endpoint, status }} />
            ),
          ].filter(Boolean);
          return items.length > 0 && items;
        }}
      />
    </Card>
  );
}

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
    {reason !== null && (
      <div>
        <OutcomeChip status={null} error={reason} />
      </div>
    )}
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
    fields: fieldsOf({ api, name, isCustomer }),
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

/** Nobody deletes the default webhook, and its secret has a card of its own. */
function endpointActions(endpoint: Endpoint, context: Context): readonly ComponentChildren[] {
  const { common, webhook } = texts();
  const { api, name, status, refresh, isCustomer } = context;
  const path = at`/webhook/endpoints/${name}/${endpoint.id}`;
  const edit = async () => {
    const stored = (await api.get(path)) as Endpoint;
    openRecordForm(webhook.change(endpoint.name), {
      action: common.save,
      fields: fieldsOf({ api, name, isCustomer, id: endpoint.id }),
      stored: storedForForm(stored),
      async send(body) {
        await api.patch(path, body);
        refresh();
        return undefined;
      },
    });
    return '';
  };
  const isSure = () =>
    askToConfirm({
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
  if (endpoint.readOnly) return [];
  return [
    endpoint.health?.state === 'disabled' && (
      <ActionButton label={webhook.enableAgain} {...of} run={enable} />
    ),
    <ActionButton key="edit" label={common.edit} {...of} run={edit} />,
    ...(endpoint.id === DEFAULT
      ? []
      : [
          <NewSecret key="secret" {...{ name, endpoint, status }} />,
          <ActionButton
            key="delete"
            label={common.delete}
            class="danger"
            {...of}
            {...{ isSure, run: remove }}
          />,
        ]),
  ];
}

interface FormOf extends Pick<Context, 'api' | 'isCustomer' | 'name'> {
  /** The id of the endpoint; absent for a new one. */
  readonly id?: string;
  /** The fields that are wanted, if not all of them. */
  readonly names?: readonly string[];
}

/** The default webhook is always the operator's, and is called what it is called. */
const NOT_OF_DEFAULT: readonly string[] = ['name', 'owner'];

export function fieldsOf(of: FormOf): readonly Field[] {
  const isDefault = of.id === DEFAULT;
  const isShown = (name: string) =>
    (of.names?.includes(name) ?? true) &&
    !(of.isCustomer && name === 'owner') &&
    !(isDefault && NOT_OF_DEFAULT.includes(name));
  // Bodies of evolution-go are nothing without the key of the instance.
  const formats = FORMATS.filter((one) => !of.isCustomer || one !== 'evolution-go');
  return endpointFields({
    names: INSTANCE_ENDPOINT_FIELDS.filter(isShown),
    events: EVENT_TYPES,
    formats: [['', texts().webhook.asService], ...formats],
    needsUrl: !isDefault,
    previews: (fields) => previewsOf(of, fields),
  });
}

/** Returns the endpoint as its form shows it. */
export const storedForForm = (stored: Endpoint) => ({
  ...stored,
  events: stored.events.includes(ALL) ? [ALL] : typesOf(stored.events),
});

/** Tries what is filled in, with the events and the format that are filled in too. */
function previewsOf({ api, name, id }: FormOf, { events }: { readonly events: Field }): Previews {
  const path = at`/webhook/endpoints/${name}`;
  const shape = (form: FormData) => ({
    ...(form.get('format') && { format: form.get('format') }),
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
