/** The zone of instances: all of them, or one, or the deliveries of all. */
import type { GatewayApi } from '../api.ts';
import { isAllDeliveries, readRoute } from '../route.ts';
import { AllDeliveries } from '../traffic/deliveries.tsx';
import { ApiContext } from './api-context.ts';
import { Home } from './home.tsx';
import { InstanceView } from './instance.tsx';

export const Gateway = ({ api }: { api: GatewayApi }) => (
  <ApiContext.Provider value={api}>
    <Place />
  </ApiContext.Provider>
);

function Place() {
  if (isAllDeliveries()) return <AllDeliveries />;
  const { name } = readRoute();
  return name === null ? <Home /> : <InstanceView key={name} name={name} />;
}
