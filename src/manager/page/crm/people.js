/** The people of the account with their roles, and those who are invited. */
import { at } from '../api.ts';
import { el, shownTime } from '../dom.js';
import { choiceField, flagField, textField } from './fields.js';
import { recordView } from './record-view.js';
import { AVAILABILITIES } from './words.ts';

/** More roles than one request gives are named by their key. */
const ROLES_MOST = 100;

/** @param {import('./record-view.js').Session} session */
export function peopleView(session) {
  const invited = session.account === null ? null : invitedView(session);
  const people = recordView(session, {
    title: 'People',
    one: 'person',
    resource: 'users',
    path: '/users',
    empty: 'There is nobody.',
    about:
      'Whoever is known from another account is invited, and joins when they accept with a token of their own.',
    factsOf: (person) => [
      person.role,
      person.email,
      person.availability_status,
      person.display_name,
    ],
    fields: (record) => personFields(session, record),
    made: () => invited?.reload(),
    ending: {
      word: 'Remove',
      text: 'Their places in the inboxes of this account go along, and so do their tokens that are bound to it. Without another account they are deleted.',
    },
  });
  return { element: el('div', people.element, invited?.element) };
}

const invitedView = (session) =>
  recordView(session, {
    title: 'Open invitations',
    one: 'invitation',
    isPart: true,
    resource: 'users',
    path: at`/accounts/${session.account.id}/invitations`,
    empty: 'There is none.',
    offers: ['delete'],
    nameOf: ({ email }) => email,
    factsOf: ({ role, expires_at: end }) => [role, `until ${shownTime(end)}`],
    ending: { word: 'Withdraw', text: 'It can no longer be accepted.' },
  });

async function personFields(session, record) {
  const role = await roleField(session);
  const first = [
    textField('name', 'Name', { required: true }),
    textField('email', 'E-mail', { required: true, type: 'email' }),
    role,
    textField('display_name', 'Display name', { hint: 'Shown in place of the name' }),
  ];
  if (!record) {
    role.write('agent');
    return first;
  }
  return [
    ...first,
    choiceField('availability_status', 'Availability', AVAILABILITIES),
    flagField('auto_offline', 'Goes offline by itself'),
    textField('avatar_url', 'Picture', { isNullable: true, type: 'url', hint: 'http or https' }),
  ];
}

async function roleField({ api, can }) {
  const hint = 'It permits no more than your own';
  const { records, total } = can('roles.read')
    ? await api.page('/roles', { pageSize: ROLES_MOST })
    : { records: [], total: 1 };
  if (records.length < total) return textField('role', 'Role', { hint: `Its key. ${hint}` });
  const choices = records.map(({ key, name }) => [key, name]);
  return choiceField('role', 'Role', choices, { hint });
}
