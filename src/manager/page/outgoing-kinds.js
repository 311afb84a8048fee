/** The kinds of messages that can be sent: their fields, and what is posted. */
import { openButtons, openCarousel, openList } from './choice-kinds.js';
import { el } from './dom.js';
import { tick } from './event-choice.js';
import { familyOf, fileField } from './file-field.js';
import { digitsOf, field, input, textArea } from './forms.js';
import { openStatus } from './status-kind.js';
import { openTemplate } from './template-kind.js';

/**
 * @typedef {object} OutgoingKind
 * @property {string} title
 * @property {string} path the operation
 * @property {(deps: { api: object, name: string, chat: () => string }) => { elements: Element[], body: () => Promise<object> | object }} open
 *   fields of its own, and what they say
 */

function openText() {
  const text = textArea('text', { required: true, rows: 2 });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    text.form.requestSubmit();
  });
  const hint = 'Enter sends, Shift and Enter begins a new line';
  return { elements: [field('Text', text, hint)], body: () => ({ text: text.value.trim() }) };
}

function openFile() {
  const file = fileField('File', '', 'At most 16 MiB');
  const caption = input('caption');
  const once = el('input', { type: 'checkbox' });
  return {
    elements: [file.element, field('Caption', caption), tick(once, 'To be seen once')],
    async body() {
      const { name: fileName, type } = file.chosen();
      const mediatype = familyOf(file.chosen(), 'document');
      const media = await file.read();
      return {
        mediatype,
        media,
        fileName,
        ...(type && { mimetype: type }),
        ...(caption.value.trim() && mediatype !== 'audio' && { caption: caption.value.trim() }),
        ...(once.checked && { viewOnce: true }),
      };
    },
  };
}

/** A kind whose one field is a file. */
const openOneFile = (name, accept, hint) => () => {
  const file = fileField('File', accept, hint);
  return { elements: [file.element], body: async () => ({ [name]: await file.read() }) };
};

function openLocation() {
  const degrees = (name, most) =>
    input(name, { type: 'number', step: 'any', min: -most, max: most, required: true });
  const latitude = degrees('latitude', 90);
  const longitude = degrees('longitude', 180);
  const name = input('placeName');
  const address = input('address');
  return {
    elements: [
      el('div.inline', field('Latitude', latitude), field('Longitude', longitude)),
      el('div.inline', field('Name of the place', name), field('Address', address)),
    ],
    body: () => ({
      latitude: latitude.valueAsNumber,
      longitude: longitude.valueAsNumber,
      ...(name.value.trim() && { name: name.value.trim() }),
      ...(address.value.trim() && { address: address.value.trim() }),
    }),
  };
}

function openContact() {
  const fullName = input('fullName', { required: true });
  const phone = input('phoneNumber', { inputMode: 'tel', required: true });
  return {
    elements: [el('div.inline', field('Full name', fullName), field('Phone number', phone))],
    body: () => ({
      contact: [{ fullName: fullName.value.trim(), phoneNumber: digitsOf(phone.value.trim()) }],
    }),
  };
}

function openPoll() {
  const name = input('pollName', { required: true });
  const options = textArea('options', { required: true, rows: 3 });
  const several = el('input', { type: 'checkbox' });
  const lines = () => options.value.split('\n').map((line) => line.trim());
  return {
    elements: [
      field('Question', name),
      field('Options', options, '2 to 12, each on a line of its own'),
      tick(several, 'Several may be chosen'),
    ],
    body: () => ({
      name: name.value.trim(),
      values: lines().filter(Boolean),
      selectableCount: several.checked ? 0 : 1,
    }),
  };
}

/** @type {Record<string, OutgoingKind>} */
export const OUTGOING_KINDS = {
  text: { title: 'Text', path: 'sendText', open: openText },
  file: { title: 'Picture, video, audio or document', path: 'sendMedia', open: openFile },
  voice: {
    title: 'Voice note',
    path: 'sendWhatsAppAudio',
    open: openOneFile('audio', 'audio/*', 'MP3, WAV, or Opus in Ogg or WebM'),
  },
  ptv: {
    title: 'Round video',
    path: 'sendPtv',
    open: openOneFile('video', 'video/mp4', 'MP4'),
  },
  sticker: {
    title: 'Sticker',
    path: 'sendSticker',
    open: openOneFile('sticker', 'image/*', 'A picture, which is made square'),
  },
  location: { title: 'Location', path: 'sendLocation', open: openLocation },
  contact: { title: 'Contact', path: 'sendContact', open: openContact },
  poll: { title: 'Poll', path: 'sendPoll', open: openPoll },
  buttons: { title: 'Buttons', path: 'sendButtons', open: openButtons },
  list: { title: 'List', path: 'sendList', open: openList },
  carousel: { title: 'Carousel', path: 'sendCarousel', open: openCarousel },
  template: { title: 'Template', path: 'sendTemplate', open: openTemplate },
  status: { title: 'Status', path: 'sendStatus', open: openStatus },
};
