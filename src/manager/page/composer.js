/** Writing a message: of any kind, in answer to another, or in place of one that was sent. */
import { at } from './api.ts';
import { el, setText } from './dom.js';
import { attempt, field, select, statusLine } from './forms.js';
import { editableText, wordsOf } from './message-words.js';
import { OUTGOING_KINDS } from './outgoing-kinds.js';

/** @typedef {import('./conversations.js').Message} Message */

/**
 * @param {{ api: object, name: string, chat: () => string, onSent: () => void }} deps `chat`: the JID that is written to;
 *   `onSent` is called after each message
 */
export function composer({ api, name, chat, onSent }) {
  const status = statusLine();
  const kinds = kindFields({ api, name, chat });
  const send = el('button.primary', { type: 'submit' }, 'Send');
  /** The other message, that is answered or edited. @type {{ message: Message, isEdit: boolean } | null} */
  let about = null;
  const context = contextBanner(() => {
    begin(null);
    kinds.focus();
  });

  const begin = (next) => {
    if (about?.isEdit || next?.isEdit) kinds.open('text');
    if (next?.isEdit) kinds.fill(editableText(next.message.content));
    about = next;
    context.show(about);
    kinds.lock(about?.isEdit === true);
    setText(send, about?.isEdit ? 'Save' : 'Send');
  };
  const element = el('form.composer', context.element, ...kinds.elements, send, status.element);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(send, status, async () => {
      const answered = about;
      const filled = kinds.current();
      const sent = await post({ api, name }, { number: chat(), kinds, about });
      // What was begun meanwhile goes on: another kind, an edit, an answer.
      if (kinds.current() === filled) kinds.open();
      if (about === answered) begin(null);
      kinds.focus();
      onSent();
      return sent.status === 'QUEUED' ? 'It waits to be sent' : '';
    });
  });
  return {
    element,
    /** Begins anew, for another chat. */
    clear() {
      status.clear();
      kinds.open('text');
      begin(null);
    },
    /** @param {Message} message */
    reply(message) {
      begin({ message, isEdit: false });
      kinds.focus();
    },
    /** @param {Message} message */
    edit(message) {
      begin({ message, isEdit: true });
      kinds.focus();
    },
  };
}

/** Who is written to, and as what, is said before a file is read: another chat may be opened meanwhile. */
async function post({ api, name }, { number, kinds, about }) {
  const path = kinds.path();
  const body = await kinds.body();
  const key = about && { id: about.message.id, fromMe: about.message.isFromMe };
  if (about?.isEdit) return api.post(at`/chat/updateMessage/${name}`, { key, ...body });
  const answer = key && { quoted: { key } };
  return api.post(at`/message/${path}/${name}`, { number, ...body, ...answer });
}

/** The choice of a kind, and the fields of the chosen one. */
function kindFields(deps) {
  const choices = Object.entries(OUTGOING_KINDS).map(([key, { title }]) => [key, title]);
  const kind = select('kind', choices);
  const choice = field('Kind', kind);
  const fields = el('div.fields');
  let opened = null;
  const open = (key = kind.value) => {
    kind.value = key;
    opened = OUTGOING_KINDS[key].open(deps);
    fields.replaceChildren(...opened.elements);
  };
  kind.addEventListener('change', () => open());
  open();
  return {
    elements: [choice, fields],
    /** Empties the fields. @param {string} [key] another kind */
    open,
    /** The fields as they were opened last. */
    current: () => opened,
    /** Whether no other kind can be chosen. */
    lock(isLocked) {
      choice.hidden = isLocked;
    },
    fill(text) {
      fields.querySelector('textarea').value = text;
    },
    focus: () => fields.querySelector('input, select, textarea').focus(),
    body: () => opened.body(),
    path: () => OUTGOING_KINDS[kind.value].path,
  };
}

/** Which message is answered or edited, and the way out of that. */
function contextBanner(cancel) {
  const text = el('span');
  const stop = el('button', { type: 'button' }, 'Cancel');
  stop.addEventListener('click', cancel);
  const element = el('div.row.context', { role: 'status', hidden: true }, text, stop);
  return {
    element,
    show(about) {
      element.hidden = about === null;
      if (about === null) return;
      const doing = about.isEdit ? 'Editing' : 'Replying to';
      setText(text, `${doing}: ${wordsOf(about.message.content).slice(0, 120)}`);
    },
  };
}
