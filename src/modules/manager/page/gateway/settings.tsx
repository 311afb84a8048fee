/** The settings of an instance, and the limits of the platform. */
import { type AnswerTo, at } from '../api.ts';
import { flagField, textField } from '../components/fields.tsx';
import { Card } from '../components/layout.tsx';
import { RecordInPage } from '../components/record-form.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { usePolledQuery } from '../polled-query.ts';
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

type Settings = AnswerTo<'GET', '/settings/find/{instanceName}'>;

function Behaviour({ instanceName }: { instanceName: string }) {
  const api = useApi();
  const { common, settings } = texts();
  const status = useStatus();
  const read = (signal?: AbortSignal) =>
    api.record<Settings>(at`/settings/find/${instanceName}`, signal);
  const { value, failure } = usePolledQuery(read, [api, instanceName], SELDOM_MS);
  const hints: Partial<Record<(typeof SWITCHES)[number], string>> = {
    groupsIgnore: settings.groupsIgnoreHint,
    readMessages: settings.readMessagesHint,
  };
  return (
    <Card title={settings.behaviour}>
      <FailureLine failure={failure} />
      {value && (
        <RecordInPage
          action={common.save}
          fields={[
            ...SWITCHES.map((name) => flagField(name, settings[name], { hint: hints[name] })),
            textField('msgCall', settings.msgCall, { maxLength: 1000, hint: settings.msgCallHint }),
          ]}
          stored={value}
          reread={read}
          send={async (body, etag) => {
            const path = at`/settings/set/${instanceName}`;
            await api.change('POST', path, body, etag);
            return undefined;
          }}
          status={status}
          said={common.saved}
        />
      )}
      <StatusLine status={status} />
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
  const { locked, until, checkedAt } = limits;
  return (
    <>
      <p>
        <Badge state="newChats" tone={locked ? 'bad' : 'good'}>
          {locked && until !== null
            ? settings.newChatsLocked(formats.dateTime(until))
            : settings.newChatsOpen}
        </Badge>
      </p>
      <p class="hint">
        {checkedAt === null
          ? settings.neverChecked
          : settings.checked(formats.ago(checkedAt, Date.now()))}
      </p>
    </>
  );
}
