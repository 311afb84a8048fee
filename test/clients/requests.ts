/**
 * Requests as other clients make them, the vendor's Python client and SDKs among them: method, path, body, and the
 * fields that they read of the answer.
 */
import { expect } from 'bun:test';
import { ANA, ANA_JID, BOB, type Stage } from './stage.ts';

export interface ClientRequest {
  /** Method and path; `{group}` and other names stand for what the stage has. */
  readonly sends: string;
  readonly body?: (stage: Stage) => object;
  readonly status: number;
  /** What the client reads of the answer; of a failure, its sentence. */
  readonly reads: unknown;
}

const text = expect.any(String);
const key = { remoteJid: ANA_JID, fromMe: true, id: text };
const to = (fields: object) => () => ({ number: ANA, ...fields });

const MESSAGES: readonly ClientRequest[] = [
  {
    sends: 'POST /message/sendText/shop',
    body: to({ text: 'Good day', linkPreview: true, mentionsEveryOne: false }),
    status: 201,
    reads: { key, status: 'PENDING', message: { conversation: 'Good day' } },
  },
  {
    sends: 'POST /message/sendText/shop',
    body: to({ options: { linkPreview: false }, textMessage: { text: 'Version one' } }),
    status: 201,
    reads: { key, message: { conversation: 'Version one' } },
  },
  {
    sends: 'POST /message/sendText/shop',
    body: ({ received: id }) => ({
      ...{ number: ANA, text: 'Yes' },
      quoted: { key: { id, remoteJid: ANA_JID, fromMe: false }, message: { conversation: 'Hi' } },
    }),
    status: 201,
    reads: { key, messageType: 'extendedTextMessage' },
  },
  {
    sends: 'POST /message/sendLocation/shop',
    body: to({ name: 'Here', address: 'Street 1', latitude: -23.5, longitude: -46.6 }),
    status: 201,
    reads: { key, messageType: 'locationMessage' },
  },
  {
    sends: 'POST /message/sendPoll/shop',
    body: to({ name: 'Lunch?', selectableCount: 0, values: ['Yes', 'No'] }),
    status: 201,
    reads: { key, messageType: 'pollCreationMessage' },
  },
  {
    sends: 'POST /message/sendReaction/shop',
    body: ({ received: id }) => ({ key: { remoteJid: ANA_JID, fromMe: false, id }, reaction: '' }),
    status: 201,
    reads: { key, messageType: 'reactionMessage' },
  },
  {
    sends: 'POST /message/sendStatus/shop',
    body: () => ({ type: 'text', content: 'Open', allContacts: true }),
    status: 400,
    reads: 'statusJidList must name everybody who can see the status',
  },
  {
    sends: 'POST /message/sendCarousel/shop',
    body: to({ body: 'Look', cards: [] }),
    status: 422,
    reads: 'send each card as an image with a caption',
  },
];

const CHATS: readonly ClientRequest[] = [
  {
    sends: 'POST /chat/whatsappNumbers/shop',
    body: () => ({ numbers: [ANA] }),
    status: 200,
    reads: [{ jid: ANA_JID, exists: true, number: ANA }],
  },
  {
    sends: 'POST /chat/markMessageAsRead/shop',
    body: ({ received: id }) => ({ readMessages: [{ remoteJid: ANA_JID, fromMe: false, id }] }),
    status: 201,
    reads: { read: 'success' },
  },
  {
    sends: 'POST /chat/archiveChat/shop',
    body: ({ received: id }) => ({
      lastMessage: { key: { remoteJid: ANA_JID, fromMe: false, id }, messageTimestamp: 1 },
      archive: false,
    }),
    status: 201,
    reads: { chatId: ANA_JID, archived: false },
  },
  {
    sends: 'POST /chat/findMessages/shop',
    body: () => ({ where: { key: { remoteJid: ANA_JID } } }),
    status: 200,
    reads: { messages: { total: expect.any(Number), records: expect.any(Array) } },
  },
  {
    sends: 'POST /chat/getBase64FromMediaMessage/shop',
    body: ({ picture: id }) => ({ message: { key: { id } }, convertToMp4: true }),
    status: 201,
    reads: { mimetype: text, base64: text },
  },
  {
    sends: 'GET /label/findLabels/shop',
    status: 200,
    reads: expect.any(Array),
  },
  {
    sends: 'POST /label/handleLabel/shop',
    body: to({ labelId: 'none', action: 'add' }),
    status: 404,
    reads: 'label',
  },
  {
    sends: 'POST /call/offer/shop',
    body: to({ isVideo: false, callDuration: 3 }),
    status: 400,
    reads: 'does not carry the audio of calls',
  },
  ...['getCatalog', 'getCollections'].map((verb) => ({
    sends: `POST /business/${verb}/shop`,
    body: to({ limit: 10 }),
    status: 400,
    reads: 'catalogs of businesses are read by their own phones alone',
  })),
];

const GROUPS: readonly ClientRequest[] = [
  {
    sends: 'POST /group/updateParticipant/shop?groupJid={group}',
    body: () => ({ action: 'add', participants: [BOB] }),
    status: 201,
    reads: { updateParticipants: [{ jid: `${BOB}@s.whatsapp.net`, status: '200' }] },
  },
  {
    sends: 'POST /group/toggleEphemeral/shop?groupJid={group}',
    body: () => ({ expiration: 0 }),
    status: 201,
    reads: { success: true },
  },
  {
    sends: 'GET /group/inviteInfo/shop?inviteCode={inviteCode}',
    status: 200,
    reads: { subject: 'Family' },
  },
  {
    sends: 'POST /group/revokeInviteCode/shop?groupJid={group}',
    status: 201,
    reads: { revoked: true, inviteCode: text },
  },
  {
    sends: 'DELETE /group/leaveGroup/shop?groupJid={group}',
    status: 200,
    reads: { leave: true },
  },
];

const TEMPLATES: readonly ClientRequest[] = [
  {
    sends: 'POST /template/create/shop',
    body: () => ({
      ...{ name: 'ready', category: 'UTILITY', language: 'en_US', allowCategoryChange: true },
      components: [{ type: 'BODY', text: 'It is ready' }],
    }),
    status: 201,
    reads: { id: text, status: 'APPROVED' },
  },
  {
    sends: 'POST /message/sendTemplate/shop',
    body: to({ name: 'ready', language: 'en_US', components: [] }),
    status: 201,
    reads: { status: 'PENDING', messageType: 'templateMessage' },
  },
  {
    sends: 'POST /template/edit/shop',
    body: () => ({ templateId: 'none', category: 'MARKETING' }),
    status: 404,
    reads: 'template',
  },
  {
    sends: 'DELETE /template/delete/shop',
    body: () => ({ name: 'ready' }),
    status: 200,
    reads: { success: true },
  },
];

/** Whatever the provider. */
export const REQUESTS = [...MESSAGES, ...CHATS, ...GROUPS];
/** Of accounts that have templates. */
export const TEMPLATE_REQUESTS = TEMPLATES;
