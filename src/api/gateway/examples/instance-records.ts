/** Instances, their settings and templates as answers show them, by the names of their schemas. */

import { BROKERS } from '../../../channels/brokers.ts';
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { exampleAnswer } from '../../../webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../webhooks/fields/instance.ts';
import {
  INSTANCE,
  INSTANCE_ID,
  OWN_JID,
  OWN_NUMBER,
  PHONE_NUMBER_ID,
  RECORD_ID,
  SECRET,
  TIME,
  WABA_ID,
} from './known.ts';

const OPEN_INSTANCE = {
  instanceId: INSTANCE_ID,
  instanceName: INSTANCE,
  provider: 'sandbox',
  state: 'open',
  phase: 'open',
  reason: 'connected',
  number: OWN_NUMBER,
  ownerJid: OWN_JID,
  profileName: 'Shop',
};

const RECORD = {
  ...OPEN_INSTANCE,
  phoneNumberId: PHONE_NUMBER_ID,
  wabaId: WABA_ID,
  keyScopes: ['read', 'send', 'settings', 'connect'],
  keyExpiresAt: null,
  createdAt: TIME,
  updatedAt: TIME,
};

const OFF = { enabled: false };
const SETTINGS = {
  rejectCall: true,
  msgCall: 'Please write instead.',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
  syncFullHistory: false,
  wavoipToken: '',
};

/** An instance that was just made and is not connected. */
const NEW = {
  ...RECORD,
  state: 'close',
  phase: 'created',
  reason: null,
  ownerJid: null,
  profileName: null,
};

const ENDPOINT = {
  id: RECORD_ID,
  ...exampleAnswer(INSTANCE_FIELDS),
  filter: { data: { Info: { IsFromMe: false } } },
  transform: { omit: ['data.Message.base64'] },
  destination: 'webhook',
  readOnly: false,
  target: 'https://orders.example.com/hook',
  reason: null,
  health: { state: 'healthy', since: null, failures: 0, percent: 0, reason: null },
  createdAt: TIME,
  updatedAt: TIME,
};

export const INSTANCE_RECORDS: ZoneExamples['records'] = {
  Instance: RECORD,
  ListedInstance: {
    ...RECORD,
    id: INSTANCE_ID,
    name: INSTANCE,
    connectionStatus: 'open',
    integration: 'WHATSAPP-BAILEYS',
    profilePicUrl: null,
    disconnectionReasonCode: null,
    disconnectionObject: null,
    disconnectionAt: null,
    _count: { Message: 12, Contact: 3, Chat: 2 },
  },
  CreatedInstance: {
    instance: { ...NEW, integration: 'WHATSAPP-BAILEYS', status: 'close', ignored: [] },
    apikey: SECRET,
    hash: SECRET,
    webhook: { webhookUrl: '', webhookHeaders: {}, webhookByEvents: false, webhookBase64: false },
    ...Object.fromEntries(BROKERS.map(({ field }) => [field, OFF])),
    websocket: OFF,
    settings: { ...SETTINGS, rejectCall: false, msgCall: '' },
  },
  InstanceSettings: SETTINGS,
  InstanceDone: { success: true, message: 'Instance shop disconnected' },
  InstanceEnded: {
    success: true,
    message: 'Instance shop logged out',
    status: 'SUCCESS',
    error: false,
    response: { message: 'Instance shop logged out' },
  },
  RestartResult: {
    instance: { instanceName: INSTANCE, state: 'open' },
    status: 'SUCCESS',
    error: false,
    response: { message: 'Instance shop restarted' },
  },
  ConnectedInstance: {
    message: 'success',
    data: {
      jid: '',
      webhookUrl: 'https://shop.example.com/hook',
      eventString: 'MESSAGE',
      instanceId: INSTANCE_ID,
      instanceName: INSTANCE,
      state: 'connecting',
      subscribe: ['MESSAGE'],
      pairingCode: null,
      code: '2@AbCdEfGh,IjKlMnOp,QrStUvWx,YzAbCdEf',
      base64: 'data:image/png;base64,iVBORw0KGgo=',
      count: 1,
    },
  },
  StateChange: { at: TIME, state: 'open', phase: 'open', reason: 'connected' },
  InstanceGlance: {
    ...OPEN_INSTANCE,
    since: TIME,
    attention: 'none',
    waiting: 2,
    retrying: 0,
    discarded: 0,
    messagesPerMinute: 3,
  },
  WebhookTestResult: { delivered: true, status: 200, durationMs: 12, body: 'ok' },
  PrivacySettings: {
    readreceipts: 'all',
    profile: 'all',
    status: 'all',
    last: 'contacts',
    online: 'all',
    groupadd: 'all',
  },
  EvolutionGoPrivacy: {
    ReadReceipts: 'all',
    Profile: 'all',
    Status: 'all',
    LastSeen: 'contacts',
    Online: 'all',
    GroupAdd: 'all',
  },
  ConnectionState: {
    instance: { instanceName: INSTANCE, state: 'open', phase: 'open', reason: 'connected' },
  },
  EvolutionGoInstance: {
    id: INSTANCE_ID,
    name: INSTANCE,
    jid: OWN_JID,
    connected: true,
    disconnect_reason: '',
    createdAt: TIME,
  },
  Template: {
    id: RECORD_ID,
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Your order is ready.' }],
    parameter_format: 'POSITIONAL',
    message_send_ttl_seconds: null,
    quality_score: null,
    rejected_reason: null,
    created_at: TIME,
    updated_at: TIME,
  },
  InstanceEndpoint: ENDPOINT,
  InstanceEndpointWithSecret: {
    ...ENDPOINT,
    secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  },
};
