/** Bodies that work: what a phone and the platform do to a sandbox instance. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { GROUP, JID, MESSAGE_ID, NEWSLETTER, NUMBER, OWN_NUMBER } from './known.ts';

const TEXT = { kind: 'text', from: NUMBER, text: 'Hello', pushName: 'Customer' };

export const SANDBOX_BODIES: ZoneExamples['bodies'] = {
  'POST /sandbox/{instanceName}/scan': { number: OWN_NUMBER, pushName: 'Shop' },
  'POST /sandbox/{instanceName}/pair': { code: 'ABCD-1234' },
  'POST /sandbox/{instanceName}/message': TEXT,
  'POST /sandbox/{instanceName}/load': { messages: 10, chats: 2 },
  'POST /sandbox/{instanceName}/history': { ...TEXT, sentAt: '2026-01-05T12:00:00.000Z' },
  'POST /sandbox/{instanceName}/chat': { chat: NUMBER, archived: true },
  'POST /sandbox/{instanceName}/contact': { number: NUMBER, name: 'Customer' },
  'POST /sandbox/{instanceName}/template': {
    name: 'order_ready',
    language: 'en_US',
    status: 'APPROVED',
  },
  'POST /sandbox/{instanceName}/receipt': { state: 'Read', chat: NUMBER, messageIds: [MESSAGE_ID] },
  'POST /sandbox/{instanceName}/call': {
    step: 'offer',
    callId: 'C0FFEE0123456789',
    from: NUMBER,
  },
  'POST /sandbox/{instanceName}/group': {
    step: 'joined',
    jid: GROUP,
    name: 'Orders',
    join: [NUMBER],
  },
  'POST /sandbox/{instanceName}/newsletter': { jid: NEWSLETTER, name: 'News of the shop' },
  'POST /sandbox/{instanceName}/ack': { messageId: MESSAGE_ID, status: 'Read' },
  'POST /sandbox/{instanceName}/limits': { newChats: { locked: false } },
  'POST /sandbox/{instanceName}/presence': { from: NUMBER, presence: 'composing' },
  'POST /sandbox/{instanceName}/label': { step: 'add', labelId: '7', chat: JID },
};
