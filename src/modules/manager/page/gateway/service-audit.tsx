/** The audit of the gateway zone: who did what and when, the newest first. */
import { useEffect, useState } from 'preact/hooks';
import { type AnswerTo, query } from '../api.ts';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Source } from '../components/text.tsx';
import { crmLink, linkTo } from '../links.ts';
import { readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { FilterChoice, FilterLine, Filters, filterOf } from '../traffic/filters.tsx';
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
  const actions = useActionNames();
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ id }: Entry) => id,
    inputs: [api, query(readFilters())],
    isHeld: false,
    find: async ({ before, limit, signal }) => {
      const [action, instanceName] = [filterOf('action'), filterOf('instance')];
      const { entries: rows, next } = await api.call('GET', '/audit/find', {
        query: {
          order: 'newest' as const,
          limit,
          after: Number(before ?? 0),
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
        <FilterChoice
          {...{ name: 'action', label: service.action, any: service.anyAction }}
          choices={[...actions]}
        />
        <FilterLine name="instance" label={common.instance} maxLength={64} />
      </Filters>
      <Newer list={list} size={PAGE_SIZE} />
      <FailureLine failure={list.failure} />
      <Entries rows={list.rows} actions={actions} />
      <Pager list={list} />
    </section>
  );
}

type ActionNames = ReadonlyMap<string, string>;

/** Returns what actions are called, in the order of their names; none as long as they are not loaded. */
function useActionNames(): ActionNames {
  const [names, setNames] = useState<ActionNames>(new Map());
  useEffect(() => {
    loadNames().then(setNames, () => {
      // Actions are shown as programs name them then.
    });
  }, []);
  return names;
}

async function loadNames(): Promise<ActionNames> {
  const { service, formats, summaries } = texts();
  const [{ AUDITED }, translated] = await Promise.all([import('./words.ts'), summaries()]);
  const { compare } = new Intl.Collator(formats.locale);
  return new Map(
    Object.entries({ ...AUDITED, ...service.ownActions })
      .map(([action, name]): [string, string] => [action, translated[name] ?? name])
      .sort(([, one], [, other]) => compare(one, other)),
  );
}

interface EntriesProps {
  readonly rows: readonly Entry[] | null;
  readonly actions: ActionNames;
}

function Entries({ rows, actions }: EntriesProps) {
  const { service, common } = texts();
  return (
    <Table
      label={service.audit}
      rows={rows}
      empty={common.nothing}
      keyOf={({ id }) => String(id)}
      linkOf={linkToRecord}
      columns={[
        { title: service.action, value: ({ action }) => actions.get(action) ?? action },
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

/** Returns the address of the record that was made or changed; undefined if no view has it, or if it was deleted. */
function linkToRecord({ action, instanceName, status, details }: Entry): string | undefined {
  const { endpoint, group, id }: { endpoint?: string; group?: string; id?: string } = details ?? {};
  const [noun = '', verb] = action.split('.');
  const isThere = status !== null && status < 300 && verb !== 'delete';
  if (instanceName === null || !isThere) return undefined;
  if (endpoint !== undefined) return linkTo(instanceName, 'endpoints', endpoint);
  if (group !== undefined) return linkTo(instanceName, 'groups', group);
  if (noun === 'template' && id !== undefined) return linkTo(instanceName, 'templates', id);
  const view = VIEWS[noun];
  return view && linkTo(instanceName, ...view);
}

/** Views of an instance by what they change. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  instance: ['connection'],
  label: ['labels'],
  portal: ['endpoints'],
  proxy: ['settings'],
  settings: ['settings'],
  webhook: ['endpoints', 'default'],
};

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
