/** Fills the variables of a template before it is sent. */
import type { AnswerTo, BodyFor } from '../api.ts';
import type { FormValues } from '../components/form.tsx';
import { texts } from '../texts.ts';

export type Template = AnswerTo<'GET', '/template/find/{instanceName}'>[number];

export const textOf = ({ components }: Pick<Template, 'components'>): string => {
  const body = components.find(({ type }) => type === 'BODY');
  return String(body?.text ?? '');
};

/** Returns each variable of a text once: `1`, or a name. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name)),
];

interface ChosenTemplate extends Pick<Template, 'name' | 'language'> {
  readonly isNamed: boolean;
  readonly variables: readonly string[];
}

/** Returns the facts of a template that sending it needs. */
export const chosenTemplate = ({
  name,
  language,
  parameter_format,
  components,
}: Template): ChosenTemplate => ({
  name,
  language,
  isNamed: parameter_format === 'NAMED',
  variables: variablesIn(textOf({ components })),
});

/** Returns the request that fills the text of the chosen template. */
export function templateBody(
  filled: FormValues,
): Omit<BodyFor<'POST', '/message/sendTemplate/{instanceName}'>, 'number'> {
  if (filled.template === undefined) throw new Error(texts().chat.composer.noTemplates);
  const { name, language, isNamed, variables }: ChosenTemplate = JSON.parse(filled.template);
  const parameters = variables.map((variable) => ({
    type: 'text',
    text: filled[`variable ${variable}`] ?? '',
    ...(isNamed && { parameter_name: variable }),
  }));
  return {
    name,
    language,
    ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
  };
}
