/** What the n8n node promises about chats and the people in them. */
import { expect } from 'bun:test';
import { key, type NodePromise, text } from './n8n-promise.ts';
import { ANA, ANA_JID, BOB } from './stage.ts';

export const CHATS: readonly NodePromise[] = [
  {
    run: 'chat-api check-number',
    fills: () => ({ numbers: `${ANA}, +${BOB}` }),
    sends: 'POST /chat/whatsappNumbers/shop',
    with: () => ({ numbers: [ANA, `+${BOB}`] }),
    reads: [
      { jid: ANA_JID, exists: true, number: ANA },
      { jid: `${BOB}@s.whatsapp.net`, exists: true, number: `+${BOB}` },
    ],
  },
  {
    run: 'chat-api read-messages',
    fills: ({ received }) => ({ remoteJid: ANA_JID, messageId: received }),
    sends: 'POST /chat/markMessageAsRead/shop',
    with: ({ received }) => ({ readMessages: [key(received, false)] }),
    reads: { message: 'Read messages', read: 'success' },
  },
  {
    run: 'chat-api manage-archive',
    fills: ({ received }) => ({ chat: ANA_JID, messageId: received }),
    sends: 'POST /chat/archiveChat/shop',
    with: ({ received }) => ({ lastMessage: { key: key(received, false) }, archive: true }),
    reads: { chatId: ANA_JID, archived: true },
  },
  {
    run: 'chat-api mark-unread',
    fills: ({ received }) => ({ chat: ANA_JID, messageId: received }),
    sends: 'POST /chat/markChatUnread/shop',
    with: () => ({ chat: ANA_JID }),
    reads: { chatId: ANA_JID, markedChatUnread: true },
  },
  {
    run: 'chat-api fetch-profile-picture',
    fills: () => ({ number: ANA }),
    sends: 'POST /chat/fetchProfilePictureUrl/shop',
    with: () => ({ number: ANA }),
    reads: { wuid: ANA_JID, profilePictureUrl: null },
  },
  {
    run: 'chat-api get-media-base64',
    fills: ({ picture }) => ({ messageId: picture }),
    sends: 'POST /chat/getBase64FromMediaMessage/shop',
    with: ({ picture }) => ({ message: { key: { id: picture } }, convertToMp4: false }),
    reads: { mediaType: 'imageMessage', mimetype: text, base64: text, caption: 'look' },
  },
  {
    run: 'chat-api update-message',
    fills: ({ sent }) => ({ remoteJid: ANA_JID, messageId: sent, text: 'hello' }),
    sends: 'POST /chat/updateMessage/shop',
    with: ({ sent }) => ({ number: ANA_JID, key: key(sent, true), text: 'hello' }),
    reads: { key: { remoteJid: ANA_JID, fromMe: true }, message: { conversation: 'hello' } },
  },
  {
    run: 'chat-api delete-message',
    fills: ({ sent }) => ({ remoteJid: ANA, messageId: sent, fromMe: true }),
    sends: 'DELETE /chat/deleteMessageForEveryone/shop',
    with: ({ sent }) => key(sent, true),
    reads: { key: { remoteJid: ANA_JID, fromMe: true }, messageType: 'protocolMessage' },
  },
  {
    run: 'chat-api delete-message',
    fills: ({ group, groupMessage }) => ({
      remoteJid: group,
      messageId: groupMessage,
      fromMe: false,
      participant: ANA,
    }),
    sends: 'DELETE /chat/deleteMessageForEveryone/shop',
    with: ({ group: remoteJid }) => ({ remoteJid, fromMe: false, participant: ANA_JID }),
    reads: { messageType: 'protocolMessage' },
  },
  {
    run: 'chat-api send-presence',
    fills: () => ({ remoteJid: ANA, delay: 1 }),
    sends: 'POST /chat/sendPresence/shop',
    with: () => ({ number: ANA, presence: 'composing', delay: 1 }),
    reads: { presence: 'composing' },
  },
  ...(['block', 'unblock'] as const).map((status) => ({
    run: 'chat-api block-contact',
    fills: () => ({ remoteJid: ANA, status }),
    sends: 'POST /chat/updateBlockStatus/shop',
    with: () => ({ number: ANA, status }),
    reads: { block: 'success' },
  })),
  {
    run: 'chat-api find-contacts',
    sends: 'POST /chat/findContacts/shop',
    with: () => ({}),
    reads: expect.arrayContaining([expect.objectContaining({ remoteJid: ANA_JID })]),
  },
  {
    run: 'chat-api find-contacts',
    fills: () => ({ listAll: false, remoteJid: ANA }),
    sends: 'POST /chat/findContacts/shop',
    with: () => ({ where: { id: ANA_JID } }),
    reads: [{ remoteJid: ANA_JID }],
  },
  {
    run: 'chat-api find-messages',
    fills: () => ({ remoteJid: ANA }),
    sends: 'POST /chat/findMessages/shop',
    with: () => ({ where: { key: { remoteJid: ANA_JID } }, page: 1, offset: 10 }),
    reads: { messages: { currentPage: 1, records: expect.any(Array) } },
  },
  {
    run: 'chat-api find-status-messages',
    fills: ({ sent }) => ({ remoteJid: ANA, messageId: sent }),
    sends: 'POST /chat/findStatusMessage/shop',
    with: ({ sent }) => ({ where: { remoteJid: ANA_JID, keyId: sent }, page: 1, offset: 10 }),
    reads: expect.any(Array),
  },
  {
    run: 'chat-api find-chats',
    fills: () => ({ remoteJid: ANA }),
    sends: 'POST /chat/findChats/shop',
    with: () => ({ where: { remoteJid: ANA_JID, id: '' }, page: 1, offset: 10 }),
    reads: [{ remoteJid: ANA_JID }],
  },
];
