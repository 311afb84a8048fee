/** What a message holds, in a few words. Pure. */

/** `look` after `image`, where there is such a word. */
const named = (kind, word) => [kind, word].filter(Boolean).join(', ');

const pollWords = ({ name }) => named('poll', name);

/** The fields in which content may stand, with their words. */
const WORDS = {
  conversation: (text) => text,
  extendedTextMessage: ({ text }) => text,
  imageMessage: ({ caption }) => named('image', caption),
  videoMessage: ({ caption }) => named('video', caption),
  ptvMessage: () => 'round video',
  audioMessage: ({ ptt }) => (ptt ? 'voice note' : 'audio'),
  documentMessage: ({ caption, fileName }) => named('document', caption || fileName),
  stickerMessage: () => 'sticker',
  locationMessage: ({ name, address }) => named('location', name || address),
  liveLocationMessage: () => 'live location',
  contactMessage: ({ displayName }) => named('contact', displayName),
  contactsArrayMessage: ({ displayName }) => named('contacts', displayName),
  templateMessage: ({ text }) => text,
  buttonsMessage: ({ contentText }) => named('buttons', contentText),
  listMessage: ({ description }) => named('list', description),
  interactiveMessage: ({ body, carouselMessage }) =>
    named(carouselMessage ? 'cards' : 'buttons', body?.text),
  buttonsResponseMessage: ({ selectedDisplayText }) => named('answer', selectedDisplayText),
  listResponseMessage: ({ title }) => named('answer', title),
  interactiveResponseMessage: ({ body }) => named('answer', body?.text),
  templateButtonReplyMessage: ({ selectedDisplayText }) => named('answer', selectedDisplayText),
  pollCreationMessage: pollWords,
  pollCreationMessageV2: pollWords,
  pollCreationMessageV3: pollWords,
  pollCreationMessageV5: pollWords,
  eventMessage: ({ name }) => named('event', name),
  commentMessage: ({ message }) => named('comment', wordsOf(message)),
  eventResponseMessage: ({ response }) => named('answer to an event', response),
  reactionMessage: ({ text }) => (text ? `reaction ${text}` : 'reaction taken back'),
  pollUpdateMessage: ({ vote }) => {
    const options = vote?.selectedOptions ?? [];
    return options.length === 0 ? 'vote taken back' : named('vote', options.join(', '));
  },
  protocolMessage: ({ type }) => (type === 0 ? 'message deleted' : ''),
};

/**
 * The field a message's content stands in, and what stands there; null when it is none that is known. Envelopes are
 * opened.
 * @param {Record<string, any>} content as `data.Message` of an event, or a quoted message
 * @returns {{ field: string, said: any } | null}
 */
export function contentOf(content) {
  const field = Object.keys(WORDS).find((name) => content?.[name]);
  if (field !== undefined) return { field, said: content[field] };
  const envelope = Object.values(content ?? {}).find((value) => value?.message);
  return envelope ? contentOf(envelope.message) : null;
}

/** @param {Record<string, any>} content @param {string} otherwise for content that is not known */
export function wordsOf(content, otherwise = 'message') {
  const found = contentOf(content);
  return (found && WORDS[found.field](found.said)) || otherwise;
}

/**
 * Of a text, or the caption of a file; '' where there is none.
 * @param {Record<string, any>} content
 */
export function editableText(content) {
  const { said } = contentOf(content) ?? {};
  return typeof said === 'string' ? said : (said?.text ?? said?.caption ?? '');
}

/** Of a ChatPresence. @param {{ State: string, Media: string }} data */
export function activityWords({ State, Media }) {
  if (State !== 'composing') return 'has stopped writing';
  return Media === 'audio' ? 'records a voice note' : 'writes';
}

/** @param {string} jid its part before the @ */
export const userOf = (jid = '') => jid.split('@', 1)[0];

/**
 * The phone numbers of a contact card. Cards are what somebody else has sent: each line is read once.
 * @param {string} vcard
 */
export const numbersOf = (vcard) =>
  vcard
    .split('\n')
    .filter((line) => line.startsWith('TEL') && line.includes(':'))
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
    .filter(Boolean);
