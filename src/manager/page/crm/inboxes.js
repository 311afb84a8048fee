/** The inboxes of the account, and one of them with its members. */
import { crmLink } from '../links.ts';
import { choiceField, textField } from './fields.js';
import { membersView } from './inbox-members.js';
import { recordView } from './record-view.js';
import { CHANNEL_TYPES } from './words.ts';

const KIND = {
  title: 'Inboxes',
  one: 'inbox',
  resource: 'inboxes',
  path: '/inboxes',
  empty: 'There is none yet. Create one, then add its members.',
  link: ({ id }) => crmLink('inboxes', id),
  factsOf: ({ channel_type: type, instance_name: instance }) => [
    type,
    instance === null ? '' : `instance ${instance}`,
  ],
  fields: () => [
    textField('name', 'Name', { required: true }),
    choiceField('channel_type', 'Channel', CHANNEL_TYPES),
    textField('instance_name', 'Instance', {
      isNullable: true,
      hint: 'Name of the instance behind it, if there is one',
    }),
  ],
  ending: { word: 'Delete', text: 'Its members lose it.' },
};

/** @param {import('./record-view.js').Session} session @param {string | null} id of one of them */
export const inboxesView = (session, id) =>
  id === null ? recordView(session, KIND) : membersView(session, id);
