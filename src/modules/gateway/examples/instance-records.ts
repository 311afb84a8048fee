/**
 * Instances, their settings and templates as answers show them, by the names of their schemas: the fields whose values
 * do not follow from their schema or name.
 */

import { BROKERS } from '../../../core/channels/brokers.ts';
import {
  INSTANCE,
  INSTANCE_ID,
  OWN_JID,
  OWN_NUMBER,
  PHONE_NUMBER_ID,
  SECRET,
  TIME,
  WABA_ID,
} from '../../../core/http/example-values.ts';
import type { ZoneExamples } from '../../../core/http/openapi-examples.ts';
import { exampleAnswer } from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../core/webhooks/fields/instance.ts';

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
  ...exampleAnswer(INSTANCE_FIELDS),
  filter: { data: { Info: { IsFromMe: false } } },
  transform: { omit: ['data.Message.base64'] },
  target: 'https://orders.example.com/hook',
  health: { state: 'healthy', since: null, failures: 0, percent: 0, reason: null },
  createdAt: TIME,
  updatedAt: TIME,
};

export const INSTANCE_RECORDS: ZoneExamples['records'] = {
  Instance: RECORD,
  ListedInstance: {
    ...RECORD,
    id: INSTANCE_ID,
    connectionStatus: 'open',
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
  InstanceDone: { message: 'Instance shop disconnected' },
  InstanceEnded: {
    message: 'Instance shop logged out',
    response: { message: 'Instance shop logged out' },
  },
  RestartResult: {
    instance: { instanceName: INSTANCE, state: 'open' },
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
    attention: 'none',
    waiting: 2,
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
    jid: OWN_JID,
    disconnect_reason: '',
  },
  Template: {
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Your order is ready.' }],
    created_at: TIME,
    updated_at: TIME,
  },
  InstanceEndpoint: ENDPOINT,
  InstanceEndpointWithSecret: ENDPOINT,
};
