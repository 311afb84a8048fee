/** evolution2-api-sdk: every method. It repeats the name of the instance in every query. */
import { expect } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { type Client, callsOf, listWith } from './call.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';

const { works, refused, absent, wrong } = callsOf('global', ({ sends, body }) => ({
  sends: sends.includes('/shop')
    ? `${sends}${sends.includes('?') ? '&' : '?'}instance=shop`
    : sends,
  body,
}));
const text = expect.any(String);
const to = (fields: object) => ({ number: ANA, ...fields });
const KEY = { remoteJid: ANA_JID, fromMe: true, id: text };
const received = ({ received: id }: Stage) => ({ remoteJid: ANA_JID, fromMe: false, id });
const sent = ({ sent: id }: Stage) => ({ remoteJid: ANA_JID, fromMe: true, id });
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2').toString('base64');
const PRIVACY = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  online: 'all',
  last: 'all',
  groupadd: 'all',
};
const SETTINGS = {
  rejectCall: false,
  msgCall: '',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  syncFullHistory: false,
  readStatus: false,
};
const BOT = {
  enabled: true,
  url: 'https://typebot.example.com',
  typebot: 'welcome',
  triggerType: 'all',
};

const INSTANCE = [
  works('instance.connectionState', 'GET /instance/connectionState/shop', undefined, {
    instance: { instanceName: 'shop', state: 'open' },
  }),
  works('instance.setPresence', 'POST /instance/setPresence/shop', { presence: 'available' }),
  works('instance.fetchAll', 'GET /instance/fetchInstances', undefined, [{ name: 'shop' }]),
  works(
    'instance.create',
    'POST /instance/create',
    { instanceName: 'branch', qrcode: false, integration: 'WHATSAPP-BAILEYS' },
    { instance: { instanceName: 'branch' } },
  ),
  works('instance.connect', 'GET /instance/connect/shop'),
];

const SETTINGS_CALLS = [
  works('settings.findOptions', 'GET /settings/find/shop', undefined, { rejectCall: false }),
  works('settings.setOptions', 'POST /settings/set/shop', SETTINGS),
  works('settings.findWebhook', 'GET /webhook/find/shop'),
  works('settings.setWebhook', 'POST /webhook/set/shop', {
    enabled: true,
    url: 'http://127.0.0.1:9/',
    webhookByEvents: false,
    webhookBase64: false,
    events: ['MESSAGES_UPSERT'],
  }),
  works('settings.findWebsocket', 'GET /websocket/find/shop', undefined, {
    enabled: expect.any(Boolean),
  }),
  works('settings.setWebsocket', 'POST /websocket/set/shop', {
    enabled: true,
    events: ['MESSAGES_UPSERT'],
  }),
  works('settings.findRabbitmq', 'GET /rabbitmq/find/shop', undefined, { enabled: false }),
  refused('settings.setRabbitmq', 'POST /rabbitmq/set/shop', { enabled: true, events: [] }, 'AMQP'),
  works('settings.findChatwoot', 'GET /chatwoot/find/shop'),
  absent('settings.setChatwoot', 'POST /chatwoot/set/shop', {
    enabled: true,
    accountId: '1',
    token: 'a',
    url: 'https://chat.example.com',
  }),
  works('settings.findTypebot', 'GET /typebot/find/shop'),
  wrong('settings.setTypebot', 'POST /typebot/set/shop', BOT, 'Evolution API has no such path'),
  wrong(
    'settings.changeTypebotStatus',
    'PUT /typebot/changeStatus/shop',
    { remoteJid: ANA_JID, status: 'paused' },
    'Evolution API has this path for another method',
  ),
  works('websocket.find', 'GET /websocket/find/shop', undefined, { enabled: true }),
  works('websocket.set', 'POST /websocket/set/shop', {
    websocket: { enabled: true, events: ['MESSAGES_UPSERT'] },
  }),
];

const CHATS = [
  works('label.findLabels', 'GET /label/findLabels/shop', undefined, [{ id: text }]),
  works('chat.findChats', 'POST /chat/findChats/shop', {}, listWith({ remoteJid: text })),
  works('chat.findContacts', 'POST /chat/findContacts/shop', {}, listWith({ remoteJid: text })),
  works('chat.hasWhatsapp', 'POST /chat/whatsappNumbers/shop', { numbers: [ANA] }, [
    { exists: true },
  ]),
  works(
    'chat.findMessages',
    'POST /chat/findMessages/shop',
    { page: 1, offset: 10 },
    { messages: { records: listWith({ id: text }) } },
  ),
  works(
    'chat.findStatusMessage',
    'POST /chat/findStatusMessage/shop',
    { where: { key: { remoteJid: ANA_JID } } },
    expect.any(Array),
  ),
  works('chat.fetchProfilePictureUrl', 'POST /chat/fetchProfilePictureUrl/shop', to({})),
  works(
    'chat.markAsRead',
    'POST /chat/markMessageAsRead/shop',
    (stage) => ({ readMessages: [received(stage)] }),
    { read: 'success' },
  ),
  works('chat.markChatUnread', 'POST /chat/markChatUnread/shop', (stage) => ({
    lastMessage: { key: received(stage) },
    chat: ANA_JID,
  })),
  works('chat.archiveChat', 'POST /chat/archiveChat/shop', (stage) => ({
    lastMessage: { key: received(stage) },
    chat: ANA_JID,
    archive: false,
  })),
  works(
    'chat.updateMessage',
    'POST /chat/updateMessage/shop',
    (stage) => to({ key: sent(stage), text: 'Hello' }),
    { key: KEY },
  ),
  works('chat.deleteMessage', 'DELETE /chat/deleteMessageForEveryone/shop', sent, { key: KEY }),
  works('chat.sendPresence', 'POST /chat/sendPresence/shop', to({ delay: 1, presence: 'paused' })),
  works('chat.updateBlockStatus', 'POST /chat/updateBlockStatus/shop', to({ status: 'unblock' })),
  works(
    'chat.getBase64FromMedia',
    'POST /chat/getBase64FromMediaMessage/shop',
    ({ picture: id }) => ({ message: { key: { id } }, convertToMp4: false }),
    { base64: text, mimetype: text },
  ),
  works('profile.getPrivacy', 'GET /chat/fetchPrivacySettings/shop', undefined, { online: text }),
  works('profile.updatePrivacy', 'POST /chat/updatePrivacySettings/shop', PRIVACY),
  works('profile.fetchProfile', 'POST /chat/fetchProfile/shop', to({}), { wuid: ANA_JID }),
  works('profile.fetchBusinessProfile', 'POST /chat/fetchBusinessProfile/shop', to({})),
  works('profile.updateName', 'POST /chat/updateProfileName/shop', { name: 'Shop' }),
  works('profile.updateStatus', 'POST /chat/updateProfileStatus/shop', { status: 'Open' }),
  works('profile.updatePicture', 'POST /chat/updateProfilePicture/shop', { picture: PICTURE }),
  works('profile.removePicture', 'DELETE /chat/removeProfilePicture/shop'),
];

const GROUP = '?groupJid={group}';

const GROUPS = [
  works('group.fetchAll', 'GET /group/fetchAllGroups/shop?getParticipants=false', undefined, [
    { subject: 'Family' },
  ]),
  works('group.findById', `GET /group/findGroupInfos/shop${GROUP}`, undefined, {
    subject: 'Family',
  }),
  works('group.findParticipants', `GET /group/participants/shop${GROUP}`, undefined, {
    participants: [{ id: text }, { id: text }],
  }),
  works('group.fetchInviteCode', `GET /group/inviteCode/shop${GROUP}`, undefined, {
    inviteCode: text,
  }),
  works('group.findByInviteCode', 'GET /group/inviteInfo/shop?inviteCode={inviteCode}', undefined, {
    subject: 'Family',
  }),
  works('group.create', 'POST /group/create/shop', { subject: 'Choir', participants: [ANA] }),
  works('group.updatePicture', `POST /group/updateGroupPicture/shop${GROUP}`, { image: PICTURE }),
  works('group.updateSubject', `POST /group/updateGroupSubject/shop${GROUP}`, { subject: 'Kin' }),
  works('group.updateDescription', `POST /group/updateGroupDescription/shop${GROUP}`, {
    description: 'Us',
  }),
  works(
    'group.sendInvite',
    'POST /group/sendInvite/shop',
    ({ group: groupJid }) => ({ groupJid, description: 'Join', numbers: [BOB] }),
    { send: true },
  ),
  works(
    'group.revokeInviteCode',
    `POST /group/revokeInviteCode/shop${GROUP}`,
    {},
    { revoked: true },
  ),
  works(
    'group.updateParticipant',
    `POST /group/updateParticipant/shop${GROUP}`,
    { action: 'add', participants: [BOB] },
    { updateParticipants: [{ status: '200' }] },
  ),
  works('group.updateSetting', `POST /group/updateSetting/shop${GROUP}`, { action: 'locked' }),
  works('group.toggleEphemeral', `POST /group/toggleEphemeral/shop${GROUP}`, {
    expiration: 86_400,
  }),
  works('group.leave', `DELETE /group/leaveGroup/shop${GROUP}`, undefined, { leave: true }),
];

const MESSAGES = [
  works('message.sendText', 'POST /message/sendText/shop', to({ text: 'Hola' }), { key: KEY }),
  works(
    'message.sendLocation',
    'POST /message/sendLocation/shop',
    to({ name: 'Aqui', address: 'Calle 1', latitude: 19.4, longitude: -99.1 }),
  ),
  works(
    'message.sendContact',
    'POST /message/sendContact/shop',
    to({ contact: [{ fullName: 'Bob', wuid: BOB, phoneNumber: '+55 11 77777 0000' }] }),
  ),
  works('message.sendReaction', 'POST /message/sendReaction/shop', (stage) => ({
    key: sent(stage),
    reaction: '👍',
  })),
  works(
    'message.sendPoll',
    'POST /message/sendPoll/shop',
    to({ name: 'Lunch?', selectableCount: 1, values: ['Yes', 'No'] }),
  ),
  works(
    'message.sendList',
    'POST /message/sendList/shop',
    to({
      title: 'Menu',
      description: 'Of the day',
      buttonText: 'Open',
      footerText: 'Shop',
      sections: [{ title: 'Hot', rows: [{ title: 'Soup', description: '', rowId: '1' }] }],
    }),
  ),
  works(
    'message.sendButtons',
    'POST /message/sendButtons/shop',
    to({
      title: 'Lunch?',
      description: 'Today',
      footer: 'Shop',
      buttons: [{ type: 'reply', displayText: 'Yes', id: '1' }],
    }),
  ),
  works(
    'message.sendMedia, image',
    'POST /message/sendMedia/shop',
    to({ mediatype: 'image', caption: 'Look', media: PICTURE }),
  ),
  works('message.sendMedia, quoting', 'POST /message/sendMedia/shop', (stage) =>
    to({
      mediatype: 'image',
      caption: 'Look',
      media: PICTURE,
      delay: 0,
      quoted: { key: sent(stage), message: { conversation: 'helo' } },
    }),
  ),
  works(
    'message.sendMedia, video',
    'POST /message/sendMedia/shop',
    to({
      mediatype: 'video',
      mimetype: 'video/mp4',
      caption: 'See',
      fileName: 'a.mp4',
      media: MP4,
    }),
  ),
  works(
    'message.sendMedia, document',
    'POST /message/sendMedia/shop',
    to({
      mediatype: 'document',
      mimetype: 'application/pdf',
      fileName: 'a.pdf',
      media: 'JVBERi0xLjQ=',
    }),
  ),
  works(
    'message.sendWhatsAppAudio',
    'POST /message/sendWhatsAppAudio/shop',
    to({ audio: wavOf().toString('base64'), encoding: true }),
  ),
  works('message.sendSticker', 'POST /message/sendSticker/shop', to({ sticker: PICTURE })),
  wrong(
    'message.sendStatus',
    'POST /message/sendStatus/shop',
    { type: 'text', content: 'Open', backgroundColor: '#25D366', font: 1 },
    'Evolution API requires `statusJidList` or `allContacts`',
  ),
  works('message.sendPtv', 'POST /message/sendPtv/shop', to({ video: MP4 })),
];

const END = [
  works('instance.restart', 'POST /instance/restart/shop', {}),
  works('instance.logout', 'DELETE /instance/logout/shop'),
  works('instance.delete', 'DELETE /instance/delete/shop'),
];

export const EVOLUTION2_API_SDK: Client = {
  name: 'evolution2-api-sdk',
  version: '2.3.4',
  of: 'Evolution API',
  calls: [...INSTANCE, ...SETTINGS_CALLS, ...MESSAGES, ...CHATS, ...GROUPS, ...END],
};
