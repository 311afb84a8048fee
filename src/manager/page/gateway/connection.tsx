/** Pairing an instance. */
import { useState } from 'preact/hooks';
import { digitsOf, Form, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { useFresh } from '../fresh.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { CredentialsCard } from './cloud.tsx';
import { CLOUD, type Instance, type PanelProps } from './instance-words.ts';
import { PairingOffer, readOffer } from './pairing-offer.tsx';
import { Passkey } from './passkey.tsx';
import { SandboxPhone, SandboxSender } from './sandbox.tsx';
import { States } from './states.tsx';

/** In these phases there may be a code. In any other, asking for one would start connecting or wait. */
const PAIRING = new Set(['waiting_qr', 'pairing', 'passkey', 'passkey_confirm']);

export function Connection({ instance, refresh }: PanelProps) {
  const name = instance.instanceName;
  return (
    <div class="panel columns">
      <div>
        <Pairing instance={instance} refresh={refresh} />
      </div>
      <div>
        {instance.provider === 'sandbox' && (
          <>
            <SandboxPhone name={name} refresh={refresh} />
            <SandboxSender name={name} />
          </>
        )}
        {instance.provider === CLOUD && <CredentialsCard name={name} refresh={refresh} />}
      </div>
      <div>
        <States instance={instance} />
      </div>
    </div>
  );
}

export function Pairing({ instance, refresh }: Omit<PanelProps, 'about'>) {
  const api = useApi();
  const { connection } = texts();
  const name = instance.instanceName;
  const isPairing = PAIRING.has(instance.phase);
  const offer = useFresh(
    async (signal) => (isPairing ? readOffer(api, name, { signal }) : null),
    [api, name, isPairing, instance.phase],
  );
  const shown = isPairing ? offer.value : null;
  const connectsItself = Boolean(instance.ownerJid) && instance.state === 'connecting';
  const guide = guideFor(instance);
  const about = standing(instance);
  return (
    <Card title={connection.title}>
      {about && <p>{about}</p>}
      {instance.state !== 'open' && !connectsItself && (
        <ConnectForm
          instance={instance}
          refresh={() => {
            refresh();
            offer.refresh();
          }}
        />
      )}
      {guide && <p class="hint">{guide}</p>}
      {shown && (
        <>
          <PairingOffer offer={shown} onExpired={offer.refresh} />
          {shown.found.passkey && <Passkey passkey={shown.found.passkey} refresh={refresh} />}
        </>
      )}
      <FailureLine failure={offer.failure} />
    </Card>
  );
}

function ConnectForm({ instance, refresh }: { instance: Instance; refresh: () => void }) {
  const api = useApi();
  const { connection } = texts();
  const [isAsked, setAsked] = useState(false);
  const name = instance.instanceName;
  return (
    <Form
      submit={connection.connect}
      isPrimary={!isAsked}
      onSubmit={async ({ number }) => {
        // The state changes as soon as the service begins.
        refresh();
        await readOffer(api, name, { number: digitsOf(number) });
        setAsked(true);
        refresh();
        return '';
      }}
    >
      {instance.provider !== CLOUD && (
        <TextField
          label={connection.number}
          name="number"
          inputMode="tel"
          hint={connection.numberHint}
        />
      )}
    </Form>
  );
}

/** Where a person finds what to do on the phone. */
function guideFor({ provider, phase }: Instance): string {
  const { connection } = texts();
  if (provider !== 'whatsapp') return '';
  if (phase === 'waiting_qr') return connection.scanGuide;
  return phase === 'pairing' ? connection.typeGuide : '';
}

/** What there is to know before connecting; empty when nobody has to know anything. */
function standing({ state, ownerJid }: Instance): string {
  const { connection } = texts();
  if (state === 'open') return connection.isConnected;
  if (!ownerJid) return '';
  return state === 'connecting' ? connection.connectsAgain : connection.isPaired;
}
