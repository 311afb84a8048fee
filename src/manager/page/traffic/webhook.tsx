/** The destinations of an instance's events: its webhook, a test, the signing secret, and all endpoints. */
import { useState } from 'preact/hooks';
import { type AnswerTo, ApiFailure, type BodyFor } from '../api.ts';
import { CopyText } from '../components/copy.tsx';
import { confirmed } from '../components/dialog.tsx';
import {
  ActionButton,
  CheckField,
  type Filled,
  Form,
  SelectField,
  TextAreaField,
  TextField,
} from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { CustomerLinks } from './customer-links.tsx';
import { Endpoints, FORMAT_CHOICES } from './endpoints.tsx';
import { EVENT_TYPES, typesOf } from './event-types.ts';
import { TestSend } from './test-send.tsx';

type Webhook = NonNullable<AnswerTo<'GET', '/webhook/find/{instanceName}'>> & {
  readonly headers?: Readonly<Record<string, string>>;
};

const ALL = 'ALL';

export const WebhookPanel = ({ name }: { name: string }) => (
  <div class="columns">
    <div>
      <WebhookCard name={name} />
      <Secret name={name} />
    </div>
    <div>
      <TestSend name={name} />
      <Endpoints name={name} />
      <CustomerLinks name={name} />
    </div>
  </div>
);

function WebhookCard({ name }: { name: string }) {
  const api = useApi();
  const { webhook } = texts();
  const status = useStatus();
  const [times, setTimes] = useState(0);
  const { value, failure } = usePolledQuery(
    async (signal) => ({
      stored: await api.call('GET', '/webhook/find/{instanceName}', {
        params: { instanceName: name },
        signal,
      }),
    }),
    [api, name, times],
    NEVER_MS,
  );
  return (
    <Card title={webhook.title}>
      <FailureLine failure={failure} />
      {value && (
        <WebhookForm
          key={times}
          name={name}
          stored={value.stored}
          saved={() => setTimes(times + 1)}
          status={status}
        />
      )}
      <StatusLine status={status} />
    </Card>
  );
}

/** The form keeps what the person types. */
const NEVER_MS = 2 ** 30;

interface FormProps {
  readonly name: string;
  readonly stored: Webhook | null;
  readonly saved: () => void;
  /** The status outlives the form, which is rendered again when the webhook exists. */
  readonly status: Status;
}

function WebhookForm({ name, stored, saved, status }: FormProps) {
  const api = useApi();
  const { webhook } = texts();
  const save = async (filled: Filled, form: HTMLFormElement) => {
    const body = bodyOf(filled, new FormData(form));
    const { message } = await api.call('POST', '/webhook/set/{instanceName}', {
      params: { instanceName: name },
      body,
    });
    if (stored === null) saved();
    return message;
  };
  return (
    <Form submit={texts().common.save} isPrimary status={status} onSubmit={save}>
      {stored === null && <p class="hint">{webhook.none}</p>}
      <TextField
        label="URL"
        name="url"
        inputMode="url"
        hint={webhook.urlHint}
        defaultValue={stored?.url ?? ''}
      />
      <CheckField label={webhook.enabled} name="enabled" defaultChecked={stored?.enabled ?? true} />
      <EventChoice chosen={stored?.events ?? [ALL]} />
      <TextAreaField
        label={webhook.headers}
        name="headers"
        rows={2}
        hint={webhook.headersHint}
        defaultValue={linesOf(stored?.headers ?? {})}
      />
      <div class="inline">
        <SelectField
          label={webhook.format}
          name="format"
          defaultValue={stored?.format ?? ''}
          choices={[['', webhook.asService], ...FORMAT_CHOICES]}
          hint={webhook.formatHint}
        />
        <SelectField
          label={webhook.files}
          name="base64"
          defaultValue={stored?.base64 == null ? '' : String(stored.base64)}
          choices={[
            ['', webhook.asService],
            ['true', webhook.inBody],
            ['false', webhook.notInBody],
          ]}
        />
      </div>
      <TextField
        label={webhook.verifyToken}
        name="verifyToken"
        hint={webhook.verifyTokenHint}
        defaultValue={stored?.verifyToken ?? ''}
      />
      <CheckField
        label={webhook.byEvents}
        name="byEvents"
        defaultChecked={stored?.byEvents ?? false}
      />
    </Form>
  );
}

type NewWebhook = BodyFor<'POST', '/webhook/set/{instanceName}'> & {
  readonly headers: Readonly<Record<string, string>>;
};

function bodyOf(filled: Filled, form: FormData): NewWebhook {
  const { webhook } = texts();
  const events = form.has('all') ? [ALL] : form.getAll('events').map(String);
  // The service takes an empty list for all of them.
  if (events.length === 0) throw new ApiFailure({ message: webhook.tickOne });
  const { url = '', format, verifyToken, base64 } = filled;
  return {
    enabled: form.has('enabled'),
    url,
    events,
    headers: headersIn(filled.headers ?? ''),
    ...(verifyToken !== undefined && { verifyToken }),
    ...(base64 !== undefined && { base64: base64 === 'true' }),
    ...(format !== undefined && { format: format as Webhook['format'] }),
    byEvents: form.has('byEvents'),
  };
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line): [string, string] => {
    const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:(.*)$/.exec(line) ?? [];
    if (name === '') throw new ApiFailure({ message: texts().webhook.badHeader(line.trim()) });
    return [name, value.trim()];
  });
  return Object.fromEntries(pairs);
}

function EventChoice({ chosen }: { chosen: readonly string[] }) {
  const { webhook } = texts();
  const [isAll, setAll] = useState(chosen.includes(ALL));
  const types = typesOf(chosen);
  return (
    <div>
      <CheckField
        label={webhook.allEvents}
        name="all"
        defaultChecked={isAll}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      <fieldset class="ticks" hidden={isAll}>
        <legend>{webhook.onlyThese}</legend>
        {EVENT_TYPES.map((type) => (
          <label class="tick" key={type}>
            <input
              type="checkbox"
              name="events"
              value={type}
              defaultChecked={types.includes(type)}
            />
            <span>{type}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

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
    confirmed({
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
