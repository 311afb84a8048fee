/** @solufy/evolution-go-sdk: its methods; those of instances with the key of the instance. */
import { expect } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { type Client, type ClientCall, callsOf, listWith } from './call.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';

const global = callsOf('global');
const { works, refused, wrong } = callsOf('instance');
const text = expect.any(String);
const to = (fields: object) => ({ number: ANA, ...fields });
const inGroup =
  (fields: object = {}) =>
  ({ group: groupJid }: Stage) => ({ groupJid, ...fields });
/** It writes some JIDs as an object. */
const jidObject = (jid: string) => {
  const [User = '', Server = ''] = jid.split('@');
  return { User, Server, Device: 0, RawAgent: 0, Integrator: 0 };
};
const AS_OBJECT = 'it writes a JID as an object, which Evolution Go reads as a text only';
const done = { message: 'success' };
const SENT = { ...done, data: { Info: { ID: text } } };
const INSTANCE = { id: text, token: text, name: text };
const PROXY = { host: 'proxy.example.com', port: '3128', protocol: 'http' };
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';

const CLIENT = [
  global.works('instance.getAll', 'GET /instance/all', undefined, { ...done, data: [INSTANCE] }),
  global.works(
    'instance.create',
    'POST /instance/create',
    {
      ...{ name: 'branch', instanceId: id, token: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
      advancedSettings: { alwaysOnline: true, ignoreGroups: false, rejectCall: true },
    },
    { ...done, data: { id, token: text } },
  ),
  global.works('instance.getInfo', `GET /instance/info/${id}`, undefined, {
    ...{ ...done, data: { ...INSTANCE, name: 'branch' } },
  }),
  global.works('instance.setProxy', `POST /instance/proxy/${id}`, PROXY),
  global.works('instance.deleteProxy', `DELETE /instance/proxy/${id}`),
  global.works('instance.forceReconnect', 'POST /instance/forcereconnect/{instanceId}'),
  global.refused('instance.getLogs', `GET /instance/logs/${id}?limit=10`, undefined, 'log'),
  global.works('instance.delete', `DELETE /instance/delete/${id}`),
];

const SESSION = [
  works('getStatus', 'GET /instance/status', undefined, {
    ...{ ...done, data: { Connected: true, LoggedIn: true, Name: text } },
  }),
  works(
    'connect',
    'POST /instance/connect',
    { webhookUrl: 'http://127.0.0.1:9/', subscribe: ['MESSAGE', 'READ_RECEIPT'] },
    { ...done, data: { jid: text, webhookUrl: text, eventString: text } },
  ),
  works('setProxy', 'POST /instance/proxy/{instanceId}', PROXY),
  works('deleteProxy', 'DELETE /instance/proxy/{instanceId}'),
  works('getAdvancedSettings', 'GET /instance/{instanceId}/advanced-settings', undefined, {
    alwaysOnline: false,
  }),
  works(
    'updateAdvancedSettings',
    'PUT /instance/{instanceId}/advanced-settings',
    { alwaysOnline: false, readMessages: false },
    { settings: { alwaysOnline: false } },
  ),
  refused('getLogs', 'GET /instance/logs/{instanceId}', undefined, 'log'),
  works('reconnect', 'POST /instance/reconnect'),
];

const media = (name: string, type: string, url: string) =>
  works(`sendMessage.media, ${name}`, 'POST /send/media', to({ type, url }), SENT);

const SENDING = [
  works('sendMessage.text', 'POST /send/text', to({ text: 'Hello', delay: 0 }), SENT),
  media('image', 'image', PICTURE),
  media('voice', 'audio', wavOf().toString('base64')),
  works(
    'sendMessage.media, document',
    'POST /send/media',
    to({ type: 'document', url: 'YTtiCg==', filename: 'a.csv', caption: 'Prices' }),
    SENT,
  ),
  works('sendMessage.sticker', 'POST /send/sticker', to({ sticker: PICTURE }), SENT),
  works(
    'sendMessage.location',
    'POST /send/location',
    to({ latitude: -23.5, longitude: -46.6, name: 'Here', address: 'Street 1' }),
    SENT,
  ),
  works(
    'sendMessage.contact',
    'POST /send/contact',
    to({ vcard: { fullName: 'Bob', organization: '', phone: BOB } }),
    SENT,
  ),
  works(
    'sendMessage.link',
    'POST /send/link',
    to({ url: 'http://127.0.0.1:9/', text: 'See' }),
    SENT,
  ),
  works(
    'sendMessage.poll',
    'POST /send/poll',
    to({ question: 'Lunch?', options: ['Yes', 'No'], maxAnswer: 1 }),
    SENT,
  ),
  works(
    'sendMessage.button',
    'POST /send/button',
    to({
      ...{ title: 'Lunch?', description: 'Today', footer: 'Shop' },
      buttons: [{ type: 'reply', displayText: 'Yes', id: '1' }],
    }),
  ),
  works(
    'sendMessage.list',
    'POST /send/list',
    to({
      ...{ title: 'Menu', description: 'Of the day', footerText: 'Shop', buttonText: 'Open' },
      sections: [{ title: 'Hot', rows: [{ rowId: '1', title: 'Soup', description: '' }] }],
    }),
  ),
  works(
    'sendMessage.carousel',
    'POST /send/carousel',
    to({
      body: 'Look',
      cards: [{ body: { text: 'Soup' }, buttons: [{ type: 'REPLY', displayText: 'Yes' }] }],
    }),
  ),
  refused('sendMessage.statusText', 'POST /send/status/text', { text: 'Open' }, 'statusJidList'),
  refused(
    'sendMessage.statusMedia',
    'POST /send/status/media',
    () => ({ form: { type: 'image', caption: 'Open' }, file: Buffer.from(PICTURE, 'base64') }),
    'statusJidList',
  ),
];

const MESSAGES = [
  works('message.react', 'POST /message/react', ({ received }) =>
    to({ id: received, reaction: '👍', fromMe: false }),
  ),
  works('message.markRead', 'POST /message/markread', ({ received }) => to({ id: [received] })),
  works('message.markPlayed', 'POST /message/markplayed', ({ voice }) => to({ id: [voice] })),
  works(
    'message.setPresence',
    'POST /message/presence',
    to({ state: 'composing', isAudio: false, delay: 1 }),
  ),
  works('message.getStatus', 'POST /message/status', ({ sent }) => ({ id: sent }), {
    data: { result: { status: text } },
  }),
  works('message.edit', 'POST /message/edit', ({ sent: messageId }) => ({
    ...{ chat: ANA_JID, messageId, message: 'hello' },
  })),
  works('message.delete', 'POST /message/delete', ({ sent: messageId }) => ({
    ...{ chat: ANA_JID, messageId },
  })),
  refused(
    'message.downloadMedia',
    'POST /message/downloadmedia',
    { message: { imageMessage: { url: 'https://mmg.whatsapp.net/', mediaKey: 'AA==' } } },
    'id',
  ),
];

const CHATS = [
  ...['pin', 'unpin', 'archive', 'unarchive', 'mute', 'unmute'].map((verb) =>
    works(`chat.${verb}`, `POST /chat/${verb}`, { chat: ANA_JID }, done),
  ),
  works(
    'chat.historySyncRequest',
    'POST /chat/history-sync',
    ({ received: ID }) => ({ count: 10, messageInfo: { Chat: ANA_JID, ID, IsFromMe: false } }),
    done,
  ),
  works('label.edit', 'POST /label/edit', { labelId: '32', name: 'New', color: 1 }, done),
  works('label.list', 'GET /label/list', undefined, [
    ...['31', '32'].map((label) => ({ label_id: label, label_name: text })),
  ]),
  works('label.addToChat', 'POST /label/chat', { jid: ANA_JID, labelId: '32' }, done),
  works('label.removeFromChat', 'POST /unlabel/chat', { jid: ANA_JID, labelId: '32' }, done),
  ...['label', 'unlabel'].map((verb) =>
    works(
      `label.${verb === 'label' ? 'addToMessage' : 'removeFromMessage'}`,
      `POST /${verb}/message`,
      ({ received: messageId }) => ({ jid: ANA_JID, labelId: '32', messageId }),
      done,
    ),
  ),
  wrong(
    'call.reject',
    'POST /call/reject',
    { callCreator: jidObject(ANA_JID), callId: '1' },
    AS_OBJECT,
  ),
];

const join = works('group.join', 'POST /group/join', ({ inviteCode: code }) => ({ code }), done);
const AFTER_LEAVING: ClientCall = {
  ...join,
  async attempt(stage) {
    await stage.call('DELETE', `/group/leaveGroup/shop?groupJid=${stage.group}`);
    return join.attempt(stage);
  },
};

const GROUPS = [
  works('group.getInfo', 'POST /group/info', inGroup(), { data: { Name: 'Family' } }),
  works('group.list', 'GET /group/list', undefined, { data: listWith({ Name: 'Family' }) }),
  works('group.myGroups', 'GET /group/myall', undefined, { data: expect.any(Array) }),
  works('group.create', 'POST /group/create', { groupName: 'Choir', participants: [ANA] }, done),
  works('group.setName', 'POST /group/name', inGroup({ name: 'Kin' }), done),
  works('group.setDescription', 'POST /group/description', inGroup({ description: 'Us' }), done),
  works('group.setPhoto', 'POST /group/photo', inGroup({ image: PICTURE }), done),
  works('group.updateSettings', 'POST /group/settings', inGroup({ action: 'locked' }), done),
  works('group.getInviteLink', 'POST /group/invitelink', inGroup({ reset: false }), { data: text }),
  AFTER_LEAVING,
  wrong(
    'group.updateParticipants',
    'POST /group/participant',
    ({ group }) => ({ groupJid: jidObject(group), participants: [BOB], action: 'add' }),
    AS_OBJECT,
  ),
  wrong(
    'group.leave',
    'POST /group/leave',
    ({ group }) => ({ groupJid: jidObject(group) }),
    AS_OBJECT,
  ),
  ...['create', 'add', 'remove'].map((verb) =>
    refused(
      `community.${verb === 'create' ? verb : `${verb}Participants`}`,
      `POST /community/${verb}`,
      ({ group }) => ({ communityName: 'All', communityJid: group, groupJid: [group] }),
      'communit',
    ),
  ),
];

const END = [
  works('disconnect', 'POST /instance/disconnect', undefined, done),
  works('logout', 'DELETE /instance/logout', undefined, done),
  works('getQr', 'GET /instance/qr', undefined, { data: { qrcode: text, code: text } }),
  works('pair', 'POST /instance/pair', { phone: '5511999990001' }, { data: { PairingCode: text } }),
  global.works('delete', 'DELETE /instance/delete/{instanceId}'),
];

export const EVOLUTION_GO_SDK: Client = {
  name: '@solufy/evolution-go-sdk',
  version: '0.4.0',
  of: 'Evolution Go',
  calls: [...CLIENT, ...SESSION, ...SENDING, ...MESSAGES, ...CHATS, ...GROUPS, ...END],
};

/** The node for n8n, which makes instances with the global key and sends with that of the instance. */
export const N8N_EVOLUTION_GO: Client = {
  name: 'n8n-nodes-evolution-go',
  version: '0.1.2',
  of: 'Evolution Go',
  calls: [
    works('credentials', 'GET /instance/status', undefined, done),
    global.works(
      'instance: create',
      'POST /instance/create',
      {
        ...{ name: 'branch', token: 'the-token-of-the-branch' },
        ...{ webhook: 'http://127.0.0.1:9/', webhookEvents: ['MESSAGE'] },
        advancedSettings: { alwaysOnline: true, rejectCall: true, msgRejectCall: 'Please write' },
        proxy: { host: 'proxy.example.com', port: '3128' },
      },
      { ...done, data: { token: 'the-token-of-the-branch' } },
    ),
    works('sendMessage: sendText', 'POST /send/text', to({ text: 'Hello' }), SENT),
  ],
};
