/** The page: the zone that the address names, or the question for its key. */
import { useMemo } from 'preact/hooks';
import { type ApiFailure, createApi } from './api.ts';
import { Old } from './bridge.tsx';
import { closeDialogs, Dialogs } from './components/dialog.tsx';
import { credentials, farewell, forget, type Zone } from './credentials.ts';
import { createCrmApi } from './crm/crm-api.js';
import { openCrm } from './crm/workspace.js';
import { closeDialogs as closeOldDialogs } from './dialogs.js';
import { Gate } from './gate.tsx';
import { Gateway } from './gateway/gateway.tsx';
import { hash, isCrmRoute } from './route.ts';

/** What to do when a credential is no longer valid. */
const refused = (zone: Zone) => (failure: ApiFailure) => {
  farewell.value = failure;
  forget(zone);
};

/** A question is about what was shown when it was asked. */
for (const left of [hash, credentials])
  left.subscribe(() => {
    closeDialogs();
    closeOldDialogs();
  });

export function App() {
  return (
    <>
      <Shown />
      <Dialogs />
    </>
  );
}

function Shown() {
  const zone: Zone = isCrmRoute() ? 'crm' : 'gateway';
  const credential = credentials.value[zone];
  if (credential === null) return <Gate />;
  return zone === 'crm' ? <Crm token={credential} /> : <OpenGateway apikey={credential} />;
}

function OpenGateway({ apikey }: { apikey: string }) {
  const api = useMemo(() => createApi(apikey, refused('gateway')), [apikey]);
  return <Gateway api={api} />;
}

const Crm = ({ token }: { token: string }) => (
  <div class="crm">
    <Old
      open={(signal) => ({ elements: openCrm(createCrmApi(token, refused('crm')), signal) })}
      inputs={[token]}
    />
  </div>
);
