/** Recoveries of one endpoint: starting them, and their progress. */
import { type AnswerTo, at, type GatewayApi } from '../api.ts';
import { confirmed, openDialog } from '../components/dialog.tsx';
import { ActionButton, CheckField, type Filled, Form, TextField } from '../components/form.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { usePolledQuery } from '../polled-query.ts';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';

export type Recovery = AnswerTo<
  'GET',
  '/webhook/endpoints/{instanceName}/{endpointId}/recoveries'
>['recoveries'][number];

/** The request for a recovery. */
export interface RecoveryOrder {
  readonly since: string;
  readonly until?: string;
  readonly onlyFailed: boolean;
  readonly ratePerSecond?: number;
}

/** Reads and changes the recoveries of one endpoint. */
export interface RecoveryCalls {
  list(signal: AbortSignal): Promise<readonly Recovery[]>;
  begin(order: RecoveryOrder): Promise<unknown>;
  act(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<unknown>;
}

interface Target {
  readonly api: GatewayApi;
  /** The name of the instance. */
  readonly name: string;
  readonly endpoint: { readonly id: string; readonly name: string; readonly readOnly: boolean };
}

/** Opens what can be recovered for an endpoint, and was; nothing for one that is no webhook of the instance. */
export function RecoverButton({
  api,
  name,
  endpoint,
  status,
}: Target & { readonly status: Status }) {
  const { recovery, common } = texts();
  const { may } = useRights();
  if (endpoint.readOnly || !may('recovery')) return null;
  const path = at`/webhook/endpoints/${name}/${endpoint.id}`;
  const params = { instanceName: name, endpointId: endpoint.id };
  const calls: RecoveryCalls = {
    async list(signal) {
      const asked = '/webhook/endpoints/{instanceName}/{endpointId}/recoveries';
      return (await api.call('GET', asked, { params, signal })).recoveries;
    },
    begin: (order) => api.post(`${path}/recover`, order),
    act: (id, action) => api.post(`${path}/recoveries/${id}/${action}`),
  };
  const open = async () => {
    void openDialog({
      title: recovery.title(endpoint.name),
      body: () => <Recoveries path={path} calls={calls} />,
      buttons: (close) => (
        <button type="button" onClick={close}>
          {common.close}
        </button>
      ),
    });
    return '';
  };
  return <ActionButton label={recovery.recover} of={endpoint.name} status={status} run={open} />;
}

/** The recoveries of an endpoint, and a form for a new one. `path` is that of the endpoint. */
export function Recoveries({ path, calls }: { path: string; calls: RecoveryCalls }) {
  const { recovery } = texts();
  const status = useStatus();
  const { value, failure, refresh } = usePolledQuery((signal) => calls.list(signal), [path]);
  const start = async (filled: Filled) => {
    await calls.begin(orderOf(filled));
    refresh();
    return recovery.started;
  };
  return (
    <>
      <p class="hint">{recovery.hint}</p>
      <Form submit={recovery.start} isPrimary status={status} onSubmit={start}>
        <TextField label={recovery.since} name="since" type="datetime-local" required />
        <TextField
          label={recovery.until}
          name="until"
          type="datetime-local"
          hint={recovery.untilHint}
        />
        <CheckField label={recovery.onlyFailed} name="onlyFailed" defaultChecked />
        <TextField
          label={recovery.rate}
          name="ratePerSecond"
          type="number"
          min="1"
          max="5000"
          defaultValue="500"
          hint={recovery.rateHint}
        />
      </Form>
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      {value?.length === 0 && <p class="hint">{recovery.none}</p>}
      {value !== null && value.length > 0 && (
        <RecoveryTable recoveries={value} {...{ calls, status, refresh }} />
      )}
    </>
  );
}

/** The fields are filled in by the time of this place. */
const orderOf = ({ since = '', until, onlyFailed, ratePerSecond }: Filled): RecoveryOrder => ({
  since: new Date(since).toISOString(),
  ...(until !== undefined && { until: new Date(until).toISOString() }),
  onlyFailed: onlyFailed === 'on',
  ...(ratePerSecond !== undefined && { ratePerSecond: Number(ratePerSecond) }),
});

interface TableProps {
  readonly recoveries: readonly Recovery[];
  readonly calls: RecoveryCalls;
  readonly status: Status;
  readonly refresh: () => void;
}

const TONES = { running: 'wait', paused: 'wait', done: 'good', cancelled: 'bad' } as const;

function RecoveryTable({ recoveries, ...acting }: TableProps) {
  const { recovery, common } = texts();
  return (
    <Table
      label={recovery.list}
      rows={recoveries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: recovery.state,
          cell: ({ state, reason }) => (
            <>
              <Badge state={state} tone={TONES[state]}>
                {recovery.states[state]}
              </Badge>
              {reason !== null && <div class="hint">{reason}</div>}
            </>
          ),
        },
        {
          title: recovery.time,
          cell: ({ since, until }) => (
            <>
              <Time iso={since} /> – <Time iso={until} />
            </>
          ),
        },
        { title: recovery.progress, cell: (one) => <Progress {...one} /> },
        { title: common.actions, cell: (one) => <Actions one={one} {...acting} /> },
      ]}
    />
  );
}

function Progress({ total, examined, found, delivered, discarded, missing }: Recovery) {
  const { recovery } = texts();
  const percent = total === 0 ? 100 : Math.floor((examined / total) * 100);
  return (
    <>
      <progress max={100} value={percent} aria-label={recovery.ofTotal(percent)} />
      <div>{recovery.ofTotal(percent)}</div>
      <div>{recovery.delivered(delivered, found)}</div>
      {discarded > 0 && <div>{recovery.givenUp(discarded)}</div>}
      {missing > 0 && <div>{recovery.missing(missing)}</div>}
    </>
  );
}

function Actions({
  one,
  calls,
  status,
  refresh,
}: { one: Recovery } & Omit<TableProps, 'recoveries'>) {
  const { recovery } = texts();
  const act = (action: 'pause' | 'resume' | 'cancel') => async () => {
    await calls.act(one.id, action);
    refresh();
    return '';
  };
  const isSure = () =>
    confirmed({
      title: recovery.cancelTitle,
      text: recovery.cancelText,
      action: recovery.cancelAction,
    });
  return (
    <span class="row">
      {one.state === 'running' && (
        <ActionButton label={recovery.pause} status={status} run={act('pause')} />
      )}
      {one.state === 'paused' && (
        <ActionButton label={recovery.resume} status={status} run={act('resume')} />
      )}
      {(one.state === 'running' || one.state === 'paused') && (
        <ActionButton
          label={recovery.cancel}
          class="danger"
          {...{ status, isSure, run: act('cancel') }}
        />
      )}
    </span>
  );
}
