/** The phone of the person whose chat is shown, of a sandbox instance: what it receives, and what its owner says. */
import { at } from './api.ts';
import { el, keyedList, setText } from './dom.js';
import { button, field, input, onSubmit, statusLine } from './forms.js';
import { userOf, wordsOf } from './message-words.js';

/** The last ones, as on the screen of a phone. */
const SHOWN_MAX = 20;
/** In one receipt. */
const READ_MAX = 100;

/** Groups and statuses have more than one person: who of them would it be? */
const isPerson = (jid) => jid !== null && /@(s\.whatsapp\.net|lid)$/.test(jid);

/** @param {{ api: object, name: string, nameOf: (jid: string) => string, refresh: () => void }} deps */
export function contactPhone({ api, name, nameOf, refresh }) {
  const status = statusLine();
  const heading = el('h2', 'Phone');
  let chat = null;
  let messages = [];
  const act = async (path, body) => {
    await api.post(path, body);
    refresh();
    return '';
  };
  const say = (message) => {
    const isNamed = nameOf(chat) !== userOf(chat);
    const who = { from: chat, ...(isNamed && { pushName: nameOf(chat) }) };
    return act(at`/sandbox/${name}/message`, { ...who, ...message });
  };
  const readAll = async () => {
    const ids = messages.filter(({ isFromMe }) => isFromMe).map(({ id }) => id);
    if (ids.length === 0) return 'There is nothing to read';
    const receipt = { state: 'Read', chat, messageIds: ids.slice(-READ_MAX) };
    return act(at`/sandbox/${name}/receipt`, receipt);
  };
  const presence = () => ({ from: chat, presence: 'composing' });
  const write = () => act(at`/sandbox/${name}/presence`, presence());
  const screen = phoneScreen((message) => phoneRow(message, { say, status }));
  const buttons = el(
    'div.row',
    button('Read all', { status, run: readAll }),
    button('Begin to write', { status, run: write }),
  );
  const about = { hidden: true, 'aria-label': 'Phone of the contact' };
  const element = el(
    'section.phone',
    about,
    heading,
    screen.element,
    sayForm(say, status),
    buttons,
  );
  element.append(status.element);
  return {
    element,
    /**
     * @param {boolean} isSandbox
     * @param {string | null} jid the chat that is shown
     * @param {import('./conversations.js').Message[]} found its messages
     */
    update(isSandbox, jid, found) {
      if (jid !== chat) status.clear();
      chat = jid;
      messages = found;
      element.hidden = !isSandbox || !isPerson(jid);
      if (element.hidden) return;
      setText(heading, `Phone of ${nameOf(jid)}`);
      screen.show(messages.slice(-SHOWN_MAX), `Nothing has come to ${userOf(jid)} yet.`);
    },
  };
}

function sayForm(say, status) {
  const text = input('says', { required: true });
  const form = el('form.inline', field('Says', text), el('button', { type: 'submit' }, 'Say it'));
  return onSubmit(form, status, async ({ says }) => {
    await say({ kind: 'text', text: says });
    form.reset();
    text.focus();
  });
}

/** The messages, scrolled to the last while nobody has scrolled up. */
function phoneScreen(row) {
  const list = keyedList('exchanged', ({ key }) => key, row);
  const element = el('div.screen', { tabIndex: 0, role: 'log', 'aria-label': 'On the phone' });
  element.append(...list.elements);
  return {
    element,
    show(messages, whenEmpty) {
      const isAtEnd = element.scrollTop + element.clientHeight > element.scrollHeight - 40;
      list.show(messages, whenEmpty);
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    },
  };
}

/** What the account said is the other side here. */
function phoneRow(first, { say, status }) {
  const words = el('p.said');
  const reactions = el('p.hint');
  const react = button('❤️', {
    status,
    run: () => say({ kind: 'reaction', about: first.id, text: '❤️' }),
  });
  react.ariaLabel = `React ❤️ to: ${wordsOf(first.content)}`.slice(0, 80);
  react.hidden = !first.isFromMe;
  const element = el('li', el('div.bubble', words, reactions), react);
  element.dataset.side = first.isFromMe ? 'other' : 'own';
  return {
    element,
    update({ content, note, isDeleted, reactions: all }) {
      setText(words, isDeleted ? 'This message was deleted.' : note || wordsOf(content));
      setText(reactions, [...all.values()].join(' '));
      reactions.hidden = all.size === 0;
    },
  };
}
