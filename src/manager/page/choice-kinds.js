/** Messages with something to choose: buttons, a list, cards side by side. */
import { el } from './dom.js';
import { tick } from './event-choice.js';
import { field, input, textArea } from './forms.js';

const triedTick = () => {
  const box = el('input', { type: 'checkbox' });
  const element = tick(
    box,
    'Try it as such through a paired phone: WhatsApp may act on the account',
  );
  return { element, said: () => box.checked && { interactive: 'try' } };
};

/** Where phones do not show choices, the service sends a poll of them if it is asked to. */
function bothFields() {
  const tried = triedTick();
  const title = input('choiceTitle', { required: true });
  const description = textArea('description', { rows: 2 });
  const footer = input('footer');
  const asPoll = el('input', { type: 'checkbox', checked: true });
  return {
    before: [field('Title', title), field('Text', description)],
    after: [
      field('Footer', footer),
      tick(asPoll, 'As a poll where phones do not show it: not the official API'),
      tried.element,
    ],
    said: () => ({
      title: title.value.trim(),
      ...(description.value.trim() && { description: description.value.trim() }),
      ...(asPoll.checked && { fallback: 'poll' }),
      ...tried.said(),
    }),
    footer: () => footer.value.trim(),
  };
}

const linesOf = (area) =>
  area.value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function openButtons() {
  const both = bothFields();
  const buttons = textArea('buttons', { required: true, rows: 3 });
  const hint = 'Each on a line of its own; one that ends with a web address opens it';
  return {
    elements: [...both.before, field('Buttons', buttons, hint), ...both.after],
    body: () => ({
      ...both.said(),
      ...(both.footer() && { footer: both.footer() }),
      buttons: linesOf(buttons).map(buttonOf),
    }),
  };
}

/** A text and a web address open a page, anything else is a reply. @param {string} line */
export function buttonOf(line) {
  const [, displayText, url] = /^(.+?)\s+(https?:\/\/\S+)$/.exec(line) ?? [];
  return url ? { type: 'url', displayText, url } : { type: 'reply', displayText: line, id: line };
}

export function openList() {
  const both = bothFields();
  const label = input('buttonText', { required: true, value: 'Choose' });
  const rows = textArea('rows', { required: true, rows: 4 });
  const hint = 'Each on a line of its own, with a description after a bar: Monday | until nine';
  return {
    elements: [...both.before, field('Opened by', label), field('Rows', rows, hint), ...both.after],
    body: () => ({
      ...both.said(),
      ...(both.footer() && { footerText: both.footer() }),
      buttonText: label.value.trim(),
      sections: [{ rows: linesOf(rows).map(rowOf) }],
    }),
  };
}

/** `Monday | until nine`. @param {string} line */
export function rowOf(line) {
  const [title, ...rest] = line.split('|').map((part) => part.trim());
  const description = rest.join(' | ');
  return { title, rowId: title, ...(description && { description }) };
}

export function openCarousel() {
  const body = textArea('body', { required: true, rows: 2 });
  const cards = textArea('cards', { required: true, rows: 4 });
  const asText = el('input', { type: 'checkbox', checked: true });
  const tried = triedTick();
  const hint =
    'Each on a line of its own: Bread | Fresh today | address of a picture | Order; More';
  return {
    elements: [
      field('Text', body),
      field('Cards', cards, hint),
      tick(asText, 'As a text where phones do not show it'),
      tried.element,
    ],
    body: () => ({
      body: body.value.trim(),
      cards: linesOf(cards).map(cardOf),
      ...(asText.checked && { fallback: 'text' }),
      ...tried.said(),
    }),
  };
}

/** A title, a text, the address of a picture, and buttons between semicolons. @param {string} line */
export function cardOf(line) {
  const [title, body, imageUrl, buttons = ''] = line.split('|').map((part) => part.trim());
  const words = buttons.split(';').map((word) => word.trim());
  return {
    ...(title && { title }),
    body,
    ...(imageUrl && { imageUrl }),
    buttons: words.filter(Boolean).map(buttonOf),
  };
}
