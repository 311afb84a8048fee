/** The pipelines of the account, and one of them with its stages. */

import { choiceField, longField, textField } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import type { ListedKind } from './record-kind.tsx';
import { Records } from './records.tsx';
import { valueChoices, valueText } from './shown-words.ts';
import { StagesView } from './stages.tsx';
import { PIPELINE_TYPES, VISIBILITIES } from './words.ts';

type Pipeline = ListItem<'/api/v1/pipelines'>;

interface ViewProps {
  readonly id: string | null;
  /** The stage that is open, or ''. */
  readonly part: string;
}

export const PipelinesView = ({ id, part }: ViewProps) =>
  id === null ? <Records kind={pipelineKind()} /> : <StagesView key={id} id={id} opened={part} />;

function pipelineKind(): ListedKind<Pipeline> {
  const { crm, common } = texts();
  const { pipelines } = crm;
  return {
    resource: 'pipelines',
    path: '/pipelines',
    section: 'pipelines',
    title: crm.sections.pipelines,
    newOne: pipelines.newOne,
    empty: pipelines.empty,
    about: pipelines.about,
    nameOf: ({ name }) => name,
    columns: [
      {
        title: crm.type,
        field: 'pipeline_type',
        value: ({ pipeline_type: type }) => valueText(type),
      },
      {
        title: pipelines.visibility,
        field: 'visibility',
        value: ({ visibility }) => valueText(visibility),
      },
      {
        title: common.description,
        field: 'description',
        value: ({ description }) => description,
        isMinor: true,
      },
    ],
    fields: () => [
      textField('name', common.name, { required: true, hint: crm.unique }),
      longField('description', common.description),
      choiceField('pipeline_type', crm.type, valueChoices(PIPELINE_TYPES)),
      choiceField('visibility', pipelines.visibility, valueChoices(VISIBILITIES)),
    ],
    wrap: (pipeline) => ({ pipeline }),
    ending: { word: common.delete, text: pipelines.ending },
  };
}
