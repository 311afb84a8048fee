/** The webhooks of the account. */
import { showSecret } from '../components/dialog.tsx';
import type { Field } from '../components/fields.tsx';
import { Badge } from '../components/text.tsx';
import { crmLink } from '../links.ts';
import { texts } from '../texts.ts';
import { endpointFields } from '../traffic/endpoint-fields.tsx';
import type { FilterResult, Previews, TransformResult } from '../traffic/json-preview-field.tsx';
import { ACCOUNT_ENDPOINT_FIELDS } from '../words.ts';
import type { CrmApi, ListedAt } from './api.ts';
import { camelCased, snakeName } from './names.ts';
import { type ListedKind, Records } from './records.tsx';
import { useSession } from './session.ts';
import { WebhookView } from './webhook.tsx';
import { CRM_EVENT_TYPES, WEBHOOK_FORMATS } from './words.ts';

type Webhook = ListedAt<'/api/v1/webhooks'>;

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
    columns: [
      { title: webhooks.url, type: 'address', value: ({ url }) => url },
      {
        title: webhooks.state,
        type: 'state',
        value: ({ enabled }) => String(enabled),
        cell: ({ enabled }) => (
          <Badge state={enabled ? 'up' : 'off'}>
            {enabled ? webhooks.enabled : webhooks.disabled}
          </Badge>
        ),
      },
      {
        title: webhooks.events,
        value: ({ events }) => (isAll(events) ? webhooks.allEvents : events.join(', ')),
      },
      { title: webhooks.format, value: ({ format }) => format, isMinor: true },
    ],
    fields: () =>
      endpointFields({
        names: ACCOUNT_ENDPOINT_FIELDS,
        events: CRM_EVENT_TYPES,
        formats: WEBHOOK_FORMATS,
        spell: snakeName,
        previews: (fields) => previewsWith(api, fields),
      }),
    made: ({ name, secret }: { name: string; secret: string }) =>
      void showSecret(crm.created(name), crm.shownOnce(webhooks.secret, name), secret),
    ending: { word: crm.delete, text: webhooks.ending },
  };
}

/** Tries what is filled in, with the events and the format that are filled in too. */
function previewsWith(api: CrmApi, { events }: { readonly events: Field }): Previews {
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
