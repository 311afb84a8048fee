/**
 * node-red-contrib-evolution-api: every operation of its node. What its user fills in is the body of everything but
 * GET, with the name of the instance in it; a GET has no query.
 */
import { expect } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { type Client, callsOf } from './call.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';
import { NO_PATH } from './why-wrong.ts';

const NO_QUERY =
  'it sends no query, without which Evolution API does not know which group is meant';
const { works, refused, absent, wrong } = callsOf('global', ({ sends, body }) => ({
  sends,
  body: sends.startsWith('GET') ? undefined : { instance: 'shop', ...body },
}));
const text = expect.any(String);
const to = (fields: object) => ({ number: ANA, ...fields });
const key = (id: string, fromMe = false) => ({ remoteJid: ANA_JID, fromMe, id });
const inGroup =
  (fields: object = {}) =>
  ({ group: groupJid }: Stage) => ({ groupJid, ...fields });
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2').toString('base64');
const PRIVACY = {
  ...{ readreceipts: 'all', profile: 'all', status: 'all' },
  ...{ online: 'all', last: 'all', groupadd: 'all' },
};
const SETTINGS = {
  ...{ rejectCall: false, msgCall: '', groupsIgnore: false, alwaysOnline: false },
  ...{ readMessages: false, readStatus: false, syncFullHistory: false },
};
const TEMPLATE = {
  ...{ name: 'ready', category: 'UTILITY', language: 'en_US', allowCategoryChange: true },
  components: [{ type: 'BODY', text: 'It is ready' }],
};

const SETTING_UP = [
  works('get_informations', 'GET /', undefined, { status: 200, version: text }),
  works(
    'instance_create',
    'POST /instance/create',
    { instanceName: 'branch', qrcode: false, integration: 'WHATSAPP-BAILEYS' },
    { instance: { instanceName: 'branch' }, hash: text },
  ),
  works('instance_fetch', 'GET /instance/fetchInstances', undefined, expect.any(Array)),
  works('instance_connect', 'GET /instance/connect/shop'),
  works('instance_setPresence', 'POST /instance/setPresence/shop', { presence: 'available' }),
  works('instance_connectionStatus', 'GET /instance/connectionState/shop', undefined, {
    instance: { state: 'open' },
  }),
  works('proxy_set', 'POST /proxy/set/shop', { enabled: false }),
  works('proxy_find', 'GET /proxy/find/shop'),
  works('settings_set', 'POST /settings/set/shop', SETTINGS),
  works('settings_find', 'GET /settings/find/shop', undefined, { rejectCall: false }),
  works('websocket_set', 'POST /websocket/set/shop', {
    websocket: { enabled: true, events: ['MESSAGES_UPSERT'] },
  }),
  works('websocket_find', 'GET /websocket/find/shop', undefined, { enabled: true }),
];

const MESSAGES = [
  works('send_text', 'POST /message/sendText/shop', to({ text: 'Oi' }), { key: { id: text } }),
  works(
    'send_media_url',
    'POST /message/sendMedia/shop',
    to({ mediatype: 'image', mimetype: 'image/png', media: PICTURE, fileName: 'a.png' }),
  ),
  works('send_ptv', 'POST /message/sendPtv/shop', to({ video: MP4 })),
  works(
    'send_narrated_audio',
    'POST /message/sendWhatsAppAudio/shop',
    to({ audio: wavOf().toString('base64') }),
  ),
  works('send_status_stories', 'POST /message/sendStatus/shop', {
    ...{ type: 'text', content: 'Open', backgroundColor: '#008000', font: 1 },
    ...{ allContacts: false, statusJidList: [ANA_JID] },
  }),
  works('send_sticker', 'POST /message/sendSticker/shop', to({ sticker: PICTURE })),
  works(
    'send_location',
    'POST /message/sendLocation/shop',
    to({ name: 'Here', address: 'Street 1', latitude: -23.5, longitude: -46.6 }),
  ),
  works(
    'send_contact',
    'POST /message/sendContact/shop',
    to({
      contact: [{ fullName: 'Bob', wuid: BOB, phoneNumber: `+${BOB}`, email: 'b@example.com' }],
    }),
  ),
  works('send_reaction', 'POST /message/sendReaction/shop', ({ received }) => ({
    ...{ key: key(received), reaction: '🚀' },
  })),
  works(
    'send_poll',
    'POST /message/sendPoll/shop',
    to({ name: 'Lunch?', selectableCount: 1, values: ['Yes', 'No'] }),
  ),
  works(
    'send_list',
    'POST /message/sendList/shop',
    to({
      ...{ title: 'Menu', description: 'Of the day', buttonText: 'Open', footerText: 'Shop' },
      sections: [{ title: 'Hot', rows: [{ title: 'Soup', description: '', rowId: '1' }] }],
    }),
  ),
  works(
    'send_button',
    'POST /message/sendButtons/shop',
    to({
      ...{ title: 'Lunch?', description: 'Today', footer: 'Shop' },
      buttons: [{ type: 'reply', displayText: 'Yes', id: '1' }],
    }),
  ),
  refused('call_fake', 'POST /call/offer/shop', to({ isVideo: false, callDuration: 3 }), 'call'),
  works('create_template', 'POST /template/create/shop', TEMPLATE, { status: 'APPROVED' }),
  works('find_templates', 'GET /template/find/shop'),
  works(
    'send_template',
    'POST /message/sendTemplate/shop',
    to({ name: 'ready', language: 'en_US', components: [] }),
  ),
];

const CHATS = [
  works('chat_check_whatsapp', 'POST /chat/whatsappNumbers/shop', { numbers: [ANA] }, [
    { exists: true },
  ]),
  works('chat_read_messages', 'POST /chat/markMessageAsRead/shop', ({ received }) => ({
    readMessages: [key(received)],
  })),
  works('chat_archive', 'POST /chat/archiveChat/shop', ({ received }) => ({
    ...{ lastMessage: { key: key(received) }, archive: true, chat: ANA_JID },
  })),
  works('chat_mark_unread', 'POST /chat/markChatUnread/shop', ({ received }) => ({
    ...{ lastMessage: { key: key(received) }, chat: ANA_JID },
  })),
  works('chat_update_message', 'POST /chat/updateMessage/shop', ({ sent }) => ({
    ...to({ key: key(sent, true), text: 'Hello' }),
  })),
  works('chat_delete_message', 'DELETE /chat/deleteMessageForEveryone/shop', ({ sent }) =>
    key(sent, true),
  ),
  works('chat_fetch_profile_picture', 'POST /chat/fetchProfilePictureUrl/shop', to({})),
  works(
    'chat_get_base64_media',
    'POST /chat/getBase64FromMediaMessage/shop',
    ({ picture: id }) => ({ message: { key: { id } }, convertToMp4: false }),
    { base64: text },
  ),
  works(
    'chat_send_presence',
    'POST /chat/sendPresence/shop',
    to({ delay: 1, presence: 'composing' }),
  ),
  wrong(
    'chat_update_block_status',
    'POST /message/updateBlockStatus/shop',
    to({ status: 'unblock' }),
    NO_PATH,
  ),
  works('chat_find_contacts', 'POST /chat/findContacts/shop', {}, expect.any(Array)),
  works(
    'chat_find_messages',
    'POST /chat/findMessages/shop',
    { where: { key: { remoteJid: ANA_JID } }, page: 1, offset: 10 },
    { messages: { records: expect.any(Array) } },
  ),
  works(
    'chat_find_status_message',
    'POST /chat/findStatusMessage/shop',
    { where: { remoteJid: ANA_JID }, page: 1, offset: 10 },
    expect.any(Array),
  ),
  works('chat_find_chats', 'POST /chat/findChats/shop', {}, expect.any(Array)),
  works('label_find', 'GET /label/findLabels/shop', undefined, expect.any(Array)),
  works('label_handle', 'POST /label/handleLabel/shop', ({ label: labelId }) =>
    to({ labelId, action: 'add' }),
  ),
];

const PROFILE = [
  works('profile_fetch_business', 'POST /chat/fetchBusinessProfile/shop', to({})),
  works('profile_fetch', 'POST /chat/fetchProfile/shop', to({}), { wuid: ANA_JID }),
  works('profile_update_name', 'POST /chat/updateProfileName/shop', { name: 'Shop' }),
  works('profile_update_status', 'POST /chat/updateProfileStatus/shop', { status: 'Open' }),
  works('profile_update_picture', 'POST /chat/updateProfilePicture/shop', { picture: PICTURE }),
  works('profile_remove_picture', 'DELETE /chat/removeProfilePicture/shop'),
  works('profile_fetch_privacy', 'GET /chat/fetchPrivacySettings/shop'),
  works('profile_update_privacy', 'POST /chat/updatePrivacySettings/shop', PRIVACY),
];

const GROUPS = [
  works('group_create', 'POST /group/create/shop', { subject: 'Choir', participants: [ANA] }),
  works('group_update_picture', 'POST /group/updateGroupPicture/shop', inGroup({ image: PICTURE })),
  works('group_update_subject', 'POST /group/updateGroupSubject/shop', inGroup({ subject: 'Kin' })),
  works(
    'group_update_description',
    'POST /group/updateGroupDescription/shop',
    inGroup({ description: 'Us' }),
  ),
  wrong('group_fetch_invite', 'GET /group/inviteCode/shop', undefined, NO_QUERY),
  works('group_revoke_invite', 'POST /group/revokeInviteCode/shop', inGroup(), { revoked: true }),
  works(
    'group_send_invite_url',
    'POST /group/sendInvite/shop',
    inGroup({ description: 'Join', numbers: [BOB] }),
    { send: true },
  ),
  wrong('group_find_invite', 'GET /group/inviteInfo/shop', undefined, NO_QUERY),
  wrong('group_find_by_jid', 'GET /group/findGroupInfos/shop', undefined, NO_QUERY),
  works('group_fetch_all', 'GET /group/fetchAllGroups/shop', undefined, expect.any(Array)),
  wrong('group_find_participants', 'GET /group/participants/shop', undefined, NO_QUERY),
  works(
    'group_update_participant',
    'POST /group/updateParticipant/shop',
    inGroup({ action: 'add', participants: [BOB] }),
  ),
  works('group_update_setting', 'POST /group/updateSetting/shop', inGroup({ action: 'locked' })),
  works('group_toggle_ephemeral', 'POST /group/toggleEphemeral/shop', inGroup({ expiration: 0 })),
  works('group_leave', 'DELETE /group/leaveGroup/shop', inGroup(), { leave: true }),
];

const END = [
  absent('s3_get_media', 'POST /s3/getMedia/shop', { type: 'image' }),
  absent('s3_get_media_url', 'POST /s3/getMediaUrl/shop', { id: '1' }),
  works('instance_restart', 'POST /instance/restart/shop', {}),
  works('instance_logout', 'DELETE /instance/logout/shop', {}),
  works('instance_delete', 'DELETE /instance/delete/shop', {}),
];

export const NODE_RED: Client = {
  name: 'node-red-contrib-evolution-api',
  version: '1.0.3',
  of: 'Evolution API',
  calls: [...SETTING_UP, ...MESSAGES, ...CHATS, ...PROFILE, ...GROUPS, ...END],
};
