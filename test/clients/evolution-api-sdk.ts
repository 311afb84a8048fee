/** evolution-api-sdk: its methods, with the bodies that its types allow. It closes every path with a slash. */
import { expect } from 'bun:test';
import { mp3Of, wavOf } from '../doubles/sound-files.ts';
import { type Client, callsOf, listWith } from './call.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';
import { NO_PATH, OTHER_BODY, OTHER_METHOD } from './why-wrong.ts';

const { works, wrong } = callsOf('global', ({ sends, body }) => {
  const [path, query] = sends.split('?');
  return { sends: `${path}/${query === undefined ? '' : `?${query}`}`, body };
});
const text = expect.any(String);
const SENT = { key: { remoteJid: ANA_JID, fromMe: true, id: text }, status: 'PENDING' };
const FILE = { url: text, mimetype: text, fileSha256: text, mediaKey: text, directPath: text };
const to = (fields: object) => ({ number: ANA, ...fields });
const inGroup =
  (fields: object = {}) =>
  ({ group: groupJid }: Stage) => ({ groupJid, ...fields });
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2').toString('base64');
const SETTINGS = { groups_ignore: true, always_online: false, read_messages: false };

const MESSAGES = [
  works('messages.sendText', 'POST /message/sendText/shop', to({ text: 'Hi', delay: 0 }), {
    ...{ ...SENT, message: { conversation: 'Hi' }, instanceId: text },
  }),
  works(
    'messages.sendImage',
    'POST /message/sendMedia/shop',
    to({ mediatype: 'image', media: PICTURE, caption: 'Look', mimetype: 'image/png' }),
    { ...SENT, message: { imageMessage: { ...FILE, caption: 'Look' } } },
  ),
  works(
    'messages.sendVideo',
    'POST /message/sendMedia/shop',
    to({ mediatype: 'video', media: MP4, mimetype: 'video/mp4' }),
    { ...SENT, message: { videoMessage: FILE } },
  ),
  works(
    'messages.sendDocument',
    'POST /message/sendMedia/shop',
    to({ mediatype: 'document', media: 'YTtiCg==', mimetype: 'text/csv', fileName: 'a.csv' }),
    { ...SENT, message: { documentMessage: FILE } },
  ),
  works(
    'messages.sendAudio',
    'POST /message/sendMedia/shop',
    to({ mediatype: 'audio', media: mp3Of(50).toString('base64') }),
    { ...SENT, message: { audioMessage: FILE } },
  ),
  works(
    'messages.sendVoice',
    'POST /message/sendWhatsAppAudio/shop',
    to({ audio: wavOf().toString('base64'), encoding: true }),
    { ...SENT, message: { audioMessage: { ...FILE, seconds: expect.any(Number), ptt: true } } },
  ),
  works('messages.sendSticker', 'POST /message/sendSticker/shop', to({ sticker: PICTURE }), {
    ...{ ...SENT, message: { stickerMessage: FILE } },
  }),
  works(
    'messages.sendLocation',
    'POST /message/sendLocation/shop',
    to({ name: 'Here', address: 'Street 1', latitude: -23.5, longitude: -46.6 }),
    { message: { locationMessage: { degreesLatitude: -23.5, name: 'Here', address: 'Street 1' } } },
  ),
  works(
    'messages.sendContact',
    'POST /message/sendContact/shop',
    to({ contact: [{ fullName: 'Bob', phoneNumber: `+${BOB}`, organization: '', email: '' }] }),
    { message: { contactMessage: { displayName: 'Bob', vcard: text } } },
  ),
  works(
    'messages.sendReaction',
    'POST /message/sendReaction/shop',
    ({ received: id }) => ({ key: { remoteJid: ANA_JID, fromMe: false, id }, reaction: '👍' }),
    SENT,
  ),
  wrong(
    'messages.sendTemplate',
    'POST /message/sendTemplate/shop',
    to({ name: 'ready', language: { code: 'en_US' }, components: [] }),
    OTHER_BODY,
  ),
  wrong(
    'messages.sendStatus',
    'POST /message/sendStatus/shop',
    { message: 'Open', options: { backgroundColor: '#000000', font: 1 } },
    OTHER_BODY,
  ),
  wrong(
    'messages.sendList',
    'POST /message/sendList/shop',
    to({ buttonText: 'Menu', text: 'Of the day', sections: [{ title: 'Hot', rows: [] }] }),
    OTHER_BODY,
  ),
];

const CHATS = [
  works('chats.check', 'POST /chat/whatsappNumbers/shop', { numbers: [ANA] }, [
    { exists: true, jid: ANA_JID, number: ANA },
  ]),
  wrong('chats.findAll', 'GET /chat/findChats/shop', undefined, OTHER_METHOD),
  works('chats.updatePresence', 'POST /chat/sendPresence/shop', {
    ...{ number: ANA, duration: 1, presence: 'composing' },
  }),
  works(
    'chats.markAsRead',
    'POST /chat/markMessageAsRead/shop',
    ({ received: id }) => ({ readMessages: [{ remoteJid: ANA_JID, fromMe: false, id }] }),
    { message: text, read: 'success' },
  ),
  works(
    'chats.markAsRead, of a message that is not stored',
    'POST /chat/markMessageAsRead/shop',
    { readMessages: [{ remoteJid: ANA_JID, fromMe: false, id: '3EB0FFFFFFFFFFFFFFFFFF' }] },
    { message: text, read: 'success' },
  ),
  wrong(
    'chats.markAsUnread',
    'POST /chat/markChatUnread/shop',
    ({ received: id }) => ({ lastMessage: [{ remoteJid: ANA_JID, fromMe: false, id }], chat: ANA }),
    OTHER_BODY,
  ),
  wrong('chats.archive', 'POST /chat/archive/shop', to({ archive: true }), NO_PATH),
  wrong(
    'chats.deleteMessage',
    'DELETE /chat/deleteMessageForEveryone/shop',
    ({ sent: messageId }) => to({ messageId, owner: true }),
    OTHER_BODY,
  ),
  works('chats.fetchProfilePicture', 'POST /chat/fetchProfilePictureUrl/shop', to({}), {
    profilePictureUrl: null,
  }),
  works('chats.findContacts', 'POST /chat/findContacts/shop', to({}), listWith({ id: text })),
  works(
    'chats.findMessages',
    'POST /chat/findMessages/shop',
    { where: { key: { remoteJid: ANA_JID } } },
    {
      messages: {
        total: expect.any(Number),
        pages: 1,
        currentPage: 1,
        records: listWith({ id: text }),
      },
    },
  ),
  works('chats.findStatusMessage', 'POST /chat/findStatusMessage/shop', to({}), expect.any(Array)),
  wrong(
    'chats.updateMessage',
    'PUT /chat/updateMessage/shop',
    ({ sent: messageId }) => to({ messageId, message: 'Hello' }),
    OTHER_METHOD,
  ),
];

const GROUP = { subject: 'Family', size: 2, restrict: false, announce: false };

const GROUPS = [
  works('groups.findAll', 'GET /group/fetchAllGroups/shop?getParticipants=false', undefined, [
    GROUP,
  ]),
  works(
    'groups.findByInviteCode',
    'GET /group/inviteInfo/shop?inviteCode={inviteCode}',
    undefined,
    { ...GROUP, isCommunity: false, joinApprovalMode: false, memberAddMode: expect.any(Boolean) },
  ),
  works('groups.findByJid', 'GET /group/findGroupInfos/shop?groupJid={group}', undefined, GROUP),
  works('groups.create', 'POST /group/create/shop', { subject: 'Choir', participants: [ANA] }),
  wrong(
    'groups.updatePicture',
    'POST /group/updateGroupPicture/shop',
    inGroup({ url: '' }),
    OTHER_BODY,
  ),
  works('groups.updateSubject', 'POST /group/updateGroupSubject/shop', inGroup({ subject: 'Kin' })),
  works(
    'groups.updateDescription',
    'POST /group/updateGroupDescription/shop',
    inGroup({ description: 'Us' }),
  ),
  wrong(
    'groups.fetchInviteCode',
    'GET /group/fetchInviteCode/shop?groupJid={group}',
    undefined,
    NO_PATH,
  ),
  wrong(
    'groups.acceptInviteCode',
    'POST /group/acceptInviteCode/shop',
    ({ inviteCode }) => ({ inviteCode }),
    OTHER_METHOD,
  ),
  works('groups.revokeInviteCode', 'POST /group/revokeInviteCode/shop', inGroup(), {
    revoked: true,
  }),
  wrong(
    'groups.sendGroupInvite',
    'POST /group/sendGroupInvite/shop',
    inGroup({ participantJid: ANA_JID }),
    NO_PATH,
  ),
  wrong(
    'groups.findMembers',
    'GET /group/findGroupMembers/shop?groupJid={group}',
    undefined,
    NO_PATH,
  ),
  wrong(
    'groups.updateMembers',
    'POST /group/updateGroupMembers/shop',
    inGroup({ participants: [ANA_JID], action: 'promote' }),
    NO_PATH,
  ),
  wrong(
    'groups.updateSetting',
    'POST /group/updateGroupSetting/shop',
    inGroup({ setting: 'locked', value: true }),
    NO_PATH,
  ),
  wrong(
    'groups.toggleEphemeral',
    'POST /group/toggleEphemeral/shop',
    inGroup({ duration: 86_400 }),
    OTHER_BODY,
  ),
  wrong('groups.leave', 'POST /group/leaveGroup/shop', inGroup(), OTHER_METHOD),
];

const PROFILE = [
  works('profile.fetchBusinessProfile', 'POST /chat/fetchBusinessProfile/shop', to({}), {
    isBusiness: false,
  }),
  works('profile.fetchProfile', 'POST /chat/fetchProfile/shop', to({}), {
    wuid: ANA_JID,
    numberExists: true,
    isBusiness: false,
  }),
  works(
    'profile.updateName',
    'POST /chat/updateProfileName/shop',
    { name: 'Shop' },
    { update: 'success' },
  ),
  works('profile.updateStatus', 'POST /chat/updateProfileStatus/shop', { status: 'Open' }),
  works(
    'profile.updatePicture',
    'POST /chat/updateProfilePicture/shop',
    { picture: PICTURE },
    { update: 'success' },
  ),
  works('profile.removePicture', 'DELETE /chat/removeProfilePicture/shop'),
  works('profile.fetchPrivacySettings', 'GET /chat/fetchPrivacySettings/shop', undefined, {
    online: text,
    groupadd: text,
  }),
  wrong(
    'profile.updatePrivacySettings',
    'PUT /chat/updatePrivacySettings/shop',
    { online: 'all' },
    OTHER_METHOD,
  ),
];

const hook = { enabled: true, url: 'http://127.0.0.1:9/hook', webhook_by_events: false };

const INSTANCE = [
  works('webhook.set', 'POST /webhook/set/shop', { ...hook, events: ['MESSAGES_UPSERT'] }),
  works('webhook.find', 'GET /webhook/find/shop', undefined, { enabled: true }),
  wrong('settings.set', 'POST /settings/set/shop', SETTINGS, OTHER_BODY),
  works('settings.find', 'GET /settings/find/shop'),
  works(
    'instances.create',
    'POST /instance/create',
    {
      instanceName: 'branch',
      token: 'the-token-of-the-branch',
      qrcode: false,
      integration: 'WHATSAPP-BAILEYS',
    },
    {
      instance: { instanceName: 'branch', instanceId: text, status: text },
      hash: 'the-token-of-the-branch',
    },
  ),
  works('instances.fetchAll', 'GET /instance/fetchInstances?instanceName=shop', undefined, [
    {
      id: text,
      name: 'shop',
      connectionStatus: 'open',
      Setting: { rejectCall: false },
      _count: { Chat: expect.any(Number) },
    },
  ]),
  works('instances.connectionState', 'GET /instance/connectionState/shop', undefined, {
    instance: { instanceName: 'shop', state: 'open' },
  }),
  works('instances.connect', 'GET /instance/connect/shop'),
  works('instances.setPresence', 'POST /instance/setPresence/shop', {
    instanceName: 'shop',
    presence: 'available',
  }),
  works('instances.restart', 'POST /instance/restart/shop'),
  works('instances.logout', 'DELETE /instance/logout/shop', undefined, {
    status: 'SUCCESS',
    error: false,
    response: { message: text },
  }),
  works('instances.delete', 'DELETE /instance/delete/shop', undefined, {
    status: 'SUCCESS',
    error: false,
    response: { message: text },
  }),
];

export const EVOLUTION_API_SDK: Client = {
  name: 'evolution-api-sdk',
  version: '0.6.17',
  of: 'Evolution API',
  calls: [...MESSAGES, ...CHATS, ...GROUPS, ...PROFILE, ...INSTANCE],
};
