/** Posts a sample event to a webhook, once. */
import { useState } from 'preact/hooks';
import { at } from '../api.ts';
import { type Filled, Form, SelectField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { useApi } from '../gateway/api-context.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { nameOf, useEndpoints } from './endpoints.tsx';
import { EVENT_TYPES } from './event-types.ts';
import { TestOutcome, type TestResult } from './test-outcome.tsx';

const GLOBAL = 'global-webhook';

export function TestSend({ name }: { name: string }) {
  const api = useApi();
  const { traffic, webhook } = texts();
  const { isCustomer } = useRights();
  const [result, setResult] = useState<TestResult | null>(null);
  const { endpoints } = useEndpoints(name);
  const webhooks = (endpoints ?? []).filter(({ readOnly }) => !readOnly);
  const named = webhooks.map((one) => [one.id, nameOf(one)] as const);
  const choices = isCustomer
    ? named
    : [
        ['default', webhook.toThis] as const,
        ...named.filter(([id]) => id !== 'default'),
        [GLOBAL, webhook.toGlobal] as const,
      ];
  const test = async ({ event = '', to = '' }: Filled) => {
    setResult(null);
    const wanted = to === GLOBAL ? { destination: GLOBAL } : { endpoint: to };
    const found = await api.post(at`/webhook/test/${name}`, { event, ...wanted });
    setResult(found as TestResult);
    return '';
  };
  if (choices.length === 0) return null;
  return (
    <Card title={traffic.tryIt}>
      <p class="hint">{webhook.tryHint}</p>
      <Form class="inline" submit={traffic.test} onSubmit={test}>
        <SelectField
          label={traffic.event}
          name="event"
          choices={EVENT_TYPES}
          defaultValue="Message"
        />
        <SelectField label={webhook.to} name="to" choices={choices} />
      </Form>
      {result && <TestOutcome result={result} />}
    </Card>
  );
}
