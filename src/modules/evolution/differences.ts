/** The table of what EVOLUTION_MODE changes, for the documentation. It is made from the code that makes the changes. */
import { defaultFormat } from '../../core/webhooks/format/formats.ts';
import { evolutionApiFailures } from './failures.ts';
import { ROW_FIELD_NAMES } from './operations.ts';

export interface Difference {
  readonly subject: string;
  /** The behaviour without the mode, and with it. */
  readonly off: string;
  readonly on: string;
}

const code = (text: string): string => `\`${text}\``;

const messageOf = (failure: 'NOT_FOUND' | 'CONFLICT'): string => {
  const facts = {
    ...({ status: 0, code: failure, reason: 'conflict', message: '' } as const),
    details: undefined,
    instanceName: 'NAME',
  };
  const { response } = evolutionApiFailures.body(facts) as { response: { message: string[] } };
  return code(response.message[0] ?? '');
};

const formatOf = (evolutionMode: boolean): string =>
  code(defaultFormat({ webhookFormat: null, evolutionMode }));

const GROUP_ROUTES = [
  'GET /group/findGroupInfos/{instanceName}',
  'GET /group/fetchAllGroups/{instanceName}',
  'POST /group/create/{instanceName}',
  'GET /group/inviteInfo/{instanceName}',
];

export const DIFFERENCES: readonly Difference[] = [
  {
    subject: 'Failures under `apikey`, except on paths of Evolution Go',
    off: 'the envelope of [Errors](errors.md)',
    on: `${code(`{${Object.keys(evolutionApiFailures.schema.properties).join(', ')}}`)}, [see there](from-evolution.md#evolution-mode); statuses do not change`,
  },
  {
    subject: 'Message for an unknown instance',
    off: code('instance not found'),
    on: messageOf('NOT_FOUND'),
  },
  {
    subject: 'Message for a name that is in use',
    off: code('the name NAME is taken'),
    on: messageOf('CONFLICT'),
  },
  {
    subject: 'Form of bodies, unless `WEBHOOK_FORMAT` or `format` say another',
    off: formatOf(false),
    on: formatOf(true),
  },
  {
    subject: code('POST /verify-creds'),
    off: '404',
    on: '200 with the global key: the log-in of Evolution Manager',
  },
  {
    subject: `Rows of ${code('GET /instance/fetchInstances')}`,
    off: '`_count` is null while the message store is off',
    on: `${ROW_FIELD_NAMES.map(code).join(', ')} are always there; \`token\` is empty unless [keys are shown](from-evolution.md#keys-in-answers-and-bodies)`,
  },
  {
    subject: `${code('memberAddMode')} in the answers of ${GROUP_ROUTES.map(code).join(', ')}`,
    off: '`admin_add` or `all_member_add`',
    on: '`false` or `true`: whether everybody may add members',
  },
  {
    subject: `Answer of ${code('GET /webhook/find/{instanceName}')}`,
    off: 'has `byEvents` and `base64`',
    on: 'has them as `webhookByEvents` and `webhookBase64` too',
  },
  {
    subject: 'Answers to sending',
    off: 'have `status` `QUEUED` while the message waits',
    on: 'always have `PENDING`, and `contextInfo` beside `message` too',
  },
  {
    subject: `Answer of ${code('POST /instance/restart/{instanceName}')}`,
    off: 'has `error: false`',
    on: 'has no `error`, which some clients take for a failure whatever it says',
  },
];
