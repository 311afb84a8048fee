/** Finding the people, groups and channels that are known from stored messages. */
import { type Static, Type } from '@sinclair/typebox';
import { JID, NUMBER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { shownAsRequired } from '../../../core/http/openapi-schema.ts';
import {
  type FieldError,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import type { FoundContact } from '../../../core/messages/store/queries.ts';
import { Chat, readChat } from '../../../core/sending/recipient.ts';
import { digitsOf, isLid } from '../../../core/shared/addresses/chat-address.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation } from '../operation.ts';
import {
  AfterId,
  Count,
  entriesBefore,
  findBody,
  nestedFields,
  PAGE_MAX,
  PageNumber,
  PictureUrl,
  STORE_NOTE,
} from './paging.ts';
import { answerFromStore, listOf } from './reading.ts';

/** The id of a record, or the JID that older clients call by the same name. */
const RecordOrJid = parsedIfPresent(
  Type.String({ description: 'Id of one record, or the JID of its contact', examples: ['1'] }),
  (value): { id: number } | { jid: string } | FieldError => {
    if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return { id: Number(value) };
    const jid = readChat(value);
    return typeof jid === 'string' ? { jid } : jid;
  },
);

const FindContacts = NamedObject(
  'FindContacts',
  {
    where: nestedFields(
      Type.Object({
        id: RecordOrJid,
        remoteJid: Chat('Only the contact with this address: a phone number or a JID'),
        pushName: Type.Optional(
          Type.String({
            maxLength: 128,
            description: 'Only contacts with exactly this name',
            examples: ['Customer'],
          }),
        ),
      }),
      'Conditions on the contacts; absent or empty matches every contact',
    ),
    page: PageNumber,
    offset: Count(
      1,
      PAGE_MAX,
      `Number of contacts per page: 1-${PAGE_MAX}, default ${PAGE_MAX}`,
      50,
    ),
    after: AfterId,
  },
  { additionalProperties: true },
);

const ContactRecord = NamedObject('ContactRecord', {
  id: Type.String({ description: 'Record id. Pass it as `after` to get the next page' }),
  remoteJid: Type.String({
    description: 'JID of the contact; for a person by phone number if that is known',
  }),
  number: textOrNull('Digits of the phone number; null if unknown, or for a group or channel'),
  lid: textOrNull('LID, the address that hides the number; null if unknown'),
  username: textOrNull(
    'Username of the person without the @, as of their last message; null if unknown',
  ),
  pushName: textOrNull('Name of the person, group or channel; null if unknown'),
  profilePicUrl: PictureUrl,
  createdAt: Time(),
  updatedAt: Time(),
  instanceId: Type.String({ format: 'uuid' }),
  isGroup: Type.Boolean(),
  isSaved: Type.Null({ description: 'Always null: address books are not read' }),
  type: Type.Unsafe<'group' | 'contact' | 'group_member'>({
    ...words('group', 'contact', 'group_member'),
    description: '`group_member`: a person without a stored chat',
  }),
});

export const findContacts = instanceOperation('POST /chat/findContacts/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'List contacts: the people, groups and channels that messages came from or went to',
  description: `Returns each contact once, the newest first. ${STORE_NOTE}`,
  body: findBody(FindContacts),
  answer: Type.Array(ContactRecord),
  failures: ['CONFLICT', 'RATE_LIMITED'],
  agent: { tool: 'find_contacts', effect: 'reads' },
  example: { body: { where: { remoteJid: JID } } },
  run(parts, { instance: { id: instanceId }, body, request }) {
    const { messageStore: store } = parts;
    const { page = 1, offset: limit = PAGE_MAX, after, ...conditions } = body;
    return answerFromStore(parts, request, async (reading) => {
      const offset = after === undefined ? entriesBefore(page, limit) : 0;
      const query = { ...conditionsOf(conditions), after, offset, limit };
      return listOf(reading, await store.contacts(instanceId, query), async (part) =>
        (await store.readContacts(part)).map((one) =>
          JSON.stringify(toContactRecord(instanceId, one)),
        ),
      );
    });
  },
});

function conditionsOf({ where = {} }: Pick<Static<typeof FindContacts>, 'where'>) {
  const { id, remoteJid, pushName: name } = where;
  if (id === undefined) return { jid: remoteJid, name };
  return 'id' in id ? { id: id.id, jid: remoteJid, name } : { jid: remoteJid ?? id.jid, name };
}

function toContactRecord(
  instanceId: string,
  { id, jid, phone, lid, name, username, pictureUrl, hasChat, createdAt, updatedAt }: FoundContact,
): Static<typeof ContactRecord> {
  const isGroup = jid.endsWith('@g.us');
  return {
    id: String(id),
    remoteJid: jid,
    number: digitsOf(phone),
    lid: lid === '' ? null : lid,
    username: username === '' ? null : username,
    pushName: name === '' ? null : name,
    profilePicUrl: pictureUrl === '' ? null : pictureUrl,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    instanceId,
    isGroup,
    isSaved: null,
    type: isGroup ? 'group' : hasChat ? 'contact' : 'group_member',
  };
}

export const resolveAddress = instanceOperation('GET /chat/resolve/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'Look up the person behind an address',
  description:
    'Finds the address among those that messages came from or went to, without asking the platform. Answers 409 while `MESSAGE_STORE_HOURS` is 0.',
  query: Type.Object({
    id: parsedBy(
      shownAsRequired({
        description: 'A phone number, a JID, a LID, or the id that a person has for a business',
        examples: [NUMBER],
      }),
      readChat,
    ),
  }),
  answer: NamedObject('ResolvedPerson', {
    jid: Type.String({ description: 'JID under which chats and contacts are found' }),
    number: textOrNull('Digits of the phone number; null if unknown, or for a group or channel'),
    lid: textOrNull(
      'LID, the address that hides the number; null if unknown, or for a group or channel',
    ),
    name: textOrNull('Name of the person; null if unknown'),
    username: textOrNull('Username without the @, as of their last message; null if unknown'),
  }),
  failures: ['CONFLICT'],
  agent: { tool: 'resolve_address', effect: 'reads' },
  async run({ messageStore }, { instance, query: { id: address } }) {
    const found = await messageStore.resolve(instance.id, address);
    if (found === null) throw failure('contact_not_found');
    const { jid, phone, name, username } = found;
    const lid = isLid(jid) ? jid : found.lid;
    const named = { name: name || null, username: username || null };
    return { jid, number: digitsOf(phone), lid: lid || null, ...named };
  },
});
