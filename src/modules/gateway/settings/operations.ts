/** Sets and returns what an account does automatically. */
import { type Static, Type } from '@sinclair/typebox';
import { etagOf, ifMatchHeader, refuseOtherVersion } from '../../../core/http/etag.ts';
import { Flag, TrimmedText } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { checkedFields, isFields, optional } from '../../../core/http/read-fields.ts';
import { showPresence } from '../../../core/providers/chat-actions.ts';
import type { AccountSettings } from '../../../core/providers/chats.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { readBody } from '../body.ts';
import { instanceOperation, type Operation } from '../operation.ts';

const TEXT_CHARACTERS_MAX = 1_000;

const Switch = (description: string) => optional(Flag({ description }));

/** Settings of other gateways that make no difference here. */
const NOT_HERE = {
  syncFullHistory: Switch(
    'No effect: messages from before the pairing cause no events; `ignored` names this field',
  ),
  wavoipToken: Type.Optional(
    Type.String({
      description:
        'No effect: calls can be rejected, not taken; `ignored` names this field unless it is empty',
      examples: [''],
      failsWith: problem('not_text'),
    }),
  ),
};

/** The automatic behaviour of an account. */
export const ACCOUNT_FIELDS = {
  rejectCall: Switch('Whether calls that come in are rejected'),
  msgCall: optional(
    TrimmedText({
      maxLength: TEXT_CHARACTERS_MAX,
      description: `Text sent to callers whose call is rejected, at most ${TEXT_CHARACTERS_MAX} characters; empty sends nothing`,
      examples: ['Please write instead.'],
    }),
  ),
  groupsIgnore: Switch('Whether events of groups are left out everywhere'),
  alwaysOnline: Switch('Whether the account is shown as online while it is connected'),
  readMessages: Switch('Whether messages are confirmed as read once their events are on disk'),
  readStatus: Switch('Whether status updates are confirmed as seen once their events are on disk'),
};

export const SettingsChange = NamedObject(
  'SettingsChange',
  { ...ACCOUNT_FIELDS, ...NOT_HERE },
  { additionalProperties: true },
);

/** A client that was told nothing of a setting sends null for it. */
const withoutNulls = (body: unknown): unknown =>
  isFields(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body;

interface SettingsRequest {
  readonly change: Partial<AccountSettings>;
  /** Names of those that make no difference here. */
  readonly ignored: readonly string[];
}

/** 400 naming every wrong field, or what there is to set when none of it is named. */
export function parseSettings(body: unknown): SettingsRequest {
  const fields = checkedFields(SettingsChange, withoutNulls(body));
  const { syncFullHistory, wavoipToken, ...change } = fields;
  if (Object.keys(fields).length === 0)
    throw failure('nothing_to_change', { fields: Object.keys(ACCOUNT_FIELDS).join(', ') });
  const ignored = Object.entries({ syncFullHistory, wavoipToken }).filter(([, value]) => value);
  return { change, ignored: ignored.map(([name]) => name) };
}

export const ShownSettings = NamedObject('InstanceSettings', {
  rejectCall: Type.Boolean(),
  msgCall: Type.String(),
  groupsIgnore: Type.Boolean(),
  alwaysOnline: Type.Boolean(),
  readMessages: Type.Boolean(),
  readStatus: Type.Boolean(),
  syncFullHistory: Type.Literal(false),
  wavoipToken: Type.Literal(''),
});

export const toShownSettings = (settings: AccountSettings): Static<typeof ShownSettings> => ({
  ...settings,
  syncFullHistory: false,
  wavoipToken: '',
});

const setSettings = instanceOperation('POST /settings/set/:instanceName', {
  tag: 'Settings',
  scope: 'settings',
  summary: 'Update automatic behaviour (reject calls, mark as read, …)',
  description:
    'Changes what the account does by itself, from the next event on; absent fields keep their values. Whether the account is shown as online changes at once.',
  body: readBody(SettingsChange, parseSettings),
  answer: Type.Object({
    settings: Type.Object({ instanceName: Type.String(), settings: ShownSettings }),
    ignored: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Settings of other gateways that were sent and have no effect here',
      }),
    ),
  }),
  status: 201,
  headers: [ifMatchHeader],
  failures: ['PRECONDITION_FAILED'],
  audit: 'settings.set',
  example: { body: { rejectCall: true, msgCall: 'Please write instead.' } },
  async run(
    { accountSettings, sessions },
    { instance, body: { change, ignored }, request, note, set },
  ) {
    note({ details: change });
    const { settings, updatedAt } = await accountSettings.update(instance.id, change, (stored) =>
      refuseOtherVersion(request, stored),
    );
    set.headers.etag = etagOf(updatedAt);
    const { alwaysOnline } = change;
    if (alwaysOnline !== undefined && instance.state === 'open')
      await showPresence(sessions.sessionOf(instance), alwaysOnline);
    return {
      settings: { instanceName: instance.name, settings: toShownSettings(settings) },
      ...(ignored.length > 0 && { ignored: [...ignored] }),
    };
  },
});

const findSettings = instanceOperation('GET /settings/find/:instanceName', {
  tag: 'Settings',
  scope: 'read',
  summary: 'Get the automatic behaviour of an account',
  description: 'Returns the settings, with their version as `ETag`.',
  answer: ShownSettings,
  run({ accountSettings }, { instance, set }) {
    const { settings, updatedAt } = accountSettings.find(instance.id);
    set.headers.etag = etagOf(updatedAt);
    return toShownSettings(settings);
  },
});

export const SETTINGS_OPERATIONS: readonly Operation[] = [setSettings, findSettings];
