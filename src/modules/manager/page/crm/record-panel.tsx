/** One record beside its list, at an address of its own. */
import { ApiFailure } from '../api.ts';
import { Facts } from '../components/facts.tsx';
import { Page, UnknownAddress } from '../components/layout.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { FailureLine } from '../components/status.tsx';
import { contentOf } from '../components/table.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import {
  actionsOn,
  EVERY_MS,
  type ListedKind,
  pathOf,
  type RecordContext,
  type RecordWithId,
} from './record-kind.tsx';

interface PanelProps<T extends RecordWithId> {
  readonly kind: ListedKind<T>;
  readonly context: RecordContext;
  readonly id: string;
  /** Rises with every change that is made here. */
  readonly version: number;
  /** The address of the list. */
  readonly list: string;
}

/** Reads the record itself: it may be on another page of the list. */
export function RecordPanel<T extends RecordWithId>(props: PanelProps<T>) {
  const { kind, context, id, version, list } = props;
  const { crm } = texts();
  const { session } = context;
  const { value, failure } = usePolledQuery(
    () => session.api.get<T>(pathOf(kind, { id })),
    [session.api, kind.path, id, version],
    EVERY_MS,
  );
  if (isUnknown(failure)) return <UnknownAddress href={list} text={kind.title} />;
  if (value === null) return <FailureLine failure={failure} />;
  const close = () => {
    location.hash = list;
  };
  return (
    <SidePanel title={kind.nameOf(value)} onClose={close}>
      <FailureLine failure={failure} />
      <Facts
        facts={kind.columns.map((column) => [column.title, contentOf(column, value), column.type])}
      />
      {kind.details?.(value)}
      <div class="actions">{actionsOn(kind, context, value)}</div>
      {session.can('audit_logs.read') && (
        <a href={`${crmLink('audit')}?resource_id=${id}`}>{crm.audit.ofThis}</a>
      )}
    </SidePanel>
  );
}

/** Whether there is no such record: an id in an address may be no id at all. */
export const isUnknown = (failure: unknown): boolean =>
  failure instanceof ApiFailure && [400, 404, 422].includes(failure.status);

/** Says in the place of a record's view that there is no such record, and leads to the list. */
export const UnknownRecord = ({ section }: { section: 'inboxes' | 'pipelines' }) => {
  const title = texts().crm.sections[section];
  return (
    <Page title={title}>
      <UnknownAddress href={crmLink(section)} text={title} />
    </Page>
  );
};
