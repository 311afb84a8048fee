/** The events of an instance, the newest first: searched and followed, with one of them in a panel. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type AnswerTo, at, type GatewayApi, query } from '../api.ts';
import { CopyButton } from '../components/copy.tsx';
import { UnknownAddress } from '../components/layout.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Empty, Source } from '../components/text.tsx';
import { useAnswer, useApi } from '../gateway/api-context.ts';
import { deliveriesLink, linkTo } from '../links.ts';
import { NEVER_MS, usePolledQuery } from '../polled-query.ts';
import { readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import { DeliveryBadge } from './delivery-state.tsx';
import { channelName, useEndpointNames } from './endpoint-names.ts';
import { type NamesByJid, namesIn, summaryOf } from './event-summary.ts';
import { EVENT_TYPES } from './event-types.ts';
import { FilterChoice, FilterLine, Filters, filterOf } from './filters.tsx';
import { OutcomeChip } from './outcome.tsx';
import { usePaged } from './paged-rows.ts';
import { countText, Newer, Pager } from './pager.tsx';

type StoredEvent = AnswerTo<'GET', '/event/search/{instanceName}'>['events'][number];

const PAGE_SIZE = 50;
/** A picture inside an event is longer than anybody reads. */
const TEXT_SHOWN_MAX = 300;
const NO_NAMES: NamesByJid = new Map();

interface EventsProps {
  readonly name: string;
  /** The sequence of the event that the address names, or ''. */
  readonly about: string;
}

export function Events({ name, about }: EventsProps) {
  const api = useApi();
  const { traffic, common } = texts();
  const [isPaused, setPaused] = useState(false);
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ sequence }: StoredEvent) => sequence,
    inputs: [api, name, query(readFilters())],
    isHeld: isPaused || about !== '',
    async find({ signal, ...range }) {
      const { events, next } = await searchEvents(api, name, { ...filters(), ...range }, signal);
      return { rows: events, next };
    },
  });
  const paused =
    list.newer === 0 ? traffic.resume : traffic.resumeWith(countText(list.newer, PAGE_SIZE));
  return (
    <section class="card" aria-label={traffic.events} tabIndex={-1}>
      <EventFilters>
        <button type="button" hidden={!list.isNewest} onClick={() => setPaused(!isPaused)}>
          {isPaused ? paused : traffic.pause}
        </button>
      </EventFilters>
      {!isPaused && <Newer list={list} size={PAGE_SIZE} />}
      <FailureLine failure={list.failure} />
      {list.rows?.length === 0 && <Empty text={common.nothing} />}
      <div class="with-panel">
        {list.rows !== null && list.rows.length > 0 && (
          <EventTable rows={list.rows} name={name} opened={about} />
        )}
        {about !== '' && <OpenEvent name={name} sequence={about} />}
      </div>
      <Pager list={list} />
    </section>
  );
}

async function searchEvents(
  api: GatewayApi,
  name: string,
  search: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) {
  const found = await api.get(at`/event/search/${name}` + query(search), signal);
  return found as AnswerTo<'GET', '/event/search/{instanceName}'>;
}

const filters = () => ({
  event: filterOf('event'),
  chat: filterOf('chat'),
  text: filterOf('text'),
  id: filterOf('id'),
});

function EventFilters({ children }: { children: ComponentChildren }) {
  const { traffic, common } = texts();
  return (
    <Filters>
      <FilterChoice
        {...{ name: 'event', label: traffic.event, any: traffic.anyEvent }}
        choices={EVENT_TYPES.toSorted()}
      />
      <FilterLine name="chat" label={common.chat} placeholder={traffic.chatHint} />
      <FilterLine name="text" label={common.text} />
      <FilterLine name="id" label={common.id} placeholder={traffic.idHint} />
      {children}
    </Filters>
  );
}

interface TableProps {
  readonly rows: readonly StoredEvent[];
  readonly name: string;
  readonly opened: string;
}

function EventTable({ rows, name, opened }: TableProps) {
  const { traffic, common } = texts();
  const shownFilters = query(readFilters());
  const names = namesIn(rows);
  return (
    <Table
      label={traffic.events}
      rows={rows}
      keyOf={({ sequence }) => String(sequence)}
      opened={opened}
      linkOf={({ sequence }) => linkTo(name, 'events', String(sequence)) + shownFilters}
      columns={[
        { title: traffic.event, value: ({ event, sequence }) => `#${sequence} ${event}` },
        {
          title: traffic.inShort,
          value: (event) => summaryOf(event, names),
          cell: (event) => <Summary event={event} names={names} />,
        },
        { title: common.when, type: 'time', value: ({ timestamp }) => timestamp },
      ]}
    />
  );
}

/** Names people and groups. The addresses behind the names are shown on hover, and in the event that the row opens. */
function Summary({ event, names }: { event: StoredEvent; names: NamesByJid }) {
  const [shown, whole] = [names, NO_NAMES].map((known) => summaryOf(event, known));
  return shown && <bdi title={shown === whole ? undefined : whole}>{shown}</bdi>;
}

/** The event that the address names, whether or not the list has it. */
function OpenEvent({ name, sequence }: { name: string; sequence: string }) {
  const api = useApi();
  const { traffic } = texts();
  const list = linkTo(name, 'events') + query(readFilters());
  const number = Number(sequence);
  const { value, failure } = usePolledQuery(
    async (signal) => {
      if (!Number.isSafeInteger(number) || number < 1) return { sequence, event: null };
      const range = { before: number + 1, after: number - 1, limit: 1 };
      const { events } = await searchEvents(api, name, range, signal);
      return { sequence, event: events[0] ?? null };
    },
    [api, name, sequence],
    NEVER_MS,
  );
  if (value?.sequence !== sequence) return <FailureLine failure={failure} />;
  if (value.event === null) return <UnknownAddress href={list} text={traffic.showAll} />;
  return (
    <EventPanel
      event={value.event}
      name={name}
      onClose={() => {
        location.hash = list;
      }}
    />
  );
}

interface PanelProps {
  readonly event: StoredEvent;
  readonly name: string;
  readonly onClose: () => void;
}

function EventPanel({ event, name, onClose }: PanelProps) {
  const { traffic } = texts();
  const title = `#${event.sequence} ${event.event}`;
  return (
    <SidePanel title={title} onClose={onClose}>
      <WhereItWent id={event.id} name={name} />
      <CopyButton label={traffic.copyJson} text={JSON.stringify(event, null, 2)} />
      <Source label={traffic.asJson(title)} text={JSON.stringify(event, shortened, 2)} />
    </SidePanel>
  );
}

function WhereItWent({ id, name }: { id: string; name: string }) {
  const { traffic } = texts();
  const { value, failure } = useAnswer('/delivery/search', { query: { eventId: id } });
  const names = useEndpointNames([name]);
  return (
    <>
      <FailureLine failure={failure} />
      <ul class="plain">
        {value?.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryBadge state={delivery.state} />{' '}
            <a href={deliveriesLink(name, delivery.id)}>
              {names.get(delivery.endpoint) ?? channelName(delivery.destination)}
            </a>{' '}
            <OutcomeChip status={delivery.lastStatus} error={delivery.lastError} />
          </li>
        ))}
      </ul>
      <p>
        {value?.deliveries.length === 0 && `${traffic.wentNowhere} `}
        <a href={deliveriesLink(name) + query({ eventId: id })}>{traffic.itsDeliveries}</a>
      </p>
    </>
  );
}

const shortened = (_: string, value: unknown) =>
  typeof value === 'string' && value.length > TEXT_SHOWN_MAX
    ? `${value.slice(0, TEXT_SHOWN_MAX)}… (${texts().traffic.characters(value.length)})`
    : value;
