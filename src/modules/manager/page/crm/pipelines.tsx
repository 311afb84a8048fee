/** The pipelines of the account, and one of them with its stages. */

import { choiceField, longField, textField } from '../components/fields.tsx';
import { crmLink } from '../links.ts';
import { texts } from '../texts.ts';
import type { ListedAt } from './api.ts';
import { Board } from './board.tsx';
import { type ListedKind, Records } from './records.tsx';
import { valueChoices, valueText } from './shown-words.ts';
import { PIPELINE_TYPES, VISIBILITIES } from './words.ts';

type Pipeline = ListedAt<'/api/v1/pipelines'>;

export const PipelinesView = ({ id }: { id: string | null }) =>
  id === null ? <Records kind={pipelineKind()} /> : <Board key={id} id={id} />;

function pipelineKind(): ListedKind<Pipeline> {
  const { crm } = texts();
  const { pipelines } = crm;
  return {
    resource: 'pipelines',
    path: '/pipelines',
    title: crm.sections.pipelines,
    newOne: pipelines.newOne,
    empty: pipelines.empty,
    nameOf: ({ name }) => name,
    link: ({ id }) => crmLink('pipelines', id),
    columns: [
      { title: crm.type, value: ({ pipeline_type: type }) => valueText(type) },
      { title: pipelines.visibility, value: ({ visibility }) => valueText(visibility) },
      { title: crm.description, value: ({ description }) => description, isMinor: true },
    ],
    fields: () => [
      textField('name', crm.name, { required: true, hint: crm.unique }),
      longField('description', crm.description),
      choiceField('pipeline_type', crm.type, valueChoices(PIPELINE_TYPES)),
      choiceField('visibility', pipelines.visibility, valueChoices(VISIBILITIES)),
    ],
    wrap: (pipeline) => ({ pipeline }),
    ending: { word: crm.delete, text: pipelines.ending },
  };
}
