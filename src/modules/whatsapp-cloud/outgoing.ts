/**
 * Translates content, choices and files to the form of the Graph API, and refuses what it does not take, with the
 * reason. Pure.
 */
import type { KeyedMessage } from '../../core/messages/rows.ts';
import {
  FILE_RULES,
  type MetaFileKind,
  MOVING_STICKER_BYTES_MAX,
} from '../../core/providers/at-meta.ts';
import type { ContactCard } from '../../core/providers/contact-card.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import {
  flowParameters,
  headerFiles,
  type InteractiveContent,
} from '../../core/providers/interactive.ts';
import { requireWithinLimits } from '../../core/providers/interactive-limits.ts';
import type {
  OutgoingContent,
  OutgoingContext,
  OutgoingMedia,
} from '../../core/providers/outgoing.ts';
import { charactersIn, isWithin } from '../../core/shared/characters.ts';
import { type AppError, failure } from '../../core/shared/errors.ts';
import { bareType } from '../../core/shared/media-types.ts';
import { webpOf } from '../../core/shared/webp.ts';
import type { StoredFile } from './stored-content.ts';

const TEXT_CHARACTERS_MAX = 4_096;

/** Kinds that the Cloud API does not have, and what to do instead. */
const IMPOSSIBLE = {
  poll: 'cannot send polls: send buttons or a list',
  vote: 'has no polls: what people choose comes as the answer to buttons or a list',
  edit: 'cannot edit what was sent: send a new message',
  revoke: 'cannot take back what was sent',
  forward: 'cannot forward: send the content as a new message',
  native_buttons: 'takes reply buttons, or one that opens a page',
  carousel: 'sends carousels as templates: POST /message/sendTemplate',
  pix: 'is not asked here for payments by Pix: send the key as a text',
} as const;

/**
 * Returns the type and the node named after it; `fileId` is Meta's id of the file above choices. Throws `invalid` and
 * `conflict` for content that cannot be sent.
 */
export function graphContent(content: OutgoingContent, fileId?: string): Fields {
  switch (content.kind) {
    case 'text': {
      const { text: body, preview } = content;
      requireLength('text', body, TEXT_CHARACTERS_MAX);
      return { type: 'text', text: { body, preview_url: preview !== undefined } };
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      const place = { ...(name && { name }), ...(address && { address }) };
      return { type: 'location', location: { latitude, longitude, ...place } };
    }
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts.map(graphContact) };
    case 'reaction': {
      const message_id = platformIdOf(content.about);
      return { type: 'reaction', reaction: { message_id, emoji: content.text } };
    }
    case 'buttons':
    case 'link':
    case 'list':
    case 'flow':
      return { type: 'interactive', interactive: graphInteractive(content, fileId) };
    case 'template': {
      const { name, language: code, components } = content;
      return { type: 'template', template: { name, language: { code }, components } };
    }
    default:
      throw unsupportedContent(IMPOSSIBLE[content.kind]);
  }
}

function graphContact(card: ContactCard): Fields {
  const { fullName, organization: company, department, jobTitle: title, birthday } = card;
  const parts = {
    first_name: card.firstName,
    last_name: card.lastName,
    middle_name: card.middleName,
    prefix: card.namePrefix,
    suffix: card.nameSuffix,
  };
  const hasParts = Object.values(parts).some((part) => part !== undefined);
  const addresses = card.addresses?.map(({ countryCode: country_code, ...address }) => {
    return { ...address, country_code };
  });
  return {
    // A name needs a part besides the whole.
    name: { formatted_name: fullName, ...(hasParts ? parts : { first_name: fullName }) },
    ...((company ?? department ?? title) !== undefined && { org: { company, department, title } }),
    phones: card.phones?.map(({ phone, type, waId: wa_id }) => ({ phone, type, wa_id })),
    emails: card.emails,
    urls: card.urls,
    addresses,
    birthday,
  };
}

/** Returns the field of the body that names the answered message. Throws for what the Cloud API cannot express. */
export function graphContext(context: OutgoingContext): Fields {
  const { quoted, mentioned = [], mentionsEveryone, audience } = context;
  if (audience !== undefined) throw unsupportedContent('cannot post a status');
  if (mentioned.length > 0 || mentionsEveryone)
    throw unsupportedContent('cannot name people in a message: leave the mentions out');
  return quoted === undefined ? {} : { context: { message_id: platformIdOf(quoted) } };
}

/** Throws `invalid` for a text that the platform would refuse. */
function requireLength(what: string, text: string, most: number): void {
  if (!isWithin(text, most))
    throw failure('cloud_text_too_long', { max: most, what, length: charactersIn(text) });
}

/** Returns the failure of a message of a kind that the platform does not have. */
const unsupportedContent = (problem: string): AppError =>
  failure('cloud_message_unsupported', { problem }, { kind: 'unsupported_message' });

/** Throws `invalid`, naming everything that the platform would refuse. `fileId` is Meta's id of the file in the header. */
function graphInteractive(content: InteractiveContent, fileId?: string): Fields {
  const { header, text, footer } = requireWithinLimits(content);
  return {
    type: TYPES[content.kind],
    ...(header !== undefined && { header: { type: 'text', text: header } }),
    ...(fileId !== undefined && fileHeader(content, fileId)),
    body: { text },
    ...(footer !== undefined && { footer: { text: footer } }),
    action: actionOf(content),
  };
}

const TYPES = { buttons: 'button', link: 'cta_url', list: 'list', flow: 'flow' } as const;

function fileHeader(content: InteractiveContent, id: string): Fields {
  const [file] = headerFiles(content);
  if (file === undefined) return {};
  const { kind: type, fileName: filename } = file;
  return { header: { type, [type]: { id, ...(type === 'document' && { filename }) } } };
}

function actionOf(content: InteractiveContent): Fields {
  switch (content.kind) {
    case 'buttons':
      return {
        buttons: content.buttons.map(({ id, text: title }) => ({
          type: 'reply',
          reply: { id, title },
        })),
      };
    case 'link':
      return { name: 'cta_url', parameters: { display_text: content.label, url: content.url } };
    case 'list':
      return { button: content.label, sections: content.sections };
    case 'flow':
      return { name: 'flow', parameters: flowParameters(content) };
  }
}

/** Returns choices that say of the file above them what is known of it once Meta has it. */
export function withFileSum(
  content: OutgoingContent,
  { sha256: fileSha256 }: Pick<StoredFile, 'sha256'>,
): OutgoingContent {
  if (!('file' in content) || content.file === undefined) return content;
  const { mimetype, bytes, fileName } = content.file;
  const uploaded = {
    mimetype,
    fileLength: bytes.byteLength,
    fileSha256,
    ...(fileName && { fileName }),
  };
  return { ...content, file: { ...content.file, uploaded } };
}

const CAPTION_MAX = 1_024;
const STICKER_BYTES_MAX = 100 * 1024;

/** The node under which the file is sent; Meta has no node for round videos. */
const KINDS: Readonly<Record<Exclude<OutgoingMedia['kind'], 'ptv'>, MetaFileKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
  sticker: 'sticker',
};

const NO_ROUND_VIDEOS = 'cannot send round videos: send the file as a video';
const NO_VIEW_ONCE = 'cannot send view-once messages';
const UNUSABLE = { kind: 'unusable_file' } as const;

/** Throws `invalid` for what the platform would refuse, and `too_large`. Call it before a file is uploaded. */
export function requireSendable(media: Omit<OutgoingMedia, 'number'>): void {
  const { kind, viewOnce, caption = '' } = media;
  if (kind === 'ptv') throw unsupportedContent(NO_ROUND_VIDEOS);
  if (viewOnce) throw unsupportedContent(NO_VIEW_ONCE);
  const type = bareType(media.mimetype);
  const { types, bytesMax } = FILE_RULES[KINDS[kind]];
  if (types !== undefined && !types.includes(type))
    throw failure(
      'cloud_file_type',
      { types: types.join(', '), kind: KINDS[kind], type },
      UNUSABLE,
    );
  if (kind !== 'audio' && kind !== 'voice') requireLength('a caption', caption, CAPTION_MAX);
  const most = kind === 'sticker' ? stickerBytesMax(media.bytes) : bytesMax;
  if (media.bytes.byteLength > most)
    throw failure('cloud_file_too_large', { max: most, kind: KINDS[kind] }, UNUSABLE);
}

const stickerBytesMax = (bytes: Uint8Array): number =>
  webpOf(bytes)?.isAnimated ? MOVING_STICKER_BYTES_MAX : STICKER_BYTES_MAX;

/** Returns the type and the node named after it; `id` is that of the uploaded file. */
export function graphMedia(media: OutgoingMedia, id: string): Fields {
  const type = media.kind === 'ptv' ? 'video' : KINDS[media.kind];
  const { caption, fileName } = media;
  const isShown = type !== 'audio' && type !== 'sticker';
  return {
    type,
    [type]: {
      id,
      ...(isShown && caption && { caption }),
      ...(type === 'document' && fileName && { filename: fileName }),
      // Phones show a voice note only for Ogg.
      ...(type === 'audio' && bareType(media.mimetype) === 'audio/ogg' && { voice: true }),
    },
  };
}

/** Only Meta's ids begin like this. */
const OF_META = /^wamid\./;

/**
 * Returns the platform's id of a message. Throws `conflict` for our own message that Meta has not named yet, or never
 * took, and `invalid` for foreign ids. A received message has the id that it came with, which is another one where the
 * Graph API is not Meta's own.
 */
export function platformIdOf({ id, platformId, isFromMe, sentAt }: KeyedMessage): string {
  if (platformId !== undefined) return platformId;
  if (OF_META.test(id) || (!isFromMe && sentAt !== undefined)) return id;
  throw isFromMe ? failure('message_not_taken', { id }) : failure('message_not_of_meta', { id });
}
