/** What the n8n node promises about sending. */
import { expect } from 'bun:test';
import { wavOf } from '../doubles/sound-files.ts';
import { key, type NodePromise, text, to } from './n8n-promise.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';

const said = (messageType: string) => ({
  key: { remoteJid: ANA_JID, fromMe: true, id: text },
  status: 'PENDING',
  messageType,
  messageTimestamp: expect.any(Number),
  instanceId: text,
});
const quoting = ({ received }: Stage) => ({ messageQuoted: { messageId: received } });
const POLL_INSTEAD = 'Phones do not show lists and buttons of personal WhatsApp accounts.';

export const MESSAGES: readonly NodePromise[] = [
  {
    run: 'messages-api send-text',
    fills: (stage) => ({
      remoteJid: ANA,
      messageText: 'Good day, all',
      options_message: {
        linkPreview: false,
        quoted: quoting(stage),
        mentions: { mentionsSettings: { mentioned: `${ANA}, ${BOB}@s.whatsapp.net` } },
      },
    }),
    sends: 'POST /message/sendText/shop',
    with: ({ received }) => ({
      number: ANA,
      text: 'Good day, all',
      linkPreview: false,
      quoted: { key: { id: received } },
      mentioned: [ANA_JID, `${BOB}@s.whatsapp.net`],
    }),
    reads: said('extendedTextMessage'),
  },
  {
    run: 'messages-api send-image',
    fills: to({ media: PICTURE, caption: 'Look' }),
    sends: 'POST /message/sendMedia/shop',
    with: () => ({
      number: ANA,
      mediatype: 'image',
      mimetype: 'image/jpeg',
      fileName: 'image.jpg',
    }),
    reads: said('imageMessage'),
  },
  {
    run: 'messages-api send-video',
    fills: to({ media: 'AAAA', caption: '' }),
    sends: 'POST /message/sendMedia/shop',
    with: () => ({ mediatype: 'video', mimetype: 'video/mp4', caption: '' }),
    reads: said('videoMessage'),
  },
  {
    run: 'messages-api send-audio',
    fills: to({ media: wavOf().toString('base64') }),
    sends: 'POST /message/sendWhatsAppAudio/shop',
    with: () => ({ number: ANA, mimetype: 'audio/mp3', fileName: 'audio.mp3' }),
    reads: said('audioMessage'),
  },
  {
    run: 'messages-api send-document',
    fills: to({ media: 'Ym9vayw5Cg==', caption: 'Prices' }),
    sends: 'POST /message/sendMedia/shop',
    with: () => ({ mediatype: 'document', mimetype: 'application/pdf', fileName: 'document.pdf' }),
    reads: said('documentMessage'),
  },
  {
    run: 'messages-api send-poll',
    fills: to({
      caption: 'Lunch?',
      options_display: { metadataValues: [{ optionValue: 'Yes' }, { optionValue: 'No' }] },
    }),
    sends: 'POST /message/sendPoll/shop',
    with: () => ({ name: 'Lunch?', selectableCount: 1, values: ['Yes', 'No'] }),
    reads: said('pollCreationMessageV3'),
  },
  {
    run: 'messages-api send-contact',
    fills: to({
      contacts: {
        contactValues: [
          { fullName: 'Bob', wuid: BOB, phoneNumber: `+${BOB}`, email: 'bob@example.com' },
        ],
      },
    }),
    sends: 'POST /message/sendContact/shop',
    with: () => ({ contact: [{ fullName: 'Bob', wuid: BOB, phoneNumber: `+${BOB}` }] }),
    reads: said('contactMessage'),
  },
  {
    run: 'messages-api send-list',
    fills: to({
      title: 'Menu',
      description: 'Of the day',
      sections: {
        sectionValues: [
          { title: 'Hot', rows: { rowValues: [{ title: 'Soup' }, { title: 'Stew' }] } },
        ],
      },
    }),
    sends: 'POST /message/sendList/shop',
    with: () => ({ buttonText: 'Ver Opções', sections: [{ title: 'Hot' }] }),
    ...{ refused: [422, POLL_INSTEAD], isChoice: true },
  },
  {
    run: 'messages-api send-buttons',
    fills: to({
      title: 'Lunch?',
      description: 'Today',
      buttons: { buttonValues: [{ type: 'reply', displayText: 'Yes', id: '1' }] },
    }),
    sends: 'POST /message/sendButtons/shop',
    with: () => ({ buttons: [{ type: 'reply', displayText: 'Yes', id: '1' }] }),
    ...{ refused: [422, POLL_INSTEAD], isChoice: true },
  },
  {
    run: 'messages-api send-pix',
    fills: to({ name: 'Shop', keyType: 'email', key: 'shop@example.com' }),
    sends: 'POST /message/sendButtons/shop',
    with: () => ({ buttons: [{ type: 'pix', currency: 'BRL', keyType: 'email' }] }),
    ...{ refused: [422, POLL_INSTEAD], isChoice: true },
  },
  {
    run: 'messages-api send-stories',
    fills: () => ({ type: 'text', content: 'Open again', statusJidList: `${ANA}, ${BOB}` }),
    sends: 'POST /message/sendStatus/shop',
    with: () => ({ type: 'text', backgroundColor: '#000000', font: 1, allContacts: false }),
    reads: { key: { remoteJid: 'status@broadcast', fromMe: true, id: text }, status: 'PENDING' },
  },
  {
    run: 'messages-api send-reaction',
    fills: ({ received }) => ({ remoteJid: ANA_JID, messageId: received, fromMe: false }),
    sends: 'POST /message/sendReaction/shop',
    with: ({ received }) => ({ key: key(received, false), reaction: '👍' }),
    reads: said('reactionMessage'),
  },
  {
    run: 'messages-api send-text',
    fills: () => ({ remoteJid: BOB, messageText: 'Later', options_message: { delay: 1_000 } }),
    sends: 'POST /message/sendText/shop',
    with: () => ({ number: BOB, text: 'Later', delay: 1_000 }),
    reads: {
      key: { remoteJid: `${BOB}@s.whatsapp.net`, fromMe: true, id: text },
      // With EVOLUTION_MODE it is PENDING.
      status: expect.stringMatching(/^(PENDING|QUEUED)$/),
    },
  },
];
