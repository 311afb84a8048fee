/** Sending files: media as they are, voice notes, round videos and stickers. */
import { MEDIA_BYTES_MAX } from '../../../core/events/contract/catalog.ts';
import { NUMBER, PICTURE } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { contextFields } from '../../../core/sending/context.ts';
import { fileField, MediaMessage, viewOnce } from '../../../core/sending/media-fields.ts';
import { mediaHeaders } from '../../../core/sending/media-headers.ts';
import { PICTURE_BYTES_MAX } from '../../../core/sending/pictures.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { fileBody, sendOperation } from './operation.ts';

export const sendMedia = sendOperation('POST /message/sendMedia/:instanceName', {
  summary: 'Send an image, a video, audio or a document',
  description:
    'Sends the file as it is. A URL is fetched within 30 seconds, over at most 3 redirects, and only from where webhooks may go; a file that cannot be fetched is a bad request, one of more than 16 MiB is too large.',
  body: fileBody(MediaMessage, 'media'),
  takesFiles: 'when connected',
  agent: { tool: 'send_media', effect: 'adds' },
  example: {
    body: {
      number: NUMBER,
      mediatype: 'document',
      media: 'Ym9vayw5Cg==',
      mimetype: 'text/csv',
      fileName: 'prices.csv',
    },
  },
  compose: ({ mediatype: kind, media: { file, mimetype }, ...fields }) => ({
    ...fields,
    kind,
    file,
    mimetype: fields.mimetype ?? mimetype,
    bytesMax: MEDIA_BYTES_MAX,
  }),
});

/** The description of files that are sent without one. */
const PLAIN = { mimetype: null, caption: null, fileName: null, viewOnce: false };

const VoiceNote = NamedObject(
  'VoiceNote',
  {
    number: Recipient,
    audio: fileField(
      'MP3, WAV, or Opus in Ogg or WebM, of at most 16 MiB and 10 minutes: base64, a data: URL in base64, or an http(s) URL',
      'https://shop.example.com/greeting.ogg',
    ),
    viewOnce,
    mediaHeaders,
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendWhatsAppAudio = sendOperation('POST /message/sendWhatsAppAudio/:instanceName', {
  summary: 'Send a voice note',
  description:
    'Sends a voice note with its length and a waveform. Opus in Ogg is sent as it is, WebM with Opus is repacked, MP3 and WAV are encoded; anything else is answered 400.',
  body: fileBody(VoiceNote, 'audio'),
  takesFiles: 'when connected',
  agent: { tool: 'send_whatsapp_audio', effect: 'adds' },
  example: {
    body: {
      number: NUMBER,
      audio: 'UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YRAAAAAAAAAAAAAAAAAAAAAAAAAA',
    },
  },
  compose: ({ audio: { file }, ...fields }) => ({
    ...PLAIN,
    ...fields,
    kind: 'voice',
    file,
    bytesMax: MEDIA_BYTES_MAX,
  }),
});

const RoundVideo = NamedObject(
  'RoundVideo',
  {
    number: Recipient,
    video: fileField(
      'MP4 of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL',
      'https://shop.example.com/round.mp4',
    ),
    mediaHeaders,
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendPtv = sendOperation('POST /message/sendPtv/:instanceName', {
  summary: 'Send a round video',
  description: 'Sends an MP4 as it is; phones show the middle of it in a circle.',
  body: fileBody(RoundVideo, 'video'),
  takesFiles: 'when connected',
  agent: { tool: 'send_ptv', effect: 'adds' },
  example: { body: { number: NUMBER, video: 'AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQyAAAACG1kYXQ=' } },
  compose: ({ video: { file }, ...fields }) => ({
    ...PLAIN,
    ...fields,
    kind: 'ptv',
    file,
    bytesMax: MEDIA_BYTES_MAX,
  }),
});

const StickerMessage = NamedObject(
  'StickerMessage',
  {
    number: Recipient,
    sticker: fileField(
      'A picture of at most 5 MiB, or WebP of at most 512 KiB: base64, a data: URL in base64, or an http(s) URL',
      'https://shop.example.com/sticker.webp',
    ),
    mediaHeaders,
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendSticker = sendOperation('POST /message/sendSticker/:instanceName', {
  summary: 'Send a sticker',
  description:
    'Sends WebP as it is, animated or not. Any other picture becomes WebP of 512 by 512 pixels, with transparent edges if it is not square.',
  body: fileBody(StickerMessage, 'sticker'),
  takesFiles: 'when connected',
  agent: { tool: 'send_sticker', effect: 'adds' },
  example: { body: { number: NUMBER, sticker: PICTURE } },
  compose: ({ sticker: { file }, ...fields }) => ({
    ...PLAIN,
    ...fields,
    kind: 'sticker',
    file,
    bytesMax: PICTURE_BYTES_MAX,
  }),
});
