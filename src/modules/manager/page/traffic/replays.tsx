/** Replays to one endpoint: starting them, and their progress. */
import type { AnswerTo } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { CheckField, Form, type FormValues, TextField } from '../components/form.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { errorWords } from './error-words.ts';

export type Replay = AnswerTo<
  'GET',
  '/webhook/endpoints/{instanceName}/{endpointId}/recoveries'
>['recoveries'][number];

/** The request for a replay. */
export interface ReplayOrder {
  readonly since: string;
  readonly until?: string;
  readonly onlyFailed: boolean;
  readonly ratePerSecond?: number;
}

/** Reads and changes the replays to one endpoint. */
export interface ReplayCalls {
  list(signal: AbortSignal): Promise<readonly Replay[]>;
  begin(order: ReplayOrder): Promise<unknown>;
  act(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<unknown>;
}

/** The replays to an endpoint, and a form for a new one. `path` is that of the endpoint. */
export function Replays({ path, calls }: { path: string; calls: ReplayCalls }) {
  const { replay, common } = texts();
  const status = useStatus();
  const { value, failure, refresh } = usePolledQuery((signal) => calls.list(signal), [path]);
  const start = async (filled: FormValues) => {
    await calls.begin(orderOf(filled));
    refresh();
    return replay.started;
  };
  return (
    <>
      <p class="hint">{replay.hint}</p>
      <Form
        class="narrow"
        draft="replay"
        submit={replay.start}
        isPrimary
        status={status}
        onSubmit={start}
      >
        <TextField label={common.since} name="since" type="datetime-local" required />
        <TextField
          label={common.until}
          name="until"
          type="datetime-local"
          hint={replay.untilHint}
        />
        <CheckField label={replay.onlyFailed} name="onlyFailed" defaultChecked />
        <TextField
          label={replay.rate}
          name="ratePerSecond"
          type="number"
          min="1"
          max="5000"
          defaultValue="500"
          hint={replay.rateHint}
        />
      </Form>
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      <ReplayTable replays={value} {...{ calls, status, refresh }} />
    </>
  );
}

/** The fields are filled in by the time of this place. */
const orderOf = ({ since = '', until, onlyFailed, ratePerSecond }: FormValues): ReplayOrder => ({
  since: new Date(since).toISOString(),
  ...(until !== undefined && { until: new Date(until).toISOString() }),
  onlyFailed: onlyFailed === 'on',
  ...(ratePerSecond !== undefined && { ratePerSecond: Number(ratePerSecond) }),
});

interface TableProps {
  /** Null until they are read. */
  readonly replays: readonly Replay[] | null;
  readonly calls: ReplayCalls;
  readonly status: Status;
  readonly refresh: () => void;
}

const TONES = { running: 'wait', paused: 'wait', done: 'good', cancelled: 'bad' } as const;

function ReplayTable({ replays, ...acting }: TableProps) {
  const { replay, common } = texts();
  return (
    <Table
      label={replay.list}
      rows={replays}
      empty={replay.none}
      keyOf={({ id }) => id}
      columns={[
        {
          title: common.state,
          cell: ({ state, reason }) => (
            <>
              <Badge state={state} tone={TONES[state]}>
                {replay.states[state]}
              </Badge>
              {reason !== null && <div class="hint">{errorWords(reason)}</div>}
            </>
          ),
        },
        {
          title: replay.time,
          isMinor: true,
          cell: ({ since, until }) => (
            <>
              <Time iso={since} /> – <Time iso={until} />
            </>
          ),
        },
        { title: replay.progress, cell: (one) => <Progress {...one} /> },
        { title: common.actions, type: 'state', cell: (one) => <Actions one={one} {...acting} /> },
      ]}
    />
  );
}

function Progress({ total, examined, found, delivered, discarded, missing }: Replay) {
  const { replay } = texts();
  const percent = total === 0 ? 100 : Math.floor((examined / total) * 100);
  const counts = [
    replay.ofTotal(percent),
    replay.delivered(delivered, found),
    discarded > 0 && replay.givenUp(discarded),
    missing > 0 && replay.missing(missing),
  ];
  return (
    <>
      <progress max={100} value={percent} aria-label={replay.ofTotal(percent)} />{' '}
      {counts.filter(Boolean).join(' · ')}
    </>
  );
}

function Actions({ one, calls, status, refresh }: { one: Replay } & Omit<TableProps, 'replays'>) {
  const { replay } = texts();
  const act = (action: 'pause' | 'resume' | 'cancel') => async () => {
    await calls.act(one.id, action);
    refresh();
    return '';
  };
  const question = {
    title: replay.cancelTitle,
    text: replay.cancelText,
    action: replay.cancelAction,
  };
  return (
    <span class="row">
      {one.state === 'running' && (
        <ActionButton label={replay.pause} status={status} run={act('pause')} />
      )}
      {one.state === 'paused' && (
        <ActionButton label={replay.resume} status={status} run={act('resume')} />
      )}
      {(one.state === 'running' || one.state === 'paused') && (
        <ActionButton
          label={replay.cancel}
          class="danger"
          {...{ status, question, run: act('cancel') }}
        />
      )}
    </span>
  );
}
