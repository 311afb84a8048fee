/** The webhooks of the account, and one of them with what it was sent. */
import { showSecret } from '../dialogs.js';
import { crmLink } from '../links.ts';
import { allOrSome, choiceField, flagField, textField, ticksField } from './fields.js';
import { recordView } from './record-view.js';
import { webhookView } from './webhook-view.js';
import { CRM_EVENT_TYPES, WEBHOOK_FORMATS } from './words.ts';

const ALL = ['ALL'];
const isAll = (events) => events.includes('ALL');

const KIND = {
  title: 'Webhooks',
  one: 'webhook',
  resource: 'webhooks',
  path: '/webhooks',
  empty: 'There is none yet. Create one with the URL that is to hear of changes.',
  link: ({ id }) => crmLink('webhooks', id),
  factsOf: ({ url, enabled, events, format }) => [
    url,
    enabled ? '' : 'disabled',
    isAll(events) ? 'all events' : events.join(', '),
    format === 'gatehouse' ? '' : `format ${format}`,
  ],
  fields: () => [
    textField('name', 'Name', { required: true }),
    textField('url', 'URL', { required: true, type: 'url', hint: 'http or https' }),
    flagField('enabled', 'Enabled', { checked: true }),
    allOrSome('All events', ticksField('events', 'Only these', CRM_EVENT_TYPES), {
      all: ALL,
      isAll,
    }),
    choiceField('format', 'Format', WEBHOOK_FORMATS),
    flagField('by_events', 'Each event at a path of its own (evolution-api only)'),
  ],
  made: ({ name, secret }) =>
    showSecret({ title: `${name} is created`, what: 'signing secret', of: name, secret }),
  ending: { word: 'Delete', text: 'What waits for it is discarded.' },
};

/** @param {import('./record-view.js').Session} session @param {string | null} id of one of them */
export const webhooksView = (session, id) =>
  id === null ? recordView(session, KIND) : webhookView(session, id);
