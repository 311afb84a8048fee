/** The audit of the gateway zone: who did what and when, the newest first. */
import { type AnswerTo, query } from '../api.ts';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Source } from '../components/text.tsx';
import { crmLink, linkTo } from '../links.ts';
import { readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { FilterLine, Filters, filterOf } from '../traffic/filters.tsx';
import { OutcomeChip } from '../traffic/outcome.tsx';
import { usePaged } from '../traffic/paged-rows.ts';
import { Newer, Pager } from '../traffic/pager.tsx';
import { hasCrm } from '../zones.ts';
import { useApi } from './api-context.ts';

type Entry = AnswerTo<'GET', '/audit/find'>['entries'][number];

const PAGE_SIZE = 25;

export function Audit() {
  const api = useApi();
  const { service, common } = texts();
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ id }: Entry) => id,
    inputs: [api, query(readFilters())],
    isHeld: false,
    find: async ({ before, limit, signal }) => {
      const [action, instanceName] = [filterOf('action'), filterOf('instance')];
      const { entries: rows, next } = await api.call('GET', '/audit/find', {
        query: {
          ...{ order: 'newest' as const, limit, after: Number(before ?? 0) },
          ...(action && { action }),
          ...(instanceName && { instanceName }),
        },
        signal,
      });
      return { rows, next: rows.length === limit ? next : null };
    },
  });
  return (
    <section class="card" aria-label={service.audit} tabIndex={-1}>
      <p class="hint">
        {service.about} {hasCrm && <a href={crmLink('audit')}>{service.ofAccounts}</a>}
      </p>
      <Filters>
        <FilterLine name="action" label={service.action} />
        <FilterLine name="instance" label={common.instance} maxLength={64} />
      </Filters>
      <Newer list={list} size={PAGE_SIZE} />
      <FailureLine failure={list.failure} />
      <Entries rows={list.rows} />
      <Pager list={list} />
    </section>
  );
}

function Entries({ rows }: { rows: readonly Entry[] | null }) {
  const { service, common } = texts();
  return (
    <Table
      label={service.audit}
      rows={rows}
      empty={common.nothing}
      keyOf={({ id }) => String(id)}
      columns={[
        { title: service.action, cell: ({ action }) => <code>{action}</code> },
        {
          title: service.answer,
          type: 'state',
          cell: ({ status }) => <OutcomeChip status={status} error={null} />,
        },
        { title: service.who, value: actorText },
        {
          title: common.instance,
          cell: ({ instanceName }) =>
            instanceName && <a href={linkTo(instanceName)}>{instanceName}</a>,
        },
        { title: common.address, type: 'address', isMinor: true, value: ({ address }) => address },
        { title: service.at, type: 'time', value: ({ at }) => at },
        { title: common.details, isMinor: true, cell: (entry) => <Details entry={entry} /> },
      ]}
    />
  );
}

/** An actor is a word, after which an id may follow. */
function actorText({ actor }: Entry): string {
  const actors: Readonly<Record<string, string>> = texts().service.actors;
  return actors[actor.split(':')[0] ?? ''] ?? actor;
}

function Details({ entry }: { entry: Entry }) {
  const { id, actor, keyId, requestId, details } = entry;
  const shown = { id, actor, keyId, requestId, ...details };
  return (
    <details>
      <summary>{texts().common.details}</summary>
      <Source label={texts().common.details} text={JSON.stringify(shown, null, 2)} />
    </details>
  );
}
