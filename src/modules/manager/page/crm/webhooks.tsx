/** The webhooks of the account. */
import { showSecret } from '../components/dialog.tsx';
import { texts } from '../texts.ts';
import { endpointColumns } from '../traffic/endpoint-state.tsx';
import type { CrmApi } from './api.ts';
import type { ListedKind } from './record-kind.tsx';
import { Records } from './records.tsx';
import { useSession } from './session.ts';
import { WebhookView } from './webhook.tsx';
import { shownEndpoint, type Webhook, webhookFields } from './webhook-fields.ts';

export function WebhooksView({ id, part }: { id: string | null; part: string }) {
  const { api } = useSession();
  return id === null ? (
    <Records kind={webhookKind(api)} />
  ) : (
    <WebhookView key={id} {...{ id, part }} />
  );
}

function webhookKind(api: CrmApi): ListedKind<Webhook> {
  const { crm, common } = texts();
  const { webhooks } = crm;
  return {
    resource: 'webhooks',
    path: '/webhooks',
    section: 'webhooks',
    title: crm.sections.webhooks,
    newOne: webhooks.newOne,
    empty: webhooks.empty,
    nameOf: ({ name }) => name,
    columns: endpointColumns<Webhook>(shownEndpoint),
    fields: () => webhookFields(api),
    made: ({ name, secret }: { name: string; secret: string }) =>
      void showSecret(crm.created(name), crm.shownOnce(webhooks.secret, name), secret),
    ending: { word: common.delete, text: webhooks.ending },
  };
}
