/** One webhook of the account: its secret, a test, its replays, and its deliveries. */
import { useState } from 'preact/hooks';
import { at } from '../api.ts';
import { askToConfirm, showSecret } from '../components/dialog.tsx';
import { ActionButton, type Filled, Form, SelectField } from '../components/form.tsx';
import { Card, Page } from '../components/layout.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { type Replay, type ReplayCalls, Replays } from '../traffic/replays.tsx';
import { TestOutcome, type TestResult } from '../traffic/test-outcome.tsx';
import type { ListedAt } from './api.ts';
import { camelCased } from './names.ts';
import { EVERY_MS } from './records.tsx';
import { useSession } from './session.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { CRM_EVENT_TYPES } from './words.ts';

type Webhook = ListedAt<'/api/v1/webhooks'>;

export function WebhookView({ id }: { id: string }) {
  const { crm } = texts();
  const { api, can } = useSession();
  const path = at`/webhooks/${id}`;
  const status = useStatus();
  const { value, failure } = usePolledQuery(() => api.get<Webhook>(path), [api, path], EVERY_MS);
  const mayChange = can('webhooks.update');
  return (
    <Page
      title={value?.name ?? crm.sections.webhooks}
      actions={value && mayChange && <Rotate path={path} name={value.name} status={status} />}
    >
      <a href={crmLink('webhooks')}>{crm.webhooks.allWebhooks}</a>
      {value && (
        <p class="hint">
          {[value.url, value.enabled ? '' : crm.webhooks.disabled].filter(Boolean).join(' · ')}
        </p>
      )}
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      {value && mayChange && <TestSend path={path} />}
      {value && mayChange && <WebhookReplays path={path} />}
      {value && <WebhookDeliveries path={path} />}
    </Page>
  );
}

function Rotate({ path, name, status }: { path: string; name: string; status: Status }) {
  const { crm } = texts();
  const { api } = useSession();
  const isSure = () =>
    askToConfirm({
      title: crm.replaceTitle(name),
      text: crm.webhooks.replaceText,
      action: crm.replaceAction(name),
    });
  const run = async () => {
    const { data, message } = await api.post<{ secret: string }>(`${path}/rotate`);
    void showSecret(crm.replaced(name), crm.shownOnce(crm.webhooks.secret, name), data.secret);
    return message;
  };
  return <ActionButton label={crm.replace} {...{ status, isSure, run }} />;
}

interface Listed {
  readonly recoveries: readonly Readonly<Record<string, unknown>>[];
}

function WebhookReplays({ path }: { path: string }) {
  const { replay } = texts();
  const { api } = useSession();
  const calls: ReplayCalls = {
    async list() {
      const { recoveries } = await api.get<Listed>(`${path}/recoveries`);
      return recoveries.map((one) => camelCased<Replay>(one));
    },
    begin: ({ onlyFailed: only_failed, ratePerSecond, ...times }) =>
      api.post(`${path}/recover`, {
        ...times,
        only_failed,
        ...(ratePerSecond !== undefined && { rate_per_second: ratePerSecond }),
      }),
    act: (id, action) => api.post(`${path}/recoveries/${id}/${action}`),
  };
  return (
    <Card title={replay.list}>
      <Replays path={path} calls={calls} />
    </Card>
  );
}

function TestSend({ path }: { path: string }) {
  const { traffic } = texts();
  const { api } = useSession();
  const [result, setResult] = useState<TestResult | null>(null);
  const test = async ({ event }: Filled) => {
    setResult(null);
    const { data } = await api.post<Record<string, unknown>>(`${path}/test`, { event });
    setResult(camelCased<TestResult>(data));
  };
  return (
    <Card title={traffic.tryIt}>
      <p class="hint">{traffic.tryHint}</p>
      <Form class="inline" submit={traffic.test} onSubmit={test}>
        <SelectField label={traffic.event} name="event" choices={CRM_EVENT_TYPES} />
      </Form>
      {result && <TestOutcome result={result} />}
    </Card>
  );
}
