/** One pipeline: its stages in their order, which keys and a pointer change, and one of them beside. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { at } from '../api.ts';
import {
  choiceField,
  colorField,
  type Field,
  jsonField,
  linesField,
  textField,
} from '../components/fields.tsx';
import { Menu, Page } from '../components/layout.tsx';
import { Sortable } from '../components/sortable.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { contentOf } from '../components/table.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import {
  actionsOn,
  EVERY_MS,
  type ListedKind,
  NewButton,
  type RecordContext,
} from './record-kind.tsx';
import { isUnknown, RecordPanel, UnknownRecord } from './record-panel.tsx';
import { useSession } from './session.ts';
import { mayNotReadText, valueText } from './shown-words.ts';
import { STAGE_TYPES } from './words.ts';

type Stage = ListItem<'/api/v1/pipelines/{pipeline_id}/pipeline_stages'>;

/** A pipeline can have thousands; those that are shown can be moved among each other. */
const SHOWN_MAX = 200;

interface StagesProps {
  /** The pipeline. */
  readonly id: string;
  /** The stage that is open beside the list, or ''. */
  readonly opened: string;
}

export function StagesView({ id, opened }: StagesProps) {
  const { crm } = texts();
  const session = useSession();
  const { api, can } = session;
  const path = at`/pipelines/${id}`;
  const kind = stageKind(`${path}/pipeline_stages`);
  const mayRead = can('pipeline_stages.read');
  const moves = useRef(0);
  const [version, setVersion] = useState(0);
  const { value, failure } = usePolledQuery(
    async () => {
      const { name } = await api.get<{ name: string }>(path);
      for (;;) {
        const before = moves.current;
        const stages = mayRead ? await api.get<Stage[]>(kind.path) : [];
        // Stages that were read during a move may be outdated.
        if (before === moves.current) return { name, stages };
      }
    },
    [api, path, version],
    EVERY_MS,
  );
  const status = useStatus();
  const context = { session, status, refresh: () => setVersion((before) => before + 1) };
  if (isUnknown(failure)) return <UnknownRecord section="pipelines" />;
  const isEmpty = value?.stages.length === 0;
  const none = can('pipeline_stages.create') ? crm.stages.empty : crm.stages.none;
  const list = crmLink('pipelines', id);
  return (
    <Page
      title={value?.name ?? crm.sections.pipelines}
      back={{ href: crmLink('pipelines'), text: crm.pipelines.all }}
      actions={<NewButton kind={kind} context={context} />}
    >
      <div class="with-panel">
        <div class="card">
          <p class="hint">{crm.stages.about}</p>
          <StatusLine status={status} />
          <FailureLine failure={failure} />
          {isEmpty && <p class="hint">{mayRead ? none : mayNotReadText('pipeline_stages.read')}</p>}
          {value && !isEmpty && (
            <StageList {...{ kind, context, list, moves, opened }} stages={value.stages} />
          )}
        </div>
        {opened && <RecordPanel key={opened} {...{ kind, context, version, list }} id={opened} />}
      </div>
    </Page>
  );
}

function stageKind(path: string): ListedKind<Stage> {
  const { crm, common } = texts();
  return {
    resource: 'pipeline_stages',
    path,
    title: crm.stages.title,
    empty: crm.stages.none,
    newOne: crm.stages.newOne,
    nameOf: ({ name }) => name,
    columns: [
      { title: crm.type, value: ({ stage_type: type }) => valueText(STAGE_TYPES[type] ?? '') },
      {
        title: crm.stages.customFields,
        value: ({ custom_fields: own }) => own.attributes.join(', '),
      },
    ],
    details: ({ automation_rules: rules }) =>
      Object.keys(rules).length > 0 && <pre>{JSON.stringify(rules, null, 2)}</pre>,
    fields: stageFields,
    wrap: (stage) => ({ pipeline_stage: stage }),
    ending: { word: common.delete, text: crm.stages.ending },
  };
}

function stageFields(): Field[] {
  const { crm, common } = texts();
  const types = STAGE_TYPES.map((name, value): [string, string] => [
    String(value),
    valueText(name),
  ]);
  return [
    textField('name', common.name, { required: true }),
    colorField('color', common.color),
    choiceField('stage_type', crm.type, types, { toValue: Number }),
    linesField('custom_fields', crm.stages.customFields, {
      hint: crm.stages.customFieldsHint,
      listOf: (stored) => (stored as Stage['custom_fields'] | undefined)?.attributes ?? [],
      toValue: (attributes) => ({ attributes }),
    }),
    jsonField('automation_rules', crm.stages.rules, { hint: crm.stages.rulesHint }),
  ];
}

interface ListProps extends Pick<StagesProps, 'opened'> {
  readonly kind: ListedKind<Stage>;
  readonly context: RecordContext;
  readonly stages: readonly Stage[];
  /** The address of the list, beneath which each stage has its own. */
  readonly list: string;
  /** Their number so far. */
  readonly moves: { current: number };
}

function StageList(props: ListProps) {
  const { kind, context, stages: read, opened, list, moves } = props;
  const { crm, common } = texts();
  const { session, status, refresh } = context;
  /** In the order that the last move has given them, until they are read again. */
  const [stages, setStages] = useState(read);
  // At once: later, what was read before a move would replace the order that the move has answered.
  useLayoutEffect(() => setStages(read), [read]);
  const move = (from: number, to: number) =>
    void status.run(async () => {
      const ids = stages.map(({ id }) => id);
      const [id = ''] = ids.splice(from, 1);
      const body = { stage_ids: ids.toSpliced(to, 0, id) };
      try {
        const { data } = await session.api.patch<Stage[]>(`${kind.path}/reorder`, body);
        moves.current++;
        setStages(data);
        return crm.stages.moved(data[to]?.name ?? '', to + 1, data.length);
      } finally {
        refresh();
      }
    });
  const left = stages.length - SHOWN_MAX;
  return (
    <>
      <Sortable
        label={crm.stages.title}
        rows={stages.slice(0, SHOWN_MAX)}
        keyOf={({ id }) => id}
        handleOf={({ name }, index) => crm.stages.move(name, index + 1, stages.length)}
        move={session.can('pipeline_stages.update') ? move : undefined}
      >
        {(stage) => {
          const actions = actionsOn(kind, context, stage);
          return (
            <>
              <span class="swatch" aria-hidden="true" style={{ backgroundColor: stage.color }} />
              <a
                href={`${list}/${stage.id}`}
                aria-current={stage.id === opened ? 'true' : undefined}
              >
                <bdi>{stage.name}</bdi>
              </a>
              {kind.columns.map((column) => (
                <small key={column.title}>{contentOf(column, stage)}</small>
              ))}
              {actions && <Menu label={`${common.actions} ${stage.name}`}>{actions}</Menu>}
            </>
          );
        }}
      </Sortable>
      {left > 0 && <p class="hint">{crm.notShown(left)}</p>}
    </>
  );
}
