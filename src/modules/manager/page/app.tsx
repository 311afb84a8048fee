/** The page: the zone that the address names, or the question for its key. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Zone } from '../../../core/shell/page/credential-store.ts';
import { type ApiFailure, createApi } from './api.ts';
import { closeDialogs, Dialogs } from './components/dialog.tsx';
import { FailureLine } from './components/status.tsx';
import { credentials, forget, signOutNotice } from './credentials.ts';
import { createCrmApi } from './crm/api.ts';
import { Gate } from './gate.tsx';
import { Gateway } from './gateway/gateway.tsx';
import { hash } from './route.ts';
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
  return <Gateway api={api} />;
}

function OpenCrm({ token }: { token: string }) {
  const api = useMemo(() => createCrmApi(token, signOutOf('crm')), [token]);
  const [crm, setCrm] = useState<typeof import('./crm/crm.tsx') | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Those who work with instances alone do not load it.
  useEffect(() => void import('./crm/crm.tsx').then(setCrm, setFailure), []);
  return crm ? <crm.Crm api={api} /> : <FailureLine failure={failure} />;
}
