/** The events of an instance, the newest first: searched and followed, with one of them in a panel. */
import { useState } from 'preact/hooks';
import { type AnswerTo, at, query } from '../api.ts';
import { CopyButton } from '../components/copy.tsx';
import { SelectField, TextField } from '../components/form.tsx';
import { FailureLine } from '../components/status.tsx';
import { SidePanel, Table } from '../components/table.tsx';
import { Empty, Time } from '../components/text.tsx';
import { useApi } from '../gateway/api-context.ts';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { hash } from '../route.ts';
import { texts } from '../texts.ts';
import { outcomeText } from './attempts.tsx';
import { DeliveryBadge } from './delivery-state.tsx';
import { summaryOf } from './event-summary.ts';
import { EVENT_TYPES } from './event-types.ts';
import { Filters, filterOf } from './filters.tsx';
import { usePaged } from './paged.ts';
import { countText, Newer, Pager } from './pager.tsx';

type StoredEvent = AnswerTo<'GET', '/event/search/{instanceName}'>['events'][number];

const PAGE_SIZE = 50;
/** A picture inside an event is longer than anybody reads. */
const TEXT_SHOWN_MAX = 300;

interface EventsProps {
  readonly name: string;
  /** The sequence of the one event that is shown, or '' for all events. */
  readonly about: string;
}

export function Events({ name, about }: EventsProps) {
  const api = useApi();
  const { traffic } = texts();
  const only = /^[1-9]\d*$/.test(about) ? Number(about) : null;
  const [opened, setOpened] = useState<number | null>(only);
  const [isPaused, setPaused] = useState(false);
  const list = usePaged({
    size: PAGE_SIZE,
    keyOf: ({ sequence }: StoredEvent) => sequence,
    inputs: [api, name, only, hash.value],
    isHeld: isPaused || opened !== null,
    async find({ before = only === null ? undefined : only + 1, limit, signal }) {
      const after = only === null ? undefined : only - 1;
      const search = query({ ...filled(), before, after, limit });
      const found = await api.get(at`/event/search/${name}` + search, signal);
      const { events, next } = found as AnswerTo<'GET', '/event/search/{instanceName}'>;
      return { rows: events, next };
    },
  });
  const shown = list.rows?.find(({ sequence }) => sequence === opened);
  const paused =
    list.newer === 0 ? traffic.resume : traffic.resumeWith(countText(list.newer, PAGE_SIZE));
  return (
    <section class="card" aria-label={traffic.events} tabIndex={-1}>
      {only === null ? (
        <>
          <EventFilters />
          <button type="button" hidden={!list.isNewest} onClick={() => setPaused(!isPaused)}>
            {isPaused ? paused : traffic.pause}
          </button>
        </>
      ) : (
        <p>
          {traffic.oneEvent} <a href={linkTo(name, 'events')}>{traffic.showAll}</a>
        </p>
      )}
      {!isPaused && <Newer list={list} size={PAGE_SIZE} />}
      <FailureLine failure={list.failure} />
      {list.rows?.length === 0 && <Empty text={traffic.none} />}
      <div class="with-panel">
        {list.rows !== null && list.rows.length > 0 && (
          <EventTable rows={list.rows} opened={opened} onOpen={setOpened} />
        )}
        {shown && <EventPanel event={shown} name={name} onClose={() => setOpened(null)} />}
      </div>
      <Pager list={list} />
    </section>
  );
}

const filled = () => ({
  event: filterOf('event'),
  chat: filterOf('chat'),
  text: filterOf('text'),
  id: filterOf('id'),
});

function EventFilters() {
  const { traffic } = texts();
  const line = (name: string, label: string, placeholder = '') => (
    <TextField label={label} name={name} placeholder={placeholder} defaultValue={filterOf(name)} />
  );
  return (
    <Filters>
      <SelectField
        label={traffic.event}
        name="event"
        choices={[['', traffic.anyEvent], ...EVENT_TYPES.toSorted()]}
        defaultValue={filterOf('event')}
      />
      {line('chat', traffic.chat, traffic.chatHint)}
      {line('text', traffic.text)}
      {line('id', traffic.id, traffic.idHint)}
    </Filters>
  );
}

interface TableProps {
  readonly rows: readonly StoredEvent[];
  readonly opened: number | null;
  readonly onOpen: (sequence: number) => void;
}

function EventTable({ rows, opened, onOpen }: TableProps) {
  const { traffic } = texts();
  return (
    <Table
      label={traffic.events}
      rows={rows}
      keyOf={({ sequence }) => String(sequence)}
      opened={opened === null ? null : String(opened)}
      onOpen={({ sequence }) => onOpen(sequence)}
      columns={[
        { title: traffic.event, cell: ({ event, sequence }) => `#${sequence} ${event}` },
        { title: traffic.inShort, cell: (event) => summaryOf(event) },
        { title: traffic.at, cell: ({ timestamp }) => <Time iso={timestamp} /> },
      ]}
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
      {/* biome-ignore lint/a11y: it scrolls, by keys as well. */}
      <pre tabIndex={0} role="group" aria-label={traffic.asJson(title)}>
        {JSON.stringify(event, shortened, 2)}
      </pre>
    </SidePanel>
  );
}

function WhereItWent({ id, name }: { id: string; name: string }) {
  const api = useApi();
  const { traffic } = texts();
  const { value, failure } = usePolledQuery(
    async (signal) =>
      (await api.get(`/delivery/search${query({ eventId: id })}`, signal)) as AnswerTo<
        'GET',
        '/delivery/search'
      >,
    [api, id],
  );
  return (
    <>
      <FailureLine failure={failure} />
      <ul class="plain">
        {value?.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryBadge state={delivery.state} /> {delivery.destination} ·{' '}
            {outcomeText(delivery)}
          </li>
        ))}
      </ul>
      <p>
        {value?.deliveries.length === 0 && `${traffic.wentNowhere} `}
        <a href={linkTo(name, 'deliveries', id)}>{traffic.itsDeliveries}</a>
      </p>
    </>
  );
}

const shortened = (_: string, value: unknown) =>
  typeof value === 'string' && value.length > TEXT_SHOWN_MAX
    ? `${value.slice(0, TEXT_SHOWN_MAX)}… (${texts().traffic.characters(value.length)})`
    : value;
