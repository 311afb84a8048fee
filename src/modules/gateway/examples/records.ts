/**
 * Records of the gateway as answers show them, by the names of their schemas: the fields whose values do not follow from
 * their schema or name.
 */

import {
  GROUP,
  JID,
  LID,
  MESSAGE_ID,
  NEWSLETTER,
  OWN_JID,
  SECONDS,
  TIME,
} from '../../../core/http/example-values.ts';
import type { ZoneExamples } from '../../../core/http/openapi-examples.ts';
import { INSTANCE_RECORDS } from './instance-records.ts';

const KEY = { remoteJid: JID, fromMe: false, id: MESSAGE_ID };
const TEXT = { conversation: 'Hello' };

const QUEUED = {
  id: MESSAGE_ID,
  remoteJid: JID,
  kind: 'text',
  status: 'QUEUED',
  reason: `It waits in the queue until ${TIME}.`,
  scheduleAt: TIME,
  delay: 0,
  createdAt: TIME,
};

const MESSAGES = {
  MessageKey: { ...KEY, fromMe: true },
  ChatMessageKey: KEY,
  MessageSent: {
    key: { ...KEY, fromMe: true },
    pushName: 'Shop',
    message: TEXT,
  },
  QueuedMessage: { ...QUEUED, message: TEXT },
  QueuedMessages: { messages: [QUEUED] },
  MessageFate: {
    id: MESSAGE_ID,
    chat: JID,
    status: 'Read',
    code: null,
    reason: null,
    history: [
      { status: 'Pending', at: TIME },
      { status: 'Read', at: TIME },
    ],
  },
  Explanation: {
    id: MESSAGE_ID,
    sentence: `They have read it: ${TIME}.`,
    steps: [{ at: TIME, what: 'It was accepted and stored.' }],
  },
  MessageRecord: {
    id: '31',
    key: KEY,
    message: TEXT,
    source: 'unknown',
    MessageUpdate: [],
  },
  StatusRecord: {
    id: '32.0',
    keyId: MESSAGE_ID,
    status: 'READ',
    messageId: '32',
  },
  PollVotes: {
    id: MESSAGE_ID,
    name: 'When may we come?',
    votes: [
      { name: 'Monday', voters: [JID] },
      { name: 'Tuesday', voters: [] },
    ],
  },
  FileOfMessage: {
    caption: 'New today',
    size: { fileLength: 67, height: 1, width: 1 },
    base64: 'iVBORw0KGgo=',
  },
  EvolutionGoSent: {
    Info: {
      Chat: JID,
      Sender: OWN_JID,
      IsFromMe: true,
      IsGroup: false,
      ID: MESSAGE_ID,
      ServerID: 0,
      Type: 'ExtendedTextMessage',
      PushName: 'Shop',
      Timestamp: TIME,
    },
    Message: TEXT,
    MessageContextInfo: null,
    Status: 'PENDING',
  },
};

const CHATS = {
  ChatRecord: {
    id: '1',
    unreadCount: 2,
    archived: false,
    pinned: false,
    muted: false,
  },
  EvolutionGoGroup: {
    JID: GROUP,
    OwnerJID: OWN_JID,
    Name: 'Orders',
    NameSetAt: TIME,
    NameSetBy: OWN_JID,
    Topic: 'Orders of the day',
    TopicID: MESSAGE_ID,
    DisappearingTimer: 0,
    LinkedParentJID: '',
    GroupCreated: TIME,
    Participants: [
      { JID: OWN_JID, PhoneNumber: OWN_JID, LID: '', IsAdmin: true, IsSuperAdmin: true },
    ],
  },
  InvitationsSent: {
    send: true,
    results: [{ number: JID, status: 'PENDING', id: MESSAGE_ID, reason: null }],
  },
  ContactRecord: {
    id: '1',
    lid: LID,
    type: 'contact',
  },
  ResolvedPerson: { lid: LID, name: 'Customer' },
  GroupParticipant: { id: OWN_JID, phoneNumber: OWN_JID, admin: 'superadmin' },
  GroupInfo: {
    id: GROUP,
    subject: 'Orders',
    subjectOwner: OWN_JID,
    subjectTime: SECONDS,
    size: 2,
    creation: SECONDS,
    owner: OWN_JID,
    desc: 'Orders of the day',
    descId: MESSAGE_ID,
    restrict: false,
    announce: false,
    memberAddMode: 'admin_add',
    joinApprovalMode: false,
    ephemeralDuration: 0,
    isCommunity: false,
    isCommunityAnnounce: false,
    linkedParent: null,
    participants: [
      { id: OWN_JID, phoneNumber: OWN_JID, lid: null, admin: 'superadmin' },
      { id: JID, phoneNumber: JID, lid: LID, admin: null },
    ],
  },
  NewsletterInfo: {
    id: NEWSLETTER,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: `${SECONDS}`,
      invite: '0029VaAbCdEfGhIjKlMnOpQ',
      name: { text: 'News of the shop', id: `${SECONDS}000` },
      description: { text: '' },
      subscribers_count: 120,
      verification: 'UNVERIFIED',
      picture: null,
    },
    viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
  },
};

const DELIVERED = {
  eventId: '01a1fa97-2109-775a-9c02-3d4e5f6a7b8c',
  state: 'delivered',
  lastStatus: 200,
};

const LOGS = {
  EventBody: {
    id: '01a1fa97-2109-775a-9c02-3d4e5f6a7b8c',
    event: 'Receipt',
    sequence: 6,
    state: 'Read',
    data: { MessageIDs: [MESSAGE_ID], Chat: JID, Type: 'read' },
  },
  Delivery: DELIVERED,
  DeliveryWithAttempts: {
    ...DELIVERED,
    attempts: [
      {
        number: 1,
        startedAt: TIME,
        durationMs: 12,
        status: 200,
        error: null,
        responseBody: 'ok',
      },
    ],
  },
  FoundDelivery: DELIVERED,
  AuditEntry: {
    action: 'instance.create',
    actor: 'global',
    keyId: '0db82ac7',
    address: '203.0.113.7',
    requestId: 'mine-1',
    status: 201,
    details: { provider: 'sandbox' },
    previousHash: '0'.repeat(64),
  },
};

export const GATEWAY_RECORDS: ZoneExamples['records'] = {
  ...INSTANCE_RECORDS,
  ...MESSAGES,
  ...CHATS,
  ...LOGS,
};
