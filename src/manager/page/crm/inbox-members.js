/** One inbox: the people who are members of it, added and removed. */
import { ApiFailure, at } from '../api.ts';
import { confirmed } from '../dialogs.js';
import { el, keyedList, setText } from '../dom.js';
import { attempt, button, onSubmit, statusLine } from '../forms.js';
import { crmLink } from '../links.ts';
import { personField, readPeople } from './people-list.js';
import { focusHeading, viewHeading } from './record-view.js';

/** The service answers all members at once, a thousand as well. */
const SHOWN_MAX = 200;

/** @param {import('./record-view.js').Session} session @param {string} id of the inbox */
export function membersView(session, id) {
  const { api, can } = session;
  const status = statusLine();
  const more = el('p.hint');
  const list = keyedList(
    'rows',
    ({ id }) => id,
    (member) => memberRow(context, member),
  );
  const adding = el('div');
  const heading = viewHeading('Inbox');

  const show = (members) => {
    list.show(members.slice(0, SHOWN_MAX), 'It has no members yet.');
    const left = members.length - SHOWN_MAX;
    setText(more, left > 0 ? `${left} more are not shown.` : '');
  };
  /** Every change answers the members as they are then. */
  const change = async (method, userId) => {
    const body = { inbox_id: id, user_ids: [userId] };
    const { data, message } = await api[method]('/inbox_members', body);
    show(data);
    return message;
  };
  const context = { session, status, change };
  const back = el('a', { href: crmLink('inboxes') }, '← All inboxes');
  const card = el('section.card', el('h2', 'Members'), adding, ...list.elements, more);
  const element = el('div', back, heading, status.element, card);
  void attempt(element, status, async () => {
    const { name } = await api.get(at`/inboxes/${id}`);
    setText(heading.querySelector('h1'), name);
    show(await api.get(at`/inbox_members/${id}`));
    if (can('inbox_members.create')) adding.append(addForm(context, await readPeople(session)));
  });
  return { element };
}

function addForm({ status, change }, people) {
  const person = personField('user', 'Person', people, { nobody: 'Choose a person' });
  const form = el('form.inline.spread', person.element, el('button', { type: 'submit' }, 'Add'));
  return onSubmit(form, status, async () => {
    person.say([]);
    try {
      if (person.read() === '') throw nobodyChosen();
      return await change('post', person.read());
    } catch (error) {
      person.say(Object.values(error.details ?? {}).flat());
      throw error;
    }
  });
}

const nobodyChosen = () =>
  new ApiFailure({ message: 'Nothing was sent', details: { user_ids: ['choose a person'] } });

function memberRow({ session, status, change }, { id, name }) {
  const title = el('strong');
  const facts = el('p.hint');
  const remove = button('Remove', {
    kind: 'danger',
    status,
    isSure: () =>
      confirmed({
        title: `Remove ${name}?`,
        text: 'They stay in the account.',
        action: `Remove ${name} now`,
      }),
    async run() {
      const message = await change('delete', id);
      focusHeading();
      return message;
    },
  });
  remove.ariaLabel = `Remove ${name}`;
  const row = el('div.row', title, session.can('inbox_members.delete') ? remove : null);
  return {
    element: el('li', row, facts),
    update({ available_name: called, role, email, availability_status: availability }) {
      setText(title, called);
      setText(facts, [role, email, availability].join(' · '));
    },
  };
}
