/** One plausible event of every type, for trying out a receiver; nothing in it is of a real account. */
import { iso } from '../../shared/clock.ts';
import { NO_FLAGS, type Payloads, type ReceiptState } from './catalog.ts';
import type { EventType } from './event-names.ts';

const OWN = '5511988880000:1@s.whatsapp.net';
const PERSON = '5511999990000@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';
/** A PNG of one white pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

const RECEIPT_STATE: ReceiptState = 'Read';

const call = (at: string) => ({
  From: PERSON,
  Timestamp: at,
  CallCreator: PERSON,
  CallID: 'SAMPLE0000000003',
});

const SAMPLES: { readonly [T in EventType]: (at: string) => Payloads[T] } = {
  QRCode: () => ({ code: 'sample', qrcode: PIXEL, count: 1, maxCount: 6 }),
  PasskeyRequest: (at) => ({
    stage: 'confirmation',
    openUrl: 'https://web.whatsapp.com/#wapk=sample',
    ceremonyUrl: 'https://gatehouse.example.com/passkey-ceremony/sample',
    code: 'ABCD-1234',
    expiresAt: at,
  }),
  PairSuccess: () => ({
    ID: OWN,
    jid: OWN,
    BusinessName: '',
    Platform: 'android',
    pushName: 'Sample shop',
    status: 'open',
  }),
  Connected: () => ({ status: 'open', jid: OWN, pushName: 'Sample shop' }),
  OfflineSyncCompleted: () => ({ Count: 0 }),
  LoggedOut: () => ({
    Reason: 'logged_out',
    reason: 'logged out from another device',
    OnConnect: false,
    code: 401,
  }),
  Message: (at) => ({
    Info: {
      Chat: PERSON,
      Sender: PERSON,
      SenderAlt: '',
      IsFromMe: false,
      IsGroup: false,
      ID: 'SAMPLE0000000001',
      Type: 'text',
      PushName: 'Sample person',
      Timestamp: at,
      MediaType: '',
      VerifiedName: null,
    },
    Message: { conversation: 'This is a sample message.' },
    ...NO_FLAGS,
  }),
  Receipt: (at) => ({
    Chat: PERSON,
    Sender: PERSON,
    IsFromMe: false,
    IsGroup: false,
    MessageIDs: ['SAMPLE0000000001'],
    Timestamp: at,
    Type: 'read',
  }),
  SendMessage: (at) => ({
    Info: {
      Chat: PERSON,
      Sender: OWN,
      SenderAlt: '',
      IsFromMe: true,
      IsGroup: false,
      ID: 'SAMPLE0000000004',
      Type: 'text',
      PushName: 'Sample shop',
      Timestamp: at,
      MediaType: '',
      VerifiedName: null,
    },
    Message: { conversation: 'This is a sample answer.' },
    ...NO_FLAGS,
  }),
  MessageStatus: (at) => ({
    ID: 'SAMPLE0000000004',
    Chat: PERSON,
    Status: 'Delivered',
    Code: null,
    Reason: null,
    Timestamp: at,
  }),
  Undecryptable: (at) => ({
    Info: {
      Chat: PERSON,
      Sender: PERSON,
      SenderAlt: '',
      IsFromMe: false,
      IsGroup: false,
      ID: 'SAMPLE0000000005',
      Type: 'undecryptable',
      PushName: 'Sample person',
      Timestamp: at,
      MediaType: '',
      VerifiedName: null,
    },
    IsUnavailable: false,
    UnavailableType: '',
    Reason: 'The message could not be deciphered: no session.',
    Action: 'Its sender is asked to send it again, up to 5 times. If they do, a Message follows.',
  }),
  Presence: (at) => ({ From: PERSON, Unavailable: true, LastSeen: at }),
  ChatPresence: (at) => ({
    Chat: PERSON,
    Sender: PERSON,
    SenderAlt: '',
    IsFromMe: false,
    IsGroup: false,
    State: 'composing',
    Media: '',
    Timestamp: at,
  }),
  Label: () => ({ ID: '1', Name: 'New customer', Color: 0, PredefinedID: null, Deleted: false }),
  ContactMerged: () => ({
    Kept: PERSON,
    Merged: '123456789012345@lid',
    Contact: {
      jid: PERSON,
      number: '5511999990000',
      lid: '123456789012345@lid',
      name: 'Sample person',
    },
  }),
  ChatUpdate: () => ({
    Chat: PERSON,
    Archived: true,
    Pinned: null,
    Muted: null,
    Unread: null,
    Deleted: false,
  }),
  ContactUpdate: () => ({
    Contact: { jid: PERSON, number: '5511999990000', lid: null, name: 'Sample person' },
    Name: 'Sample person',
    Picture: null,
  }),
  TemplateUpdate: () => ({
    ID: '1689556908129832',
    Name: 'order_ready',
    Language: 'en',
    Status: 'APPROVED',
    Category: null,
    Quality: null,
    Reason: null,
  }),
  LabelAssociation: () => ({ LabelID: '1', Chat: PERSON, MessageID: '', Labeled: true }),
  CallOffer: (at) => ({ ...call(at), RemotePlatform: 'android', RemoteVersion: '2.24.1' }),
  CallRelayLatency: call,
  CallTerminate: (at) => ({ ...call(at), Reason: 'timeout' }),
  JoinedGroup: (at) => ({
    Reason: 'invite',
    Type: 'new',
    JID: GROUP,
    GroupName: { Name: 'Sample group', NameSetAt: at },
    Name: 'Sample group',
    GroupCreated: at,
    Participants: [{ JID: PERSON, IsAdmin: true, IsSuperAdmin: true }],
  }),
  GroupInfo: (at) => ({
    JID: GROUP,
    Sender: PERSON,
    Timestamp: at,
    Name: { Name: 'Sample group', NameSetAt: at, NameSetBy: PERSON },
    Topic: null,
    Join: [],
    Leave: [],
    Promote: [],
    Demote: [],
  }),
  NewsletterJoin: () => ({
    id: '120363000000000002@newsletter',
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: '1767225600',
      invite: 'sample',
      name: { text: 'Sample channel', id: '1' },
      description: { text: 'A channel to try things out' },
      subscribers_count: 1,
      verification: 'UNVERIFIED',
      picture: null,
    },
    viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
  }),
};

/** What of a sample's body is the caller's. `now` in ms since 1970. */
interface SampleFrame {
  readonly id: string;
  readonly instanceId: string;
  readonly instanceName: string;
  readonly now: number;
}

/** A body as events have it, marked as a test; it counts no sequence, so it carries 0. */
export function sampleBody(type: EventType, frame: SampleFrame): string {
  const { id, instanceId, instanceName, now } = frame;
  const timestamp = iso(now);
  return JSON.stringify({
    id,
    event: type,
    instanceId,
    instanceName,
    sequence: 0,
    timestamp,
    test: true,
    ...(type === 'Receipt' && { state: RECEIPT_STATE }),
    data: SAMPLES[type](timestamp),
  });
}
