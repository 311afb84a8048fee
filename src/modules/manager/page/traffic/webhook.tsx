/** The destinations of an instance's events: its webhook, a test, the signing secret, and all endpoints. */
import { useState } from 'preact/hooks';
import { at } from '../api.ts';
import { CopyText } from '../components/copy.tsx';
import { askToConfirm } from '../components/dialog.tsx';
import { ActionButton } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { RecordInPage } from '../components/record-form.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { CustomerLinks } from './customer-links.tsx';
import { DEFAULT, type Endpoint, Endpoints, fieldsOf, storedForForm } from './endpoints.tsx';
import { TestSend } from './test-send.tsx';

export function WebhookPanel({ name }: { name: string }) {
  /** Counts the changes of endpoints: after each the default webhook is read again. */
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((before) => before + 1);
  return (
    <div class="columns">
      <div>
        <WebhookCard {...{ name, changes, onChange }} />
        <Secret name={name} />
      </div>
      <div>
        <TestSend name={name} />
        <Endpoints {...{ name, onChange }} />
        <CustomerLinks name={name} />
      </div>
    </div>
  );
}

/** The fields of the default webhook that most people set; its row in the list of endpoints opens all of them. */
const NAMES = 'url enabled events format base64 verifyToken headers byEvents'.split(' ');

interface CardProps {
  readonly name: string;
  readonly changes: number;
  readonly onChange: () => void;
}

/** The default webhook. The form keeps what the person types, so it is read again only after changes. */
function WebhookCard({ name, changes, onChange }: CardProps) {
  const api = useApi();
  const { webhook, common } = texts();
  const status = useStatus();
  const path = at`/webhook/endpoints/${name}/${DEFAULT}`;
  const { value, failure } = usePolledQuery(
    () => api.get(path) as Promise<Endpoint>,
    [api, path, changes],
    NEVER_MS,
  );
  const save = async (body: object) => {
    await api.patch(path, body);
    return onChange;
  };
  const isNew = value?.url === '';
  return (
    <Card title={webhook.title}>
      <FailureLine failure={failure} />
      {isNew && <p class="hint">{webhook.none}</p>}
      {value && (
        <RecordInPage
          key={value.updatedAt}
          action={common.save}
          fields={fieldsOf({ api, name, isCustomer: false, id: DEFAULT, names: NAMES })}
          {...(!isNew && { stored: storedForForm(value) })}
          send={save}
          status={status}
          said={common.saved}
        />
      )}
      <StatusLine status={status} />
    </Card>
  );
}

const NEVER_MS = 2 ** 30;

/** The secret that signs: shown when it is asked for, replaced when it has become known to others. */
function Secret({ name }: { name: string }) {
  const api = useApi();
  const { webhook } = texts();
  const status = useStatus();
  const [secret, setSecret] = useState('');
  const params = { instanceName: name };
  const show = async () => {
    setSecret((await api.call('GET', '/webhook/secret/{instanceName}', { params })).secret);
    return '';
  };
  const isSure = () =>
    askToConfirm({
      title: webhook.replaceTitle,
      text: webhook.replaceText,
      action: webhook.replaceAction,
    });
  const replace = async () => {
    const found = await api.call('POST', '/webhook/secret/rotate/{instanceName}', { params });
    setSecret(found.secret);
    return webhook.replaced;
  };
  return (
    <Card title={webhook.secret}>
      <p class="hint">{webhook.secretHint}</p>
      {secret !== '' && <CopyText text={secret} label={webhook.copySecret} />}
      <div class="row">
        {secret === '' ? (
          <ActionButton label={webhook.showSecret} status={status} run={show} />
        ) : (
          <button type="button" onClick={() => setSecret('')}>
            {webhook.hide}
          </button>
        )}
        <ActionButton label={webhook.replace} {...{ status, isSure, run: replace }} />
      </div>
      <StatusLine status={status} />
    </Card>
  );
}
