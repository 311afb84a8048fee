/** Paths of /send, as Evolution Go has them. */

import { type Static, Type } from '@sinclair/typebox';
import { MESSAGE_ID, NUMBER } from '../../core/http/example-values.ts';
import type { Json } from '../../core/http/openapi-components.ts';
import { type Fields, fieldsIn } from '../../core/http/read-fields.ts';
import { AppError, invalid } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import type { MessageSent } from '../gateway/api.ts';
import {
  COMMON_NAMES,
  commonFields,
  FILE,
  flag,
  integer,
  mediaHeaders,
  optional,
  PICTURE_URL,
  picture,
  SENT_ROW,
  text,
  texts,
  toSentData,
  withCommon,
} from './fields.ts';
import { type GoCall, type GoRest, type GoRow, type GoRows, send } from './operation.ts';

/** A message to a chat, in the common fields and some of its own. */
export const message = (summary: string, row: GoRest): GoRow =>
  send(summary, {
    ...SENT_ROW,
    ...row,
    body: { ...commonFields, ...row.body },
    ...(row.example && { example: { number: NUMBER, ...row.example } }),
    names: { ...COMMON_NAMES, ...row.names },
    mapBody: (fields, call) =>
      withCommon(row.mapBody?.(fields, call) ?? fields, call.instance.ownerJid),
  });

const degrees = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });
export const list = (description: string, example: readonly Json[]) =>
  Type.Optional(Type.Array(Type.Unknown(), { description, examples: [example] }));
const PREVIEWED = ['title', 'description', 'imgUrl'];

/** The text with the link in it. */
function withLink(fields: Fields): Fields {
  const { text = '', url = '' } = fields;
  if (typeof url !== 'string') throw invalid('url must be a string');
  const hasLink = typeof text !== 'string' || text.includes(url);
  return { ...fields, text: hasLink ? text : `${text} ${url}`.trim() };
}

async function sendFile(fields: Fields, call: GoCall) {
  const {
    number,
    delay,
    quoted,
    mentionedJid: mentioned,
    mentionAll,
  } = withCommon(fields, call.instance.ownerJid);
  const { url, type, caption, filename: fileName, viewOnce, mediaHeaders } = fields;
  const sendBy = async (verb: string, file: Fields) => {
    const about = { number, delay, quoted, mentioned, mentionsEveryOne: mentionAll };
    const body = { ...about, mediaHeaders, ...file };
    return toSentData(await call.ask(`POST /message/${verb}/:instanceName`, body), call);
  };
  if (type === 'ptv') return sendBy('sendPtv', { video: url });
  if (type === 'audio') {
    try {
      return await sendBy('sendWhatsAppAudio', { audio: url, viewOnce });
    } catch (error) {
      // Nothing was sent. If the file itself is wrong, sending it as a played file fails too and names the reason.
      if (!(error instanceof AppError && error.reason === 'invalid')) throw error;
    }
  }
  return sendBy('sendMedia', { mediatype: type, media: url, caption, fileName, viewOnce });
}

const statusJidList = list(
  'People who can see the status: phone numbers or JIDs. Required, since Gatehouse does not know the contacts of the account',
  ['5511888880000'],
);
const fileUrl = text(`A file of at most 16 MiB: ${FILE}`, 'https://shop.example.com/new.png');
const caption = optional('Text shown below the file, of at most 1024 characters', 'New today');

export const SEND: GoRows = {
  'POST /send/text': message('Send a text', {
    body: {
      text: text(
        'The text, of 1-65536 characters, such as `Your order is ready`',
        'Your order is ready',
      ),
    },
    operation: 'POST /message/sendText/:instanceName',
  }),
  'POST /send/link': message('Send a text with a preview of its link', {
    description:
      'Sends a text with a preview of its link, made of the page itself: `title`, `description` and `imgUrl` have no effect, and `data.Ignored` names them. `url` is added to a text that does not have it.',
    body: {
      text: optional('Text around the link; absent sends the link alone', 'New today'),
      url: optional(
        'URL of the page; defaults to the first link in the text',
        'https://shop.example.com',
      ),
      title: optional('No effect: the title comes from the page', 'Shop'),
      description: optional(
        'No effect: the description comes from the page',
        'Everything for the kitchen',
      ),
      imgUrl: optional(
        'No effect: the picture comes from the page',
        'https://shop.example.com/logo.png',
      ),
    },
    example: { text: 'Our prices: https://shop.example.com/prices' },
    operation: 'POST /message/sendText/:instanceName',
    names: { url: null, title: null, description: null, imgUrl: null },
    defaults: { linkPreview: true },
    mapBody: withLink,
    answer(sent: Static<typeof MessageSent>, call, fields) {
      const ignored = PREVIEWED.filter((name) => fields[name] !== undefined);
      return { ...toSentData(sent, call), ...(ignored.length > 0 && { Ignored: ignored }) };
    },
  }),
  'POST /send/media': message('Send a file', {
    description:
      'Sends a file. Audio goes as a voice note if one can be made of it (MP3, WAV, or Opus in Ogg or WebM), else as a file that is played.',
    body: {
      url: fileUrl,
      type: text('Kind of file: image, video, audio, document, or ptv for a round video', 'image'),
      caption,
      filename: optional('File name that the recipient sees, for a document', 'invoice.pdf'),
      mediaHeaders,
      viewOnce: flag('Whether phones show the file only once; not for a document'),
    },
    fileField: 'url',
    example: { type: 'image', url: PICTURE_URL, caption: 'New today' },
    names: { url: 'media', type: 'mediatype', filename: 'fileName' },
    refusals: { audio: 'url', video: 'url' },
    run: sendFile,
  }),
  'POST /send/poll': message('Send a poll', {
    body: {
      question: text(
        'Question of the poll, 1-255 characters, such as `When shall we deliver?`',
        'When shall we deliver?',
      ),
      options: texts('Options of the poll: 2-12 different texts of 1-100 characters', [
        'Monday',
        'Tuesday',
      ]),
      maxAnswer: integer(
        'Number of options that one person may choose; default 1, 0 for any number',
        1,
      ),
    },
    operation: 'POST /message/sendPoll/:instanceName',
    names: { question: 'name', options: 'values', maxAnswer: 'selectableCount' },
  }),
  'POST /send/sticker': message('Send a sticker', {
    body: {
      sticker: picture,
      mediaHeaders,
    },
    fileField: 'sticker',
    example: { sticker: PICTURE_URL },
    operation: 'POST /message/sendSticker/:instanceName',
  }),
  'POST /send/location': message('Send a location', {
    body: {
      latitude: degrees('Degrees north of the equator, -90 to 90; negative in the south', -23.5613),
      longitude: degrees('Degrees east of Greenwich, -180 to 180; negative in the west', -46.6565),
      name: optional('Name of the place, such as `Av. Paulista`', 'Av. Paulista'),
      address: optional('Address of the place, shown below its name', 'Av. Paulista, 1000'),
    },
    operation: 'POST /message/sendLocation/:instanceName',
  }),
  'POST /send/contact': message('Send the card of a contact', {
    body: {
      vcard: Type.Object(
        {
          fullName: text('Name of the person as the card shows it', 'Ana Souza'),
          phone: text('Phone number of the person with its country code', '5511999990000'),
          organization: optional('The company that the person belongs to', 'Shop'),
        },
        { description: 'The card of the contact: a person and their number' },
      ),
    },
    operation: 'POST /message/sendContact/:instanceName',
    names: { vcard: 'contact' },
    refusals: {
      [`contact.0.phoneNumber ${problem('card_leads_nowhere').message}`]: 'vcard.phone is required',
      'contact.0.phoneNumber': 'vcard.phone',
      'contact.0': 'vcard',
    },
    mapBody(fields) {
      const { fullName, phone, organization } = fieldsIn(fields.vcard);
      const cards = [{ fullName, phoneNumber: phone, organization }];
      return { ...fields, vcard: fields.vcard && cards };
    },
  }),
  'POST /send/status/text': send('Post a text as a status', {
    body: {
      text: text('The text, of 1-700 characters', 'Open until eight today'),
      backgroundColor: optional(
        'Color behind the text in the form #RRGGBB; default #075E54',
        '#22C55E',
      ),
      font: optional('Font of the text: its index, 0-5, among the fonts of phones; default 0', '0'),
      statusJidList,
    },
    example: { text: 'Open until eight today', statusJidList: [NUMBER] },
    operation: 'POST /message/sendStatus/:instanceName',
    names: { text: 'content' },
    defaults: { type: 'text' },
    ...SENT_ROW,
  }),
  'POST /send/status/media': send('Post a status with a file', {
    body: {
      url: fileUrl,
      type: text('Kind of file: image, video or audio', 'image'),
      caption,
      mediaHeaders,
      statusJidList,
    },
    fileField: 'url',
    example: { type: 'image', url: PICTURE_URL, statusJidList: [NUMBER] },
    operation: 'POST /message/sendStatus/:instanceName',
    names: { url: 'content' },
    ...SENT_ROW,
  }),
  'POST /send/pollVote': send('Vote in a poll', {
    description: 'Votes in a poll that was sent or received through the instance.',
    body: {
      pollMessageId: text('Id of the message that is the poll', '3EB0FE89262EDD05D2819D'),
      selectedOptions: texts('Texts of the chosen options; an empty list takes the vote back', [
        'Monday',
      ]),
      number: optional('Chat that the poll must be in; absent matches any chat', '5511888880000'),
      participant: optional(
        'No effect: the author of the poll is stored',
        '5511888880000@s.whatsapp.net',
      ),
      fromMe: flag('Whether the account itself made the poll; absent matches both'),
    },
    example: { number: NUMBER, pollMessageId: MESSAGE_ID, selectedOptions: ['Monday'] },
    operation: 'POST /message/sendPollVote/:instanceName',
    names: {
      pollMessageId: 'key.id',
      number: 'key.remoteJid',
      fromMe: 'key.fromMe',
      selectedOptions: 'options',
      participant: null,
    },
    // An empty list is a valid vote, so it stays in the body.
    mapBody: (body, { written }) => ({ ...body, selectedOptions: written.selectedOptions ?? [] }),
    ...SENT_ROW,
  }),
};
