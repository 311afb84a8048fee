/** Cards on the page of an endpoint: the last failures, the secret, and a test. */
import { useState } from 'preact/hooks';
import { ActionButton } from '../components/action-button.tsx';
import { CopyText } from '../components/copy.tsx';
import { showSecret } from '../components/dialog.tsx';
import { type Choices, Form, type FormValues, SelectField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { deliveryColumns, type ShownDelivery } from './delivery-list.tsx';
import { CLOUD_FORMAT } from './endpoint-fields.tsx';
import { TestOutcome, type TestResult } from './test-outcome.tsx';

interface FailuresProps<Row extends ShownDelivery> {
  readonly read: (signal: AbortSignal) => Promise<readonly Row[]>;
  readonly linkOf: (delivery: string) => string;
  /**
   * Returns the name of the endpoint of a delivery; absent if all are of one. Nothing is shown for several while
   * no delivery has failed.
   */
  readonly endpointOf?: (delivery: Row) => string;
}

/** The deliveries that were discarded last. */
export function LastFailures<Row extends ShownDelivery>({
  read,
  linkOf,
  endpointOf,
}: FailuresProps<Row>) {
  const { endpoints, common } = texts();
  const { value, failure } = usePolledQuery(read, []);
  if (endpointOf && failure === null && !value?.length) return null;
  return (
    <Card title={endpoints.lastFailures}>
      <FailureLine failure={failure} />
      <Table
        label={endpoints.lastFailures}
        rows={value}
        empty={endpoints.noFailures}
        keyOf={({ id }) => id}
        linkOf={({ id }) => linkOf(id)}
        columns={deliveryColumns<Row>(
          endpointOf ? [{ title: common.endpoint, value: endpointOf }] : [],
        )}
      />
    </Card>
  );
}

export interface SecretCalls {
  /** Absent if the secret is shown at its creation only. */
  readonly read?: () => Promise<string>;
  readonly replace: () => Promise<string>;
}

/** The secret that signs: shown when it is asked for, replaced when it has become known to others. */
export function Secret({
  name,
  format,
  read,
  replace,
}: SecretCalls & { name: string; format: string | null }) {
  const { common, webhook } = texts();
  const status = useStatus();
  const [secret, setSecret] = useState('');
  const question = {
    title: webhook.replaceTitle,
    text: webhook.replaceText,
    action: webhook.replaceAction,
  };
  const makeNew = async () => {
    const made = await replace();
    if (read) setSecret(made);
    else void showSecret(webhook.secret, common.shownOnce(name), made);
    return webhook.replacedOf(name);
  };
  return (
    <Card title={webhook.secret}>
      <p class="hint">
        {webhook.secretHint} {format === CLOUD_FORMAT && webhook.isAppSecret}
      </p>
      {secret !== '' && <CopyText text={secret} label={webhook.copySecret} />}
      <div class="row">
        {read && secret === '' && (
          <ActionButton
            label={webhook.showSecret}
            status={status}
            run={async () => setSecret(await read())}
          />
        )}
        {secret !== '' && (
          <button type="button" onClick={() => setSecret('')}>
            {webhook.hide}
          </button>
        )}
        <ActionButton label={webhook.replace} {...{ status, question, run: makeNew }} />
      </div>
      <StatusLine status={status} />
    </Card>
  );
}

export interface TestCalls {
  readonly events: Choices;
  readonly send: (event: string) => Promise<TestResult>;
}

export const TestSend = (calls: TestCalls) => (
  <Card title={texts().traffic.tryIt}>
    <TestForm {...calls} />
  </Card>
);

/** Posts a sample event, once. */
export function TestForm({ events, send }: TestCalls) {
  const { traffic } = texts();
  const [result, setResult] = useState<TestResult | null>(null);
  const test = async ({ event = '' }: FormValues) => {
    setResult(null);
    setResult(await send(event));
  };
  return (
    <>
      <p class="hint">{traffic.tryHint}</p>
      <Form class="inline" submit={traffic.test} onSubmit={test}>
        <SelectField label={traffic.event} name="event" choices={events} defaultValue="Message" />
      </Form>
      {result && <TestOutcome result={result} />}
    </>
  );
}
