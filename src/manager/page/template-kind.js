/** A template that is sent: which one, and what fills its variables. */
import { ApiFailure, at } from './api.ts';
import { el, setText } from './dom.js';
import { field, select, statusLine, textArea } from './forms.js';

const SENDABLE = ['APPROVED', 'FLAGGED', 'REINSTATED'];

/** @param {{ api: object, name: string }} deps */
export function openTemplate({ api, name }) {
  const status = statusLine();
  const choice = select('template', [], { required: true });
  const shown = el('p.said');
  const values = textArea('values', { rows: 2 });
  const valuesField = field('Variables', values, 'Each on a line of its own, in their order');
  let templates = [];
  const chosen = () => templates[Number(choice.value)];
  const show = () => {
    const template = chosen();
    const text = template ? bodyOf(template) : '';
    setText(shown, text);
    valuesField.hidden = variablesIn(text).length === 0;
  };
  choice.addEventListener('change', show);
  status.working();
  api
    .get(at`/template/find/${name}`)
    .then((found) => {
      templates = found.filter((one) => SENDABLE.includes(one.status));
      choice.replaceChildren(
        ...templates.map((one, index) =>
          el('option', { value: index }, `${one.name} (${one.language})`),
        ),
      );
      status.clear();
      if (templates.length === 0)
        status.failed(new ApiFailure({ message: 'No template can be sent' }));
      show();
    })
    .catch((error) => status.failed(error));
  return {
    elements: [field('Template', choice), shown, valuesField, status.element],
    body() {
      const template = chosen();
      const components = filled(template, values.value);
      return {
        name: template.name,
        language: template.language,
        ...(components.length > 0 && { components }),
      };
    },
  };
}

const bodyOf = ({ components }) => components.find(({ type }) => type === 'BODY')?.text ?? '';

/** `1`, or a name, once each. @param {string} text */
export const variablesIn = (text) => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name)),
];

/** The `components` of a request that fill the body with the lines of `text`. */
export function filled(template, text) {
  const lines = text.split('\n').map((line) => line.trim());
  const names = variablesIn(bodyOf(template));
  if (names.length === 0) return [];
  const isNamed = template.parameter_format === 'NAMED';
  const parameters = names.map((variable, index) => ({
    type: 'text',
    text: lines[index] ?? '',
    ...(isNamed && { parameter_name: variable }),
  }));
  return [{ type: 'body', parameters }];
}
