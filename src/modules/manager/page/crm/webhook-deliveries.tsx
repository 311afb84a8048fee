/** Deliveries to a webhook of the account: the newest first, by state, and one of them with its attempts. */
import { at, orUnknown, query } from '../api.ts';
import { readFilters } from '../route.ts';
import { texts } from '../texts.ts';
import type { Attempt } from '../traffic/attempts.tsx';
import { DeliveryList, DeliveryPanel, type ShownDelivery } from '../traffic/delivery-list.tsx';
import { stateChoices } from '../traffic/delivery-state.tsx';
import { FilterChoice, Filters, filterOf } from '../traffic/filters.tsx';
import { usePaged } from '../traffic/paged-rows.ts';
import { camelCased } from './names.ts';
import { PAGE_SIZE } from './records.tsx';
import { useSession } from './session.ts';

type Values = Readonly<Record<string, unknown>>;

interface DeliveriesProps {
  /** The path of the webhook, after /api/v1. */
  readonly path: string;
  /** The id of the delivery that the address names, or ''. */
  readonly opened: string;
  /** The address of a delivery, or with '' of the list. */
  readonly linkOf: (id: string) => string;
}

export function WebhookDeliveries({ path, opened, linkOf }: DeliveriesProps) {
  const { traffic, common } = texts();
  const { api, can } = useSession();
  const state = filterOf('state');
  const list = usePaged<ShownDelivery>({
    size: PAGE_SIZE,
    keyOf: ({ id }) => id,
    inputs: [api, path, state],
    isHeld: opened !== '',
    async find({ before, limit }) {
      const search = query({ order: 'newest', state, before, limit });
      const { deliveries, next } = await api.get<{ deliveries: Values[]; next: string | null }>(
        `${path}/deliveries${search}`,
      );
      return { rows: deliveries.map((one) => camelCased<ShownDelivery>(one)), next };
    },
  });
  const read = (id: string) =>
    api.get<Values & { attempts: Values[] }>(path + at`/deliveries/${id}`);
  return (
    <DeliveryList
      {...{ list, opened }}
      linkOf={(id) => linkOf(id) + query(readFilters())}
      size={PAGE_SIZE}
      filters={
        <Filters>
          <FilterChoice
            {...{ name: 'state', label: common.state, any: traffic.anyState }}
            choices={stateChoices()}
          />
        </Filters>
      }
      read={async (id) => {
        const found = await orUnknown(read(id));
        return found && camelCased<ShownDelivery>(found);
      }}
      panel={(delivery, shown) => (
        <DeliveryPanel
          {...{ ...shown, delivery }}
          attempts={async () =>
            (await read(delivery.id)).attempts.map((one) => camelCased<Attempt>(one))
          }
          {...(can('webhooks.update') && {
            redeliver: async () => {
              const asked = { ids: [delivery.id] };
              const answer = await api.post<{ redelivering: number }>(`${path}/redeliver`, asked);
              return answer.data.redelivering;
            },
          })}
        />
      )}
    />
  );
}
