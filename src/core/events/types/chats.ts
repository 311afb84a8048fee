/** Changes of chats (archived, pinned, muted) and of contacts. */
import { type Static, Type } from '@sinclair/typebox';
import {
  chat,
  count,
  type EventInstance,
  type EvolutionEvent,
  eventType,
  flag,
  object,
  orNull,
  PERSON,
  text,
  time,
} from './event-type.ts';

const ChatUpdate = object('Changes of a chat; unchanged fields are null', {
  Chat: chat,
  Archived: orNull('Whether the chat is archived; null if that has not changed', Type.Boolean()),
  Pinned: orNull('Whether the chat is pinned; null if that has not changed', Type.Boolean()),
  Muted: orNull(
    'Whether the chat is muted; null if that has not changed',
    Type.Object({
      IsMuted: flag('Whether the chat is muted now'),
      Until: orNull(
        'When the mute ends, ISO 8601 in UTC; null for always, or if the chat is not muted',
        Type.String({ shownFormat: 'date-time' }),
      ),
    }),
  ),
  Unread: orNull(
    'Whether the chat is marked as unread, whatever was read; null if that has not changed',
    Type.Boolean(),
  ),
  Deleted: flag('Whether the account has deleted the chat on a device'),
});

export const chatUpdate = eventType(
  'ChatUpdate',
  ChatUpdate,
)({
  category: 'CHAT',
  olderNames: ['CHATS_UPSERT', 'CHATS_UPDATE', 'CHATS_SET', 'CHATS_DELETE', 'Archive'],
  summary: 'A chat was archived, pinned, muted, marked as unread or deleted',
  chatOf: ({ Chat }) => Chat,
  sample: () => ({
    Chat: PERSON,
    Archived: true,
    Pinned: null,
    Muted: null,
    Unread: null,
    Deleted: false,
  }),
  evolution: evolutionChat,
});

function evolutionChat(
  data: Static<typeof ChatUpdate>,
  { instanceId }: EventInstance,
): EvolutionEvent {
  const { Chat: remoteJid, Archived, Pinned, Muted, Unread, Deleted } = data;
  if (Deleted) return { event: 'chats.delete', data: [remoteJid] };
  // As in the library under that system, -1 means forever, and also a chat marked as unread.
  const muteEndTime = Muted?.IsMuted ? (Muted.Until === null ? -1 : Date.parse(Muted.Until)) : null;
  const chat = {
    remoteJid,
    instanceId,
    ...(Archived !== null && { archived: Archived }),
    ...(Pinned !== null && { pinned: Pinned }),
    ...(Muted !== null && { muteEndTime }),
    ...(Unread !== null && { unreadMessages: Unread ? -1 : 0 }),
  };
  return { event: 'chats.update', data: [chat] };
}

const KnownContact = Type.Object(
  {
    jid: text('JID under which the contact and its chat are stored'),
    number: orNull('Phone number, digits with the country code', Type.String()),
    lid: orNull('LID, the address that hides the number, ending in `@lid`', Type.String()),
    name: orNull('The name of the contact, as last heard', Type.String()),
  },
  {
    $id: 'KnownContact',
    description: 'Known addresses and name of a person; unknown fields are null',
  },
);
/** Groups and channels have only a JID and a name. */
export type ContactData = Static<typeof KnownContact>;

export const contactUpdate = eventType(
  'ContactUpdate',
  object('The contact, and what changed of it', {
    Contact: KnownContact,
    Name: orNull('New name; null if it has not changed', Type.String()),
    Picture: orNull(
      'Whether the picture was replaced or removed; null if it has not changed',
      Type.Union([Type.Literal('changed'), Type.Literal('removed')]),
    ),
  }),
)({
  category: 'CONTACT',
  olderNames: ['CONTACTS_UPSERT', 'CONTACTS_UPDATE', 'CONTACTS_SET', 'Contact', 'PushName'],
  summary: 'A contact has a new name or picture',
  chatOf: ({ Contact }) => Contact.jid,
  sample: () => ({
    Contact: { jid: PERSON, number: '5511999990000', lid: null, name: 'Sample person' },
    Name: 'Sample person',
    Picture: null,
  }),
  evolution: ({ Contact, Name, Picture }, { instanceId }) => ({
    event: 'contacts.update',
    data: [
      {
        remoteJid: Contact.jid,
        ...(Name !== null && { pushName: Name }),
        ...(Picture !== null && { profilePicUrl: null }),
        instanceId,
      },
    ],
  }),
});

export const contactIdentityChanged = eventType(
  'ContactIdentityChanged',
  object('A device of a contact that has another identity key than before', {
    Contact: Type.Pick(KnownContact, ['jid', 'number', 'lid'], {
      $id: 'ContactAddresses',
      description: 'Addresses of a person; unknown ones are null',
    }),
    Device: count('Which device of the contact it is; 0 is the phone'),
    Timestamp: time('When the change was noticed'),
  }),
)({
  category: 'CONTACT',
  olderNames: [],
  summary: 'A contact has installed WhatsApp again or has another phone',
  chatOf: ({ Contact }) => Contact.jid,
  sample: (at) => ({
    Contact: { jid: PERSON, number: '5511999990000', lid: '123456789012345@lid' },
    Device: 0,
    Timestamp: at,
  }),
  evolution: (data) => ({ event: 'contacts.identity', data }),
});

export const contactMerged = eventType(
  'ContactMerged',
  object('Two addresses of one person', {
    Kept: text('Address that stays for the person'),
    Merged: text('Address under which nothing is stored any more'),
    Contact: KnownContact,
  }),
)({
  category: 'CONTACT',
  olderNames: [],
  summary: 'Two contacts turned out to be one person',
  chatOf: ({ Kept }) => Kept,
  sample: () => ({
    Kept: PERSON,
    Merged: '123456789012345@lid',
    Contact: {
      jid: PERSON,
      number: '5511999990000',
      lid: '123456789012345@lid',
      name: 'Sample person',
    },
  }),
  evolution: (data) => ({ event: 'contacts.merged', data }),
});

export const label = eventType(
  'Label',
  object('The label that was made, changed or deleted', {
    ID: text('Id of the label, unique in the account'),
    Name: text('Name of the label as people see it'),
    Color: count("The place of the label's color in WhatsApp's list, from 0"),
    PredefinedID: orNull(
      'Id of a label that every account has; null if the account made it',
      Type.String(),
    ),
    Deleted: flag('Whether the label was deleted'),
  }),
)({
  category: 'LABEL',
  olderNames: ['LABELS_EDIT', 'LabelEdit'],
  summary: 'A label was made, changed or deleted',
  sample: () => ({ ID: '1', Name: 'New customer', Color: 0, PredefinedID: null, Deleted: false }),
  evolution: ({ ID, Name, Color, PredefinedID, Deleted }, { instanceName }) => ({
    event: 'labels.edit',
    data: {
      id: ID,
      name: Name,
      color: Color,
      deleted: Deleted,
      predefinedId: PredefinedID,
      instance: instanceName,
    },
  }),
});

export const labelAssociation = eventType(
  'LabelAssociation',
  object('Which chat or message got or lost a label', {
    LabelID: text('Id of the label, as `Label` events have it'),
    Chat: chat,
    MessageID: text('Id of the message in the chat; empty if the whole chat is labelled'),
    Labeled: flag('Whether the chat or message has the label now; false if it was removed'),
  }),
)({
  category: 'LABEL',
  olderNames: ['LABELS_ASSOCIATION', 'LabelAssociationChat', 'LabelAssociationMessage'],
  summary: 'A label was added to a chat or a message, or removed',
  chatOf: ({ Chat }) => Chat,
  sample: () => ({ LabelID: '1', Chat: PERSON, MessageID: '', Labeled: true }),
  evolution: ({ LabelID, Chat, MessageID, Labeled }, { instanceName }) => ({
    event: 'labels.association',
    data: {
      instance: instanceName,
      type: Labeled ? 'add' : 'remove',
      chatId: Chat,
      labelId: LabelID,
      ...(MessageID !== '' && { messageId: MessageID }),
    },
  }),
});
