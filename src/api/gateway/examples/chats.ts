/** Bodies that work: chats, people, the account itself, groups and channels. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { GROUP, JID, MESSAGE_ID, NUMBER, PICTURE, SECOND_NUMBER } from './known.ts';

const RECEIVED = { id: MESSAGE_ID, remoteJid: JID, fromMe: false };
const LAST = { number: NUMBER, lastMessage: { key: RECEIVED } };
const OF_CHAT = { where: { key: { remoteJid: JID } }, page: 1, offset: 20 };

const CHATS: ZoneExamples['bodies'] = {
  'POST /chat/markMessageAsRead/{instanceName}': { readMessages: [RECEIVED] },
  'POST /chat/markMessageAsPlayed/{instanceName}': { playedMessages: [RECEIVED] },
  'POST /chat/sendPresence/{instanceName}': { number: NUMBER, presence: 'composing', delay: 100 },
  'POST /instance/setPresence/{instanceName}': { presence: 'available' },
  'POST /chat/presenceSubscribe/{instanceName}': { number: NUMBER },
  'POST /chat/archiveChat/{instanceName}': { ...LAST, archive: true },
  'POST /chat/markChatUnread/{instanceName}': LAST,
  'POST /chat/pinChat/{instanceName}': { number: NUMBER, pin: true },
  'POST /chat/muteChat/{instanceName}': { number: NUMBER, mute: true, duration: '8h' },
  'POST /chat/history/{instanceName}': { number: NUMBER, count: 50 },
  'POST /chat/getBase64FromMediaMessage/{instanceName}': { message: { key: { id: MESSAGE_ID } } },
  'POST /chat/getPollVote/{instanceName}': { message: { key: { id: MESSAGE_ID } } },
  'POST /chat/findMessages/{instanceName}': OF_CHAT,
  'POST /chat/findStatusMessage/{instanceName}': { where: { keyId: MESSAGE_ID } },
  'POST /chat/findChats/{instanceName}': { take: 20 },
  'POST /chat/findContacts/{instanceName}': { where: { remoteJid: JID } },
  'POST /label/handleLabel/{instanceName}': { number: NUMBER, labelId: '7', action: 'add' },
  'POST /label/edit/{instanceName}': { name: 'New customer', color: 1 },
  'POST /call/reject/{instanceName}': { callId: 'C0FFEE0123456789', callFrom: JID },
};

const PEOPLE: ZoneExamples['bodies'] = {
  'POST /chat/whatsappNumbers/{instanceName}': { numbers: [NUMBER] },
  'POST /chat/fetchProfilePictureUrl/{instanceName}': { number: NUMBER },
  'POST /chat/fetchProfile/{instanceName}': { number: NUMBER },
  'POST /chat/fetchBusinessProfile/{instanceName}': { number: NUMBER },
  'POST /chat/updateBlockStatus/{instanceName}': { number: SECOND_NUMBER, status: 'block' },
  'POST /chat/updateProfileName/{instanceName}': { name: 'Shop' },
  'POST /chat/updateProfileStatus/{instanceName}': { status: 'Open until eight' },
  'POST /chat/updateProfilePicture/{instanceName}': { picture: PICTURE },
  'POST /chat/updatePrivacySettings/{instanceName}': { last: 'contacts', online: 'all' },
};

const GROUPS: ZoneExamples['bodies'] = {
  'POST /group/create/{instanceName}': { subject: 'Orders', participants: [NUMBER] },
  'POST /group/updateJoinRequests/{instanceName}': {
    groupJid: GROUP,
    action: 'approve',
    participants: [SECOND_NUMBER],
  },
  'POST /group/updateGroupSubject/{instanceName}': { groupJid: GROUP, subject: 'Orders' },
  'POST /group/updateGroupDescription/{instanceName}': {
    groupJid: GROUP,
    description: 'Orders of the day',
  },
  'POST /group/updateParticipant/{instanceName}': {
    groupJid: GROUP,
    action: 'add',
    participants: [SECOND_NUMBER],
  },
  'POST /group/updateSetting/{instanceName}': { groupJid: GROUP, action: 'announcement' },
  'POST /group/updateMemberAddMode/{instanceName}': { groupJid: GROUP, mode: 'admin_add' },
  'POST /group/toggleEphemeral/{instanceName}': { groupJid: GROUP, expiration: 86400 },
  'POST /group/updateGroupPicture/{instanceName}': { groupJid: GROUP, image: PICTURE },
  'POST /group/sendInvite/{instanceName}': { groupJid: GROUP, numbers: [NUMBER] },
};

export const CHAT_BODIES: ZoneExamples['bodies'] = { ...CHATS, ...PEOPLE, ...GROUPS };
