/** The Python client of Evolution API's own makers: its methods, called with the key of the instance. */
import { expect } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { type Client, callsOf, listWith } from './call.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';
import { NO_PATH } from './why-wrong.ts';

const { works, refused, wrong } = callsOf('instance');
const global = callsOf();
const text = expect.any(String);
const to = (fields: object) => ({ number: ANA, ...fields });
const key = (id: string, fromMe: boolean) => ({ remoteJid: ANA_JID, fromMe, id });
const KEY = { remoteJid: ANA_JID, fromMe: true, id: text };
const lastOf = ({ received: id }: Stage) => ({ key: key(id, false), messageTimestamp: 1 });
const upload = (form: Record<string, string>, file: Uint8Array) => ({
  form: { number: ANA, ...form },
  file,
});
const image = Buffer.from(PICTURE, 'base64');
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2');
const PRIVACY = {
  ...{ readreceipts: 'all', profile: 'contacts', status: 'contacts' },
  ...{ online: 'all', last: 'contacts', groupadd: 'contacts' },
};

const INSTANCE = [
  global.works('instances.fetch_instances', 'GET /instance/fetchInstances', undefined, [
    { name: 'shop' },
  ]),
  global.works(
    'instances.create_instance',
    'POST /instance/create',
    { instanceName: 'branch', integration: 'WHATSAPP-BAILEYS', qrcode: false },
    { instance: { instanceName: 'branch' }, hash: text },
  ),
  works('instance_operations.connect', 'GET /instance/connect/shop'),
  works('instance_operations.set_presence', 'POST /instance/setPresence/shop', {
    presence: 'available',
  }),
  works(
    'instance_operations.get_connection_state',
    'GET /instance/connectionState/shop',
    undefined,
    {
      instance: { state: 'open' },
    },
  ),
  works('websocket.set_websocket', 'POST /websocket/set/shop', {
    ...{ enabled: true, events: ['MESSAGES_UPSERT'] },
  }),
  works('websocket.find_websocket', 'GET /websocket/find/shop', undefined, {
    ...{ enabled: true, events: expect.any(Array) },
  }),
];

const MESSAGES = [
  works('messages.send_text', 'POST /message/sendText/shop', to({ text: 'Good day', delay: 0 }), {
    ...{ key: KEY, status: 'PENDING', message: { conversation: 'Good day' } },
  }),
  works(
    'messages.send_media',
    'POST /message/sendMedia/shop',
    upload(
      { mediatype: 'image', mimetype: 'image/png', caption: 'Look', fileName: 'a.png' },
      image,
    ),
    { key: KEY, message: { imageMessage: { caption: 'Look' } } },
  ),
  works(
    'messages.send_media, document',
    'POST /message/sendMedia/shop',
    upload({ mediatype: 'document', mimetype: 'text/csv', caption: '', fileName: 'a.csv' }, image),
    { key: KEY },
  ),
  works('messages.send_ptv', 'POST /message/sendPtv/shop', upload({}, MP4), { key: KEY }),
  works(
    'messages.send_whatsapp_audio',
    'POST /message/sendWhatsAppAudio/shop',
    upload({ encoding: 'True' }, wavOf()),
    { key: KEY },
  ),
  works('messages.send_sticker', 'POST /message/sendSticker/shop', upload({}, image), { key: KEY }),
  works(
    'messages.send_status',
    'POST /message/sendStatus/shop',
    { type: 'text', content: 'Open', allContacts: false, statusJidList: [ANA_JID] },
    { key: { remoteJid: 'status@broadcast' } },
  ),
  refused(
    'messages.send_status, to all contacts',
    'POST /message/sendStatus/shop',
    { type: 'text', content: 'Open', allContacts: true },
    'statusJidList must name everybody who can see the status',
  ),
  works(
    'messages.send_location',
    'POST /message/sendLocation/shop',
    to({ name: 'Here', address: 'Street 1', latitude: -23.5, longitude: -46.6 }),
    { messageType: 'locationMessage' },
  ),
  works(
    'messages.send_contact',
    'POST /message/sendContact/shop',
    to({ contact: [{ fullName: 'Bob', wuid: BOB, phoneNumber: `+${BOB}` }] }),
    { key: KEY },
  ),
  works(
    'messages.send_reaction',
    'POST /message/sendReaction/shop',
    ({ received }) => ({ key: key(received, false), reaction: '' }),
    { messageType: 'reactionMessage' },
  ),
  works(
    'messages.send_poll',
    'POST /message/sendPoll/shop',
    to({ name: 'Lunch?', selectableCount: 1, values: ['Yes', 'No'], delay: 0 }),
    { key: KEY },
  ),
  works(
    'messages.send_list',
    'POST /message/sendList/shop',
    to({
      ...{ title: 'Menu', description: 'Of the day', buttonText: 'Open', footerText: 'Shop' },
      sections: [{ title: 'Hot', rows: [{ title: 'Soup', description: '', rowId: '1' }] }],
    }),
  ),
  works(
    'messages.send_buttons',
    'POST /message/sendButtons/shop',
    to({
      ...{ title: 'Lunch?', description: 'Today', footer: 'Shop' },
      buttons: [{ type: 'reply', displayText: 'Yes', id: '1' }],
    }),
  ),
  refused(
    'calls.fake_call',
    'POST /call/offer/shop',
    to({ isVideo: false, callDuration: 3 }),
    'call',
  ),
];

const CHATS = [
  wrong(
    'chat.check_is_whatsapp_numbers',
    'POST /chat/checkIsWhatsappNumber/shop',
    { numbers: [ANA] },
    NO_PATH,
  ),
  works(
    'chat.mark_message_as_read',
    'POST /chat/markMessageAsRead/shop',
    ({ received }) => ({ readMessages: [key(received, false)] }),
    { read: 'success' },
  ),
  works(
    'chat.archive_chat',
    'POST /chat/archiveChat/shop',
    (stage) => ({ lastMessage: lastOf(stage), chat: ANA_JID, archive: false }),
    { chatId: ANA_JID, archived: false },
  ),
  works('chat.mark_chat_unread', 'POST /chat/markChatUnread/shop', (stage) => ({
    ...{ lastMessage: lastOf(stage), chat: ANA_JID },
  })),
  works('chat.fetch_profile_picture_url', 'POST /chat/fetchProfilePictureUrl/shop', to({})),
  works(
    'chat.get_base64_from_media_message',
    'POST /chat/getBase64FromMediaMessage/shop',
    ({ picture: id }) => ({ message: { key: { id } }, convertToMp4: true }),
    { mimetype: text, base64: text },
  ),
  works(
    'chat.update_message',
    'POST /chat/updateMessage/shop',
    ({ sent }) => to({ key: key(sent, true), text: 'Hello' }),
    { key: KEY },
  ),
  works(
    'chat.send_presence',
    'POST /chat/sendPresence/shop',
    to({ delay: 1, presence: 'composing' }),
  ),
  works(
    'chat.get_messages',
    'POST /chat/findMessages/shop',
    {
      where: {
        ...{ key: { remoteJid: ANA_JID, fromMe: false }, messageType: 'imageMessage' },
        messageTimestamp: { gte: '2025-01-16T00:00:00Z', lte: '2099-01-16T23:59:59Z' },
      },
      ...{ page: 1, offset: 50 },
    },
    { messages: { records: listWith({ messageType: 'imageMessage' }) } },
  ),
  works('label.find_labels', 'GET /label/findLabels/shop', undefined, [{ id: text, name: text }]),
  works('label.handle_label', 'POST /label/handleLabel/shop', ({ label: labelId }) =>
    to({ labelId, action: 'add' }),
  ),
];

const PROFILE = [
  works('profile.fetch_business_profile', 'POST /chat/fetchBusinessProfile/shop', to({})),
  works('profile.fetch_profile', 'POST /chat/fetchProfile/shop', to({}), { wuid: ANA_JID }),
  works('profile.update_profile_name', 'POST /chat/updateProfileName/shop', { name: 'Shop' }),
  works('profile.update_profile_status', 'POST /chat/updateProfileStatus/shop', { status: 'Open' }),
  works('profile.update_profile_picture', 'POST /chat/updateProfilePicture/shop', {
    picture: PICTURE,
  }),
  works('profile.remove_profile_picture', 'DELETE /chat/removeProfilePicture/shop'),
  works('profile.fetch_privacy_settings', 'GET /chat/fetchPrivacySettings/shop', undefined, {
    groupadd: text,
  }),
  works('profile.update_privacy_settings', 'POST /chat/updatePrivacySettings/shop', PRIVACY),
];

const GROUP = 'shop?groupJid={group}';

const GROUPS = [
  works('group.create_group', 'POST /group/create/shop', {
    ...{ subject: 'Choir', participants: [ANA], description: null },
  }),
  works('group.update_group_picture', `POST /group/updateGroupPicture/${GROUP}`, {
    image: PICTURE,
  }),
  works('group.update_group_subject', `POST /group/updateGroupSubject/${GROUP}`, {
    subject: 'Kin',
  }),
  works('group.update_group_description', `POST /group/updateGroupDescription/${GROUP}`, {
    description: 'Us',
  }),
  works('group.get_invite_code', `GET /group/inviteCode/${GROUP}`, undefined, { inviteCode: text }),
  works('group.get_invite_info', 'GET /group/inviteInfo/shop?inviteCode={inviteCode}', undefined, {
    subject: 'Kin',
  }),
  works('group.revoke_invite_code', `POST /group/revokeInviteCode/${GROUP}`, undefined, {
    ...{ revoked: true, inviteCode: text },
  }),
  works(
    'group.send_invite',
    'POST /group/sendInvite/shop',
    ({ group: groupJid }) => ({ groupJid, description: 'Join', numbers: [BOB] }),
    { send: true },
  ),
  works('group.get_group_info', `GET /group/findGroupInfos/${GROUP}`, undefined, {
    subject: 'Kin',
  }),
  works(
    'group.fetch_all_groups',
    'GET /group/fetchAllGroups/shop?getParticipants=false',
    undefined,
    expect.any(Array),
  ),
  works('group.get_participants', `GET /group/participants/${GROUP}`, undefined, {
    participants: expect.any(Array),
  }),
  works(
    'group.update_participant',
    `POST /group/updateParticipant/${GROUP}`,
    { action: 'add', participants: [BOB] },
    { updateParticipants: [{ jid: `${BOB}@s.whatsapp.net`, status: '200' }] },
  ),
  works('group.update_setting', `POST /group/updateSetting/${GROUP}`, { action: 'locked' }),
  works('group.toggle_ephemeral', `POST /group/toggleEphemeral/${GROUP}`, { expiration: 0 }),
  works('group.leave_group', `DELETE /group/leaveGroup/${GROUP}`, undefined, { leave: true }),
];

const END = [
  works('instance_operations.restart', 'POST /instance/restart/shop'),
  works('instance_operations.logout', 'DELETE /instance/logout/shop'),
  refused(
    'instance_operations.delete',
    'DELETE /instance/delete/shop',
    undefined,
    'this operation needs the global key',
  ),
];

export const PYTHON_CLIENT: Client = {
  name: 'evolutionapi (Python)',
  version: '0.1.1',
  of: 'Evolution API',
  calls: [...INSTANCE, ...MESSAGES, ...CHATS, ...PROFILE, ...GROUPS, ...END],
};
