/** The records of one kind: a list, and one of them beside it at an address of its own. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { query } from '../api.ts';
import { Card, Page, Pager } from '../components/layout.tsx';
import { SORT_FIELD, sortInAddress } from '../components/sorting.ts';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { type Column, Table } from '../components/table.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { Filters, filterOf, NoMatches, SearchLine, searchInAddress } from '../traffic/filters.tsx';
import type { CrmApi, Page as RecordPage } from './api.ts';
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
  /** The id of the record that is open beside the list, or null; absent if records have a view of their own. */
  readonly opened?: string | null;
}

export function Records<T extends RecordWithId>({ kind, opened }: RecordsProps<T>) {
  const session = useSession();
  const status = useStatus();
  const list = useList(session.api, kind);
  const { found, failure, page, setPage } = list;
  const context = { session, status, refresh: () => changes.value++ };
  // A record that opens beside the list leaves it as it is.
  const filters = opened === undefined ? '' : query(readFilters());
  const create = <NewButton kind={kind} context={context} />;
  const inside = (
    <>
      {kind.about && <p class="hint">{kind.about}</p>}
      <StatusLine status={status} />
      {list.isLong && <SearchForm />}
      <FailureLine failure={failure} />
      {found && <RecordTable {...{ kind, context, opened, filters, found }} />}
      {found && (
        <Pager page={page} pages={found.total_pages} total={found.total} onPage={setPage} />
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
        {opened && (
          <RecordPanel
            key={opened}
            {...{ kind, context }}
            id={opened}
            version={changes.value}
            list={crmLink(kind.section ?? '') + filters}
          />
        )}
      </div>
    </Page>
  );
}

/** The columns of a list; the first names the record. */
const columnsOf = <T extends RecordWithId>({ nameOf, columns }: ListedKind<T>): Column<T>[] => [
  { title: texts().common.name, value: nameOf, field: 'name' },
  ...columns,
];

/** A page of a list, and what it was searched for. */
interface FoundPage<T> extends RecordPage<T> {
  readonly search: string;
}

/** Returns the number of the page that is shown, and what turns to another; another list begins at its first page. */
export function usePage(list: string) {
  const [turned, turn] = useState({ list, page: 1 });
  const page = turned.list === list ? turned.page : 1;
  return [page, (to: number) => turn({ list, page: to })] as const;
}

/** Reads the page that is shown, searched and sorted as the address says; further lists of a view are whole. */
function useList<T extends RecordWithId>(api: CrmApi, kind: ListedKind<T>) {
  const search = kind.isPart ? '' : searchInAddress();
  const sort = kind.isPart ? undefined : sortInAddress(columnsOf(kind).map(({ field }) => field));
  const list = query({ search, sort });
  const [page, setPage] = usePage(list);
  const { value: found, failure } = usePolledQuery(
    async (): Promise<FoundPage<T>> => ({
      ...(await api.page<T>(kind.path, { search, sort, page, pageSize: PAGE_SIZE })),
      search,
    }),
    [api, kind.path, list, page, changes.value],
    EVERY_MS,
  );
  useEffect(() => {
    // The last record of the last page was deleted.
    if (found?.records.length === 0 && page > 1)
      setPage(Math.min(page - 1, found.total_pages) || 1);
  }, [found]);
  const isSearched = search !== '' || (found?.search ?? '') !== '';
  const isLong = !kind.isPart && (isSearched || (found?.total_pages ?? 0) > 1);
  return { found, failure, page, setPage, isLong };
}

const SearchForm = () => (
  <Filters isLive>
    <SearchLine />
    <input type="hidden" name={SORT_FIELD} value={filterOf(SORT_FIELD)} />
  </Filters>
);

interface TableProps<T extends RecordWithId> {
  readonly kind: ListedKind<T>;
  readonly context: RecordContext;
  readonly found: FoundPage<T>;
  readonly opened: string | null | undefined;
  /** The filters in the address of a record. */
  readonly filters: string;
}

function RecordTable<T extends RecordWithId>(props: TableProps<T>) {
  const { kind, context, found, opened = null, filters } = props;
  const { title, empty, section, isPart = false } = kind;
  const columns = columnsOf(kind);
  if (found.total === 0 && found.search !== '') return <NoMatches />;
  return (
    <Table<T>
      label={title}
      rows={found.records}
      empty={empty}
      keyOf={({ id }) => id}
      opened={opened}
      {...(section && { linkOf: ({ id }) => crmLink(section, id) + filters })}
      isSortable={found.total_pages <= 1}
      {...(!isPart && { sortFields: columns.map(({ field }) => field) })}
      columns={columns}
      menu={(record) => actionsOn(kind, context, record)}
    />
  );
}
