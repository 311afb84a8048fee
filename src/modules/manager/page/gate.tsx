/** Asks for a key of the gateway, a token of the CRM, or both, and checks them before they are kept. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Zone } from '../../../core/shell/page/credential-store.ts';
import { ApiFailure, createApi } from './api.ts';
import { CheckField, Form, type FormValues, TextField } from './components/form.tsx';
import { StatusLine, useStatus } from './components/status.tsx';
import { Rich } from './components/text.tsx';
import { credentials, remember, signOutNotice } from './credentials.ts';
import { createCrmApi } from './crm/api.ts';
import { texts } from './texts.ts';
import { hasCrm, shownZone } from './zones.ts';

interface SignInField {
  readonly field: string;
  /** The address to go to when the zone of the present one stays closed. */
  readonly home: string;
  readonly check: (credential: string) => Promise<unknown>;
}

const SIGN_IN_FIELDS: Readonly<Record<Zone, SignInField>> = {
  gateway: {
    field: 'apikey',
    home: '#/',
    // No instance has this id: whether the key is right is said without a list of all.
    check: (key) =>
      createApi(key, () => {}).call('GET', '/instance/fetchInstances', {
        query: { instanceId: '00000000-0000-0000-0000-000000000000' },
      }),
  },
  crm: {
    field: 'api_access_token',
    home: '#crm',
    check: (token) => createCrmApi(token, () => {}).get('/permissions'),
  },
};
const ZONES: readonly Zone[] = ['gateway', 'crm'];

async function enter(filled: FormValues): Promise<undefined> {
  const { gate } = texts();
  const entered = ZONES.flatMap((zone) => {
    const credential = filled[SIGN_IN_FIELDS[zone].field];
    return credential === undefined ? [] : [{ zone, credential }];
  });
  const [first] = entered;
  if (first === undefined) throw new ApiFailure({ message: gate.nothing });
  for (const { zone, credential } of entered) {
    // Anything else cannot be sent in a header.
    if (!/^[\x21-\x7e]+$/.test(credential))
      throw new ApiFailure({ message: gate.notPlain(SIGN_IN_FIELDS[zone].field) });
    await SIGN_IN_FIELDS[zone].check(credential);
  }
  const wanted = shownZone();
  const isThere = credentials.value[wanted] !== null || entered.some(({ zone }) => zone === wanted);
  if (!isThere) location.hash = SIGN_IN_FIELDS[first.zone].home;
  signOutNotice.value = '';
  for (const { zone, credential } of entered) remember(zone, credential, filled.keep !== undefined);
}

export function Gate() {
  const { gate } = texts();
  const status = useStatus();
  const place = useRef<HTMLDivElement>(null);
  const wanted = shownZone();
  useEffect(() => {
    place.current?.querySelector<HTMLElement>(`[name="${SIGN_IN_FIELDS[wanted].field}"]`)?.focus();
  }, [wanted]);
  // Runs before the first press, so that it does not replace the text that follows the press.
  useLayoutEffect(() => {
    const said = signOutNotice.value;
    if (typeof said === 'string') status.said.value = { kind: 'done', text: said };
    else status.failed(said);
  }, [signOutNotice.value]);
  const password = { type: 'password' } as const;
  return (
    <div class="card gate" ref={place}>
      <h1>{gate.title}</h1>
      <Form onSubmit={enter} submit={gate.open} isPrimary status={status}>
        <p>
          <Rich text={gate.key} />
        </p>
        <TextField
          label="apikey"
          name="apikey"
          {...password}
          isHidden={credentials.value.gateway !== null}
        />
        {hasCrm && (
          <p>
            <Rich text={gate.token} />
          </p>
        )}
        {hasCrm && (
          <TextField
            label="api_access_token"
            name="api_access_token"
            {...password}
            isHidden={credentials.value.crm !== null}
          />
        )}
        <CheckField label={gate.keep} name="keep" hint={gate.keepHint} />
        {hasCrm && <p class="hint">{gate.either}</p>}
      </Form>
      <StatusLine status={status} />
    </div>
  );
}
