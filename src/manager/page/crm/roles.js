/** The roles of the account and what they permit. */
import { el, setText } from '../dom.js';
import { longField, textField, ticksField } from './fields.js';
import { recordView } from './record-view.js';
import { PERMISSIONS } from './words.ts';

/** @param {import('./record-view.js').Session} session */
export const rolesView = (session) =>
  recordView(session, {
    title: 'Roles',
    one: 'role',
    resource: 'roles',
    path: '/roles',
    empty: 'There is none.',
    about: 'The roles of the system stay as they are. Nobody gives away more than they hold.',
    factsOf: ({ key, type, permissions, description }) => [
      key,
      type === 'system' ? 'of the system' : '',
      permissions.length === 0 ? 'permits nothing' : '',
      description,
    ],
    more: permissionList,
    fields: () => [
      textField('name', 'Name', { required: true, hint: 'Its key is made from it' }),
      longField('description', 'Description'),
      ticksField('permissions', 'It permits', PERMISSIONS, { isOpen: session.can }),
    ],
    mayChange: ({ type, permissions }) => type === 'custom' && permissions.every(session.can),
    ending: { word: 'Delete', text: 'Nobody can be given it any more.' },
  });

function permissionList() {
  const count = el('summary');
  const names = el('p.hint');
  const element = el('details', count, names);
  return {
    element,
    update({ permissions }) {
      setText(count, `${permissions.length} permissions`);
      setText(names, permissions.join(', '));
      element.hidden = permissions.length === 0;
    },
  };
}

/** Few are named, many are counted. */
export function permissionsText(permissions) {
  if (permissions.length === 0) return 'permits nothing';
  if (permissions.length > 4) return `${permissions.length} permissions`;
  return permissions.join(', ');
}
