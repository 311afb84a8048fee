/** The operations that send a file. */
import type { TObject } from '@sinclair/typebox';
import { MEDIA_BYTES_MAX } from '../../../events/contract/catalog.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields } from '../../../http/read-fields.ts';
import { contextFields } from '../../../sending/context.ts';
import {
  fileField,
  MediaMessage,
  type MediaRequest,
  parseMedia,
  viewOnce,
} from '../../../sending/media-fields.ts';
import { PICTURE_BYTES_MAX } from '../../../sending/pictures.ts';
import { Recipient } from '../../../sending/recipient.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';

/** An operation that sends a file: its path, its documentation and its body. */
export interface MediaOperation {
  /** The path after `/message/`. */
  readonly name: string;
  readonly summary: string;
  /** What else the documentation says, sentences and a blank. */
  readonly description: string;
  readonly schema: TObject;
  /** The field that holds the file, of a form its part `file`. */
  readonly fileField: string;
  /** 400 naming every wrong field. */
  readonly parse: (body: unknown, guard: UrlGuard) => MediaRequest;
}

const sendMedia: MediaOperation = {
  name: 'sendMedia',
  summary: 'Send an image, a video, audio or a document',
  description:
    'A URL is fetched within 30 seconds, without following redirects, and only from where webhooks may go; a file that cannot be fetched is a bad request, one of more than 16 MiB is too large. ',
  schema: MediaMessage,
  fileField: 'media',
  parse: parseMedia,
};

const StickerMessage = NamedObject(
  'StickerMessage',
  {
    number: Recipient,
    sticker: fileField(
      'A picture of at most 5 MiB, or WebP of at most 512 KiB: base64, a data: URL in base64, or an http(s) URL',
    ),
    ...contextFields,
  },
  { additionalProperties: true },
);

const sendSticker: MediaOperation = {
  name: 'sendSticker',
  summary: 'Send a sticker',
  description:
    'WebP is sent as it is, moving or not. Any other picture becomes WebP of 512 by 512 pixels, with transparent edges where it is not square. ',
  schema: StickerMessage,
  fileField: 'sticker',
  parse(body, guard) {
    const { sticker, ...fields } = checkedFields(StickerMessage, body, guard);
    const { file } = sticker;
    return { ...PLAIN, ...fields, kind: 'sticker', file, bytesMax: PICTURE_BYTES_MAX };
  },
};

const RoundVideo = NamedObject(
  'RoundVideo',
  {
    number: Recipient,
    video: fileField('MP4 of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL'),
    ...contextFields,
  },
  { additionalProperties: true },
);

const sendPtv: MediaOperation = {
  name: 'sendPtv',
  summary: 'Send a video that is shown round',
  description: 'MP4 is sent as it is; phones show the middle of it. ',
  schema: RoundVideo,
  fileField: 'video',
  parse(body, guard) {
    const { video, ...fields } = checkedFields(RoundVideo, body, guard);
    return { ...PLAIN, ...fields, kind: 'ptv', file: video.file, bytesMax: MEDIA_BYTES_MAX };
  },
};

const VoiceNote = NamedObject(
  'VoiceNote',
  {
    number: Recipient,
    audio: fileField(
      'MP3, WAV, or Opus in Ogg or WebM, of at most 16 MiB and 10 minutes: base64, a data: URL in base64, or an http(s) URL',
    ),
    viewOnce,
    ...contextFields,
  },
  { additionalProperties: true },
);

const sendWhatsAppAudio: MediaOperation = {
  name: 'sendWhatsAppAudio',
  summary: 'Send a voice note',
  description:
    'Opus in Ogg is sent as it is, with its length and a waveform. WebM with Opus is repacked, MP3 and WAV are encoded; anything else is a bad request. ',
  schema: VoiceNote,
  fileField: 'audio',
  parse(body, guard) {
    const { audio, ...fields } = checkedFields(VoiceNote, body, guard);
    return { ...PLAIN, ...fields, kind: 'voice', file: audio.file, bytesMax: MEDIA_BYTES_MAX };
  },
};

const PLAIN = { mimetype: null, caption: null, fileName: null, viewOnce: false };

export const MEDIA_OPERATIONS: readonly MediaOperation[] = [
  sendMedia,
  sendWhatsAppAudio,
  sendPtv,
  sendSticker,
];
