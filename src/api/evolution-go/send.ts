/** Paths of /send, as Evolution Go has them. */
import { type TProperties, Type } from '@sinclair/typebox';
import { type Fields, isFields } from '../../http/read-fields.ts';
import { needs } from '../../instances/scopes.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { flag, optional, text, texts } from './fields.ts';
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
      text: optional('The text around the link; absent: the link alone'),
      url: optional('URL of the page; absent: the first link in the text'),
      title: optional('Makes no difference: the page says its title itself'),
      description: optional('Makes no difference: the page says its description itself'),
      imgUrl: optional('Makes no difference: the page says its picture itself'),
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
      type: text(
        'How it is sent: image, video, audio, document or ptv (a video that is shown round)',
      ),
      caption: optional('Text shown below the file, of at most 1024 characters'),
      filename: optional('Name of the file as its recipient sees it; of a document'),
      viewOnce: flag('Whether phones show the file once only; not of a document'),
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
    'Who can see the status: phone numbers or JIDs. Required: the contacts of the account are not known here',
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
const fallback = {
  fallback: optional('`poll`: the choices are sent as a poll; else nothing is sent'),
};

export const SEND: readonly GoOperation[] = [
  send({
    kind: 'text',
    summary: 'Send a text',
    body: { text: text('The text, of 1-65536 characters, such as `Your order is ready`') },
    asks: '/message/sendText',
    names: same('text'),
  }),
  link,
  media,
  send({
    kind: 'poll',
    summary: 'Send a poll',
    body: {
      question: text('The question of the poll, of 1-255 characters'),
      options: texts('What people can choose: 2-12 different texts of 1-100 characters'),
      maxAnswer: Type.Optional(
        Type.Integer({
          description:
            'How many options one person may choose, 1 when absent; 0: as many as they like',
        }),
      ),
    },
    asks: '/message/sendPoll',
    names: { name: 'question', values: 'options', selectableCount: 'maxAnswer' },
  }),
  send({
    kind: 'sticker',
    summary: 'Send a sticker',
    body: {
      sticker: text('A picture of at most 5 MiB: an http(s) URL, base64, or a data: URL in base64'),
    },
    asks: '/message/sendSticker',
    fileField: 'sticker',
    names: same('sticker'),
  }),
  send({
    kind: 'location',
    summary: 'Send a location',
    body: {
      latitude: Type.Number({
        description: 'Degrees north of the equator, -90 to 90; negative in the south',
      }),
      longitude: Type.Number({
        description: 'Degrees east of Greenwich, -180 to 180; negative in the west',
      }),
      name: optional('What the place is called'),
      address: optional('Address of the place, shown below its name'),
    },
    asks: '/message/sendLocation',
    names: same('latitude', 'longitude', 'name', 'address'),
  }),
  send({
    kind: 'contact',
    summary: 'Send the card of a contact',
    body: {
      vcard: Type.Object(
        {
          fullName: text('Name of the person as the card shows it'),
          phone: text('Phone number of the person with its country code'),
          organization: optional('The company that the person belongs to'),
        },
        { description: 'The card of the contact: a person and their number' },
      ),
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
      title: optional('The heading above the text'),
      buttons: list('The buttons, each `{type: "reply", displayText}`'),
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
      title: optional('The heading above the text'),
      buttonText: optional('What the button that opens the list says; unused where a poll is sent'),
      sections: list('The choices in sections, each `{title, rows: [{title}]}`'),
    },
    asks: '/message/sendList',
    names: same('title', 'description', 'footerText', 'buttonText', 'sections', 'fallback'),
  }),
  statusPost(
    'text',
    {
      text: text('The text, of 1-700 characters'),
      backgroundColor: optional('Color behind the text in the form #RRGGBB; default #075E54'),
      font: optional('Font of the text: its place, 0-5, among those that phones offer; default 0'),
    },
    { content: 'text', ...same('backgroundColor', 'font') },
  ),
  statusPost(
    'media',
    {
      url: text('A file of at most 16 MiB: an http(s) URL, base64, or a data: URL in base64'),
      type: text('What the file is: image, video or audio'),
      caption: optional('Text shown below the file, of at most 1024 characters'),
    },
    { content: 'url', ...same('type', 'caption') },
  ),
];
