/** Message templates of an account: all of them, one of them beside, and making one. */
import { useState } from 'preact/hooks';
import type { AnswerTo, BodyFor } from '../api.ts';
import { Choices } from '../chat/choices.tsx';
import { ActionButton } from '../components/action-button.tsx';
import {
  Form,
  type FormValues,
  readForm,
  SelectField,
  TextAreaField,
  TextField,
} from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { ListView } from '../components/list-view.tsx';
import { Badge } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { texts } from '../texts.ts';
import { useAnswer, useApi, usePostTo } from './api-context.ts';
import { CLOUD, type PanelProps } from './instance-words.ts';

type Template = AnswerTo<'GET', '/template/find/{instanceName}'>[number];
type NewTemplate = BodyFor<'POST', '/template/create/{instanceName}'>;

const SELDOM_MS = 30_000;
const CATEGORIES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;

const toneOf = (status: string) => {
  if (status === 'APPROVED') return 'good';
  return /REJECTED|DISABLED|PAUSED/.test(status) ? 'bad' : 'wait';
};

export function TemplatesPanel({ instance, about }: PanelProps) {
  const api = useApi();
  const { templates, common } = texts();
  const { instanceName } = instance;
  const params = { instanceName };
  const { value, failure, refresh } = useAnswer(
    '/template/find/{instanceName}',
    { params },
    SELDOM_MS,
  );
  const refreshFromMeta = async () => {
    const query = { refresh: 'true' };
    await api.call('GET', '/template/find/{instanceName}', { params, query });
    refresh();
    return templates.refreshed;
  };
  return (
    <ListView
      label={templates.title}
      rows={value}
      empty={templates.none}
      failure={failure}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      linkOf={(id) => linkTo(instanceName, 'templates', id)}
      opened={about}
      columns={[
        { title: common.name, value: ({ name }) => name },
        { title: common.language, value: ({ language }) => language },
        { title: templates.category, value: ({ category }) => category },
        {
          title: templates.status,
          type: 'state',
          value: ({ status }) => status,
          cell: ({ status }) => <Badge state={status} tone={toneOf(status)} />,
        },
        {
          title: templates.quality,
          cell: ({ quality_score: quality }) => quality,
          isOptional: true,
        },
      ]}
      above={
        <>
          {instance.provider === CLOUD && (
            <div class="row">
              <ActionButton label={templates.refresh} run={refreshFromMeta} />
            </div>
          )}
          {instance.provider === 'whatsapp' && <p class="hint">{templates.asTexts}</p>}
        </>
      }
      panel={(template, close) => <TemplateDetails {...{ instance, template, refresh, close }} />}
      aside={<TemplateForm instanceName={instanceName} refresh={refresh} />}
    />
  );
}

interface DetailsProps {
  readonly instance: PanelProps['instance'];
  readonly template: Template;
  readonly refresh: () => void;
  readonly close: () => void;
}

function TemplateDetails({ instance, template, refresh, close }: DetailsProps) {
  const api = useApi();
  const { common, templates } = texts();
  const { instanceName, provider } = instance;
  const { id, name, rejected_reason: rejected, components } = template;
  return (
    <>
      <p>
        <Badge state={template.status} tone={toneOf(template.status)} /> {template.language} ·{' '}
        {template.category}
      </p>
      {rejected && <p data-kind="failed">{templates.rejected(rejected)}</p>}
      <Preview components={components} />
      <div class="actions">
        <ActionButton
          label={common.delete}
          class="danger"
          question={{
            title: templates.deleteTitle(name),
            text: provider === CLOUD ? templates.deleteAtMeta : templates.deleteHere,
            action: templates.deleteAction(name),
          }}
          run={async () => {
            await api.call('DELETE', '/template/delete/{instanceName}', {
              params: { instanceName },
              body: { name, hsmId: id },
            });
            refresh();
            close();
          }}
        />
      </div>
    </>
  );
}

/** The fields of components that phones show, as Meta spells them. */
interface Component {
  readonly type: string;
  readonly format?: string;
  readonly text?: string;
  readonly buttons?: readonly { readonly text?: string; readonly url?: string }[];
}

const SHOWN = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];

/** A template as a phone shows it. Components of another kind are shown as they are stored. */
function Preview({ components }: { components: Template['components'] }) {
  const { templates } = texts();
  const part = (type: string) =>
    (components as readonly Component[]).find((one) => one.type === type);
  const header = part('HEADER');
  return (
    <>
      <section class="preview" aria-label={templates.preview}>
        <div class="bubble">
          <Choices
            heading={header?.text ?? (header && `[${header.format}]`)}
            text={part('BODY')?.text}
            footer={part('FOOTER')?.text}
            choices={(part('BUTTONS')?.buttons ?? []).map(({ text = '', url }) => ({
              label: text,
              detail: url,
            }))}
          />
        </div>
      </section>
      {components
        .filter(({ type }) => !SHOWN.includes(type))
        .map((component) => (
          <pre key={component.type}>{JSON.stringify(component, null, 2)}</pre>
        ))}
    </>
  );
}

function TemplateForm({ instanceName, refresh }: { instanceName: string; refresh: () => void }) {
  const post = usePostTo(instanceName);
  const { templates, common } = texts();
  const [written, setWritten] = useState<FormValues>({});
  const hasVariables = /\{\{/.test(written.body ?? '');
  return (
    <Card title={templates.new}>
      <Form
        draft="new"
        submit={templates.create}
        onSubmit={async (filled, form) => {
          const made = await post('/template/create/{instanceName}', templateOf(filled));
          form.reset();
          setWritten({});
          refresh();
          return templates.createdAs(made.status);
        }}
      >
        <fieldset
          class="plain"
          onInput={({ currentTarget: { form } }) => form && setWritten(readForm(form))}
        >
          <TextField label={common.name} name="name" required hint={templates.nameHint} />
          <div class="inline">
            <TextField
              label={common.language}
              name="language"
              required
              defaultValue={texts().formats.locale.replace('-', '_')}
            />
            <SelectField label={templates.category} name="category" choices={CATEGORIES} />
          </div>
          <TextField label={templates.header} name="header" maxLength={60} />
          <TextAreaField
            label={common.text}
            name="body"
            required
            rows={4}
            maxLength={1024}
            hint={templates.bodyHint}
          />
          {hasVariables && (
            <TextAreaField
              label={templates.examples}
              name="examples"
              required
              rows={2}
              hint={templates.examplesHint}
            />
          )}
          <TextField label={templates.footer} name="footer" maxLength={60} />
        </fieldset>
        {written.body && <Preview components={templateOf(written).components} />}
      </Form>
    </Card>
  );
}

function templateOf({ name = '', language = '', category, ...texts }: FormValues): NewTemplate {
  const { header, body = '', examples, footer } = texts;
  const example = examples && { example: { body_text: [examples.split('\n').filter(Boolean)] } };
  return {
    name,
    language,
    category: CATEGORIES.find((one) => one === category) ?? 'UTILITY',
    components: [
      ...(header ? [{ type: 'HEADER', format: 'TEXT', text: header }] : []),
      { type: 'BODY', text: body, ...example },
      ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ],
  };
}
