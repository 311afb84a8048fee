/** What each event becomes for receivers that were written for Evolution API. */
import { expect, test } from 'bun:test';
import {
  type EventType,
  type Payloads,
  sampleBody,
} from '../../../../src/core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../../src/core/events/contract/event-names.ts';
import { evolutionApiBody } from '../../../../src/core/webhooks/format/evolution-api.ts';

const NOW = Date.UTC(2026, 0, 5, 10);
const FRAME = { id: 'event-id', instanceId: 'instance-id', instanceName: 'shop', now: NOW };
const AROUND = {
  apikey: null,
  gets: () => false,
  destination: 'https://receiver.test/hook',
  serverUrl: 'https://gate.test',
  ownerJid: '5511988880000:1@s.whatsapp.net',
};
const OWN = '5511988880000@s.whatsapp.net';
const PERSON = '5511999990000@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';

/** The sample of a type with some fields of its payload replaced. */
const told = <T extends EventType>(type: T, change: Partial<Payloads[T]> = {}) => {
  const stored = JSON.parse(sampleBody(type, FRAME));
  return evolutionApiBody({ ...stored, data: { ...stored.data, ...change } }, AROUND);
};

const message = {
  key: { remoteJid: PERSON, fromMe: false, id: 'SAMPLE0000000001', addressingMode: 'pn' },
  pushName: 'Sample person',
  status: 'DELIVERY_ACK',
  message: { conversation: 'This is a sample message.' },
  contextInfo: {},
  messageType: 'conversation',
  messageTimestamp: NOW / 1000,
  source: 'unknown',
  instanceId: 'instance-id',
};
const call = {
  id: 'SAMPLE0000000003',
  chatId: PERSON,
  from: PERSON,
  date: '2026-01-05T10:00:00.000Z',
};
const group = { id: GROUP, subject: 'Sample group' };

/** By event type: the name it gets and its data. */
const TABLE: { readonly [T in EventType]: readonly [event: string, data: unknown] } = {
  QRCode: [
    'qrcode.updated',
    {
      qrcode: {
        instance: 'shop',
        pairingCode: null,
        code: 'sample',
        base64: expect.stringMatching(/^data:image\/png;base64,/),
        count: 1,
      },
    },
  ],
  PasskeyRequest: ['passkey.request', expect.objectContaining({ stage: 'confirmation' })],
  PairSuccess: [
    'connection.update',
    {
      instance: 'shop',
      state: 'connecting',
      statusReason: 200,
      wuid: OWN,
      profileName: 'Sample shop',
    },
  ],
  Connected: [
    'connection.update',
    { instance: 'shop', state: 'open', statusReason: 200, wuid: OWN, profileName: 'Sample shop' },
  ],
  OfflineSyncCompleted: [
    'connection.update',
    { instance: 'shop', state: 'open', statusReason: 200 },
  ],
  LoggedOut: ['connection.update', { instance: 'shop', state: 'close', statusReason: 401 }],
  Message: ['messages.upsert', message],
  SendMessage: [
    'send.message',
    {
      ...message,
      key: { remoteJid: PERSON, fromMe: true, id: 'SAMPLE0000000004', addressingMode: 'pn' },
      pushName: 'Sample shop',
      status: 'PENDING',
      message: { conversation: 'This is a sample answer.' },
      source: 'web',
    },
  ],
  Receipt: [
    'messages.update',
    {
      keyId: 'SAMPLE0000000001',
      remoteJid: PERSON,
      fromMe: true,
      status: 'READ',
      instanceId: 'instance-id',
    },
  ],
  MessageStatus: [
    'messages.update',
    {
      keyId: 'SAMPLE0000000004',
      remoteJid: PERSON,
      fromMe: true,
      status: 'DELIVERY_ACK',
      instanceId: 'instance-id',
    },
  ],
  Undecryptable: ['messages.undecryptable', expect.objectContaining({ IsUnavailable: false })],
  Presence: [
    'presence.update',
    {
      id: PERSON,
      presences: { [PERSON]: { lastKnownPresence: 'unavailable', lastSeen: NOW / 1000 } },
    },
  ],
  ChatPresence: [
    'presence.update',
    { id: PERSON, presences: { [PERSON]: { lastKnownPresence: 'composing' } } },
  ],
  CallOffer: ['call', { ...call, status: 'offer' }],
  CallRelayLatency: ['call', { ...call, status: 'relaylatency' }],
  CallTerminate: ['call', { ...call, status: 'timeout', reason: 'timeout' }],
  JoinedGroup: [
    'groups.upsert',
    [
      {
        ...group,
        creation: NOW / 1000,
        size: 1,
        participants: [{ id: PERSON, admin: 'superadmin' }],
      },
    ],
  ],
  GroupInfo: [
    'group.update',
    [{ ...group, author: PERSON, subjectTime: NOW / 1000, subjectOwner: PERSON }],
  ],
  NewsletterJoin: ['newsletter.join', expect.objectContaining({ state: { type: 'ACTIVE' } })],
  Label: [
    'labels.edit',
    {
      id: '1',
      name: 'New customer',
      color: 0,
      deleted: false,
      predefinedId: null,
      instance: 'shop',
    },
  ],
  LabelAssociation: [
    'labels.association',
    { instance: 'shop', type: 'add', chatId: PERSON, labelId: '1' },
  ],
  ChatUpdate: ['chats.update', [{ remoteJid: PERSON, instanceId: 'instance-id', archived: true }]],
  ContactUpdate: [
    'contacts.update',
    [{ remoteJid: PERSON, pushName: 'Sample person', instanceId: 'instance-id' }],
  ],
  ContactIdentityChanged: ['contacts.identity', expect.objectContaining({ Device: 0 })],
  ContactMerged: ['contacts.merged', expect.objectContaining({ Kept: PERSON })],
  TemplateUpdate: ['template.update', expect.objectContaining({ Status: 'APPROVED' })],
  PlatformNotice: ['platform.notice', expect.objectContaining({ Number: '5511988880000' })],
  EndpointFailing: ['endpoint.failing', expect.objectContaining({ percent: 50 })],
  EndpointDisabled: ['endpoint.disabled', expect.objectContaining({ failures: 20 })],
  EndpointRecovered: ['endpoint.recovered', expect.objectContaining({ name: 'orders' })],
};

test.each(EVENT_TYPES.map((type) => [type]))('%s is told under a name of that system', (type) => {
  const [event, data] = TABLE[type];
  expect(told(type)).toEqual({
    event,
    instance: 'shop',
    data,
    destination: 'https://receiver.test/hook',
    date_time: '2026-01-05T10:00:00.000Z',
    sender: OWN,
    server_url: 'https://gate.test',
    apikey: null,
    test: true,
  });
});

test('an event of a record keeps its name and data, and has no instance', () => {
  const data = { previous: null, current: { id: '1' } };
  const stored = {
    id: 'event-id',
    event: 'pipeline_stage.created',
    sequence: 1,
    timestamp: '2026-01-05T10:00:00.000Z',
    data,
  };
  expect(evolutionApiBody(stored, { ...AROUND, ownerJid: null })).toMatchObject({
    event: 'pipeline_stage.created',
    instance: null,
    data,
    sender: null,
  });
});

const info = (change: Partial<Payloads['Message']['Info']> = {}) => ({
  ...JSON.parse(sampleBody('Message', FRAME)).data.Info,
  ...change,
});

test('a message of a group names its author beside the group, with both addresses', () => {
  const change = { Chat: GROUP, IsGroup: true, Sender: '777:3@lid', SenderAlt: PERSON };
  expect(told('Message', { Info: info(change) }).data).toMatchObject({
    key: {
      remoteJid: GROUP,
      participant: '777@lid',
      participantAlt: PERSON,
      addressingMode: 'lid',
    },
  });
});

test('a text that answers another is a conversation with its contextInfo beside it', () => {
  const contextInfo = { stanzaId: 'A', participant: PERSON };
  const Message = { extendedTextMessage: { text: 'Yes', contextInfo } };
  expect(told('Message', { Message }).data).toMatchObject({
    message: { conversation: 'Yes' },
    messageType: 'conversation',
    contextInfo,
  });
});

test('the file of a message stays in it, and the kind is that of the message', () => {
  const Message = { base64: 'AAAA', imageMessage: { mimetype: 'image/png' } } as never;
  expect(told('Message', { Message }).data).toMatchObject({
    messageType: 'imageMessage',
    message: { base64: 'AAAA', imageMessage: { mimetype: 'image/png' } },
  });
});

const key = { remoteJid: PERSON, fromMe: false, id: 'BEFORE' };

test('an edit names the message it changes and holds the new content', () => {
  const Message = {
    conversation: 'Better',
    protocolMessage: { key, type: 14, timestampMs: 1_767_607_200_000 },
  };
  const edited = told('Message', { Message, IsEdit: true });
  expect([edited.event, edited.data]).toEqual([
    'messages.edited',
    {
      key,
      type: 'MESSAGE_EDIT',
      editedMessage: { conversation: 'Better' },
      timestampMs: 1_767_607_200_000,
    },
  ]);
  expect(told('SendMessage', { Message, IsEdit: true }).event).toBe('send.message.update');
});

test('a deletion is the key of the deleted message', () => {
  const Message = { protocolMessage: { key, type: 0 } };
  const deleted = told('Message', { Message, Info: info({ Type: 'revoke' }) });
  expect([deleted.event, deleted.data]).toEqual(['messages.delete', { ...key, status: 'DELETED' }]);
});

test.each([
  ['ServerAck', 'SERVER_ACK'],
  ['Read', 'READ'],
  ['Played', 'PLAYED'],
  ['Unknown', 'PENDING'],
] as const)('the status %s is %s', (Status, status) => {
  expect(told('MessageStatus', { Status }).data).toMatchObject({ status });
});

test('a refused message brings the code and the reason along', () => {
  const change = { Status: 'Error', Code: 463, Reason: 'New chats are locked.' } as const;
  expect(told('MessageStatus', change).data).toMatchObject({
    status: 'ERROR',
    code: 463,
    reason: 'New chats are locked.',
  });
});

test('a message with choices says as what they went, and a tap keeps the name of its own form', () => {
  expect(told('MessageStatus', { Form: 'text' }).data).toMatchObject({ form: 'text' });
  const button_reply = { id: 'y', title: 'Yes' };
  const buttonsResponseMessage = { selectedButtonId: 'y', selectedDisplayText: 'Yes' };
  const Message = { buttonsResponseMessage, button_reply };
  expect(told('Message', { Message }).data).toMatchObject({
    messageType: 'buttonsResponseMessage',
    message: { button_reply },
  });
});

test('a receipt for several messages lists them all, one that the account made itself is about others', () => {
  const change = { MessageIDs: ['A', 'B'], Type: 'read-self', IsGroup: true } as const;
  expect(told('Receipt', { ...change, MessageIDs: [...change.MessageIDs] }).data).toMatchObject({
    keyId: 'A',
    keyIds: ['A', 'B'],
    fromMe: false,
    participant: PERSON,
  });
});

test.each([
  ['Join', 'add'],
  ['Leave', 'remove'],
  ['Promote', 'promote'],
  ['Demote', 'demote'],
] as const)('members that %s are told as %s', (list, action) => {
  const { event, data } = told('GroupInfo', { Name: null, [list]: [PERSON] });
  expect([event, data]).toEqual([
    'group-participants.update',
    {
      id: GROUP,
      author: PERSON,
      participants: [PERSON],
      action,
      participantsData: [{ jid: PERSON }],
    },
  ]);
});

test('a change of a group with more than one part is told whole', () => {
  const { event, data } = told('GroupInfo', {
    Join: [PERSON],
    Promote: [PERSON],
    Announce: { IsAnnounce: true },
  });
  expect([event, data]).toEqual([
    'group.update',
    [expect.objectContaining({ ...group, announce: true, add: [PERSON], promote: [PERSON] })],
  ]);
});

test('somebody who records is told as recording', () => {
  expect(told('ChatPresence', { Media: 'audio' }).data).toMatchObject({
    presences: { [PERSON]: { lastKnownPresence: 'recording' } },
  });
});
