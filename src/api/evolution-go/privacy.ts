/** The paths of /user/privacy, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { needs } from '../../instances/scopes.ts';
import { PRIVACY_VALUES } from '../../providers/own-profile.ts';
import { body, optional } from './fields.ts';
import type { GoOperation } from './operation.ts';
import { withoutAbsent } from './sent.ts';

/** What Evolution Go calls the settings in bodies and in answers, what they are called here, and what they say. */
const SETTINGS = [
  ['readReceipts', 'ReadReceipts', 'readreceipts', 'Whether senders get read receipts'],
  ['profile', 'Profile', 'profile', 'Who sees the picture of the account'],
  ['status', 'Status', 'status', 'Who sees what the account says about itself'],
  ['lastSeen', 'LastSeen', 'last', 'Who sees when the account was last online'],
  ['online', 'Online', 'online', 'Who sees that the account is online'],
  ['groupAdd', 'GroupAdd', 'groupadd', 'Who may add the account to groups'],
] as const;

type Privacy = Readonly<Record<string, string | null>>;

const toPrivacy = (privacy: Privacy) =>
  Object.fromEntries(SETTINGS.map(([, shown, inner]) => [shown, privacy[inner] ?? '']));

const PrivacyData = NamedObject(
  'EvolutionGoPrivacy',
  Object.fromEntries(SETTINGS.map(([, shown]) => [shown, Type.String()])),
  { description: "In the platform's own words" },
);

const privacy: GoOperation = {
  method: 'GET',
  path: '/user/privacy',
  security: needs('read'),
  summary: 'Who may see what of the account',
  data: PrivacyData,
  run: async (_, { ask }) => toPrivacy(await ask<Privacy>('GET', '/chat/fetchPrivacySettings')),
};

const setPrivacy: GoOperation = {
  path: '/user/privacy',
  security: needs('settings'),
  summary: 'Set who may see what of the account',
  description: 'What is absent stays. `callAdd` makes no difference.',
  body: body(
    Object.fromEntries(
      SETTINGS.map(([given, , inner, meaning]) => [
        given,
        optional(`${meaning}: ${PRIVACY_VALUES[inner].join(', ')}`),
      ]),
    ),
  ),
  data: PrivacyData,
  names: Object.fromEntries(SETTINGS.map(([given, , inner]) => [inner, given])),
  async run(fields, { ask }) {
    const change = Object.fromEntries(SETTINGS.map(([given, , inner]) => [inner, fields[given]]));
    const asked = { body: withoutAbsent(change) };
    return toPrivacy(
      (await ask<{ data: Privacy }>('POST', '/chat/updatePrivacySettings', asked)).data,
    );
  },
};

export const PRIVACY: readonly GoOperation[] = [privacy, setPrivacy];
