/** The body of settings/set turned into a change of settings, and settings as answers show them. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, isFields, readBy, readIfGiven, wrong } from '../../../http/read-fields.ts';
import type { AccountSettings } from '../../../providers/account-settings.ts';
import { invalid } from '../../../shared/errors.ts';

const TEXT_CHARACTERS_MAX = 1_000;

const Switch = (description: string) =>
  Type.Optional(Type.Boolean({ description, failsWith: 'must be true or false' }));

const Text = readIfGiven(
  Type.String({
    maxLength: TEXT_CHARACTERS_MAX,
    description: `The text that callers get when their call is rejected, of at most ${TEXT_CHARACTERS_MAX} characters; empty: none`,
  }),
  (value) =>
    typeof value === 'string' && value.length <= TEXT_CHARACTERS_MAX
      ? value.trim()
      : wrong(`must be a text of at most ${TEXT_CHARACTERS_MAX} characters`),
);

/** Of other gateways, and not known here: `off` alone is taken. */
const notHere = (off: readonly unknown[], why: string) =>
  readBy(Type.Optional(Type.Unknown({ description: `Not supported: ${why}` })), (value) =>
    value === undefined || off.includes(value) ? undefined : wrong(`is not supported: ${why}`),
  );

export const SettingsChange = NamedObject(
  'SettingsChange',
  {
    rejectCall: Switch('Whether calls that come in are rejected'),
    msgCall: Text,
    groupsIgnore: Switch('Whether events of groups are left out everywhere'),
    alwaysOnline: Switch('Whether the account is shown as online while it is connected'),
    readMessages: Switch('Whether messages are confirmed as read once their events are on disk'),
    readStatus: Switch(
      'Whether status updates are confirmed as seen once their events are on disk',
    ),
    syncFullHistory: notHere([false], 'messages from before the pairing are no events'),
    wavoipToken: notHere(['', null], 'calls can be rejected, not taken'),
  },
  { additionalProperties: true },
);

/** A client that was told nothing of a setting sends null for it. */
const withoutNulls = (body: unknown): unknown =>
  isFields(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body;

/** 400 naming every wrong field, or what there is to set when none of it is named. */
export function parseSettings(body: unknown): Partial<AccountSettings> {
  const {
    syncFullHistory: _,
    wavoipToken: __,
    ...change
  } = checkedFields(SettingsChange, withoutNulls(body));
  if (Object.keys(change).length > 0) return change;
  const names = Object.keys(SettingsChange.properties).slice(0, -2).join(', ');
  throw invalid(`name at least one of ${names}`);
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
