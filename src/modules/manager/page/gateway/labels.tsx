/** The labels of an account, and putting them on chats. */
import type { AnswerTo } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Form, SelectField, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { ListView } from '../components/list-view.tsx';
import { linkTo } from '../links.ts';
import { texts } from '../texts.ts';
import { useAnswer, usePostTo } from './api-context.ts';
import type { PanelProps } from './instance-words.ts';
import { COLORS, Dot } from './label-dot.tsx';

type Label = AnswerTo<'GET', '/label/findLabels/{instanceName}'>[number];

export function LabelsPanel({ instance, about }: PanelProps) {
  const { labels, common } = texts();
  const { instanceName } = instance;
  const { value, failure, refresh } = useAnswer('/label/findLabels/{instanceName}', {
    params: { instanceName },
  });
  return (
    <ListView
      label={labels.title}
      rows={value}
      empty={labels.none}
      failure={failure}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      linkOf={(id) => linkTo(instanceName, 'labels', id)}
      opened={about}
      columns={[
        {
          title: common.name,
          value: ({ name }) => name,
          cell: ({ name, color }) => (
            <>
              <Dot color={color} /> {name}
            </>
          ),
        },
        { title: common.id, cell: ({ id }) => <code>{id}</code>, isMinor: true },
        {
          title: labels.kind,
          value: ({ predefinedId }) => (predefinedId ? labels.predefined : labels.own),
        },
      ]}
      panel={(label, close) => <LabelEditor {...{ instanceName, label, refresh, close }} />}
      aside={
        <>
          <Card title={labels.new}>
            <LabelForm instanceName={instanceName} refresh={refresh} submit={labels.create} />
          </Card>
          {value && value.length > 0 && (
            <Card title={labels.put}>
              <PutForm instanceName={instanceName} labels={value} />
            </Card>
          )}
        </>
      }
    />
  );
}

interface LabelFormProps {
  readonly instanceName: string;
  /** The stored label; absent for a new one. */
  readonly label?: Label;
  readonly refresh: () => void;
  readonly submit: string;
}

function LabelForm({ instanceName, label, refresh, submit }: LabelFormProps) {
  const post = usePostTo(instanceName);
  const { common, labels } = texts();
  return (
    <Form
      draft={label?.id ?? 'new'}
      submit={submit}
      onSubmit={async ({ name, color }, form) => {
        await post('/label/edit/{instanceName}', {
          ...(label && { labelId: label.id }),
          ...(name && { name }),
          color: Number(color),
        });
        if (label === undefined) form.reset();
        refresh();
        return common.saved;
      }}
    >
      <TextField
        label={common.name}
        name="name"
        required
        maxLength={100}
        {...(label && { defaultValue: label.name })}
      />
      <fieldset class="choices swatches">
        <legend>{common.color}</legend>
        {COLORS.map((color, place) => (
          <label key={color} class="choice dot-choice">
            <input
              type="radio"
              name="color"
              value={place}
              aria-label={labels.colorNumber(String(place))}
              defaultChecked={place === (label?.color ?? 0)}
            />
            <Dot color={place} />
          </label>
        ))}
      </fieldset>
    </Form>
  );
}

interface EditorProps extends Omit<LabelFormProps, 'submit'> {
  readonly label: Label;
  readonly close: () => void;
}

function LabelEditor({ instanceName, label, refresh, close }: EditorProps) {
  const post = usePostTo(instanceName);
  const { common, labels } = texts();
  return (
    <>
      <LabelForm instanceName={instanceName} label={label} refresh={refresh} submit={common.save} />
      <div class="actions">
        <ActionButton
          label={common.delete}
          class="danger"
          question={{
            title: labels.deleteTitle(label.name),
            text: labels.deleteText,
            action: labels.deleteAction(label.name),
          }}
          run={async () => {
            await post('/label/edit/{instanceName}', { labelId: label.id, deleted: true });
            refresh();
            close();
          }}
        />
      </div>
    </>
  );
}

function PutForm({
  instanceName,
  labels: known,
}: {
  instanceName: string;
  labels: readonly Label[];
}) {
  const post = usePostTo(instanceName);
  const { labels, common } = texts();
  return (
    <Form
      submit={labels.add}
      onSubmit={async ({ chat: number = '', labelId = '', remove }) => {
        const action = remove === undefined ? 'add' : 'remove';
        await post('/label/handleLabel/{instanceName}', { number, labelId, action });
        return action === 'add' ? labels.isOn : labels.isOff;
      }}
      buttons={
        <button type="submit" name="remove" value="remove">
          {labels.remove}
        </button>
      }
    >
      <TextField label={common.chat} name="chat" required hint={labels.chatHint} />
      <SelectField
        label={labels.title}
        name="labelId"
        choices={known.map(({ id, name }) => [id, name] as const)}
      />
    </Form>
  );
}
