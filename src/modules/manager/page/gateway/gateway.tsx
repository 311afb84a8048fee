/** The zone of instances: all of them, or one, the deliveries of all, or the service. */
import type { GatewayApi } from '../api.ts';
import { isAllDeliveries, isServiceRoute, readRoute } from '../route.ts';
import { AllDeliveries } from '../traffic/deliveries.tsx';
import { ApiContext } from './api-context.ts';
import { Home } from './home.tsx';
import { InstanceView } from './instance.tsx';
import { ServiceView } from './service.tsx';

export const Gateway = ({ api }: { api: GatewayApi }) => (
  <ApiContext.Provider value={api}>
    <Place />
  </ApiContext.Provider>
);

function Place() {
  if (isAllDeliveries()) return <AllDeliveries />;
  if (isServiceRoute()) return <ServiceView />;
  const { name } = readRoute();
  return name === null ? <Home /> : <InstanceView key={name} name={name} />;
}
