/** The proxy through which an instance reaches its platform. */
import { type AnswerTo, at } from '../api.ts';
import { choiceField, flagField, textField } from '../components/fields.tsx';
import { Card } from '../components/layout.tsx';
import { RecordInPage } from '../components/record-form.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { errorWords } from '../traffic/error-words.ts';
import { useApi } from './api-context.ts';

const PROTOCOLS = ['http', 'https', 'socks5'] as const;

export function ProxyCard({ instanceName }: { instanceName: string }) {
  const api = useApi();
  const { common, settings } = texts();
  const status = useStatus();
  const params = { instanceName };
  const read = async (signal?: AbortSignal) => {
    const path = at`/proxy/find/${instanceName}`;
    const { record, etag } = await api.record<ShownProxy>(path, signal);
    return { record: { id: 'proxy', ...record, port: String(record?.port ?? '') }, etag };
  };
  const { value, failure, refresh } = usePolledQuery(
    async (signal) => {
      const [stored, { instance }] = await Promise.all([
        read(signal),
        api.call('GET', '/instance/connectionState/{instanceName}', { params, signal }),
      ]);
      return { stored, state: instance.proxy ?? null };
    },
    [api, instanceName],
  );
  return (
    <Card title={settings.proxy}>
      <p class="hint">{settings.proxyAbout}</p>
      <FailureLine failure={failure} />
      {value && (
        <>
          <ProxyState state={value.state} />
          <RecordInPage
            action={common.save}
            isReplaced
            fields={[
              flagField('enabled', settings.enabled),
              choiceField('protocol', settings.protocol, PROTOCOLS),
              textField('host', settings.host, { required: true }),
              textField('port', settings.port, { required: true, inputMode: 'numeric' }),
              textField('username', settings.username),
              textField('password', settings.password, { type: 'password' }),
            ]}
            stored={value.stored}
            reread={read}
            send={async (body, etag) => {
              await api.change('POST', at`/proxy/set/${instanceName}`, body, etag);
              refresh();
              return undefined;
            }}
            status={status}
            said={common.saved}
          />
        </>
      )}
      <StatusLine status={status} />
    </Card>
  );
}

type ShownProxy = AnswerTo<'GET', '/proxy/find/{instanceName}'>;

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
  return <p data-kind="failed">{settings.proxyFails(errorWords(reason ?? ''))}</p>;
}
