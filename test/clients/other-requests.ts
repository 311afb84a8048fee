/** Requests as clients of Evolution API 1 and of the newest Evolution API make them, which no other client here has. */
import { expect } from 'bun:test';
import { type Client, callsOf } from './call.ts';
import { ANA, ANA_JID } from './stage.ts';

const { works, refused } = callsOf();
const text = expect.any(String);
const to = (fields: object) => ({ number: ANA, ...fields });
const KEY = { remoteJid: ANA_JID, fromMe: true, id: text };
const TEMPLATE = {
  ...{ name: 'ready', category: 'UTILITY', language: 'en_US' },
  components: [{ type: 'BODY', text: 'It is ready' }],
};

export const OTHER_REQUESTS: Client = {
  name: 'Other requests',
  version: '1.8, 2.4',
  of: 'Evolution API',
  calls: [
    works(
      '1.8: sendText',
      'POST /message/sendText/shop',
      to({ options: { linkPreview: false }, textMessage: { text: 'Version one' } }),
      { key: KEY, message: { conversation: 'Version one' } },
    ),
    works(
      'sendText, quoting',
      'POST /message/sendText/shop',
      ({ received: id }) =>
        to({
          text: 'Yes',
          quoted: {
            key: { id, remoteJid: ANA_JID, fromMe: false },
            message: { conversation: 'Hi' },
          },
        }),
      { key: KEY, messageType: 'extendedTextMessage' },
    ),
    works(
      'sendText, quoting what is not stored',
      'POST /message/sendText/shop',
      to({
        text: 'Yes',
        quoted: {
          key: { id: '3EB0EEEEEEEEEEEEEEEEEE', remoteJid: ANA_JID, fromMe: false },
          message: { conversation: 'Before your time' },
        },
      }),
      { key: KEY },
    ),
    works(
      '2.4: sendCarousel',
      'POST /message/sendCarousel/shop',
      to({
        body: 'Look',
        cards: [{ title: 'Soup', body: 'Hot', buttons: [{ type: 'reply', displayText: 'Yes' }] }],
      }),
      { key: KEY },
    ),
    ...['getCatalog', 'getCollections'].map((verb) =>
      refused(
        verb,
        `POST /business/${verb}/shop`,
        to({ limit: 10 }),
        'only the phone of a business can read its catalog',
      ),
    ),
    works('template/create', 'POST /template/create/shop', TEMPLATE, { id: text }),
    works(
      'sendTemplate',
      'POST /message/sendTemplate/shop',
      to({ name: 'ready', language: 'en_US', components: [] }),
      { status: 'PENDING', messageType: 'templateMessage' },
    ),
    works('template/delete', 'DELETE /template/delete/shop', { name: 'ready' }, { success: true }),
  ],
};
