/** The proxy through which an instance reaches its platform. */
import type { AnswerTo, BodyFor } from '../api.ts';
import { CheckField, Form, type FormValues, SelectField, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';

type ProxySettings = BodyFor<'POST', '/proxy/set/{instanceName}'>;

const PROTOCOLS = ['http', 'https', 'socks5'] as const;

export function ProxyCard({ instanceName }: { instanceName: string }) {
  const api = useApi();
  const { common, settings } = texts();
  const params = { instanceName };
  const { value, failure, refresh } = usePolledQuery(
    async (signal) => {
      const [set, { instance }] = await Promise.all([
        api.call('GET', '/proxy/find/{instanceName}', { params, signal }),
        api.call('GET', '/instance/connectionState/{instanceName}', { params, signal }),
      ]);
      return { set, state: instance.proxy ?? null };
    },
    [api, instanceName],
  );
  const save = async ({ enabled, ...filled }: FormValues) => {
    // The cast is safe: the fields of the form are those of the body, and the service checks them.
    const body = { ...filled, enabled: enabled !== undefined } as ProxySettings;
    await api.call('POST', '/proxy/set/{instanceName}', { params, body });
    refresh();
    return common.saved;
  };
  return (
    <Card title={settings.proxy}>
      <p class="hint">{settings.proxyAbout}</p>
      <FailureLine failure={failure} />
      {value && (
        <>
          <ProxyState state={value.state} />
          <Form submit={common.save} onSubmit={save} draft="proxy">
            <ProxyFields set={value.set} />
          </Form>
        </>
      )}
    </Card>
  );
}

type ShownProxy = AnswerTo<'GET', '/proxy/find/{instanceName}'>;

function ProxyFields({ set }: { set: ShownProxy }) {
  const { settings } = texts();
  return (
    <>
      <CheckField label={settings.enabled} name="enabled" defaultChecked={set?.enabled ?? false} />
      <div class="inline">
        <SelectField
          label={settings.protocol}
          name="protocol"
          choices={PROTOCOLS}
          value={set?.protocol ?? 'http'}
        />
        <TextField label={settings.host} name="host" required defaultValue={set?.host ?? ''} />
        <TextField
          label={settings.port}
          name="port"
          required
          inputMode="numeric"
          defaultValue={set ? String(set.port) : ''}
        />
      </div>
      <div class="inline">
        <TextField label={settings.username} name="username" defaultValue={set?.username ?? ''} />
        <TextField
          label={settings.password}
          name="password"
          type="password"
          defaultValue={set?.password ?? ''}
        />
      </div>
    </>
  );
}

interface ProxyStateProps {
  /** Null without a proxy. */
  readonly state: { works: boolean | null; reason: string | null; checkedAt: string | null } | null;
}

function ProxyState({ state }: ProxyStateProps) {
  const { settings, formats } = texts();
  if (state === null) return <p>{settings.noProxy}</p>;
  const { works, reason, checkedAt } = state;
  if (works === null || checkedAt === null) return <p>{settings.proxyUntried}</p>;
  if (works) return <p>{settings.proxyWorks(formats.ago(checkedAt, Date.now()))}</p>;
  return <p data-kind="failed">{settings.proxyFails(reason ?? '')}</p>;
}
