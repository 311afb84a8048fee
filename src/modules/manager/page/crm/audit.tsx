/** The audit log of the account: who changed what and when, the newest first, in words. */
import { query } from '../api.ts';
import { Page, Pager } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Source } from '../components/text.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { UUID } from '../traffic/delivery-search.ts';
import { FilterChoice, FilterLine, Filters, filterOf, isoOf } from '../traffic/filters.tsx';
import type { ListItem } from './api.ts';
import { personField } from './choice-fields.tsx';
import { EVERY_MS } from './record-kind.tsx';
import { type NameOf, useNames } from './record-names.ts';
import { PAGE_SIZE, usePage } from './records.tsx';
import type { SectionName } from './sections.ts';
import { useSession } from './session.ts';
import { AUDITED_RESOURCES } from './words.ts';

type Entry = ListItem<'/api/v1/audit_logs'>;

export function AuditView() {
  const { crm } = texts();
  const { api } = useSession();
  const values = {
    ...readFilters(),
    // The address has the time of the reader's clock.
    since: isoOf(filterOf('since')),
  };
  const [page, setPage] = usePage(query(values));
  const { value, failure } = usePolledQuery(
    () => api.page<Entry>('/audit_logs', { page, pageSize: PAGE_SIZE, ...values }),
    [api, page, query(values)],
    EVERY_MS,
  );
  return (
    <Page title={crm.sections.audit}>
      <div class="card">
        <AuditFilters />
        <FailureLine failure={failure} />
        <Entries entries={value?.records} />
        {value && (
          <Pager page={page} pages={value.total_pages} total={value.total} onPage={setPage} />
        )}
      </div>
    </Page>
  );
}

function AuditFilters() {
  const { common, crmWords, crm } = texts();
  const { audit } = crm;
  const resources = AUDITED_RESOURCES.map((one): [string, string] => [
    one,
    crmWords.records[one] ?? one,
  ]);
  const actor = filterOf('actor');
  const isPerson = actor === '' || UUID.test(actor);
  return (
    <Filters>
      <FilterChoice
        {...{ name: 'resource', label: audit.ofWhat, any: audit.anything, choices: resources }}
      />
      {personField('actor', audit.byWhom, useSession(), { nobody: audit.anybody }).view(
        actor,
        isPerson ? '' : crm.inboxes.choose,
      )}
      <FilterLine name="since" label={common.since} type="datetime-local" />
      <FilterLine name="resource_id" label={audit.recordId} />
    </Filters>
  );
}

function Entries({ entries }: { entries: readonly Entry[] | undefined }) {
  const { crm, common } = texts();
  const person = useNames('users');
  const inbox = useNames('inboxes');
  const { audit } = crm;
  return (
    <Table
      label={crm.sections.audit}
      rows={entries}
      empty={audit.empty}
      keyOf={({ id }) => id}
      linkOf={linkToRecord}
      columns={[
        { title: audit.what, value: (entry) => whatHappened(entry, { person, inbox }) },
        { title: common.when, type: 'time', value: ({ created_at: time }) => time },
        { title: common.details, cell: (entry) => <Changes entry={entry} /> },
      ]}
    />
  );
}

/** The sections whose records have addresses, by the resource. */
const SECTIONS: Readonly<Record<string, SectionName>> = {
  accounts: 'accounts',
  users: 'people',
  roles: 'roles',
  access_tokens: 'tokens',
  pipelines: 'pipelines',
  inboxes: 'inboxes',
  inbox_members: 'inboxes',
  mcp_servers: 'mcp-servers',
  webhooks: 'webhooks',
};

/** Returns the address of the record, or for a stage that of its pipeline; undefined once it was deleted. */
function linkToRecord(entry: Entry): string | undefined {
  const { resource, resource_id: id, action, after } = entry;
  const { pipeline_id: pipeline } = (after ?? {}) as { readonly pipeline_id?: string };
  if (pipeline !== undefined) return crmLink('pipelines', pipeline);
  const section = SECTIONS[resource];
  const isThere = action !== 'delete' || isOfMember(entry);
  return section && isThere ? crmLink(section, id) : undefined;
}

/** Entries about members have the id of their inbox. */
const isOfMember = ({ resource }: Entry): boolean => resource === 'inbox_members';

interface Names {
  readonly person: NameOf;
  readonly inbox: NameOf;
}

function whatHappened(entry: Entry, names: Names): string {
  const { audited } = texts().crmWords;
  const { action, resource, resource_id: id, after, before, actor_user_id: actor } = entry;
  const { name = '' } = (after ?? before ?? {}) as { readonly name?: string };
  const inbox = isOfMember(entry) ? (names.inbox(id) ?? '') : '';
  const who = actor === null ? '' : (names.person(actor) ?? actor);
  return audited({ resource, action, name, inbox, who });
}

function Changes({ entry }: { entry: Entry }) {
  const { audit } = texts().crm;
  const { before, after, resource_id: id, token_id: token, request_id: request } = entry;
  const ids = [audit.record(id), token && audit.token(token), audit.request(request)];
  return (
    <details>
      <summary>{audit.details}</summary>
      <Source label={audit.details} text={changesBetween(before ?? {}, after ?? {})} />
      <p class="hint">{ids.filter(Boolean).join(' · ')}</p>
    </details>
  );
}

/** A line for each field that was changed. */
function changesBetween(before: object, after: object): string {
  const { nothing } = texts().crm.audit;
  const previous: Record<string, unknown> = { ...before };
  const current: Record<string, unknown> = { ...after };
  const shown = (value: unknown) => (value === undefined ? nothing : JSON.stringify(value));
  return [...new Set([...Object.keys(previous), ...Object.keys(current)])]
    .map((name): [string, string, string] => [name, shown(previous[name]), shown(current[name])])
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name}: ${one} → ${other}`)
    .join('\n');
}
