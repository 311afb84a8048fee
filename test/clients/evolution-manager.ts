/**
 * Evolution Manager v2, the page of Evolution API's own makers: what its screens send. It logs in with the global key,
 * and calls what is about one instance with the `token` that it reads of the list of instances.
 */
import { expect } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { type Client, callsOf } from './call.ts';
import { ANA_JID, PICTURE } from './stage.ts';

const nobody = callsOf(null);
const global = callsOf('global');
const { works, refused, absent } = callsOf('instance');
const text = expect.any(String);
const SETTINGS = {
  ...{ rejectCall: true, msgCall: 'Please write', groupsIgnore: false, alwaysOnline: false },
  ...{ readMessages: false, readStatus: false, syncFullHistory: false },
};
const HOOK = {
  ...{ enabled: true, url: 'http://127.0.0.1:9/', events: ['MESSAGES_UPSERT'] },
  ...{ base64: false, byEvents: false },
};
const CHANNEL = { enabled: true, events: ['MESSAGES_UPSERT'] };
const PROXY = { enabled: true, host: 'proxy.example.com', port: '3128', protocol: 'http' };
const TOKEN = 'B51A6E2A-4C6F4B6E8D1E2F3A4B5C6D7E';
const ROW = { id: text, name: text, connectionStatus: text, token: text, Setting: {}, _count: {} };

const LOGGING_IN = [
  nobody.works('verifyServer', 'GET /', undefined, { version: text, clientName: text }),
  global.works('verifyCreds', 'POST /verify-creds', {}, expect.any(Object)),
  global.works('fetchInstances', 'GET /instance/fetchInstances', undefined, [ROW]),
  global.works(
    'createInstance',
    'POST /instance/create',
    {
      ...{ instanceName: 'branch', integration: 'WHATSAPP-BAILEYS', token: TOKEN },
      ...{ number: null, businessId: null },
    },
    { instance: { instanceName: 'branch' }, hash: TOKEN },
  ),
  global.works('fetchInstance', 'GET /instance/fetchInstances?instanceId={instanceId}', undefined, [
    ROW,
  ]),
  global.works('connect', 'GET /instance/connect/shop'),
];

const SETTING_UP = [
  works('fetchSettings', 'GET /settings/find/shop', undefined, { rejectCall: false }),
  works('updateSettings', 'POST /settings/set/shop', SETTINGS),
  works('fetchWebhook', 'GET /webhook/find/shop'),
  works('createWebhook', 'POST /webhook/set/shop', { webhook: HOOK }),
  works('fetchWebhook, once set', 'GET /webhook/find/shop', undefined, {
    ...{ enabled: true, url: HOOK.url, webhookByEvents: false, webhookBase64: false },
    events: ['MESSAGES_UPSERT'],
  }),
  works('fetchWebsocket', 'GET /websocket/find/shop'),
  works('createWebsocket', 'POST /websocket/set/shop', { websocket: CHANNEL }),
  works('fetchRabbitmq', 'GET /rabbitmq/find/shop'),
  refused('createRabbitmq', 'POST /rabbitmq/set/shop', { rabbitmq: CHANNEL }, 'AMQP_URL'),
  works('fetchProxy', 'GET /proxy/find/shop'),
  works('createProxy', 'POST /proxy/set/shop', { ...PROXY, username: '', password: '' }),
];

const CHATS = [
  works('findChats', 'POST /chat/findChats/shop', { where: {} }, [
    { remoteJid: text, id: text, updatedAt: text },
    { remoteJid: text },
  ]),
  works('findChat', 'POST /chat/findChats/shop', { where: { remoteJid: ANA_JID } }, [
    { remoteJid: ANA_JID, pushName: text },
  ]),
  works(
    'findMessages',
    'POST /chat/findMessages/shop',
    { where: { key: { remoteJid: ANA_JID } } },
    {
      messages: {
        records: expect.arrayContaining([
          expect.objectContaining({
            key: expect.objectContaining({ id: text, remoteJid: ANA_JID }),
            ...{ message: expect.any(Object), messageType: text, source: text },
            messageTimestamp: expect.any(Number),
          }),
        ]),
      },
    },
  ),
  works(
    'sendText',
    'POST /message/sendText/shop',
    { number: ANA_JID, text: 'Hi', options: { delay: 0, presence: 'composing' } },
    { key: { id: text } },
  ),
  works(
    'sendMedia',
    'POST /message/sendMedia/shop',
    {
      ...{ number: ANA_JID, mediatype: 'image', mimetype: 'image/png', caption: 'Look' },
      ...{ media: PICTURE, fileName: 'a.png' },
    },
    { message: { imageMessage: { caption: 'Look' } } },
  ),
  works(
    'sendAudio',
    'POST /message/sendWhatsAppAudio/shop',
    { number: ANA_JID, audioMessage: { audio: wavOf().toString('base64') }, options: { delay: 0 } },
    { messageType: 'audioMessage' },
  ),
];

const BOTS = ['typebot', 'openai', 'dify', 'n8n', 'evoai', 'evolutionBot', 'flowise'];

const OTHER_PRODUCTS = [
  ...['chatwoot', 'sqs', ...BOTS].map((product) =>
    works(`${product}: find`, `GET /${product}/find/shop`),
  ),
  ...BOTS.flatMap((product) => [
    absent(`${product}: fetchSettings`, `GET /${product}/fetchSettings/shop`),
    absent(`${product}: create`, `POST /${product}/create/shop`, { enabled: true }),
    absent(`${product}: settings`, `POST /${product}/settings/shop`, { expire: 0 }),
  ]),
  absent('createChatwoot', 'POST /chatwoot/set/shop', { enabled: true }),
  absent('createSqs', 'POST /sqs/set/shop', { sqs: CHANNEL }),
];

const END = [
  works('restart', 'POST /instance/restart/shop'),
  works('logout', 'DELETE /instance/logout/shop'),
  global.works('connect, for a QR code', 'GET /instance/connect/shop', undefined, { code: text }),
  global.works(
    'connect, for a pairing code',
    'GET /instance/connect/shop?number=5511999990001',
    undefined,
    { pairingCode: text },
  ),
  global.works('deleteInstance', 'DELETE /instance/delete/shop'),
];

export const EVOLUTION_MANAGER: Client = {
  name: 'Evolution Manager',
  version: '2.0.0',
  of: 'Evolution API',
  calls: [...LOGGING_IN, ...SETTING_UP, ...CHATS, ...OTHER_PRODUCTS, ...END],
};
