/** The pipelines of the account, and one of them with its stages. */
import { crmLink } from '../links.ts';
import { boardView } from './board.js';
import { choiceField, longField, textField } from './fields.js';
import { recordView } from './record-view.js';
import { PIPELINE_TYPES, VISIBILITIES } from './words.ts';

const KIND = {
  title: 'Pipelines',
  one: 'pipeline',
  resource: 'pipelines',
  path: '/pipelines',
  empty: 'There is none yet. Create one, then give it stages.',
  link: ({ id }) => crmLink('pipelines', id),
  factsOf: ({ pipeline_type: type, visibility, description }) => [type, visibility, description],
  fields: () => [
    textField('name', 'Name', { required: true, hint: 'Unique in the account' }),
    longField('description', 'Description'),
    choiceField('pipeline_type', 'Type', PIPELINE_TYPES),
    choiceField('visibility', 'Visibility', VISIBILITIES),
  ],
  wrap: (pipeline) => ({ pipeline }),
  ending: { word: 'Delete', text: 'Its stages are gone for good with it.' },
};

/** @param {import('./record-view.js').Session} session @param {string | null} id of one of them */
export const pipelinesView = (session, id) =>
  id === null ? recordView(session, KIND) : boardView(session, id);
