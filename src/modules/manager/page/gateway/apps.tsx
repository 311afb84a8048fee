/** Software for WhatsApp's official API: the values that it asks for, and the endpoint at which it receives events. */
import { useState } from 'preact/hooks';
import { urlOf } from '../../../../core/shell/page/root.ts';
import type { BodyFor } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { CopyText } from '../components/copy.tsx';
import { Facts } from '../components/facts.tsx';
import { Form, type FormValues, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { Rich } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useApi, usePostTo } from './api-context.ts';
import type { PanelProps } from './instance-words.ts';
import { keepNewKey, newKeys } from './new-keys.ts';

const APPS = ['chatwoot', 'typebot'] as const;
type App = (typeof APPS)[number];

type Endpoint = BodyFor<'POST', '/webhook/endpoints/{instanceName}'>;

/**
 * The events that each app gets. Both would show group messages as private chats, and Typebot refuses kinds of webhooks
 * that it does not use.
 */
const SENT: Readonly<Record<App, Pick<Endpoint, 'events' | 'filter'>>> = {
  chatwoot: {
    events: ['Message', 'MessageStatus', 'Receipt'],
    filter: {
      'entry.changes.value.messages.group_id': { $exists: false },
      'entry.changes.value.message_echoes.group_id': { $exists: false },
    },
  },
  typebot: {
    events: ['Message'],
    filter: {
      'entry.changes.value.messages.group_id': { $exists: false },
      'entry.changes.value.messages.type': {
        $in: [
          ...['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'],
          ...['interactive', 'button'],
        ],
      },
    },
  },
};

export function AppsPanel({ instance, refresh }: PanelProps) {
  const { apps } = texts();
  const [app, setApp] = useState<App>('chatwoot');
  return (
    <div class="columns">
      <Card title={apps.title}>
        <fieldset class="choices">
          <legend>{apps.which}</legend>
          {APPS.map((one) => (
            <label key={one} class="choice">
              <input
                type="radio"
                name="app"
                value={one}
                checked={app === one}
                onChange={() => setApp(one)}
              />
              <span>{apps.app[one]}</span>
            </label>
          ))}
        </fieldset>
        <p>
          <Rich text={apps.about[app]} />
        </p>
        <Values instance={instance} refresh={refresh} />
        <p>
          <a href={urlOf('/docs/graph')}>{apps.docs}</a>
        </p>
      </Card>
      <Card title={apps.events}>
        <p class="hint">{apps.eventsAbout[app]}</p>
        <Receiver key={app} app={app} instanceName={instance.instanceName} />
      </Card>
    </div>
  );
}

type InstanceProps = Pick<PanelProps, 'instance' | 'refresh'>;

/** The four values that every such app asks for. */
function Values({ instance, refresh }: InstanceProps) {
  const { apps, instances } = texts();
  const { instanceName, phoneNumberId, wabaId } = instance;
  const key = newKeys.value.get(instanceName);
  return (
    <Facts
      facts={[
        copied(apps.baseUrl, urlOf('/graph')),
        copied(instances.phoneNumberId, phoneNumberId),
        copied(instances.businessAccountId, wabaId),
        key === undefined
          ? [apps.key, <NewKey key="new" instance={instance} refresh={refresh} />]
          : copied(apps.key, key, apps.replaced),
      ]}
    />
  );
}

/** A value that the app asks for. */
const copied = (title: string, text: string, hint = '') =>
  [
    title,
    <>
      <CopyText text={text} of={title} />
      {hint && <small class="hint">{hint}</small>}
    </>,
  ] as const;

const DAY_SECONDS = 86_400;

/** Replaces the key, because a lost key cannot be shown again. */
function NewKey({ instance: { instanceName }, refresh }: InstanceProps) {
  const post = usePostTo(instanceName);
  const { apps } = texts();
  const question = {
    title: apps.replaceTitle(instanceName),
    text: apps.replaceText,
    action: apps.replaceAction,
  };
  const replace = async () => {
    const { apikey } = await post('/instance/key/rotate/{instanceName}', {
      graceSeconds: DAY_SECONDS,
      scopes: ['read', 'send', 'settings'],
      expiresAt: null,
    });
    keepNewKey(instanceName, apikey);
    refresh();
    return '';
  };
  return (
    <>
      <p class="hint">{apps.keyIsHidden}</p>
      <ActionButton label={apps.replaceKey} run={replace} question={question} />
    </>
  );
}

/** Makes the endpoint of the app, or gives the one that it has another address. */
function Receiver({ app, instanceName }: { app: App; instanceName: string }) {
  const api = useApi();
  const post = usePostTo(instanceName);
  const { apps, webhook, instances } = texts();
  const [secret, setSecret] = useState('');
  const name = apps.app[app];
  const connect = async ({ url = '', verifyToken = '' }: FormValues) => {
    const params = { instanceName };
    const body = {
      url,
      verifyToken,
      enabled: true,
      format: 'whatsapp-cloud',
      ...SENT[app],
    } satisfies Partial<Endpoint>;
    const { endpoints } = await api.call('GET', '/webhook/endpoints/{instanceName}', { params });
    const own = endpoints.find((one) => one.name === name);
    if (own === undefined) {
      const made = await post('/webhook/endpoints/{instanceName}', { name, ...body });
      setSecret(made.secret);
      return apps.connected(name);
    }
    await api.call('PATCH', '/webhook/endpoints/{instanceName}/{endpointId}', {
      params: { instanceName, endpointId: own.id },
      body,
    });
    const query = { endpoint: own.id };
    setSecret((await api.call('GET', '/webhook/secret/{instanceName}', { params, query })).secret);
    return apps.changed(name);
  };
  return (
    <>
      <Form submit={apps.connect(name)} isPrimary onSubmit={connect} draft={name}>
        <TextField label={apps.callbackUrl} name="url" type="url" required />
        <TextField label={webhook.verifyToken} name="verifyToken" required />
      </Form>
      {secret !== '' && (
        <Facts facts={[copied(instances.appSecret, secret, apps.appSecretAbout[app])]} />
      )}
    </>
  );
}
