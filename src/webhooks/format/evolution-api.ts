/**
 * Stored events in the shape of Evolution API v2: which of its event names each type has, and what stands in `data`. Pure.
 * What that system has no event for keeps its own payload under a name in the same style.
 */

import type { Payloads } from '../../events/contract/catalog.ts';
import type { EventType } from '../../events/contract/event-names.ts';
import { groupChange, joinedGroup } from './evolution-api-groups.ts';
import { messageTold } from './evolution-api-messages.ts';
import { seconds, withoutDevice } from './spelling.ts';

/** What an event does not say itself. */
export interface Surroundings {
  /** URL of the webhook as it was set. */
  readonly destination: string;
  /** PUBLIC_URL. */
  readonly serverUrl: string;
  /** JID of the instance's account, null while it is not paired. */
  readonly ownerJid: string | null;
}

/** The instance that an event is of. */
export interface About {
  readonly instanceId: string;
  readonly instanceName: string;
}

export interface Told {
  /** As `messages.upsert`. */
  readonly event: string;
  readonly data: unknown;
}

/** A stored body, parsed. Events of an account's records have no instance. */
export interface StoredEvent extends Partial<About> {
  readonly event: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly test?: boolean;
  readonly data: unknown;
}

/** The body that Evolution API would send; `apikey` is always null. */
export function evolutionApiBody(stored: StoredEvent, { ownerJid, ...around }: Surroundings) {
  const { event, data } = told(stored);
  return {
    event,
    instance: stored.instanceName ?? null,
    data,
    destination: around.destination,
    date_time: stored.timestamp,
    sender: ownerJid === null ? null : withoutDevice(ownerJid),
    server_url: around.serverUrl,
    apikey: null,
    ...(stored.test && { test: true }),
  };
}

function told({ event, data, instanceId = '', instanceName = '' }: StoredEvent): Told {
  if (!Object.hasOwn(TOLD, event)) return { event, data };
  // The casts: the event log holds what was published, so the payload is that of its type.
  const tell = TOLD[event as EventType] as (data: unknown, about: About) => Told;
  return tell(data, { instanceId, instanceName });
}

type Tell<T extends EventType> = (data: Payloads[T], about: About) => Told;

const TOLD: { readonly [T in EventType]: Tell<T> } = {
  QRCode: ({ code, qrcode, count }, { instanceName }) => ({
    event: 'qrcode.updated',
    data: { qrcode: { instance: instanceName, pairingCode: null, code, base64: qrcode, count } },
  }),
  PasskeyRequest: (data) => ({ event: 'passkey.request', data }),
  PairSuccess: ({ jid, pushName }, about) =>
    connection(about, { state: 'connecting', statusReason: 200, ...account(jid, pushName) }),
  Connected: ({ jid, pushName }, about) =>
    connection(about, { state: 'open', statusReason: 200, ...account(jid, pushName) }),
  OfflineSyncCompleted: (_, about) => connection(about, { state: 'open', statusReason: 200 }),
  LoggedOut: ({ code }, about) => connection(about, { state: 'close', statusReason: code }),
  Message: (data, about) => messageTold('messages.upsert', data, about),
  SendMessage: (data, about) => messageTold('send.message', data, about),
  MessageStatus: ({ ID, Chat, Status, Code, Reason }, { instanceId }) => ({
    event: 'messages.update',
    data: {
      keyId: ID,
      remoteJid: Chat,
      fromMe: true,
      status: STATUS[Status],
      ...(Code !== null && { code: Code }),
      ...(Reason !== null && { reason: Reason }),
      instanceId,
    },
  }),
  Receipt: receipt,
  Undecryptable: (data) => ({ event: 'messages.undecryptable', data }),
  Presence: ({ From, Unavailable, LastSeen }) =>
    presence(From, From, {
      lastKnownPresence: Unavailable ? 'unavailable' : 'available',
      ...(LastSeen !== null && { lastSeen: seconds(LastSeen) }),
    }),
  ChatPresence: ({ Chat, Sender, State, Media }) =>
    presence(Chat, Sender, {
      lastKnownPresence: State === 'composing' && Media === 'audio' ? 'recording' : State,
    }),
  CallOffer: (data) => call(data, 'offer'),
  CallRelayLatency: (data) => call(data, 'relaylatency'),
  CallTerminate: (data) => call(data, CALL_ENDS.get(data.Reason) ?? 'terminate', data.Reason),
  JoinedGroup: joinedGroup,
  GroupInfo: groupChange,
  NewsletterJoin: (data) => ({ event: 'newsletter.join', data }),
  Label: ({ ID, Name, Color, PredefinedID, Deleted }, { instanceName }) => ({
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
  LabelAssociation: ({ LabelID, Chat, MessageID, Labeled }, { instanceName }) => ({
    event: 'labels.association',
    data: {
      instance: instanceName,
      type: Labeled ? 'add' : 'remove',
      chatId: Chat,
      labelId: LabelID,
      ...(MessageID !== '' && { messageId: MessageID }),
    },
  }),
  ContactMerged: (data) => ({ event: 'contacts.merged', data }),
  TemplateUpdate: (data) => ({ event: 'template.update', data }),
  ChatUpdate: chatChanged,
  ContactUpdate: ({ Contact, Name, Picture }, { instanceId }) => ({
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
};

function chatChanged(data: Payloads['ChatUpdate'], { instanceId }: About): Told {
  const { Chat: remoteJid, Archived, Pinned, Muted, Unread, Deleted } = data;
  if (Deleted) return { event: 'chats.delete', data: [remoteJid] };
  // As the library under that system: -1 is for ever, and a chat that is marked as unread.
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

/** Unknown may still arrive, so it must not look like a failure that is safe to send again. */
const STATUS = {
  ServerAck: 'SERVER_ACK',
  Delivered: 'DELIVERY_ACK',
  Read: 'READ',
  Played: 'PLAYED',
  Error: 'ERROR',
  Unknown: 'PENDING',
} as const satisfies Record<Payloads['MessageStatus']['Status'], string>;

/** There it is one event a message; here one receipt may name several, which `keyIds` then lists. */
function receipt(data: Payloads['Receipt'], { instanceId }: About): Told {
  const { MessageIDs, Chat, Sender, IsGroup, Type } = data;
  return {
    event: 'messages.update',
    data: {
      keyId: MessageIDs[0] ?? '',
      ...(MessageIDs.length > 1 && { keyIds: MessageIDs }),
      remoteJid: Chat,
      // What the account itself read elsewhere was written by others.
      fromMe: Type !== 'read-self',
      ...(IsGroup && { participant: withoutDevice(Sender) }),
      status: Type === '' ? 'DELIVERY_ACK' : 'READ',
      instanceId,
    },
  };
}

const connection = ({ instanceName }: About, state: object): Told => ({
  event: 'connection.update',
  data: { instance: instanceName, ...state },
});

const account = (jid: string, profileName: string) => ({ wuid: withoutDevice(jid), profileName });

const presence = (chat: string, person: string, state: object): Told => ({
  event: 'presence.update',
  data: { id: chat, presences: { [withoutDevice(person)]: state } },
});

/** Why a call ended, as the library under that system calls it. */
const CALL_ENDS = new Map([
  ['timeout', 'timeout'],
  ['busy', 'reject'],
  ['reject', 'reject'],
  ['accepted_elsewhere', 'accept'],
]);

const call = (data: Payloads['CallRelayLatency'], status: string, reason?: string): Told => ({
  event: 'call',
  data: {
    id: data.CallID,
    chatId: data.From,
    from: withoutDevice(data.CallCreator),
    date: data.Timestamp,
    status,
    ...(reason !== undefined && { reason }),
  },
});
