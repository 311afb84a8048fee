/** The settings of an instance, and the limits of the platform. */
import type { AnswerTo } from '../api.ts';
import { CheckField, Form, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useAnswer, useApi } from './api-context.ts';
import type { PanelProps } from './instance-words.ts';
import { KeyCard } from './key.tsx';
import { ProxyCard } from './proxy.tsx';

/** Changes of others need not be seen at once. */
const SELDOM_MS = 15_000;

export const SettingsPanel = ({ instance, refresh }: PanelProps) => (
  <div class="columns">
    <div>
      <Behaviour instanceName={instance.instanceName} />
    </div>
    <div>
      <KeyCard instance={instance} refresh={refresh} />
    </div>
    <div>
      <ProxyCard instanceName={instance.instanceName} />
      <Limits instanceName={instance.instanceName} />
    </div>
  </div>
);

/** Whether each is switched on, by the names of their fields. */
const SWITCHES = [
  'rejectCall',
  'groupsIgnore',
  'alwaysOnline',
  'readMessages',
  'readStatus',
] as const;

function Behaviour({ instanceName }: { instanceName: string }) {
  const api = useApi();
  const { common, settings } = texts();
  const params = { instanceName };
  const { value, failure, refresh } = useAnswer(
    '/settings/find/{instanceName}',
    { params },
    SELDOM_MS,
  );
  const hints: Partial<Record<(typeof SWITCHES)[number], string>> = {
    groupsIgnore: settings.groupsIgnoreHint,
    readMessages: settings.readMessagesHint,
  };
  return (
    <Card title={settings.behaviour}>
      <FailureLine failure={failure} />
      {value && (
        <Form
          draft="behaviour"
          submit={common.save}
          isPrimary
          onSubmit={async ({ msgCall = '', ...filled }) => {
            const switched = SWITCHES.map((name) => [name, filled[name] !== undefined]);
            const body = { msgCall, ...Object.fromEntries(switched) };
            await api.call('POST', '/settings/set/{instanceName}', { params, body });
            refresh();
            return common.saved;
          }}
        >
          {SWITCHES.map((name) => (
            <CheckField
              key={name}
              name={name}
              label={settings[name]}
              hint={hints[name]}
              defaultChecked={value[name]}
            />
          ))}
          <TextField
            label={settings.msgCall}
            name="msgCall"
            maxLength={1000}
            defaultValue={value.msgCall}
            hint={settings.msgCallHint}
          />
        </Form>
      )}
    </Card>
  );
}

function Limits({ instanceName }: { instanceName: string }) {
  const { settings } = texts();
  const { value, failure } = useAnswer(
    '/instance/limits/{instanceName}',
    { params: { instanceName } },
    SELDOM_MS,
  );
  return (
    <Card title={settings.limits}>
      <FailureLine failure={failure} />
      {value && <NewChats limits={value.newChats} />}
    </Card>
  );
}

type NewChatLimits = AnswerTo<'GET', '/instance/limits/{instanceName}'>['newChats'];

function NewChats({ limits }: { limits: NewChatLimits }) {
  const { settings, formats } = texts();
  const { locked, until, reason, checkedAt } = limits;
  return (
    <>
      <p>
        <Badge state={settings.newChats} tone={locked ? 'bad' : 'good'} />{' '}
        {locked && until !== null
          ? settings.newChatsLocked(formats.dateTime(until))
          : settings.newChatsOpen}{' '}
        {reason}
      </p>
      <p class="hint">
        {checkedAt === null
          ? settings.neverChecked
          : settings.checked(formats.ago(checkedAt, Date.now()))}
      </p>
    </>
  );
}
