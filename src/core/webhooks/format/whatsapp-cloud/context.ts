/** Spells what a message answers, and the advertisement that led to it, as the Cloud API does. Pure. */
import type { MessageContent } from '../../../events/types/message-data.ts';
import { personAt } from './people.ts';
import { type Fields, record, text, texts } from './values.ts';

/** Phones show `frequently` from five on. */
const FREQUENTLY = 5;

/** Returns `context` and `referral`, those of them that the message has. */
export function contextOf(content: MessageContent): Fields {
  const info = contextInfoIn(content);
  if (info === null) return {};
  const context = {
    ...quoteIn(info),
    ...forwardingIn(info),
    ...('referredProduct' in info && { referred_product: info.referredProduct }),
  };
  return {
    ...(Object.keys(context).length > 0 && { context }),
    ...referralIn(record(info.externalAdReply)),
  };
}

/** Only the field with the content has it. */
function contextInfoIn(content: MessageContent): Fields | null {
  for (const said of Object.values(content)) {
    const { contextInfo } = record(said);
    if (contextInfo !== undefined) return record(contextInfo);
  }
  return null;
}

function quoteIn({ stanzaId, participant }: Fields): Fields {
  if (text(stanzaId) === '') return {};
  const { number, userId } = personAt(participant);
  return {
    ...(number && { from: number }),
    ...(!number && userId && { user_id: userId }),
    id: stanzaId,
  };
}

function forwardingIn({ isForwarded, forwardingScore }: Fields): Fields {
  if (isForwarded !== true) return {};
  const isFrequent = typeof forwardingScore === 'number' && forwardingScore >= FREQUENTLY;
  return isFrequent ? { frequently_forwarded: true } : { forwarded: true };
}

/** The values of `ExternalAdReplyInfo.MediaType`. */
const MEDIA: readonly (string | undefined)[] = [undefined, 'image', 'video'];

/** Fields with another name in the Cloud API, and those of the protocol alone. */
const SPELLED: ReadonlySet<string> = new Set([
  'title',
  'body',
  'mediaType',
  'thumbnailUrl',
  'mediaUrl',
  'sourceType',
  'sourceId',
  'sourceUrl',
  'ctwaClid',
]);
/** How the platform itself spells fields. */
const META_FIELD = /^[a-z]+(_[a-z]+)*$/;

/** Senders use this field for large previews of links, too, which name no source. */
function referralIn(ad: Fields): Fields {
  const { title, body, mediaType, thumbnailUrl, mediaUrl, ...source } = ad;
  const { sourceType, sourceId, sourceUrl, ctwaClid } = source;
  if (text(sourceType) === '' && text(sourceId) === '' && text(ctwaClid) === '') return {};
  const type = MEDIA[Number(mediaType)];
  const others = Object.entries(ad).filter(([name]) => !SPELLED.has(name) && META_FIELD.test(name));
  const referral = {
    ...Object.fromEntries(others),
    ...texts({
      source_url: sourceUrl,
      source_id: sourceId,
      source_type: sourceType,
      headline: title,
      body,
      media_type: type,
      ...(type === 'video'
        ? { video_url: mediaUrl, thumbnail_url: thumbnailUrl }
        : { image_url: text(mediaUrl) || thumbnailUrl }),
      ctwa_clid: ctwaClid,
    }),
  };
  return { referral };
}
