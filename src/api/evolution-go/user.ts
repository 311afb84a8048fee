/** Paths of /user, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { needs } from '../../instances/scopes.ts';
import { recipientOf } from '../../sending/recipient.ts';
import { AppError, invalid, notFound } from '../../shared/errors.ts';
import { contacts } from './contacts.ts';
import { Anything, body, optional, people, text, texts } from './fields.ts';
import type { Calling, GoOperation } from './operation.ts';
import { PRIVACY } from './privacy.ts';
import { withoutAbsent } from './sent.ts';

const LOOKED_AT_MAX = 50;
const person = text('A person: a phone number with its country code, or a JID');
const nullable = Type.Union([Type.String(), Type.Null()]);

interface Found {
  readonly jid: string;
  readonly exists: boolean;
  readonly number: string;
  readonly lid?: string;
}

const check: GoOperation = {
  path: '/user/check',
  security: needs('send'),
  summary: 'Whether phone numbers are on the platform',
  body: body({ number: texts('The phone numbers to look up, each with its country code') }),
  data: Type.Object({
    Users: Type.Array(
      Type.Object({
        Query: Type.String(),
        IsInWhatsapp: Type.Boolean(),
        JID: Type.String(),
        RemoteJID: Type.String({ description: 'What messages can be sent to' }),
        LID: nullable,
        VerifiedName: Type.String({ description: 'Always empty' }),
      }),
    ),
  }),
  names: { numbers: 'number' },
  async run({ number: numbers }, { ask }) {
    const asked = { body: withoutAbsent({ numbers }) };
    const found = await ask<readonly Found[]>('POST', '/chat/whatsappNumbers', asked);
    const Users = found.map(({ jid, exists, number, lid }) => ({
      Query: number,
      IsInWhatsapp: exists,
      JID: jid,
      RemoteJID: exists ? jid : number,
      LID: lid ?? null,
      VerifiedName: '',
    }));
    return { Users };
  },
};

interface Profile {
  readonly wuid: string;
  readonly status: string | null;
  readonly picture: string | null;
}

const info: GoOperation = {
  path: '/user/info',
  security: needs('read'),
  summary: 'What people say about themselves',
  description: `Of at most ${LOOKED_AT_MAX} people; those who are not on the platform are left out.`,
  body: body({ number: people }),
  data: Type.Object({
    Users: Type.Record(
      Type.String(),
      Type.Object({ Status: Type.String(), PictureURL: nullable, VerifiedName: Type.Null() }),
      { description: 'By their JIDs' },
    ),
  }),
  async run({ number }, { ask }) {
    const people = Array.isArray(number) ? number : [];
    const isGood = people.every((one) => typeof one === 'string' && recipientOf(one) !== null);
    if (people.length === 0 || people.length > LOOKED_AT_MAX || !isGood)
      throw invalid(`number must be a list of 1-${LOOKED_AT_MAX} phone numbers or JIDs`);
    const Users: Record<string, object> = {};
    for (const one of people) {
      // One after the other: WhatsApp bans accounts that ask fast.
      const profile = await profileOf(one, ask);
      if (profile === null) continue;
      const { wuid, status, picture } = profile;
      Users[wuid] = { Status: status ?? '', PictureURL: picture, VerifiedName: null };
    }
    return { Users };
  },
};

/** Null: nobody on the platform has this number. */
async function profileOf(number: unknown, ask: Calling['ask']): Promise<Profile | null> {
  try {
    return await ask<Profile>('POST', '/chat/fetchProfile', { body: { number } });
  } catch (error) {
    if (error instanceof AppError && error.reason === 'invalid') return null;
    throw error;
  }
}

const avatar: GoOperation = {
  path: '/user/avatar',
  security: needs('read'),
  summary: 'The profile picture of a person or a group',
  body: body({ number: person }),
  data: Type.Object({ url: Type.String() }),
  async run({ number }, { ask }) {
    const asked = { body: withoutAbsent({ number }) };
    const path = '/chat/fetchProfilePictureUrl';
    const { profilePictureUrl: url } = await ask<{ profilePictureUrl: string | null }>(
      'POST',
      path,
      asked,
    );
    if (url === null) throw notFound('profile picture');
    return { url };
  },
};

const block = (status: 'block' | 'unblock'): GoOperation => ({
  path: `/user/${status}`,
  security: needs('send'),
  summary: status === 'block' ? 'Block a person' : 'Block a person no longer',
  body: body({ number: person }),
  data: null,
  run: ({ number }, { ask }) =>
    ask('POST', '/chat/updateBlockStatus', { body: withoutAbsent({ number, status }) }),
});

interface Resolved {
  readonly jid: string;
  readonly number: string | null;
  readonly lid: string | null;
}

const lid: GoOperation = {
  path: '/user/lid',
  security: needs('read'),
  summary: 'The phone number behind a hidden address',
  description: 'As far as messages have shown it.',
  body: body({
    lid: text('The address that hides the number, ending in `@lid`'),
    groupJid: optional('Makes no difference: no group is needed to find the number'),
  }),
  data: Type.Object({
    lid: Type.String(),
    phoneNumber: Type.String({ description: 'Digits' }),
    jid: Type.String(),
  }),
  names: { id: 'lid' },
  async run({ lid: id }, { ask }) {
    if (typeof id !== 'string') throw invalid('lid must be a hidden address');
    const found = await ask<Resolved>('GET', '/chat/resolve', { query: { id } });
    if (found.number === null) throw notFound('phone number');
    return { lid: found.lid ?? id, phoneNumber: found.number, jid: found.jid };
  },
};

interface BlockedPerson {
  readonly jid: string;
}

const blocklist: GoOperation = {
  method: 'GET',
  path: '/user/blocklist',
  security: needs('read'),
  summary: 'Everybody whom the account has blocked',
  data: Type.Object({
    DHash: Type.Literal('', { description: 'What WhatsApp calls this state of the list' }),
    JIDs: texts('By phone number where that is known'),
  }),
  async run(_, { ask }) {
    const people = await ask<readonly BlockedPerson[]>('GET', '/chat/fetchBlocklist');
    return { DHash: '', JIDs: people.map(({ jid }) => jid) };
  },
};

/** Path after /user/, the operation that is asked, the field here and there. */
const PROFILE = [
  [
    'profilePicture',
    'updateProfilePicture',
    'image',
    'picture',
    'Set the picture of the account',
    'A picture of at most 5 MiB: an http(s) URL, base64, or a data: URL in base64',
  ],
  [
    'profileName',
    'updateProfileName',
    'name',
    'name',
    'Set the name of the account',
    'The new name of the account, of 1-25 characters',
  ],
  [
    'profileStatus',
    'updateProfileStatus',
    'status',
    'status',
    'Set the text of the account',
    'What the account says about itself, of at most 139 characters; empty: nothing',
  ],
] as const;

const profile = PROFILE.map(
  ([path, asked, field, inner, summary, meaning]): GoOperation => ({
    path: `/user/${path}`,
    security: needs('settings'),
    summary,
    body: body({ [field]: text(meaning) }),
    data: null,
    names: { [inner]: field },
    run: (fields, { ask }) =>
      ask('POST', `/chat/${asked}`, { body: withoutAbsent({ [inner]: fields[field] }) }),
  }),
);

const removePicture: GoOperation = {
  method: 'DELETE',
  path: '/user/profilePicture',
  security: needs('settings'),
  summary: 'Remove the picture of the account',
  data: null,
  run: (_, { ask }) => ask('DELETE', '/chat/removeProfilePicture'),
};

export const USERS: readonly GoOperation[] = [
  ...[check, info, avatar, contacts, block('block'), block('unblock'), blocklist, lid, ...PRIVACY],
  ...profile,
  removePicture,
];

const channel = text('JID of the channel, such as `120363000000000002@newsletter`');

const newsletter = (verb: string, asked: string, field: string, summary: string): GoOperation => ({
  path: `/newsletter/${verb}`,
  security: needs(asked === 'info' || asked === 'link' ? 'read' : 'send'),
  summary,
  body: body({
    [field]: field === 'jid' ? channel : text('The link of a channel, or the code at its end'),
  }),
  data: Anything,
  run: (fields, { ask }) =>
    ask('POST', `/newsletter/${asked}`, { body: withoutAbsent({ [field]: fields[field] }) }),
});

export const NEWSLETTERS: readonly GoOperation[] = [
  {
    method: 'GET',
    path: '/newsletter/list',
    security: needs('read'),
    summary: 'The channels that the account follows',
    data: Type.Array(Anything),
    run: (_, { ask }) => ask('GET', '/newsletter/list'),
  },
  newsletter('info', 'info', 'jid', 'A channel'),
  newsletter('link', 'link', 'key', 'The channel that a link leads to'),
  newsletter('subscribe', 'follow', 'jid', 'Follow a channel'),
  newsletter('follow', 'follow', 'jid', 'Follow a channel'),
  newsletter('unfollow', 'unfollow', 'jid', 'Follow a channel no longer'),
];
