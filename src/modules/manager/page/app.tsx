/** The page: the zone that the address names, or the question for its key. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Zone } from '../../../core/shell/page/credential-store.ts';
import { type ApiFailure, createApi } from './api.ts';
import { closeDialogs, Dialogs } from './components/dialog.tsx';
import { FailureLine } from './components/status.tsx';
import { credentials, forget, signOutNotice } from './credentials.ts';
import { createCrmApi } from './crm/api.ts';
import { Gate } from './gate.tsx';
import { ApiContext } from './gateway/api-context.ts';
import { Home } from './gateway/home.tsx';
import { InstanceView } from './gateway/instance.tsx';
import { ServiceView } from './gateway/service.tsx';
import { hash, isAllDeliveries, isServiceRoute, readRoute } from './route.ts';
import { AllDeliveries } from './traffic/deliveries.tsx';
import { loadSentences } from './traffic/error-words.ts';
import { shownZone } from './zones.ts';

/** Returns what happens when a credential has expired. */
const signOutOf = (zone: Zone) => (failure: ApiFailure) => {
  signOutNotice.value = failure;
  forget(zone);
};

/** A question is about what was shown when it was asked. */
for (const left of [hash, credentials]) left.subscribe(closeDialogs);

export function App() {
  return (
    <>
      <Shown />
      <Dialogs />
    </>
  );
}

function Shown() {
  const zone = shownZone();
  const credential = credentials.value[zone];
  if (credential === null) return <Gate />;
  return zone === 'crm' ? <OpenCrm token={credential} /> : <OpenGateway apikey={credential} />;
}

function OpenGateway({ apikey }: { apikey: string }) {
  const api = useMemo(() => createApi(apikey, signOutOf('gateway')), [apikey]);
  // An action says its reason once.
  useEffect(() => void loadSentences(), []);
  return (
    <ApiContext.Provider value={api}>
      <GatewayView />
    </ApiContext.Provider>
  );
}

/** All instances, or one, the deliveries of all, or the service. */
function GatewayView() {
  if (isAllDeliveries()) return <AllDeliveries />;
  if (isServiceRoute()) return <ServiceView />;
  const { name } = readRoute();
  return name === null ? <Home /> : <InstanceView key={name} name={name} />;
}

function OpenCrm({ token }: { token: string }) {
  const api = useMemo(() => createCrmApi(token, signOutOf('crm')), [token]);
  const [crm, setCrm] = useState<typeof import('./crm/crm.tsx') | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Those who work with instances alone do not load it.
  useEffect(() => void import('./crm/crm.tsx').then(setCrm, setFailure), []);
  return crm ? <crm.Crm api={api} /> : <FailureLine failure={failure} />;
}
