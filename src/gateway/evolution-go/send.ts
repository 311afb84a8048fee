/** Paths of /send, as Evolution Go has them. */
import { type TProperties, Type } from '@sinclair/typebox';
import { type Fields, isFields } from '../../http/read-fields.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { needs } from '../scopes.ts';
import { type Calling, type GoOperation, renamed } from './operation.ts';
import {
  COMMON_NAMES,
  commonFields,
  commonOf,
  SentData,
  toSentData,
  withoutAbsent,
} from './sent.ts';

interface SendRow {
  readonly kind: string;
  readonly summary: string;
  readonly description?: string;
  readonly body: TProperties;
  /** The operation that is asked, of `/message/`. */
  readonly asks: string;
  readonly fileField?: string;
  readonly names?: Readonly<Record<string, string>>;
  /** Fields of the body asked for that are more than another name. */
  readonly fields?: (fields: Fields) => Fields;
}

async function sendBy(path: string, body: Fields, { ask, instance }: Calling) {
  return toSentData(await ask('POST', path, { body }), instance);
}

const send = ({
  kind,
  summary,
  description,
  body,
  asks,
  fileField,
  ...row
}: SendRow): GoOperation => ({
  path: `/send/${kind}`,
  security: needs('send'),
  summary,
  ...(description !== undefined && { description }),
  body: Type.Object({ ...commonFields, ...body }, { additionalProperties: true }),
  ...(fileField !== undefined && { fileField }),
  data: SentData,
  names: { ...COMMON_NAMES, ...row.names },
  run: (fields, calling) => {
    const own = { ...renamed(fields, row.names), ...row.fields?.(fields) };
    return sendBy(asks, withoutAbsent({ ...commonOf(fields), ...own }), calling);
  },
});

const text = (description: string) => Type.String({ description });
const optional = (description: string) => Type.Optional(Type.String({ description }));
const list = (description: string) => Type.Optional(Type.Array(Type.Unknown(), { description }));
/** Names that are the same on both sides. */
const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

const PREVIEWED = ['title', 'description', 'imgUrl'];

const link: GoOperation = {
  path: '/send/link',
  security: needs('send'),
  summary: 'Send a text with a preview of its link',
  description:
    'The preview is made of the page itself: `title`, `description` and `imgUrl` make no difference, and `data.Ignored` names them. `url` is added to a text that does not have it.',
  body: Type.Object(
    {
      ...commonFields,
      text: optional('What is said; absent: the link alone'),
      url: optional('The page; absent: the first link in the text'),
      title: optional('Ignored'),
      description: optional('Ignored'),
      imgUrl: optional('Ignored'),
    },
    { additionalProperties: true },
  ),
  data: SentData,
  names: COMMON_NAMES,
  async run(fields, calling) {
    const { text: said = '', url = '' } = fields;
    if (typeof url !== 'string') throw invalid('url must be a string');
    const hasLink = typeof said !== 'string' || said.includes(url);
    const whole = hasLink ? said : `${said} ${url}`.trim();
    const body = { ...commonOf(fields), text: whole, linkPreview: true };
    const sent = await sendBy('/message/sendText', body, calling);
    const ignored = PREVIEWED.filter((name) => fields[name] !== undefined);
    return { ...sent, ...(ignored.length > 0 && { Ignored: ignored }) };
  },
};

const isRefused = (error: unknown): boolean =>
  error instanceof AppError && error.reason === 'invalid';

const media: GoOperation = {
  path: '/send/media',
  security: needs('send'),
  summary: 'Send a file',
  description:
    'Audio goes as a voice note where one can be made of it (MP3, WAV, or Opus in Ogg or WebM), else as a file that is played.',
  body: Type.Object(
    {
      ...commonFields,
      url: text('A file of at most 16 MiB: an http(s) URL, base64, or a data: URL in base64'),
      type: text('image, video, audio, document or ptv (a video that is shown round)'),
      caption: optional('What is said with it'),
      filename: optional('Of a document'),
      viewOnce: Type.Optional(Type.Boolean({ description: 'Phones show it once; no document' })),
    },
    { additionalProperties: true },
  ),
  fileField: 'url',
  data: SentData,
  names: {
    ...COMMON_NAMES,
    media: 'url',
    mediatype: 'type',
    fileName: 'filename',
    audio: 'url',
    video: 'url',
  },
  async run(fields, calling) {
    const { url, type, caption, filename, viewOnce } = fields;
    const common = commonOf(fields);
    if (type === 'ptv') return sendBy('/message/sendPtv', { ...common, video: url }, calling);
    if (type === 'audio') {
      const voice = withoutAbsent({ ...common, audio: url, viewOnce });
      try {
        return await sendBy('/message/sendWhatsAppAudio', voice, calling);
      } catch (error) {
        // Nothing was sent. What else is wrong with it is wrong with a file that is played as well.
        if (!isRefused(error)) throw error;
      }
    }
    const file = { mediatype: type, media: url, caption, fileName: filename, viewOnce };
    return sendBy('/message/sendMedia', withoutAbsent({ ...common, ...file }), calling);
  },
};

const CONTACT = { 'contact.0.phoneNumber': 'vcard.phone', 'contact.0': 'vcard', contact: 'vcard' };

const statusFields = {
  statusJidList: list(
    'Who can see it: numbers or JIDs. Required: the contacts of the account are not known here',
  ),
};

const statusPost = (
  kind: string,
  body: TProperties,
  names: Record<string, string>,
): GoOperation => ({
  path: `/send/status/${kind}`,
  security: needs('send'),
  summary: kind === 'text' ? 'Post a text as a status' : 'Post a file as a status',
  body: Type.Object({ ...body, ...statusFields }, { additionalProperties: true }),
  ...(kind === 'media' && { fileField: 'url' }),
  data: SentData,
  names,
  run: (fields, calling) => {
    const given = renamed(fields, { ...names, ...same('statusJidList') });
    const post = kind === 'text' ? { type: 'text', ...given } : given;
    return sendBy('/message/sendStatus', post, calling);
  },
});

const NO_BUTTONS =
  'Phones of personal accounts show none, so it is refused with 422, unless `fallback` is `poll`: then the choices are sent as one.';
const fallback = { fallback: optional('`poll`') };

export const SEND: readonly GoOperation[] = [
  send({
    kind: 'text',
    summary: 'Send a text',
    body: { text: text('What is said') },
    asks: '/message/sendText',
    names: same('text'),
  }),
  link,
  media,
  send({
    kind: 'poll',
    summary: 'Send a poll',
    body: {
      question: text('What is asked'),
      options: Type.Array(Type.String()),
      maxAnswer: Type.Optional(Type.Integer({ description: 'How many one person may choose' })),
    },
    asks: '/message/sendPoll',
    names: { name: 'question', values: 'options', selectableCount: 'maxAnswer' },
  }),
  send({
    kind: 'sticker',
    summary: 'Send a sticker',
    body: { sticker: text('A picture: an http(s) URL, base64, or a data: URL in base64') },
    asks: '/message/sendSticker',
    fileField: 'sticker',
    names: same('sticker'),
  }),
  send({
    kind: 'location',
    summary: 'Send a location',
    body: {
      latitude: Type.Number(),
      longitude: Type.Number(),
      name: optional('Of the place'),
      address: optional('Of the place'),
    },
    asks: '/message/sendLocation',
    names: same('latitude', 'longitude', 'name', 'address'),
  }),
  send({
    kind: 'contact',
    summary: 'Send the card of a contact',
    body: {
      vcard: Type.Object({
        fullName: Type.String(),
        phone: Type.String(),
        organization: Type.Optional(Type.String()),
      }),
    },
    asks: '/message/sendContact',
    names: CONTACT,
    fields: ({ vcard }) => {
      const { fullName, phone, organization } = isFields(vcard) ? vcard : {};
      return { contact: vcard && [{ fullName, phoneNumber: phone, organization }] };
    },
  }),
  send({
    kind: 'button',
    summary: 'Send reply buttons as a poll',
    description: NO_BUTTONS,
    body: {
      ...fallback,
      title: optional('Heads it'),
      buttons: list('`{type: "reply", displayText}`'),
    },
    asks: '/message/sendButtons',
    names: same('title', 'description', 'footer', 'buttons', 'fallback'),
  }),
  send({
    kind: 'list',
    summary: 'Send the rows of a list as a poll',
    description: NO_BUTTONS,
    body: {
      ...fallback,
      title: optional('Heads it'),
      buttonText: optional('Opens the list, where it is sent as one'),
      sections: list('`{title, rows: [{title}]}`'),
    },
    asks: '/message/sendList',
    names: same('title', 'description', 'footerText', 'buttonText', 'sections', 'fallback'),
  }),
  statusPost(
    'text',
    {
      text: text('What is said'),
      backgroundColor: optional('Such as #075E54'),
      font: optional('0-5'),
    },
    { content: 'text', ...same('backgroundColor', 'font') },
  ),
  statusPost(
    'media',
    { url: text('The file'), type: text('image, video or audio'), caption: optional('Beside it') },
    { content: 'url', ...same('type', 'caption') },
  ),
];
