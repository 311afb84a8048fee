/** The webhooks of the account. */
import { showSecret } from '../components/dialog.tsx';
import { choiceField, type Field, flagField, textField } from '../components/fields.tsx';
import { allOrSome, ticksField } from '../components/ticks.tsx';
import { crmLink } from '../links.ts';
import { texts } from '../texts.ts';
import {
  bodyFields,
  type FilterResult,
  type TransformResult,
} from '../traffic/json-preview-field.tsx';
import type { CrmApi, ListedAt } from './api.ts';
import { camelCased } from './names.ts';
import { type ListedKind, Records } from './records.tsx';
import { useSession } from './session.ts';
import { WebhookView } from './webhook.tsx';
import { CRM_EVENT_TYPES, WEBHOOK_FORMATS } from './words.ts';

type Webhook = ListedAt<'/api/v1/webhooks'>;

const ALL = ['ALL'];
const isAll = (events: unknown): boolean => Array.isArray(events) && events.includes('ALL');

export function WebhooksView({ id }: { id: string | null }) {
  const { api } = useSession();
  return id === null ? <Records kind={webhookKind(api)} /> : <WebhookView key={id} id={id} />;
}

function webhookKind(api: CrmApi): ListedKind<Webhook> {
  const { crm } = texts();
  const { webhooks } = crm;
  return {
    resource: 'webhooks',
    path: '/webhooks',
    title: crm.sections.webhooks,
    newOne: webhooks.newOne,
    empty: webhooks.empty,
    nameOf: ({ name }) => name,
    link: ({ id }) => crmLink('webhooks', id),
    factsOf: ({ url, enabled, events, format }) => [
      url,
      enabled ? '' : webhooks.disabled,
      isAll(events) ? webhooks.allEvents : events.join(', '),
      format === 'gatehouse' ? '' : webhooks.inFormat(format),
    ],
    fields: () => [
      textField('name', crm.name, { required: true }),
      textField('url', 'URL', { required: true, type: 'url', hint: crm.httpOrHttps }),
      flagField('enabled', webhooks.enabled, { isOn: true }),
      eventsField(),
      choiceField('format', webhooks.format, WEBHOOK_FORMATS),
      flagField('by_events', webhooks.byEvents),
      ...bodyFields(trialsWith(api, eventsField())),
    ],
    made: ({ name, secret }: { name: string; secret: string }) =>
      void showSecret(crm.created(name), crm.shownOnce(webhooks.secret, name), secret),
    ending: { word: crm.delete, text: webhooks.ending },
  };
}

const eventsField = (): Field => {
  const { webhooks } = texts().crm;
  const some = ticksField('events', webhooks.onlyThese, CRM_EVENT_TYPES);
  return allOrSome(webhooks.all, some, { all: ALL, isAll });
};

/** Tries what is filled in, with the events and the format that are filled in too. */
function trialsWith(api: CrmApi, events: Field): Parameters<typeof bodyFields>[0] {
  const post = async <T,>(path: string, body: object) =>
    camelCased<T>((await api.post<Record<string, unknown>>(path, body)).data);
  return {
    filter: (filter, form) =>
      post<FilterResult>('/webhooks/filter/test', {
        ...{ filter, format: form.get('format'), events: events.read(form, undefined) },
      }),
    transform: (transform, form) =>
      post<TransformResult>('/webhooks/transform/test', { transform, format: form.get('format') }),
  };
}
