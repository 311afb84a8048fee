/** What a message holds, as elements. */
import { at } from './api.ts';
import { el } from './dom.js';
import { button, statusLine } from './forms.js';
import { contentOf, numbersOf, wordsOf } from './message-words.js';

/**
 * @typedef {object} ContentDeps
 * @property {object} api
 * @property {string} name the instance's
 * @property {(jid: string) => string} nameOf
 */

/**
 * @param {import('./conversations.js').Message} message
 * @param {ContentDeps} deps
 * @returns {Element[]}
 */
export function contentView(message, deps) {
  if (message.isDeleted) return [el('p.hint', 'This message was deleted.')];
  if (message.note !== '') return [el('p.hint', message.note)];
  const found = contentOf(message.content);
  if (found === null) return [el('p.hint', `A message of a kind that is not shown here.`)];
  const view = VIEWS[found.field] ?? ((said) => [el('p', wordsOf({ [found.field]: said }))]);
  return [quoteView(found.said.contextInfo, deps), ...view(found.said, message, deps)].filter(
    Boolean,
  );
}

function quoteView(context, { nameOf }) {
  if (!context?.quotedMessage) return null;
  const { participant, quotedMessage } = context;
  const author = participant ? el('strong', nameOf(participant)) : null;
  return el('blockquote', author, ' ', wordsOf(quotedMessage));
}

const textView = (text) => [el('p.said', text)];
const captionOf = ({ caption }) => (caption ? el('p.said', caption) : null);

/** A file that came with its event is shown; any other is asked for. */
const fileView = (kind) => (said, message, deps) => {
  const place = el('div');
  const { base64, mediaError } = message.content;
  const show = (file) => place.replaceChildren(shownFile(kind, file, said));
  if (base64) show({ base64, mimetype: said.mimetype });
  else place.append(...loading({ kind, message, mediaError, show }, deps));
  return [place, captionOf(said)];
};

function loading({ kind, message, mediaError, show }, { api, name }) {
  const status = statusLine();
  const load = button(`Show the ${kind}`, {
    status,
    run: async () => {
      const key = { id: message.id };
      show(await api.post(at`/chat/getBase64FromMediaMessage/${name}`, { message: { key } }));
    },
  });
  return [mediaError ? el('p.hint', mediaError) : null, load, status.element].filter(Boolean);
}

function shownFile(kind, { base64, mimetype = 'application/octet-stream' }, said) {
  const src = `data:${mimetype.replace(/\s/g, '')};base64,${base64}`;
  switch (kind) {
    case 'image':
    case 'sticker':
      return el(`img.${kind}`, { src, alt: said.caption || `The ${kind}` });
    case 'video':
      return el('video', { src, controls: true, 'aria-label': 'The video' });
    case 'audio':
      return el('audio', { src, controls: true, 'aria-label': 'The audio' });
    default:
      return el(
        'a',
        { href: src, download: said.fileName || 'file' },
        `Save ${said.fileName || 'file'}`,
      );
  }
}

function locationView({ degreesLatitude, degreesLongitude, name, address }) {
  const place = `${degreesLatitude}, ${degreesLongitude}`;
  const link = el('a', { href: `geo:${place.replace(' ', '')}` }, place);
  return [el('p', el('strong', name || 'Location'), ' ', address ?? ''), el('p', link)];
}

const cardView = ({ displayName, vcard = '' }) =>
  el('p', 'Contact: ', el('strong', displayName ?? ''), ' ', numbersOf(vcard).join(', '));

/** The counts are written by `tallies`, since votes come later. */
const pollView = ({ name, options = [] }) => [
  el('p', el('strong', name)),
  el(
    'ul.options',
    ...options.map(({ optionName }) =>
      el('li', { 'data-option': optionName }, el('span', optionName), ' ', el('span.badge')),
    ),
  ),
];

/** What can be chosen; nobody chooses here. */
const choicesView = (heading, text, options) => [
  heading ? el('p', el('strong', heading)) : null,
  el('p.said', text ?? ''),
  el('ul.options', ...options.map((option) => el('li', el('span.badge', option)))),
];

const listView = ({ title, description, sections = [] }) =>
  choicesView(
    title,
    description,
    sections.flatMap(({ rows = [] }) => rows.map((row) => row.title)),
  );

const VIEWS = {
  conversation: textView,
  extendedTextMessage: ({ text }) => textView(text),
  templateMessage: ({ text }) => textView(text),
  imageMessage: fileView('image'),
  videoMessage: fileView('video'),
  ptvMessage: fileView('video'),
  audioMessage: fileView('audio'),
  documentMessage: fileView('document'),
  stickerMessage: fileView('sticker'),
  locationMessage: locationView,
  contactMessage: (card) => [cardView(card)],
  contactsArrayMessage: ({ contacts = [] }) => contacts.map(cardView),
  buttonsMessage: ({ text, contentText, buttons = [] }) =>
    choicesView(
      text,
      contentText,
      buttons.map(({ buttonText }) => buttonText?.displayText ?? ''),
    ),
  listMessage: listView,
  pollCreationMessage: pollView,
  pollCreationMessageV2: pollView,
  pollCreationMessageV3: pollView,
  pollCreationMessageV5: pollView,
};

/** How many chose each option of a poll. @param {Map<string, string[]>} votes */
export function tallies(votes) {
  const counts = new Map();
  for (const option of [...votes.values()].flat())
    counts.set(option, (counts.get(option) ?? 0) + 1);
  return counts;
}
