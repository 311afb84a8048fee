/** Kinds of records, and the buttons that make, change and delete one, as far as the token may. */
import type { ComponentChildren } from 'preact';
import { at } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import type { Field } from '../components/fields.tsx';
import { openRecordForm } from '../components/record-form.tsx';
import type { Status } from '../components/status.tsx';
import type { Column } from '../components/table.tsx';
import { texts } from '../texts.ts';
import type { Session } from './session.ts';

/** A change by others is also seen at once when the reader returns to the page. */
export const EVERY_MS = 15_000;

export interface RecordWithId {
  readonly id: string;
}

type Values = Readonly<Record<string, unknown>>;

export interface RecordContext {
  readonly session: Session;
  readonly status: Status;
  readonly refresh: () => void;
}

/** Describes a kind of record, and how it is changed. */
export interface RecordKind<T extends RecordWithId> {
  /** The name of the kind in permissions. */
  readonly resource: string;
  /** The path below /api/v1. */
  readonly path: string;
  /** The text of the button that makes one. */
  readonly newOne: string;
  readonly nameOf: (record: T) => string;
  /** The fields of its form; without a record, of a new one. */
  readonly fields?: (record?: T) => readonly Field[] | Promise<readonly Field[]>;
  /** The body as it is sent. */
  readonly wrap?: (body: Values) => unknown;
  /** Shows what only the answer to creating one holds. */
  readonly made?: (record: never) => void;
  /** Says what became of one whose creation was answered with something else; undefined where it was created. */
  readonly outcomeOf?: (answer: never) => string | undefined;
  /** Returns whether the record may be changed, besides the permission. */
  readonly mayChange?: (record: T) => boolean;
  /** The label and the explanation of the delete button. */
  readonly ending?: { readonly word: string; readonly text: string };
  /** Runs after a record is deleted. */
  readonly ended?: (record: T) => Promise<void>;
}

export interface ListedKind<T extends RecordWithId> extends RecordKind<T> {
  readonly title: string;
  /** The next step while the list is empty. */
  readonly empty: string;
  /** A sentence above the list. */
  readonly about?: string;
  /** Whether it is not the first list of its view. */
  readonly isPart?: boolean;
  /** The section that its addresses name, as that of a record with its id. Without one records have no address. */
  readonly section?: string;
  /** The columns besides the name. */
  readonly columns: readonly Column<T>[];
  /** The content of a record's panel beneath its columns. */
  readonly details?: (record: T) => ComponentChildren;
  /** Returns a button besides those that edit and delete; null if the token may not press it. */
  readonly action?: (record: T, context: RecordContext) => ComponentChildren;
}

/** The buttons that change a record, or false without any. */
export function actionsOn<T extends RecordWithId>(
  kind: ListedKind<T>,
  context: RecordContext,
  record: T,
): ComponentChildren {
  const shared = { kind, context, record };
  const items = [
    mayEdit(kind, context, record) && <EditButton key="edit" {...shared} />,
    kind.action?.(record, context),
    mayDelete(kind, context, record) && <DeleteButton key="delete" {...shared} />,
  ].filter(Boolean);
  return items.length > 0 && items;
}

/** Whether the token may, and the record can be changed. */
const mayEdit = <T extends RecordWithId>(
  { fields, resource, mayChange }: RecordKind<T>,
  { session }: RecordContext,
  record: T,
): boolean =>
  fields !== undefined && session.can(`${resource}.update`) && mayChange?.(record) !== false;

const mayDelete = <T extends RecordWithId>(
  { ending, resource, mayChange }: RecordKind<T>,
  { session }: RecordContext,
  record: T,
): boolean =>
  ending !== undefined && session.can(`${resource}.delete`) && mayChange?.(record) !== false;

interface ButtonProps<T extends RecordWithId> {
  readonly kind: RecordKind<T>;
  readonly context: RecordContext;
}

export function NewButton<T extends RecordWithId>({ kind, context }: ButtonProps<T>) {
  const { session, status, refresh } = context;
  const { fields, path, newOne, nameOf, made, outcomeOf, wrap = same } = kind;
  if (fields === undefined || !session.can(`${kind.resource}.create`)) return null;
  const open = async () => {
    openRecordForm(newOne, {
      action: texts().common.create,
      fields: await fields(),
      async send(body) {
        const { data } = await session.api.post<never>(path, wrap(body));
        await status.run(async () => outcomeOf?.(data) ?? texts().crm.created(nameOf(data)));
        refresh();
        return () => made?.(data);
      },
    });
  };
  return <ActionButton label={newOne} class="primary" status={status} run={open} opensDialog />;
}

const same = (body: Values): unknown => body;

export const pathOf = ({ path }: { path: string }, { id }: RecordWithId): string =>
  path + at`/${id}`;

/** Opens the form with the record as it is now, and changes that version alone. */
function EditButton<T extends RecordWithId>({
  kind,
  context,
  record: listed,
}: ButtonProps<T> & { record: T }) {
  const { common, crm } = texts();
  const { session, status, refresh } = context;
  const { fields, wrap = same } = kind;
  if (fields === undefined || !mayEdit(kind, context, listed)) return null;
  const open = async () => {
    const path = pathOf(kind, listed);
    const reread = () => session.api.record<T & Values>(path);
    const stored = await reread();
    openRecordForm(crm.change(kind.nameOf(stored.record)), {
      action: common.save,
      fields: await fields(stored.record),
      stored,
      reread,
      async send(body, etag) {
        await session.api.patch(path, wrap(body), etag);
        await status.run(async () => common.saved);
        refresh();
        return undefined;
      },
    });
  };
  const of = kind.nameOf(listed);
  return <ActionButton label={common.edit} of={of} status={status} run={open} opensDialog />;
}

function DeleteButton<T extends RecordWithId>({
  kind,
  context,
  record,
}: ButtonProps<T> & { record: T }) {
  const { crm } = texts();
  const { session, status, refresh } = context;
  const { ending } = kind;
  if (ending === undefined || !mayDelete(kind, context, record)) return null;
  const name = kind.nameOf(record);
  const question = {
    title: crm.question(ending.word, name),
    text: ending.text,
    action: crm.now(ending.word, name),
  };
  const run = async () => {
    await session.api.delete(pathOf(kind, record));
    focusHeading();
    await kind.ended?.(record);
    refresh();
    return crm.deleted;
  };
  return (
    <ActionButton
      label={ending.word}
      of={name}
      class="danger"
      status={status}
      question={question}
      run={run}
    />
  );
}

/** Moves the focus to the heading before the focused element leaves the page, for people who use the keyboard. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('.crm h1')?.focus();
