/** Bodies that work: messages of every kind. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { JID, MESSAGE_ID, NUMBER, PICTURE } from './known.ts';

const KEY = { id: MESSAGE_ID, remoteJid: JID, fromMe: true };
const RECEIVED = { ...KEY, fromMe: false };
const CHOICES = { number: NUMBER, title: 'Delivery', description: 'When may we come?' };

export const MESSAGE_BODIES: ZoneExamples['bodies'] = {
  'POST /message/sendText/{instanceName}': { number: NUMBER, text: 'Hello' },
  'POST /message/sendMedia/{instanceName}': {
    number: NUMBER,
    mediatype: 'document',
    media: 'Ym9vayw5Cg==',
    mimetype: 'text/csv',
    fileName: 'prices.csv',
  },
  'POST /message/sendWhatsAppAudio/{instanceName}': {
    number: NUMBER,
    audio: 'UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YRAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
  'POST /message/sendPtv/{instanceName}': {
    number: NUMBER,
    video: 'AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQyAAAACG1kYXQ=',
  },
  'POST /message/sendSticker/{instanceName}': { number: NUMBER, sticker: PICTURE },
  'POST /message/sendStatus/{instanceName}': {
    type: 'text',
    content: 'Open until eight today',
    backgroundColor: '#22C55E',
    statusJidList: [NUMBER],
  },
  'POST /message/sendLocation/{instanceName}': {
    number: NUMBER,
    latitude: -23.5613,
    longitude: -46.6565,
    name: 'Shop',
  },
  'POST /message/sendContact/{instanceName}': {
    number: NUMBER,
    contact: [{ fullName: 'Shop', phoneNumber: '5511999990000' }],
  },
  'POST /message/sendPoll/{instanceName}': {
    number: NUMBER,
    name: 'When may we come?',
    values: ['Monday', 'Tuesday'],
  },
  'POST /message/sendPollVote/{instanceName}': { key: RECEIVED, options: ['Monday'] },
  'POST /message/sendReaction/{instanceName}': { key: RECEIVED, reaction: '👍' },
  'POST /message/forward/{instanceName}': { number: NUMBER, key: RECEIVED },
  'POST /message/sendList/{instanceName}': {
    ...CHOICES,
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
  'POST /message/sendButtons/{instanceName}': {
    ...CHOICES,
    buttons: [
      { type: 'reply', displayText: 'Monday', id: 'monday' },
      { type: 'reply', displayText: 'Tuesday', id: 'tuesday' },
    ],
    fallback: 'poll',
  },
  'POST /chat/updateMessage/{instanceName}': { key: KEY, text: 'Hello again' },
  'DELETE /chat/deleteMessageForEveryone/{instanceName}': KEY,
  'POST /chat/getBase64FromMediaMessage/{instanceName}': { message: { key: { id: MESSAGE_ID } } },
  'POST /chat/getPollVote/{instanceName}': { message: { key: { id: MESSAGE_ID } } },
};
