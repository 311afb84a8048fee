/** Translates what a message answers, and the advertisement that led to it, to the spelling of WhatsApp. Pure. */
import { type Fields, isRecord, record, text } from '../../../core/providers/foreign-values.ts';
import { numberOf, phoneJid } from './people.ts';

/** Another message, as it is stored. */
export interface KnownMessage {
  /** The id that receivers know. */
  readonly id: string;
  readonly isFromMe: boolean;
  readonly sender: string;
  /** One field named after the kind; empty when it is not stored. */
  readonly content: Fields;
}

/** Returns the stored message with the platform's id `wamid`, or null. */
export type FindKnown = (wamid: string) => KnownMessage | null;

/** Counts of forwarding: phones show `frequently` from five on. */
const FORWARDED = 1;
const FREQUENTLY = 5;

/** Returns the `contextInfo` of the message, or null. `self` is the account's JID. */
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

/** Returns the content without what it answered itself. */
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

/** The numbers of `ExternalAdReplyInfo.MediaType`. */
const AD_MEDIA = new Map([
  ['image', 1],
  ['video', 2],
]);

/** Fields with a name of their own in the protocol; others stay as they came. */
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

/** Adds the context to the content; a plain text has no room for it and becomes an `extendedTextMessage`. */
export function withContextInfo(content: Fields, contextInfo: Fields | null): Fields {
  if (contextInfo === null) return content;
  const [[field, said] = ['', {}], ...others] = Object.entries(content);
  const rest = Object.fromEntries(others);
  if (field === 'conversation')
    return { extendedTextMessage: { text: said, contextInfo }, ...rest };
  return { [field]: { ...record(said), contextInfo }, ...rest };
}
