/** Redelivers what is selected in the list of deliveries, or all that match its filters. */
import { type AnswerTo, ApiFailure, type BodyFor, type GatewayApi, query } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { askToConfirm } from '../components/dialog.tsx';
import { failureText, type Status } from '../components/status.tsx';
import { useApi } from '../gateway/api-context.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { type Delivery, filters } from './delivery-search.ts';
import { filterOf } from './filters.tsx';

type Order = BodyFor<'POST', '/delivery/redeliver/{instanceName}'>;
type Count = AnswerTo<'GET', '/delivery/count'>;

/** A count may be of a thousand rows in each instance. */
const COUNT_EVERY_MS = 10_000;

/** Returns how many deliveries the service sends. */
export async function redeliver(
  api: GatewayApi,
  instanceName: string,
  body: Order,
): Promise<number> {
  const params = { instanceName };
  const { redelivering } = await api.call('POST', '/delivery/redeliver/{instanceName}', {
    params,
    body,
  });
  return redelivering;
}

/** An instance that refuses does not stop the others. Rejects with what the first one says. */
async function redeliverEach(api: GatewayApi, orders: ReadonlyMap<string, Order>): Promise<string> {
  const { traffic } = texts();
  let sent = 0;
  const problems: string[] = [];
  for (const [instanceName, order] of orders) {
    try {
      sent += await redeliver(api, instanceName, order);
    } catch (error) {
      problems.push(`${instanceName}: ${failureText(error)}`);
    }
  }
  const [first] = problems;
  if (first === undefined) return `${traffic.manyOnTheirWay(sent)}.`;
  const refused = traffic.refused(problems.length, orders.size, first);
  throw new ApiFailure({ message: `${traffic.manyOnTheirWay(sent)}. ${refused}` });
}

interface ButtonsProps {
  /** The name of the instance; null for all instances. */
  readonly name: string | null;
  readonly selected: readonly Delivery[];
  readonly status: Status;
  readonly done: () => void;
}

/** The service counts and redelivers all that match by state, endpoint and time alone. */
export function RedeliverButtons({ name, selected, status, done }: ButtonsProps) {
  const api = useApi();
  const { traffic } = texts();
  const matching = useMatching(name, selected.length > 0);
  const labelOf = ({ count, isMore }: Count) =>
    count === 0 ? traffic.redeliverAll : traffic.redeliverMatching(count, isMore);
  const finish = async (orders: ReadonlyMap<string, Order>) => {
    try {
      return await redeliverEach(api, orders);
    } finally {
      done();
    }
  };
  const sendSelected = () => {
    const named = Map.groupBy(selected, ({ instanceName }) => instanceName ?? '');
    const idsOf = (rows: readonly Delivery[]): Order => ({ ids: rows.map(({ id }) => id) });
    return finish(new Map([...named].map(([instance, rows]) => [instance, idsOf(rows)])));
  };
  const sendMatching = async ({ count, isMore, instances }: Count, order: Order) => {
    const isSure = await askToConfirm({
      // The others, which were not looked at, may match.
      title: count === 0 ? traffic.redeliverAll : traffic.redeliverQuestion(count, isMore),
      text: traffic.redeliverText(instances.length),
      action: traffic.redeliverAll,
    });
    if (!isSure) return traffic.nothingSent;
    return finish(new Map(instances.map(({ instanceName }) => [instanceName, order])));
  };
  return (
    <>
      <ActionButton
        label={traffic.redeliverSelected}
        class="primary"
        status={status}
        run={sendSelected}
      />
      {matching && (
        <ActionButton
          label={labelOf(matching.found)}
          status={status}
          opensDialog
          run={() => sendMatching(matching.found, matching.order)}
        />
      )}
    </>
  );
}

/** Returns how many deliveries match the filters, and the order that redelivers them, or null. */
function useMatching(name: string | null, isShown: boolean) {
  const api = useApi();
  const { state, endpoint, from, to, ...others } = filters();
  const isCountable =
    ['delivered', 'discarded', 'waiting'].includes(state) &&
    [...Object.values(others), filterOf('find')].every((value) => value === '');
  const { value } = usePolledQuery<{ found: Count; order: Order } | null>(
    async (signal) => {
      if (!isShown || !isCountable) return null;
      // Deliveries that are made after they were counted are not sent.
      const order = {
        state,
        to: to || new Date().toISOString(),
        ...(from && { from }),
        ...(endpoint && { endpoint }),
      } as Order;
      const search = query({ ...order, instance: name ?? '' });
      const found = (await api.get(`/delivery/count${search}`, signal)) as Count;
      return { found, order };
    },
    [api, name, state, endpoint, from, to, isShown && isCountable],
    COUNT_EVERY_MS,
  );
  return value && (value.found.count > 0 || value.found.isMore) ? value : null;
}
