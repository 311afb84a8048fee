/** Posting a status. */

import { Type } from '@sinclair/typebox';
import { MEDIA_BYTES_MAX } from '../../../core/events/contract/catalog.ts';
import { Whole } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import {
  errorOf,
  type FieldError,
  type Fields,
  fieldError,
  oneOf,
  optional,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import { STATUS_JID } from '../../../core/providers/chats.ts';
import { caption, readFile } from '../../../core/sending/media-fields.ts';
import { mediaHeaders } from '../../../core/sending/media-headers.ts';
import { readPeople } from '../../../core/sending/recipient.ts';
import { whenFields } from '../../../core/sending/send-time.ts';
import { isWithin } from '../../../core/shared/characters.ts';
import { unnamedProblem } from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import { fileBody, sendOperation } from './operation.ts';

const TYPES = ['text', 'image', 'video', 'audio'] as const;
/** The phone app does not let people write more. */
const TEXT_CHARACTERS_MAX = 700;
const FONT_MAX = 5;
const DEFAULT_COLOR = '#075E54';
const AUDIENCE_MAX = 500;
const UNKNOWN_CONTACTS =
  'the contacts of the account are not known here, so statusJidList must name everybody who can see the status';

/** A text as it is, anything else as a file. */
const readContent = (value: unknown, guard: UrlGuard, { type }: Fields) => {
  if (type !== 'text') return readFile(value, guard);
  if (value === undefined) return fieldError('required');
  const isText = typeof value === 'string' && value.trim() !== '';
  return isText && isWithin(value, TEXT_CHARACTERS_MAX)
    ? value
    : fieldError('text_length', { min: 1, max: TEXT_CHARACTERS_MAX });
};

const readColor = (value: unknown): number | FieldError => {
  const [, digits] = /^#([0-9A-Fa-f]{6})$/.exec(typeof value === 'string' ? value : '') ?? [];
  return digits === undefined
    ? fieldError('not_status_color', { example: DEFAULT_COLOR })
    : 0xff000000 + Number.parseInt(digits, 16);
};

const readAudience = (value: unknown): readonly string[] | FieldError =>
  value === undefined ? fieldError('required') : readPeople(AUDIENCE_MAX)(value);

const StatusPost = NamedObject(
  'StatusPost',
  {
    type: parsedBy(
      describe('Kind of status: a text, or a file of this kind', words(...TYPES)),
      (value) => (value === undefined ? fieldError('required') : oneOf(TYPES)(value)),
    ),
    content: parsedBy(
      Type.String({
        description: `Text, at most ${TEXT_CHARACTERS_MAX} characters; or a file, at most 16 MiB: base64, a data: URL in base64, or an http(s) URL. Audio must be what voice notes can be made of`,
        examples: ['Open until eight today'],
      }),
      readContent,
    ),
    caption,
    mediaHeaders,
    backgroundColor: parsedBy(
      Type.Optional(
        Type.String({
          description: `Color behind a text in the form #RRGGBB, default ${DEFAULT_COLOR}`,
          default: DEFAULT_COLOR,
        }),
      ),
      (value = DEFAULT_COLOR) => readColor(value),
    ),
    font: optional(
      Whole({
        minimum: 0,
        maximum: FONT_MAX,
        default: 0,
        description: 'Font of a text: its index, 0-5, among the fonts of phones',
      }),
    ),
    allContacts: parsedIfPresent(
      Type.Literal(false, {
        description: 'Always false or absent: Gatehouse does not know the contacts of the account',
      }),
      (value) =>
        value === false ? false : errorOf(unnamedProblem(`must be false: ${UNKNOWN_CONTACTS}`)),
    ),
    statusJidList: parsedBy(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: AUDIENCE_MAX,
        description: 'People who can see the status: phone numbers or JIDs',
        examples: [['5511888880000']],
      }),
      readAudience,
    ),
    ...whenFields,
  },
  { additionalProperties: true },
);

/** Kinds of statuses that are files. Audio is shown as a voice note. */
const KINDS = { image: 'image', video: 'video', audio: 'voice' } as const;

export const sendStatus = sendOperation('POST /message/sendStatus/:instanceName', {
  summary: 'Post a status',
  description:
    'Posts a status, which is shown for a day to the people who are named and to nobody else. Answers 400 and posts nothing if one of them is not on the platform.',
  body: fileBody(StatusPost, 'content'),
  takesFiles: 'when connected',
  agent: { tool: 'send_status', effect: 'adds' },
  compose({ type, content, caption, statusJidList: audience, ...more }) {
    const {
      backgroundColor: background,
      font = 0,
      allContacts: _,
      mediaHeaders: __,
      ...when
    } = more;
    const number = STATUS_JID;
    if (type === 'text' || typeof content === 'string') {
      const look = { background, font };
      return { number, audience, content: { kind: 'text', text: `${content}`, look } };
    }
    const kind = KINDS[type];
    return {
      number,
      audience,
      kind,
      ...content,
      ...when,
      caption: kind === 'voice' ? null : caption,
      fileName: null,
      viewOnce: false,
      bytesMax: MEDIA_BYTES_MAX,
    };
  },
});
