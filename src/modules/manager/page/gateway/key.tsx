/** The key of an instance: its scopes, its expiry, and its replacement. */
import { CopyText } from '../components/copy.tsx';
import { askToConfirm, showSecret } from '../components/dialog.tsx';
import { Facts } from '../components/facts.tsx';
import { CheckField, Form, type FormValues, SelectField, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { Rich, Time } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { usePostTo } from './api-context.ts';
import type { PanelProps } from './instance-words.ts';

const SCOPES = ['read', 'send', 'settings', 'connect'] as const;
const GRACES = ['0', '3600', '86400', '604800'] as const;

export function KeyCard({ instance, refresh }: Pick<PanelProps, 'instance' | 'refresh'>) {
  const post = usePostTo(instance.instanceName);
  const { settings, instances, formats, common } = texts();
  const { instanceName, keyScopes, keyExpiresAt } = instance;
  const rotate = async ({ grace = '0', expiresAt, ...ticked }: FormValues) => {
    const graceSeconds = Number(grace);
    const until = formats.dateTime(new Date(Date.now() + graceSeconds * 1000).toISOString());
    const question = {
      title: settings.rotateTitle(instanceName),
      text: graceSeconds === 0 ? settings.rotateNow : settings.rotateLater(until),
      action: settings.rotate,
    };
    if (!(await askToConfirm(question))) return '';
    const { apikey } = await post('/instance/key/rotate/{instanceName}', {
      graceSeconds,
      scopes: SCOPES.filter((scope) => ticked[scope] !== undefined),
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    });
    void showSecret(settings.rotated(instanceName), settings.newKey, apikey);
    refresh();
  };
  return (
    <Card title={settings.key}>
      <p class="hint">
        <Rich text={settings.keyAbout} />
      </p>
      <Facts
        facts={[
          [common.permissions, keyScopes.map((scope) => settings.scopeNames[scope]).join(', ')],
          [
            common.expires,
            keyExpiresAt === null ? settings.never : <Time iso={keyExpiresAt} isAgo />,
          ],
          [settings.createdAt, <Time key="at" iso={instance.createdAt} isAgo />],
          [common.id, <code key="id">{instance.instanceId}</code>],
          copied(instances.phoneNumberId, instance.phoneNumberId),
          copied(instances.businessAccountId, instance.wabaId),
        ]}
      />
      <Form submit={settings.rotate} onSubmit={rotate} draft="key">
        <fieldset class="plain">
          <legend>{common.permissions}</legend>
          {SCOPES.map((scope) => (
            <CheckField
              key={scope}
              name={scope}
              label={settings.scope[scope]}
              defaultChecked={keyScopes.includes(scope)}
            />
          ))}
        </fieldset>
        <TextField
          label={settings.newExpiry}
          name="expiresAt"
          type="datetime-local"
          hint={common.emptyForNoExpiry}
        />
        <SelectField
          label={settings.grace}
          name="grace"
          choices={GRACES.map((seconds) => [seconds, settings.graces[seconds]] as const)}
        />
      </Form>
    </Card>
  );
}

/** An id that programs use. */
const copied = (name: string, id: string) =>
  [name, <CopyText key={name} text={id} of={name} />] as const;
