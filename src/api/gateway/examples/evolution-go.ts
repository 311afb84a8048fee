/** Bodies that work on the paths of Evolution Go. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { GROUP, JID, MESSAGE_ID, NEWSLETTER, NUMBER, PICTURE, SECOND_NUMBER } from './known.ts';

const PICTURE_URL = `data:image/png;base64,${PICTURE}`;
const CHAT = { chat: JID };
const GROUP_ONLY = { groupJid: GROUP };
const LABELLED = { jid: JID, labelId: '7' };

const INSTANCES: ZoneExamples['bodies'] = {
  'POST /instance/pair': { phone: '5511999990000' },
  'POST /instance/forcereconnect/{instanceId}': { number: '5511999990000' },
  'POST /instance/proxy/{instanceId}': {
    protocol: 'socks5',
    host: 'proxy.example.com',
    port: '1080',
  },
};

const SENDING: ZoneExamples['bodies'] = {
  'POST /send/text': { number: NUMBER, text: 'Hello' },
  'POST /send/link': { number: NUMBER, text: 'Our prices: https://shop.example.com/prices' },
  'POST /send/media': { number: NUMBER, type: 'image', url: PICTURE_URL, caption: 'New today' },
  'POST /send/poll': {
    number: NUMBER,
    question: 'When may we come?',
    options: ['Monday', 'Tuesday'],
    maxAnswer: 1,
  },
  'POST /send/sticker': { number: NUMBER, sticker: PICTURE_URL },
  'POST /send/location': { number: NUMBER, latitude: -23.5613, longitude: -46.6565, name: 'Shop' },
  'POST /send/contact': { number: NUMBER, vcard: { fullName: 'Shop', phone: '5511999990000' } },
  'POST /send/button': {
    number: NUMBER,
    title: 'When may we come?',
    buttons: [
      { type: 'reply', displayText: 'Monday', id: 'monday' },
      { type: 'reply', displayText: 'Tuesday', id: 'tuesday' },
    ],
    fallback: 'poll',
  },
  'POST /send/list': {
    number: NUMBER,
    title: 'When may we come?',
    buttonText: 'Choose',
    sections: [
      {
        title: 'This week',
        rows: [
          { title: 'Monday', rowId: 'monday' },
          { title: 'Tuesday', rowId: 'tuesday' },
        ],
      },
    ],
    fallback: 'poll',
  },
  'POST /send/status/text': { text: 'Open until eight today', statusJidList: [NUMBER] },
  'POST /send/status/media': { type: 'image', url: PICTURE_URL, statusJidList: [NUMBER] },
  'POST /send/pollVote': {
    number: NUMBER,
    pollMessageId: MESSAGE_ID,
    selectedOptions: ['Monday'],
  },
};

const MESSAGES: ZoneExamples['bodies'] = {
  'POST /message/markread': { number: NUMBER, id: [MESSAGE_ID] },
  'POST /message/markplayed': { number: NUMBER, id: [MESSAGE_ID] },
  'POST /message/react': { number: NUMBER, id: MESSAGE_ID, reaction: '👍', fromMe: false },
  'POST /message/presence': { number: NUMBER, state: 'composing' },
  'POST /message/downloadmedia': { id: MESSAGE_ID },
  'POST /message/status': { id: MESSAGE_ID },
  'POST /message/delete': { chat: JID, messageId: MESSAGE_ID },
  'POST /message/edit': { chat: JID, messageId: MESSAGE_ID, message: 'Hello again' },
  'POST /chat/pin': CHAT,
  'POST /chat/unpin': CHAT,
  'POST /chat/archive': CHAT,
  'POST /chat/unarchive': CHAT,
  'POST /chat/mute': { ...CHAT, duration: '8h' },
  'POST /chat/unmute': CHAT,
  'POST /chat/history-sync': { messageInfo: { Chat: JID }, count: 50 },
  'POST /call/reject': { callId: 'C0FFEE0123456789', callCreator: JID },
  'POST /label/chat': LABELLED,
  'POST /unlabel/chat': LABELLED,
  'POST /label/message': { ...LABELLED, messageId: MESSAGE_ID },
  'POST /unlabel/message': { ...LABELLED, messageId: MESSAGE_ID },
  'POST /label/edit': { name: 'New customer', color: 1 },
};

const PEOPLE: ZoneExamples['bodies'] = {
  'POST /user/check': { number: [NUMBER] },
  'POST /user/info': { number: [NUMBER] },
  'POST /user/avatar': { number: NUMBER },
  'POST /user/block': { number: SECOND_NUMBER },
  'POST /user/unblock': { number: SECOND_NUMBER },
  'POST /user/lid': { lid: '123456789012345@lid' },
  'POST /user/privacy': { lastSeen: 'contacts', online: 'all' },
  'POST /user/profilePicture': { image: PICTURE_URL },
  'POST /user/profileName': { name: 'Shop' },
  'POST /user/profileStatus': { status: 'Open until eight' },
};

const GROUPS: ZoneExamples['bodies'] = {
  'POST /group/info': GROUP_ONLY,
  'POST /group/invitelink': GROUP_ONLY,
  'POST /group/join': { code: 'AbCdEfGhIjKlMnOpQrStUv' },
  'POST /group/leave': GROUP_ONLY,
  'POST /group/requests': GROUP_ONLY,
  'POST /group/name': { groupJid: GROUP, name: 'Orders' },
  'POST /group/description': { groupJid: GROUP, description: 'Orders of the day' },
  'POST /group/photo': { groupJid: GROUP, image: PICTURE_URL },
  'POST /group/participant': { groupJid: GROUP, participants: [SECOND_NUMBER], action: 'add' },
  'POST /group/requests/update': {
    groupJid: GROUP,
    participants: [SECOND_NUMBER],
    action: 'approve',
  },
  'POST /group/settings': { groupJid: GROUP, action: 'announcement' },
  'POST /group/create': { groupName: 'Orders', participants: [NUMBER] },
  'POST /newsletter/info': { jid: NEWSLETTER },
  'POST /newsletter/link': { key: '0029VaAbCdEfGhIjKlMnOpQ' },
  'POST /newsletter/subscribe': { jid: NEWSLETTER },
  'POST /newsletter/follow': { jid: NEWSLETTER },
  'POST /newsletter/unfollow': { jid: NEWSLETTER },
};

export const EVOLUTION_GO_BODIES: ZoneExamples['bodies'] = {
  ...INSTANCES,
  ...SENDING,
  ...MESSAGES,
  ...PEOPLE,
  ...GROUPS,
};
