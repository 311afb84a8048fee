/** The records of one kind: a list, and one of them beside it at an address of its own. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Card, Page, Pager } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import {
  actionsOn,
  EVERY_MS,
  type ListedKind,
  NewButton,
  type RecordContext,
  type RecordWithId,
} from './record-kind.tsx';
import { RecordPanel } from './record-panel.tsx';
import { useSession } from './session.ts';

export const PAGE_SIZE = 20;

/** Counts what is changed here: a change in one list may show in another, as an invitation does. */
const changes = signal(0);

interface RecordsProps<T extends RecordWithId> {
  readonly kind: ListedKind<T>;
  /** The id of the record that is open beside the list. */
  readonly opened?: string | null;
}

export function Records<T extends RecordWithId>({ kind, opened = null }: RecordsProps<T>) {
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
          {...{ kind, context, opened }}
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
      <div class="with-panel">
        <div class="card">{inside}</div>
        {opened !== null && (
          <RecordPanel
            key={opened}
            {...{ kind, context }}
            id={opened}
            version={changes.value}
            list={crmLink(kind.section ?? '')}
          />
        )}
      </div>
    </Page>
  );
}

interface TableProps<T extends RecordWithId> {
  readonly kind: ListedKind<T>;
  readonly context: RecordContext;
  readonly records: readonly T[];
  readonly opened: string | null;
  /** Whether these are all. */
  readonly isWhole: boolean;
}

function RecordTable<T extends RecordWithId>(props: TableProps<T>) {
  const { kind, context, records, opened, isWhole } = props;
  const { title, empty, nameOf, section, columns } = kind;
  return (
    <Table<T>
      label={title}
      rows={records}
      empty={empty}
      keyOf={({ id }) => id}
      opened={opened}
      {...(section && { linkOf: ({ id }) => crmLink(section, id) })}
      isSortable={isWhole}
      columns={[{ title: texts().common.name, value: nameOf }, ...columns]}
      menu={(record) => actionsOn(kind, context, record)}
    />
  );
}
