/** What a message answers, and which advertisement led to it, in the spelling of WhatsApp. Pure. */
import { type Fields, isRecord, record, text } from '../../foreign-values.ts';
import { numberOf, phoneJid } from './people.ts';

/** Another message, as it is stored. */
export interface KnownMessage {
  /** As receivers know it. */
  readonly id: string;
  readonly isFromMe: boolean;
  readonly sender: string;
  /** One field named after the kind; empty when it is not stored. */
  readonly content: Fields;
}

/** The stored message that the platform calls by `wamid`; null: none is. */
export type FindKnown = (wamid: string) => KnownMessage | null;

/** How often a message counts as forwarded: phones show `frequently` from five on. */
const FORWARDED = 1;
const FREQUENTLY = 5;

/** The `contextInfo` of the message; null where it has none. `self`: the account's JID. */
export function contextInfoOf(message: Fields, self: string, known: FindKnown): Fields | null {
  const context = record(message.context);
  const info = {
    ...quoteOf(context, self, known),
    ...forwardingOf(context),
    ...(isRecord(context.referred_product) && { referredProduct: context.referred_product }),
    ...(isRecord(message.referral) && { externalAdReply: advertisementOf(message.referral) }),
  };
  return Object.keys(info).length === 0 ? null : info;
}

function quoteOf({ id: wamid, from, user_id }: Fields, self: string, known: FindKnown): Fields {
  if (text(wamid) === '') return {};
  const target = known(text(wamid));
  const number = numberOf(from);
  const author = number === '' ? text(user_id) : phoneJid(number);
  const participant = target?.isFromMe ? self : target?.sender || author;
  return {
    stanzaId: target?.id ?? text(wamid),
    ...(participant !== '' && { participant }),
    quotedMessage: quotable(target?.content ?? {}),
  };
}

/** Without what it answered itself. */
function quotable(content: Fields): Fields {
  const [field, said] =
    Object.entries(content).find(([name]) => name !== 'messageContextInfo') ?? [];
  if (field === undefined) return {};
  if (!isRecord(said)) return { [field]: said };
  const { contextInfo: _, ...value } = said;
  return { [field]: value };
}

function forwardingOf({ forwarded, frequently_forwarded }: Fields): Fields {
  if (frequently_forwarded === true) return { isForwarded: true, forwardingScore: FREQUENTLY };
  return forwarded === true ? { isForwarded: true, forwardingScore: FORWARDED } : {};
}

/** Of the protocol's `ExternalAdReplyInfo.MediaType`. */
const AD_MEDIA = new Map([
  ['image', 1],
  ['video', 2],
]);

/** What has a name of its own in the protocol; whatever else there is stays as it came. */
const SPELLED: ReadonlySet<string> = new Set([
  'headline',
  'body',
  'media_type',
  'image_url',
  'video_url',
  'thumbnail_url',
  'source_type',
  'source_id',
  'source_url',
  'ctwa_clid',
]);

function advertisementOf(referral: Fields): Fields {
  const { image_url, video_url, thumbnail_url, ctwa_clid } = referral;
  const others = Object.entries(referral).filter(([name]) => !SPELLED.has(name));
  return {
    ...Object.fromEntries(others),
    title: text(referral.headline),
    body: text(referral.body),
    mediaType: AD_MEDIA.get(text(referral.media_type)) ?? 0,
    thumbnailUrl: text(thumbnail_url) || text(image_url),
    mediaUrl: text(video_url) || text(image_url),
    sourceType: text(referral.source_type),
    sourceId: text(referral.source_id),
    sourceUrl: text(referral.source_url),
    ...(text(ctwa_clid) && { ctwaClid: text(ctwa_clid) }),
  };
}

/** The content with its context; a plain text has no room for one and becomes an `extendedTextMessage`. */
export function withContextInfo(content: Fields, contextInfo: Fields | null): Fields {
  if (contextInfo === null) return content;
  const [[field, said] = ['', {}], ...others] = Object.entries(content);
  const rest = Object.fromEntries(others);
  if (field === 'conversation')
    return { extendedTextMessage: { text: said, contextInfo }, ...rest };
  return { [field]: { ...record(said), contextInfo }, ...rest };
}
