/** Paths of /user, as Evolution Go has them. */
import { Type } from '@sinclair/typebox';
import { JID, LID, NUMBER, SECOND_NUMBER } from '../../core/http/example-values.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { describe } from '../../core/http/openapi-schema.ts';
import type { Fields } from '../../core/http/read-fields.ts';
import { PRIVACY_VALUES } from '../../core/providers/account-actions.ts';
import { readAddress } from '../../core/shared/addresses/chat-address.ts';
import { UnreadableAddress } from '../../core/shared/addresses/unreadable-address.ts';
import { AppError, failure, invalid } from '../../core/shared/errors.ts';
import { withSentence } from '../../core/shared/reasons/problems.ts';
import {
  mapObject,
  mediaHeaders,
  optional,
  PICTURE_URL,
  picture,
  text,
  texts,
  word,
  yesNo,
} from './fields.ts';
import { type GoCall, type GoRows, keepingEmptyText, read, send, settings } from './operation.ts';

const LOOKED_AT_MAX = 50;
const person = text('A person: a phone number with its country code, or a JID', '5511888880000');
export const people = texts('People: phone numbers with their country code, or JIDs', [
  '5511777770000',
]);
const nullable = Type.Union([Type.String(), Type.Null()]);

const FoundData = mapObject<Fields>({
  Query: [word, ({ number }) => number],
  IsInWhatsapp: [yesNo, ({ exists }) => exists],
  JID: [word, ({ jid }) => jid],
  RemoteJID: [
    text('JID that messages can be sent to'),
    ({ exists, jid, number }) => (exists ? jid : number),
  ],
  LID: [nullable, ({ lid }) => lid ?? null],
  VerifiedName: [text('Always empty'), () => ''],
  Reason: [
    describe('Why it cannot be a phone number; otherwise null', nullable),
    ({ reason }) => reason ?? null,
  ],
});

interface Profile {
  readonly wuid: string;
  readonly status: string | null;
  readonly picture: string | null;
}

async function infoOf({ number }: Fields, { ask }: GoCall) {
  const people = Array.isArray(number) ? number.map(readAddress) : [];
  if (people.length === 0 || people.length > LOOKED_AT_MAX)
    throw invalid(`number must be a list of 1-${LOOKED_AT_MAX} phone numbers or JIDs`);
  const [first] = people;
  if (first instanceof UnreadableAddress && people.every((one) => one instanceof UnreadableAddress))
    throw invalid(`number.0 ${withSentence(first.problem).message}`);
  const Users: Record<string, object> = {};
  // A value that cannot be a number is left out, like a number without an account.
  for (const one of people) {
    if (one instanceof UnreadableAddress) continue;
    // One after the other: WhatsApp bans accounts that ask fast.
    const profile = await profileOf(one, ask);
    if (profile === null) continue;
    const { wuid, status, picture } = profile;
    Users[wuid] = { Status: status ?? '', PictureURL: picture, VerifiedName: null };
  }
  return { Users };
}

/** Returns null when the number has no account on the platform. */
async function profileOf(number: unknown, ask: GoCall['ask']): Promise<Profile | null> {
  try {
    return await ask<Profile>('POST /chat/fetchProfile/:instanceName', { number });
  } catch (error) {
    if (error instanceof AppError && error.reason === 'invalid') return null;
    throw error;
  }
}

/** The size of a page of `/chat/findContacts`. */
const PAGE = 500;
const CONTACTS_MAX = 10_000;

interface Contact {
  readonly id: string;
  readonly remoteJid: string;
  readonly pushName: string | null;
}

const NOT_READ = Type.Literal('', { description: 'Always empty: address books are not read' });
const ContactData = mapObject<Contact>(
  {
    Jid: [word, ({ remoteJid }) => remoteJid],
    Found: [Type.Literal(true), () => true],
    FirstName: [NOT_READ, () => ''],
    FullName: [NOT_READ, () => ''],
    PushName: [text('Name of the person; empty if unknown'), ({ pushName }) => pushName ?? ''],
    BusinessName: [Type.Literal(''), () => ''],
  },
  { $id: 'EvolutionGoContact' },
);

/** The path has no pages of its own, so all of them are put together up to a bound. */
export async function contactsOf(ask: GoCall['ask']) {
  const all: Contact[] = [];
  while (all.length < CONTACTS_MAX) {
    const after = all.at(-1)?.id;
    const asked = { offset: PAGE, ...(after !== undefined && { after }) };
    const page = await ask<readonly Contact[]>('POST /chat/findContacts/:instanceName', asked);
    all.push(...page);
    if (page.length < PAGE) break;
  }
  return all
    .filter(({ remoteJid }) => /@(s\.whatsapp\.net|lid)$/.test(remoteJid))
    .map(ContactData.from);
}

/** Evolution Go's names of the settings in bodies and in answers, our names, and their descriptions. */
const SETTINGS = [
  ['readReceipts', 'ReadReceipts', 'readreceipts', 'Whether senders get read receipts'],
  ['profile', 'Profile', 'profile', 'Who sees the picture of the account'],
  ['status', 'Status', 'status', 'Who sees the about text of the account'],
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
  { description: "Privacy settings in the platform's own words" },
);

const blocking = (summary: string, status: 'block' | 'unblock') =>
  send(summary, {
    body: { number: person },
    example: { number: SECOND_NUMBER },
    operation: 'POST /chat/updateBlockStatus/:instanceName',
    defaults: { status },
  });

export const PEOPLE: GoRows = {
  'POST /user/check': send('Check whether phone numbers are on the platform', {
    body: {
      number: texts('The phone numbers to look up, each with its country code', ['5511888880000']),
    },
    operation: 'POST /chat/whatsappNumbers/:instanceName',
    names: { number: 'numbers' },
    data: Type.Object({ Users: Type.Array(FoundData.schema) }),
    answer: (found: readonly Fields[]) => ({ Users: found.map(FoundData.from) }),
  }),
  'POST /user/info': read('Get the about texts of people', {
    description: `Returns the about texts of at most ${LOOKED_AT_MAX} people; people who are not on the platform are left out.`,
    body: { number: people },
    exampleData: {
      Users: { [JID]: { Status: 'Open until eight', PictureURL: null, VerifiedName: null } },
    },
    data: Type.Object({
      Users: Type.Record(
        Type.String(),
        Type.Object({ Status: Type.String(), PictureURL: nullable, VerifiedName: Type.Null() }),
        { description: 'By their JIDs' },
      ),
    }),
    run: infoOf,
  }),
  'POST /user/avatar': read('Get the profile picture of a person or a group', {
    body: { number: person },
    exampleData: { url: 'https://pps.whatsapp.net/v/picture.jpg' },
    operation: 'POST /chat/fetchProfilePictureUrl/:instanceName',
    data: Type.Object({ url: Type.String() }),
    answer({ profilePictureUrl: url }: { profilePictureUrl: string | null }) {
      if (url === null) throw failure('picture_not_found');
      return { url };
    },
  }),
  'GET /user/contacts': read('List the people whom messages came from or went to', {
    description: `Returns people, newest first, from the newest ${CONTACTS_MAX} contacts; groups and channels among these are left out. Address books are not read.`,
    data: Type.Array(ContactData.schema),
    run: (_, { ask }) => contactsOf(ask),
  }),
  'POST /user/block': blocking('Block a person', 'block'),
  'POST /user/unblock': blocking('Unblock a contact', 'unblock'),
  'GET /user/blocklist': read('List the contacts that the account has blocked', {
    operation: 'GET /chat/fetchBlocklist/:instanceName',
    data: Type.Object({
      DHash: Type.Literal('', {
        description: "Always empty: WhatsApp's name of this state of the list",
      }),
      JIDs: texts('JID by phone number, if that is known'),
    }),
    answer: (blocked: readonly { readonly jid: string }[]) => ({
      DHash: '',
      JIDs: blocked.map(({ jid }) => jid),
    }),
  }),
  'POST /user/lid': read('Look up the phone number of a LID', {
    description: 'Returns the phone number, if messages have shown it.',
    body: {
      lid: text('LID, the address that hides the number, ending in `@lid`', '123456789012345@lid'),
      groupJid: optional(
        'No effect: no group is needed to find the number',
        '120363000000000001@g.us',
      ),
    },
    exampleData: { lid: LID, phoneNumber: NUMBER, jid: JID },
    operation: 'GET /chat/resolve/:instanceName?id=:lid',
    refusals: { id: 'lid' },
    data: Type.Object({
      lid: Type.String(),
      phoneNumber: Type.String({ description: 'Digits' }),
      jid: Type.String(),
    }),
    answer({ jid, number, lid }: Fields, _, body) {
      if (number === null) throw new AppError('not_found', 'phone number not found');
      return { lid: lid ?? body.lid, phoneNumber: number, jid };
    },
  }),
  'GET /user/privacy': read('Get the privacy settings of the account', {
    operation: 'GET /chat/fetchPrivacySettings/:instanceName',
    data: PrivacyData,
    answer: toPrivacy,
  }),
  'POST /user/privacy': settings('Change the privacy settings of the account', {
    description:
      'Changes privacy settings; absent fields keep their values, and `callAdd` has no effect.',
    body: Object.fromEntries(
      SETTINGS.map(([name, , inner, meaning]) => [
        name,
        optional(`${meaning}: \`${PRIVACY_VALUES[inner].join('`, `')}\``, PRIVACY_VALUES[inner][0]),
      ]),
    ),
    operation: 'POST /chat/updatePrivacySettings/:instanceName',
    names: Object.fromEntries(SETTINGS.map(([name, , inner]) => [name, inner])),
    data: PrivacyData,
    answer: ({ data }: { data: Privacy }) => toPrivacy(data),
  }),
  'POST /user/profilePicture': settings('Set the profile picture of the account', {
    body: {
      image: picture,
      mediaHeaders,
    },
    takesFiles: true,
    example: { image: PICTURE_URL },
    operation: 'POST /chat/updateProfilePicture/:instanceName',
    names: { image: 'picture' },
  }),
  'DELETE /user/profilePicture': settings('Remove the profile picture of the account', {
    operation: 'DELETE /chat/removeProfilePicture/:instanceName',
  }),
  'POST /user/profileName': settings('Set the name of the account', {
    body: { name: text('New name of the account, 1-25 characters, such as `Shop`', 'Shop') },
    operation: 'POST /chat/updateProfileName/:instanceName',
  }),
  'POST /user/profileStatus': settings('Set the about text of the account', {
    body: {
      status: text(
        'About text, at most 139 characters, such as `Open until 8 pm`; empty removes it',
        'Open until 8 pm',
      ),
    },
    operation: 'POST /chat/updateProfileStatus/:instanceName',
    mapBody: keepingEmptyText('status'),
  }),
};
