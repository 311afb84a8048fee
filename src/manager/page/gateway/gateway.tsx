/** The zone of instances: all of them, or one, or the deliveries of all. */
import { allDeliveriesView } from '../all-deliveries.js';
import type { GatewayApi } from '../api.ts';
import { Old } from '../bridge.tsx';
import { isAllDeliveries, readRoute } from '../route.ts';
import { ApiContext } from './api-context.ts';
import { Home } from './home.tsx';
import { InstanceView } from './instance.tsx';

export const Gateway = ({ api }: { api: GatewayApi }) => (
  <ApiContext.Provider value={api}>
    <Place api={api} />
  </ApiContext.Provider>
);

function Place({ api }: { api: GatewayApi }) {
  if (isAllDeliveries())
    return <Old open={(signal) => allDeliveriesView({ api, signal })} inputs={[api]} />;
  const { name } = readRoute();
  return name === null ? <Home /> : <InstanceView key={name} name={name} />;
}
