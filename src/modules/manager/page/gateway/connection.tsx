/** The connection of an instance: pairing it, or its account while it is connected. */
import { useEffect, useState } from 'preact/hooks';
import { Avatar } from '../chat/avatar.tsx';
import { Facts } from '../components/facts.tsx';
import { Form, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Time } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { CredentialsCard } from './cloud.tsx';
import { CLOUD, type Instance, numberOf, type PanelProps } from './instance-words.ts';
import { Endpoints } from './overview.tsx';
import { PairingOffer, readOffer } from './pairing-offer.tsx';
import { Passkey } from './passkey.tsx';
import { SandboxPhone, SandboxScan, SandboxSender } from './sandbox.tsx';
import { States } from './states.tsx';

/** Phases that may have a code. In any other phase, reading the code would start connecting, or wait. */
const PAIRING = new Set(['waiting_qr', 'pairing', 'passkey', 'passkey_confirm']);

export function Connection({ instance, glance, refresh }: PanelProps) {
  const { instances, connection } = texts();
  const name = instance.instanceName;
  const isOpen = instance.state === 'open';
  const [isConnecting] = useState(!isOpen);
  return (
    <div class="panel columns">
      <div>
        {isOpen ? (
          <Account instance={instance} glance={glance} />
        ) : (
          <>
            <Pairing instance={instance} refresh={refresh} />
            <p>
              <a href={linkTo(name, 'start')}>{instances.start}</a>
            </p>
          </>
        )}
        {instance.provider === 'sandbox' && (
          <details open={isConnecting}>
            <summary>{connection.sandbox.tools}</summary>
            <SandboxPhone name={name} refresh={refresh} />
            <SandboxSender name={name} />
          </details>
        )}
        {instance.provider === CLOUD && <CredentialsCard name={name} refresh={refresh} />}
      </div>
      <div>
        <States instance={instance} />
      </div>
    </div>
  );
}

/** The account of an instance that is connected. */
function Account({ instance, glance }: Pick<PanelProps, 'instance' | 'glance'>) {
  const { connection, instances, overview, formats, common } = texts();
  const { ownerJid, profileName } = instance;
  return (
    <Card title={instances.connection}>
      <p class="row">
        <Avatar jid={ownerJid ?? ''} name={profileName || instance.instanceName} />
        <strong>{profileName}</strong>
        <span>{connection.isConnected}</span>
      </p>
      {glance && (
        <Facts
          facts={[
            [common.number, numberOf(instance) ?? '–'],
            [connection.since, <Time key="since" iso={glance.since} />],
            [overview.messagesPerDay, formats.number(glance.messagesPerDay)],
            [
              overview.lastActivity,
              glance.lastActivityAt ? <Time key="last" iso={glance.lastActivityAt} isAgo /> : '–',
            ],
            [overview.endpoints, <Endpoints key="endpoints" instance={glance} />],
          ]}
        />
      )}
    </Card>
  );
}

interface PairingProps extends Pick<PanelProps, 'instance' | 'refresh'> {
  /** Asks for the code of an instance that was never connected without waiting for a press. */
  readonly isAtOnce?: boolean;
}

export function Pairing({ instance, refresh, isAtOnce = false }: PairingProps) {
  const api = useApi();
  const { connection } = texts();
  const name = instance.instanceName;
  const isPairing = PAIRING.has(instance.phase);
  const offer = usePolledQuery(
    async (signal) => (isPairing ? readOffer(api, name, { signal }) : null),
    [api, name, isPairing, instance.phase],
  );
  const shown = isPairing ? offer.value : null;
  const connectsItself = Boolean(instance.ownerJid) && instance.state === 'connecting';
  const guide = guideFor(instance);
  const about = stateWords(instance);
  const again = () => {
    refresh();
    offer.refresh();
  };
  return (
    <Card title={connection.title}>
      {about && <p>{about}</p>}
      {shown && (
        <>
          <PairingOffer offer={shown} onExpired={offer.refresh} />
          {instance.provider === 'sandbox' && shown.found.base64 && (
            <SandboxScan name={name} refresh={refresh} />
          )}
          {shown.found.passkey && <Passkey passkey={shown.found.passkey} refresh={refresh} />}
        </>
      )}
      {guide && <p class="hint">{guide}</p>}
      {!connectsItself && (
        <ConnectForm
          instance={instance}
          refresh={again}
          isAtOnce={isAtOnce && instance.phase === 'created'}
        />
      )}
      <FailureLine failure={offer.failure} />
    </Card>
  );
}

interface ConnectFormProps {
  readonly instance: Instance;
  readonly refresh: () => void;
  readonly isAtOnce: boolean;
}

function ConnectForm({ instance, refresh, isAtOnce }: ConnectFormProps) {
  const api = useApi();
  const status = useStatus();
  const { connection, common } = texts();
  const name = instance.instanceName;
  const connect = async (number = '') => {
    const offer = readOffer(api, name, { number });
    // The state changes as soon as the service begins.
    refresh();
    await offer;
    refresh();
  };
  useEffect(() => {
    if (isAtOnce) void status.run(connect);
  }, [isAtOnce]);
  return (
    <Form
      submit={connection.connect}
      isPrimary={instance.state === 'close'}
      status={status}
      onSubmit={({ number }) => connect(number)}
    >
      {instance.provider !== CLOUD && (
        <details>
          <summary>{connection.byCode}</summary>
          <TextField
            label={common.number}
            name="number"
            inputMode="tel"
            hint={connection.numberHint}
          />
        </details>
      )}
      <StatusLine status={status} />
    </Form>
  );
}

/** Returns where on the phone a person finds the next step. */
function guideFor({ provider, phase }: Instance): string {
  const { connection } = texts();
  if (provider !== 'whatsapp') return '';
  if (phase === 'waiting_qr') return connection.scanGuide;
  return phase === 'pairing' ? connection.typeGuide : '';
}

/** Returns what a person should know before connecting, or ''. */
function stateWords({ state, ownerJid }: Instance): string {
  const { connection } = texts();
  if (!ownerJid) return '';
  return state === 'connecting' ? connection.connectsAgain : connection.isPaired;
}
