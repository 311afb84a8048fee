/** The fields of a stage. */
import { textArea } from '../forms.js';
import { choiceField, colorField, jsonField, labelled, textField } from './fields.js';
import { STAGE_TYPES } from './words.ts';

export const stageFields = () => [
  textField('name', 'Name', { required: true }),
  colorField('color', 'Colour'),
  choiceField(
    'stage_type',
    'Type',
    STAGE_TYPES.map((name, value) => [String(value), name]),
    { toValue: Number },
  ),
  attributesField(),
  jsonField('automation_rules', 'Automation rules', { hint: 'A JSON object, kept as it is' }),
];

/** The names of the custom fields, one on each line. */
function attributesField() {
  const control = textArea('custom_fields', { rows: 3 });
  const hint = 'The names, one on each line';
  return labelled(
    'custom_fields',
    'Custom fields',
    { control, hint },
    {
      read: () => ({
        attributes: control.value
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      }),
      write: ({ attributes }) => {
        control.value = attributes.join('\n');
      },
    },
  );
}
