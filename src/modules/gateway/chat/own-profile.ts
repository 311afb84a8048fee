/** The account's own profile, and who may see it. */

import { Type } from '@sinclair/typebox';
import { PICTURE } from '../../../core/http/example-values.ts';
import { Text, TrimmedText } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { checkedFields, words } from '../../../core/http/read-fields.ts';
import { PRIVACY_VALUES } from '../../../core/providers/account-actions.ts';
import { mediaHeaders, withMediaHeaders } from '../../../core/sending/media-headers.ts';
import { requireConnected, startWhenConnected } from '../../../core/sending/sender.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { readBody } from '../body.ts';
import { instanceOperation } from '../operation.ts';
import { PICTURE_OPERATION, pictureField } from '../profile-picture.ts';
import { chatOperation } from './operation.ts';

/** Phones let no longer ones be written. */
const ABOUT_CHARACTERS_MAX = 139;
const NAME_CHARACTERS_MAX = 25;
/** An emoji may be composed of several emoji, each of two characters, with joiners between. */
const EMOJI_CHARACTERS_MAX = 32;
/** WhatsApp's own choice, which it takes from every account. */
const ABOUT_SECONDS = 86_400;
const ABOUT_SECONDS_MAX = 365 * ABOUT_SECONDS;

const Updated = NamedObject('ProfileUpdated', {
  update: Type.Literal('success', {
    description: 'Always `success`: the platform has accepted it',
  }),
});
const updated = { update: 'success' as const };

export const updateProfileName = chatOperation('POST /chat/updateProfileName/:instanceName', {
  scope: 'settings',
  summary: 'Set the name of the account',
  description:
    'Sets the name that is shown to people who have not saved the number. Answers 409 until the phone of the account has shared its keys, which it does within minutes of linking.',
  body: Type.Object(
    {
      name: TrimmedText({
        minLength: 1,
        maxLength: NAME_CHARACTERS_MAX,
        description: `New name of the account, 1-${NAME_CHARACTERS_MAX} characters, such as \`Corner shop\``,
        examples: ['Corner shop'],
      }),
    },
    { additionalProperties: true },
  ),
  answer: Updated,
  async act({ name }, { session }) {
    await session.ownProfile().rename(name);
    return updated;
  },
});

export const updateProfileStatus = chatOperation('POST /chat/updateProfileStatus/:instanceName', {
  scope: 'settings',
  summary: 'Set the about text of the account',
  description:
    "Sets the about text, which WhatsApp shows for a limited time: a day unless `durationSeconds` says otherwise. Answers 409 with WhatsApp's words if it refuses the text or the time.",
  body: Type.Object(
    {
      status: Text({
        maxLength: ABOUT_CHARACTERS_MAX,
        description: `About text, at most ${ABOUT_CHARACTERS_MAX} characters, such as \`Open until 8 pm\`; empty removes it`,
        examples: ['Open until 8 pm'],
      }),
      emoji: Type.Optional(
        Type.String({
          maxLength: EMOJI_CHARACTERS_MAX,
          description: 'One emoji, shown beside the text',
          examples: ['🕗'],
          failsWith: problem('not_emoji'),
        }),
      ),
      durationSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: ABOUT_SECONDS_MAX,
          description: `Seconds for which others see it, at most ${ABOUT_SECONDS_MAX}, default ${ABOUT_SECONDS}; 0 keeps it until it is changed, which WhatsApp may refuse`,
          examples: [86400],
          failsWith: problem('not_seconds', { max: ABOUT_SECONDS_MAX }),
        }),
      ),
    },
    { additionalProperties: true },
  ),
  answer: Updated,
  async act({ status, emoji = '', durationSeconds: seconds = ABOUT_SECONDS }, { session }) {
    await session.ownProfile().describe({ text: status, emoji, seconds });
    return updated;
  },
});

const NewPicture = NamedObject(
  'NewProfilePicture',
  { picture: pictureField, mediaHeaders },
  { additionalProperties: true },
);

export const updateProfilePicture = instanceOperation(
  'POST /chat/updateProfilePicture/:instanceName',
  {
    tag: 'Chats',
    scope: 'settings',
    summary: 'Set the profile picture of the account',
    description: PICTURE_OPERATION,
    body: readBody(NewPicture, (body, { guard }) => checkedFields(NewPicture, body, guard)),
    takesFiles: true,
    answer: Updated,
    failures: ['CONFLICT'],
    example: { body: { picture: PICTURE } },
    async run({ sessions, readPicture }, { instance, body, request: { signal } }) {
      requireConnected(instance);
      const { id: instanceId } = instance;
      const file = withMediaHeaders(body.picture.file, body.mediaHeaders);
      const jpeg = await readPicture({ instanceId, field: 'picture', file, signal });
      return startWhenConnected(sessions, instanceId, async (session) => ({
        answer: session
          .ownProfile()
          .setPicture(jpeg)
          .then(() => updated),
      }));
    },
  },
);

export const removeProfilePicture = chatOperation(
  'DELETE /chat/removeProfilePicture/:instanceName',
  {
    scope: 'settings',
    summary: 'Remove the profile picture of the account',
    answer: Updated,
    async act(_, { session }) {
      await session.ownProfile().setPicture(null);
      return updated;
    },
  },
);

const PrivacySettings = NamedObject(
  'PrivacySettings',
  {
    readreceipts: textOrNull('Whether senders get read receipts'),
    profile: textOrNull('Who sees the picture'),
    status: textOrNull('Who sees the about text of the account'),
    last: textOrNull('Who sees when it was last online'),
    online: textOrNull('Who sees that it is online'),
    groupadd: textOrNull('Who may add it to groups'),
  },
  {
    description: "Privacy settings in the platform's own words; null where it does not report one",
  },
);

export const fetchPrivacySettings = chatOperation('GET /chat/fetchPrivacySettings/:instanceName', {
  scope: 'read',
  summary: 'Get the privacy settings of the account',
  answer: PrivacySettings,
  act: (_, { session }) => session.ownProfile().privacy(),
});

const { readreceipts, profile, status, last, online, groupadd } = PRIVACY_VALUES;

const may = <const W extends string>(description: string, allowed: readonly W[]) =>
  Type.Optional(describe(description, words(...allowed)));

export const updatePrivacySettings = chatOperation(
  'POST /chat/updatePrivacySettings/:instanceName',
  {
    scope: 'settings',
    summary: 'Change the privacy settings of the account',
    description:
      'Changes who may see what of the account; absent fields keep their values. The settings are changed one after the other: if the platform refuses one, those before it stay changed.',
    body: Type.Object(
      {
        readreceipts: may('Whether senders get read receipts', readreceipts),
        profile: may('Who sees the picture of the account', profile),
        status: may('Who sees the about text of the account', status),
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
        throw failure('nothing_to_change', { fields: Object.keys(PRIVACY_VALUES).join(', ') });
      return { update: 'success' as const, data: await session.ownProfile().setPrivacy(change) };
    },
  },
);
