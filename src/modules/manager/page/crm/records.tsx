/** The records of one kind: listed, made, changed and deleted, as far as the token may. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { at } from '../api.ts';
import { askToConfirm } from '../components/dialog.tsx';
import type { Field } from '../components/fields.tsx';
import { ActionButton } from '../components/form.tsx';
import { Card, Page, Pager } from '../components/layout.tsx';
import { openRecordForm } from '../components/record-form.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { type Column, Table } from '../components/table.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { type Session, useSession } from './session.ts';

export const PAGE_SIZE = 20;
/** A change by others is also seen at once when the reader returns to the page. */
export const EVERY_MS = 15_000;

/** Counts what is changed here: a change in one list may show in another, as an invitation does. */
const changes = signal(0);

interface Identified {
  readonly id: string;
}

type Values = Readonly<Record<string, unknown>>;

export interface RecordContext {
  readonly session: Session;
  readonly status: Status;
  readonly refresh: () => void;
}

/** Describes a kind of record, and how it is changed. */
export interface RecordKind<T extends Identified> {
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
  /** Returns whether the record may be changed, besides the permission. */
  readonly mayChange?: (record: T) => boolean;
  /** The label and the explanation of the delete button. */
  readonly ending?: { readonly word: string; readonly text: string };
  /** Runs after a record is deleted. */
  readonly ended?: (record: T) => Promise<void>;
}

export interface ListedKind<T extends Identified> extends RecordKind<T> {
  readonly title: string;
  /** The next step while the list is empty. */
  readonly empty: string;
  /** A sentence above the list. */
  readonly about?: string;
  /** Whether it is not the first list of its view. */
  readonly isPart?: boolean;
  /** Returns the address behind the name of a record. */
  readonly link?: (record: T) => string;
  /** The columns besides the name. */
  readonly columns: readonly Column<T>[];
  /** Returns a button besides those that edit and delete; null if the token may not press it. */
  readonly action?: (record: T, context: RecordContext) => ComponentChildren;
}

export function Records<T extends Identified>({ kind }: { kind: ListedKind<T> }) {
  const session = useSession();
  const status = useStatus();
  const [page, setPage] = useState(1);
  const { value, failure } = usePolledQuery(
    () => session.api.page<T>(kind.path, { page, pageSize: PAGE_SIZE }),
    [session.api, kind.path, page, changes.value],
    EVERY_MS,
  );
  useEffect(() => {
    // The last record of the last page was deleted.
    if (value?.records.length === 0 && page > 1)
      setPage(Math.min(page - 1, value.total_pages) || 1);
  }, [value]);
  const context = { session, status, refresh: () => changes.value++ };
  const create = <NewButton kind={kind} context={context} />;
  const inside = (
    <>
      {kind.about && <p class="hint">{kind.about}</p>}
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      {value && (
        <RecordTable
          {...{ kind, context }}
          records={value.records}
          isWhole={value.total_pages <= 1}
        />
      )}
      {value && (
        <Pager page={page} pages={value.total_pages} total={value.total} onPage={setPage} />
      )}
    </>
  );
  return kind.isPart ? (
    <Card title={kind.title} actions={create}>
      {inside}
    </Card>
  ) : (
    <Page title={kind.title} actions={create}>
      <div class="card">{inside}</div>
    </Page>
  );
}

interface TableProps<T extends Identified> {
  readonly kind: ListedKind<T>;
  readonly context: RecordContext;
  readonly records: readonly T[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

function RecordTable<T extends Identified>({ kind, context, records, isWhole }: TableProps<T>) {
  const { nameOf, link, columns, action } = kind;
  const menu = (record: T) => {
    const shared = { kind, context, record };
    const items = [
      mayEdit(kind, context, record) && <EditButton {...shared} />,
      action?.(record, context),
      mayDelete(kind, context, record) && <DeleteButton {...shared} />,
    ].filter(Boolean);
    return items.length > 0 && items;
  };
  return (
    <Table
      label={kind.title}
      rows={records}
      empty={kind.empty}
      keyOf={({ id }) => id}
      {...(link && { linkOf: link })}
      isSortable={isWhole}
      columns={[{ title: texts().crm.name, value: nameOf }, ...columns]}
      menu={menu}
    />
  );
}

/** Whether the token may, and the record can be changed. */
const mayEdit = <T extends Identified>(
  { fields, resource, mayChange }: RecordKind<T>,
  { session }: RecordContext,
  record: T,
): boolean =>
  fields !== undefined && session.can(`${resource}.update`) && mayChange?.(record) !== false;

const mayDelete = <T extends Identified>(
  { ending, resource, mayChange }: RecordKind<T>,
  { session }: RecordContext,
  record: T,
): boolean =>
  ending !== undefined && session.can(`${resource}.delete`) && mayChange?.(record) !== false;

interface ButtonProps<T extends Identified> {
  readonly kind: RecordKind<T>;
  readonly context: RecordContext;
}

export function NewButton<T extends Identified>({ kind, context }: ButtonProps<T>) {
  const { session, status, refresh } = context;
  const { fields, path, newOne, made, wrap = same } = kind;
  if (fields === undefined || !session.can(`${kind.resource}.create`)) return null;
  const open = async () => {
    openRecordForm(newOne, {
      action: texts().common.create,
      fields: await fields(),
      async send(body) {
        const { data, message } = await session.api.post<never>(path, wrap(body));
        await status.run(async () => message);
        refresh();
        return () => made?.(data);
      },
    });
  };
  return <ActionButton label={newOne} class="primary" status={status} run={open} />;
}

const same = (body: Values): unknown => body;

const pathOf = ({ path }: { path: string }, { id }: Identified): string => path + at`/${id}`;

/** Opens the form with the record as it is now, and changes that version alone. */
export function EditButton<T extends Identified>({
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
    const { record, etag } = await session.api.record<T>(path);
    openRecordForm(crm.change(kind.nameOf(record)), {
      action: common.save,
      fields: await fields(record),
      stored: record as Values,
      async send(body) {
        const { message } = await session.api.patch(path, wrap(body), etag);
        await status.run(async () => message);
        refresh();
        return undefined;
      },
    });
  };
  return <ActionButton label={common.edit} of={kind.nameOf(listed)} status={status} run={open} />;
}

export function DeleteButton<T extends Identified>({
  kind,
  context,
  record,
}: ButtonProps<T> & { record: T }) {
  const { crm } = texts();
  const { session, status, refresh } = context;
  const { ending } = kind;
  if (ending === undefined || !mayDelete(kind, context, record)) return null;
  const name = kind.nameOf(record);
  const isSure = () =>
    askToConfirm({
      title: crm.question(ending.word, name),
      text: ending.text,
      action: crm.now(ending.word, name),
    });
  const run = async () => {
    const { message } = await session.api.delete(pathOf(kind, record));
    focusHeading();
    await kind.ended?.(record);
    refresh();
    return message ?? crm.deleted;
  };
  return (
    <ActionButton
      label={ending.word}
      of={name}
      class="danger"
      status={status}
      isSure={isSure}
      run={run}
    />
  );
}

/** Moves the focus to the heading before the focused element leaves the page, for people who use the keyboard. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('.crm h1')?.focus();
