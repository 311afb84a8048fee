/** One pipeline. Its stages are columns, which buttons, keys and dragging reorder. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { at } from '../api.ts';
import {
  choiceField,
  colorField,
  type Field,
  jsonField,
  linesField,
  textField,
} from '../components/fields.tsx';
import { Page } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import type { ListedAt } from './api.ts';
import {
  DeleteButton,
  EditButton,
  EVERY_MS,
  NewButton,
  type RecordContext,
  type RecordKind,
} from './records.tsx';
import { useSession } from './session.ts';
import { valueText } from './shown-words.ts';
import { STAGE_TYPES } from './words.ts';

type Stage = ListedAt<'/api/v1/pipelines/{pipeline_id}/pipeline_stages'>;

/** A pipeline can have thousands; those that are shown can be moved among each other. */
const SHOWN_MAX = 200;
/** The type of the dragged data: the id of a stage. */
const DRAGGED = 'application/x-gatehouse-stage';

export function Board({ id }: { id: string }) {
  const { crm } = texts();
  const session = useSession();
  const { api, can } = session;
  const path = at`/pipelines/${id}`;
  const kind = stageKind(`${path}/pipeline_stages`);
  const mayRead = can('pipeline_stages.read');
  const changes = useRef(0);
  const { value, failure, refresh } = usePolledQuery(
    async () => {
      const { name } = await api.get<{ name: string }>(path);
      for (;;) {
        const before = changes.current;
        const stages = mayRead ? await api.get<Stage[]>(kind.path) : [];
        // Stages that were read during a move may be outdated.
        if (before === changes.current) return { name, stages };
      }
    },
    [api, path],
    EVERY_MS,
  );
  const status = useStatus();
  const context = { session, status, refresh };
  const isEmpty = value?.stages.length === 0;
  const none = can('pipeline_stages.create') ? crm.stages.empty : crm.stages.none;
  return (
    <Page
      title={value?.name ?? crm.sections.pipelines}
      actions={<NewButton kind={kind} context={context} />}
    >
      <a href={crmLink('pipelines')}>{crm.pipelines.all}</a>
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      {isEmpty && <p class="hint">{mayRead ? none : crm.stages.mayNotRead}</p>}
      {value && !isEmpty && <Stages {...{ kind, context, changes }} stages={value.stages} />}
    </Page>
  );
}

const stageKind = (path: string): RecordKind<Stage> => {
  const { crm } = texts();
  return {
    resource: 'pipeline_stages',
    path,
    newOne: crm.stages.newOne,
    nameOf: ({ name }) => name,
    fields: stageFields,
    wrap: (stage) => ({ pipeline_stage: stage }),
    ending: { word: crm.delete, text: crm.stages.ending },
  };
};

function stageFields(): Field[] {
  const { crm } = texts();
  const types = STAGE_TYPES.map((name, value): [string, string] => [
    String(value),
    valueText(name),
  ]);
  return [
    textField('name', crm.name, { required: true }),
    colorField('color', crm.stages.color),
    choiceField('stage_type', crm.type, types, { toValue: Number }),
    linesField('custom_fields', crm.stages.customFields, {
      hint: crm.stages.customFieldsHint,
      listOf: (stored) => (stored as Stage['custom_fields'] | undefined)?.attributes ?? [],
      toValue: (attributes) => ({ attributes }),
    }),
    jsonField('automation_rules', crm.stages.rules, { hint: crm.stages.rulesHint }),
  ];
}

type Direction = 'earlier' | 'later';

interface StagesProps {
  readonly kind: RecordKind<Stage>;
  readonly context: RecordContext;
  readonly stages: readonly Stage[];
  /** The number of moves so far. */
  readonly changes: { current: number };
}

function Stages({ kind, context, stages: read, changes }: StagesProps) {
  const { crm } = texts();
  const { session, status, refresh } = context;
  /** The stages in the last change's answer, until the board is read again. */
  const [stages, setStages] = useState(read);
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: string; direction: Direction } | null>(null);
  useEffect(() => setStages(read), [read]);
  useLayoutEffect(() => {
    // Moving an element takes the focus from it, and the first and the last stage lack a button.
    if (moved.current === null) return;
    const { id, direction } = moved.current;
    moved.current = null;
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLElement>(`[data-stage="${id}"] .move`) ?? []),
    ];
    const wanted = buttons.find((one) => one.dataset.direction === direction);
    (wanted ?? buttons[0])?.focus();
  }, [stages]);
  /** Gives a stage the place at an index, and says so. */
  const move = async (id: string, index: number, direction: Direction | null) => {
    const ids = stages.map((stage) => stage.id).filter((one) => one !== id);
    ids.splice(index, 0, id);
    await status.run(async () => {
      try {
        const { data } = await session.api.patch<Stage[]>(`${kind.path}/reorder`, {
          stage_ids: ids,
        });
        moved.current = direction && { id, direction };
        changes.current++;
        setStages(data);
        return crm.stages.moved(data[index]?.name ?? '', index + 1, data.length);
      } catch (error) {
        refresh();
        throw error;
      }
    });
  };
  const left = stages.length - SHOWN_MAX;
  return (
    <>
      <ul class="board" ref={list}>
        {stages.slice(0, SHOWN_MAX).map((stage, index) => (
          <StageColumn
            key={stage.id}
            {...{ kind, context, stage, index, move }}
            of={stages.length}
          />
        ))}
      </ul>
      {left > 0 && <p class="hint">{crm.notShown(left)}</p>}
    </>
  );
}

interface ColumnProps {
  readonly kind: RecordKind<Stage>;
  readonly context: RecordContext;
  readonly stage: Stage;
  readonly index: number;
  readonly of: number;
  readonly move: (id: string, index: number, direction: Direction | null) => Promise<void>;
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
};

function StageColumn({ kind, context, stage, index, of, move }: ColumnProps) {
  const { crm } = texts();
  const mayMove = context.session.can('pipeline_stages.update');
  const { id, name, color, stage_type: type, custom_fields: custom } = stage;
  const places = { earlier: index - 1, later: index + 1 };
  const step = (direction: Direction) => {
    const place = places[direction];
    if (place >= 0 && place < of) void move(id, place, direction);
  };
  const onKey = (event: KeyboardEvent) => {
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    step(direction);
  };
  const moveButton = (direction: Direction, sign: string, label: string) =>
    places[direction] >= 0 &&
    places[direction] < of && (
      <button
        key={direction}
        type="button"
        class="move"
        data-direction={direction}
        aria-label={label}
        onClick={() => step(direction)}
        onKeyDown={onKey}
      >
        {sign}
      </button>
    );
  const facts = [
    crm.stages.place(index + 1, of),
    valueText(STAGE_TYPES[type] ?? ''),
    ...custom.attributes,
  ];
  return (
    <li
      class="stage"
      data-stage={id}
      {...(mayMove && draggable(id, (dragged) => void move(dragged, index, null)))}
    >
      <div class="row">
        <span class="swatch" aria-hidden="true" style={{ backgroundColor: color }} />
        <h2>{name}</h2>
      </div>
      <p class="hint">{facts.join(' · ')}</p>
      <div class="row">
        {mayMove && moveButton('earlier', '←', crm.stages.moveEarlier(name))}
        {mayMove && moveButton('later', '→', crm.stages.moveLater(name))}
        <EditButton kind={kind} context={context} record={stage} />
        <DeleteButton kind={kind} context={context} record={stage} />
      </div>
    </li>
  );
}

/** The stage can be dragged, and others can be dropped on it: `dropped` is given their id. */
const draggable = (id: string, dropped: (id: string) => void) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer?.setData(DRAGGED, id);
    if (dataTransfer) dataTransfer.effectAllowed = 'move';
  },
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes(DRAGGED)) return;
    event.preventDefault();
    markDropTarget(event, true);
  },
  onDragLeave: (event: DragEvent) => markDropTarget(event, false),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    markDropTarget(event, false);
    const dragged = event.dataTransfer?.getData(DRAGGED) ?? '';
    if (dragged !== '' && dragged !== id) dropped(dragged);
  },
});

function markDropTarget({ currentTarget }: DragEvent, isOver: boolean): void {
  if (currentTarget instanceof Element) currentTarget.toggleAttribute('data-over', isOver);
}
