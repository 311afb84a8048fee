/** A template that is sent: which one, and what fills its variables. */
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../components/form.tsx';
import { FailureLine } from '../components/status.tsx';
import { useAnswer } from '../gateway/api-context.ts';
import { texts } from '../texts.ts';
import { useChats } from './chat-context.ts';
import { FormattedText } from './formatted-text.tsx';
import { chosenTemplate, textOf, variablesIn } from './template-body.ts';

const SENDABLE: readonly string[] = ['APPROVED', 'FLAGGED', 'REINSTATED'];
/** New templates need not be seen at once. */
const EVERY_MS = 30_000;

export function TemplateFields() {
  const { name: instanceName } = useChats();
  const { composer } = texts().chat;
  const [index, setIndex] = useState(0);
  const { value, failure } = useAnswer(
    '/template/find/{instanceName}',
    { params: { instanceName } },
    EVERY_MS,
  );
  const templates = (value ?? []).filter(({ status }) => SENDABLE.includes(status));
  const template = templates[index];
  return (
    <>
      <FailureLine failure={failure} />
      {value !== null && templates.length === 0 && <p class="hint">{composer.noTemplates}</p>}
      {template && (
        <>
          <SelectField
            label={texts().chat.kinds.template}
            name="choice"
            value={String(index)}
            choices={templates.map(({ name, language }, at) => [
              String(at),
              `${name} (${language})`,
            ])}
            onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
          />
          <input type="hidden" name="template" value={JSON.stringify(chosenTemplate(template))} />
          <FormattedText text={textOf(template)} />
          <div class="inline">
            {variablesIn(textOf(template)).map((variable) => (
              <TextField
                key={variable}
                label={composer.variable(variable)}
                name={`variable ${variable}`}
                required
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}
