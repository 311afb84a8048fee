/** What others see of the account itself, and who may see it. */

import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { described } from '../../../http/openapi-schema.ts';
import { readBy, words, wrong } from '../../../http/read-fields.ts';
import { needs } from '../../../instances/scopes.ts';
import { PRIVACY_VALUES } from '../../../providers/own-profile.ts';
import { invalid } from '../../../shared/errors.ts';
import { chatOperation } from './operation.ts';

/** Phones let no longer ones be written. */
const ABOUT_CHARACTERS_MAX = 139;
const NAME_CHARACTERS_MAX = 25;

export const Updated = NamedObject('ProfileUpdated', {
  update: Type.Literal('success', { description: 'The platform has taken it' }),
});
export const updated = { update: 'success' as const };

export const updateProfileName = chatOperation({
  path: '/chat/updateProfileName',
  security: needs('settings'),
  summary: 'Set the name of the account',
  description:
    'The name that people see who have not saved the number. Until the phone of the account has shared its keys, which it does within minutes of linking, this is a conflict.',
  body: Type.Object(
    {
      name: readBy(
        Type.String({
          minLength: 1,
          maxLength: NAME_CHARACTERS_MAX,
          description: `The new name of the account, of 1-${NAME_CHARACTERS_MAX} characters`,
        }),
        (value) => {
          if (value === undefined) return wrong('is required');
          const name = typeof value === 'string' ? value.trim() : '';
          return name !== '' && name.length <= NAME_CHARACTERS_MAX
            ? name
            : wrong(`must be a text of 1-${NAME_CHARACTERS_MAX} characters`);
        },
      ),
    },
    { additionalProperties: true },
  ),
  status: 200,
  answer: Updated,
  async act({ name }, { session }) {
    await session.ownProfile().rename(name);
    return updated;
  },
});

export const updateProfileStatus = chatOperation({
  path: '/chat/updateProfileStatus',
  security: needs('settings'),
  summary: 'Set what the account says about itself',
  body: Type.Object(
    {
      status: Type.String({
        maxLength: ABOUT_CHARACTERS_MAX,
        description: `What the account says about itself, of at most ${ABOUT_CHARACTERS_MAX} characters; empty: nothing`,
        failsWith: `must be a text of at most ${ABOUT_CHARACTERS_MAX} characters`,
      }),
    },
    { additionalProperties: true },
  ),
  status: 200,
  answer: Updated,
  async act({ status }, { session }) {
    await session.ownProfile().describe(status);
    return updated;
  },
});

const shown = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const PrivacySettings = NamedObject(
  'PrivacySettings',
  {
    readreceipts: shown('Whether senders get read receipts'),
    profile: shown('Who sees the picture'),
    status: shown('Who sees what the account says about itself'),
    last: shown('Who sees when it was last online'),
    online: shown('Who sees that it is online'),
    groupadd: shown('Who may add it to groups'),
  },
  { description: "In the platform's own words; null: it does not say" },
);

const { readreceipts, profile, status, last, online, groupadd } = PRIVACY_VALUES;

const may = <const W extends string>(description: string, allowed: readonly W[]) =>
  Type.Optional(described(description, words(...allowed)));

export const updatePrivacySettings = chatOperation({
  path: '/chat/updatePrivacySettings',
  security: needs('settings'),
  summary: 'Set who may see what of the account',
  description:
    'What is absent stays. The settings are made one after the other: when the platform refuses one, those before it are made.',
  body: Type.Object(
    {
      readreceipts: may('Whether senders get read receipts', readreceipts),
      profile: may('Who sees the picture of the account', profile),
      status: may('Who sees what the account says about itself', status),
      last: may('Who sees when the account was last online', last),
      online: may('Who sees that the account is online', online),
      groupadd: may('Who may add the account to groups', groupadd),
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({ update: Type.Literal('success'), data: PrivacySettings }),
  async act(change, { session }) {
    if (Object.keys(change).length === 0)
      throw invalid(`name at least one of ${Object.keys(PRIVACY_VALUES).join(', ')}`);
    return { update: 'success' as const, data: await session.ownProfile().setPrivacy(change) };
  },
});
