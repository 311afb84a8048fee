/** The chats of an instance as its latest events tell them, and writing in them. */
import { at, query } from './api.ts';
import { composer } from './composer.js';
import { contactPhone } from './contact-phone.js';
import { Conversations } from './conversations.js';
import { asked, confirmed } from './dialogs.js';
import { el, keyedList, setText, shownTime } from './dom.js';
import { followEvents } from './event-tail.js';
import { button, digitsOf, field, input, statusLine, submitForm } from './forms.js';
import { messageRow } from './message-row.js';
import { userOf, wordsOf } from './message-words.js';
import { keepFresh } from './poll.ts';

const EVENTS_MAX = 500;

export function conversationPanel({ api, name, signal }) {
  const status = statusLine();
  const said = new Conversations();
  const nameOf = (jid) => said.nameOf(jid);
  /** The JID of the chat that is shown; null: none. */
  let chat = null;

  const find = async (after, limit) =>
    (await api.get(at`/event/find/${name}` + query({ after, limit }), signal)).events;
  const follow = followEvents(find, EVENTS_MAX);
  const refresh = keepFresh({ signal, status }, async () => {
    await follow((events) => {
      for (const event of events) said.take(event);
    });
    render();
  });
  const writing = composer({ api, name, chat: () => chat ?? '', onSent: refresh });
  const show = (jid) => {
    const former = chat;
    chat = jid;
    writing.clear();
    thread.begin();
    render();
    place.dataset.view = jid === null ? 'chats' : 'thread';
    thread.toEnd();
    // What had the focus may be hidden now.
    if (jid === null) chats.focus(former);
    else thread.focus();
  };
  const chats = chatList({ show, nameOf });
  const actions = messageActions({ api, name, refresh, writing });
  const watch = async () => {
    await api.post(at`/chat/presenceSubscribe/${name}`, { number: chat });
    return 'Watched, while the account itself is shown as available';
  };
  const back = () => show(null);
  const thread = threadView({ writing, nameOf, back, watch }, { actions, api, name });
  const phone = contactPhone({ api, name, nameOf, refresh });
  let isSandbox = false;
  const render = () => {
    const messages = said.messagesOf(chat);
    chats.update(said.latest(), chat);
    thread.update(chat, messages, said.activityOf(chat));
    phone.update(isSandbox, chat, messages);
  };
  const place = el('section.card.conversation', { 'aria-label': 'Conversations' });
  place.append(status.element, chats.element, thread.element, phone.element);
  place.dataset.view = 'chats';
  return {
    element: place,
    /** @param {{ provider: string }} instance */
    update({ provider }) {
      isSandbox = provider === 'sandbox';
    },
  };
}

function chatList({ show, nameOf }) {
  const number = input('number', { inputMode: 'tel', required: true });
  const form = submitForm(
    [field('New chat', number, 'A number with its country code, or a JID')],
    async (filled) => {
      form.reset();
      show(jidOf(filled.number));
    },
  );
  form.append(el('button', { type: 'submit' }, 'Open chat'));
  const create = ({ chat: jid }) => chatRow(jid, { show, nameOf });
  const list = keyedList('chats', ({ chat }) => chat, create);
  const buttons = () => [...list.elements[0].querySelectorAll('button')];
  return {
    element: el('nav.side-list', { 'aria-label': 'Chats' }, form, ...list.elements),
    /** @param {import('./conversations.js').Message[]} latest @param {string | null} chosen */
    update(latest, chosen) {
      list.show(latest, `The latest ${EVENTS_MAX} events hold no messages.`);
      for (const one of buttons()) one.ariaCurrent = one.dataset.jid === chosen ? 'true' : null;
    },
    focus: (jid) => (buttons().find((one) => one.dataset.jid === jid) ?? number).focus(),
  };
}

/** The address of a person in the one spelling that events have. */
const jidOf = (number) => (number.includes('@') ? number : `${digitsOf(number)}@s.whatsapp.net`);

function chatRow(jid, { show, nameOf }) {
  const title = el('strong');
  const time = el('time.hint');
  const words = el('span.hint.words');
  const open = el('button', { type: 'button' }, title, time, words);
  open.dataset.jid = jid;
  open.addEventListener('click', () => show(jid));
  return {
    element: el('li', open),
    update(message) {
      setText(title, nameOf(jid));
      setText(time, shownTime(message.at));
      setText(words, `${message.isFromMe ? 'You: ' : ''}${gistOf(message)}`);
    },
  };
}

const gistOf = ({ isDeleted, note, content }) => {
  if (isDeleted) return 'deleted';
  return note === '' ? wordsOf(content) : note;
};

function threadView({ writing, nameOf, back, watch }, { actions, api, name }) {
  const heading = el('h2', { tabIndex: -1 });
  const address = el('span.hint');
  const activity = el('span.hint', { role: 'status' });
  const status = statusLine();
  const watching = button('Watch', { status, run: watch });
  const toChats = el('button.back-to-chats', { type: 'button' }, '← Chats');
  toChats.addEventListener('click', back);
  const deps = { actions, api, name, nameOf };
  const list = keyedList(
    'messages',
    ({ key }) => key,
    (message) => messageRow(message, deps),
  );
  const scroller = el('div.scroller', { tabIndex: 0, role: 'log', 'aria-label': 'Messages' });
  scroller.append(...list.elements);
  const head = el('div.head', toChats, heading, address, activity, watching, status.element);
  const open = el('div.thread', head, scroller, writing.element);
  const none = el('p.hint', 'Choose a chat, or open a new one.');
  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight;
  };
  return {
    element: el('div.thread-place', none, open),
    toEnd,
    /** For another chat. */
    begin: () => status.clear(),
    focus: () => heading.focus(),
    /**
     * @param {string | null} jid
     * @param {import('./conversations.js').Message[]} messages
     * @param {string} words what its people show
     */
    update(jid, messages, words) {
      open.hidden = jid === null;
      none.hidden = jid !== null;
      if (jid === null) return;
      const isAtEnd = scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 40;
      setText(heading, nameOf(jid));
      setText(activity, words);
      setText(address, nameOf(jid) === userOf(jid) ? '' : userOf(jid));
      list.show(messages, 'Nothing was written here yet, as far as the latest events tell.');
      if (isAtEnd) toEnd();
    },
  };
}

/** @returns {import('./message-row.js').Actions} */
function messageActions({ api, name, refresh, writing }) {
  const keyOf = ({ id, isFromMe }) => ({ id, fromMe: isFromMe });
  const done = (text) => {
    refresh();
    return text;
  };
  return {
    reply: writing.reply,
    edit: writing.edit,
    async react(message, reaction) {
      await api.post(at`/message/sendReaction/${name}`, { key: keyOf(message), reaction });
      return done(reaction ? `Reacted ${reaction}` : 'Reaction taken back');
    },
    async vote(message, options) {
      const key = keyOf(message);
      await api.post(at`/message/sendPollVote/${name}`, { key, options });
      return done(options.length === 0 ? 'The vote is taken back' : `Voted ${options.join(', ')}`);
    },
    async forward(message) {
      const label = 'Number or JID';
      const given = await asked({ title: 'Forward to whom?', label, action: 'Send it on' });
      if (given === null) return '';
      const number = jidOf(given);
      await api.post(at`/message/forward/${name}`, { number, key: keyOf(message) });
      return done(`Forwarded to ${given}`);
    },
    async remove(message) {
      const title = 'Delete this message for everyone?';
      const text = 'Those who have read it have read it.';
      if (!(await confirmed({ title, text, action: 'Delete for everyone' }))) return '';
      await api.delete(at`/chat/deleteMessageForEveryone/${name}`, keyOf(message));
      return done('Deleted');
    },
    explain: async ({ id }) => (await api.get(at`/message/explain/${name}/${id}`)).sentence,
  };
}
