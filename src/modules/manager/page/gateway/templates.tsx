/** Message templates of an account: all of them, one of them beside, and making one. */
import { useState } from 'preact/hooks';
import type { AnswerTo, BodyFor } from '../api.ts';
import { askToConfirm } from '../components/dialog.tsx';
import {
  ActionButton,
  type Filled,
  Form,
  SelectField,
  TextAreaField,
  TextField,
} from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
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
  const { templates } = texts();
  const { instanceName } = instance;
  const params = { instanceName };
  const { value, failure, refresh } = usePolledQuery(
    (signal) => api.call('GET', '/template/find/{instanceName}', { params, signal }),
    [api, instanceName],
    SELDOM_MS,
  );
  const close = () => {
    location.hash = linkTo(instanceName, 'templates');
  };
  const opened = value?.find(({ id }) => id === about);
  return (
    <div class="with-aside">
      <div class="with-panel">
        <div>
          {instance.provider === CLOUD && (
            <div class="row">
              <ActionButton
                label={templates.refresh}
                run={async () => {
                  const query = { refresh: 'true' };
                  await api.call('GET', '/template/find/{instanceName}', { params, query });
                  refresh();
                  return templates.refreshed;
                }}
              />
            </div>
          )}
          {instance.provider === 'whatsapp' && <p class="hint">{templates.asTexts}</p>}
          <FailureLine failure={failure} />
          <TemplateTable rows={value} opened={about} instanceName={instanceName} />
        </div>
        {opened && (
          <SidePanel title={opened.name} onClose={close}>
            <TemplateDetails
              instance={instance}
              template={opened}
              refresh={refresh}
              close={close}
            />
          </SidePanel>
        )}
      </div>
      <TemplateForm instanceName={instanceName} refresh={refresh} />
    </div>
  );
}

interface TableProps {
  readonly rows: readonly Template[] | null;
  readonly opened: string;
  readonly instanceName: string;
}

function TemplateTable({ rows, opened, instanceName }: TableProps) {
  const { templates } = texts();
  return (
    <Table
      label={templates.title}
      rows={rows}
      empty={templates.none}
      keyOf={({ id }) => id}
      opened={opened}
      isSortable
      linkOf={({ id }) => linkTo(instanceName, 'templates', id)}
      columns={[
        { title: templates.name, value: ({ name }) => name },
        { title: templates.language, value: ({ language }) => language },
        { title: templates.category, value: ({ category }) => category },
        {
          title: templates.status,
          cell: ({ status }) => <Badge state={status} tone={toneOf(status)} />,
        },
        { title: templates.quality, cell: ({ quality_score }) => quality_score },
      ]}
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
      {components.map((component) => (
        <div key={component.type}>
          <h3>{component.type}</h3>
          {typeof component.text === 'string' ? (
            <p class="template-text">{component.text}</p>
          ) : (
            <pre>{JSON.stringify({ ...component, type: undefined }, null, 2)}</pre>
          )}
        </div>
      ))}
      <div class="row end">
        <ActionButton
          label={common.delete}
          class="danger"
          isSure={() =>
            askToConfirm({
              title: templates.deleteTitle(name),
              text: provider === CLOUD ? templates.deleteAtMeta : templates.deleteHere,
              action: templates.deleteAction(name),
            })
          }
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

function TemplateForm({ instanceName, refresh }: { instanceName: string; refresh: () => void }) {
  const api = useApi();
  const { templates } = texts();
  const [hasVariables, setHasVariables] = useState(false);
  return (
    <Card title={templates.new}>
      <Form
        draft="new"
        submit={templates.create}
        onSubmit={async (filled, form) => {
          const made = await api.call('POST', '/template/create/{instanceName}', {
            params: { instanceName },
            body: templateOf(filled),
          });
          form.reset();
          setHasVariables(false);
          refresh();
          return templates.createdAs(made.status);
        }}
      >
        <TextField label={templates.name} name="name" required hint={templates.nameHint} />
        <div class="inline">
          <TextField
            label={templates.language}
            name="language"
            required
            defaultValue={texts().formats.locale.replace('-', '_')}
          />
          <SelectField label={templates.category} name="category" choices={CATEGORIES} />
        </div>
        <TextField label={templates.header} name="header" maxLength={60} />
        <TextAreaField
          label={templates.body}
          name="body"
          required
          rows={4}
          maxLength={1024}
          hint={templates.bodyHint}
          onInput={({ currentTarget }) => setHasVariables(/\{\{/.test(currentTarget.value))}
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
      </Form>
    </Card>
  );
}

function templateOf({ name = '', language = '', category, ...texts }: Filled): NewTemplate {
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
