/** The webhooks of the account. */
import { showSecret } from '../components/dialog.tsx';
import { choiceField, flagField, textField } from '../components/fields.tsx';
import { allOrSome, ticksField } from '../components/ticks.tsx';
import { crmLink } from '../links.ts';
import { texts } from '../texts.ts';
import type { ListedAt } from './api.ts';
import { type ListedKind, Records } from './records.tsx';
import { WebhookView } from './webhook.tsx';
import { CRM_EVENT_TYPES, WEBHOOK_FORMATS } from './words.ts';

type Webhook = ListedAt<'/api/v1/webhooks'>;

const ALL = ['ALL'];
const isAll = (events: unknown): boolean => Array.isArray(events) && events.includes('ALL');

export const WebhooksView = ({ id }: { id: string | null }) =>
  id === null ? <Records kind={webhookKind()} /> : <WebhookView key={id} id={id} />;

function webhookKind(): ListedKind<Webhook> {
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
      allOrSome(webhooks.all, ticksField('events', webhooks.onlyThese, CRM_EVENT_TYPES), {
        all: ALL,
        isAll,
      }),
      choiceField('format', webhooks.format, WEBHOOK_FORMATS),
      flagField('by_events', webhooks.byEvents),
    ],
    made: ({ name, secret }: { name: string; secret: string }) =>
      void showSecret(crm.created(name), crm.shownOnce(webhooks.secret, name), secret),
    ending: { word: crm.delete, text: webhooks.ending },
  };
}
