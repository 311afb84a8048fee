/** The pairing code, a QR code or a code to type, and how long it stays valid. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../../../../../packages/client/src/generated.ts';
import type { GatewayApi } from '../api.ts';
import { CopyButton } from '../components/copy.tsx';
import { texts } from '../texts.ts';

export interface Offer {
  readonly found: components['schemas']['ConnectionResult'];
  /** The number of the code and how long it stays valid; null until that is known. */
  readonly code: components['schemas']['OfferedCode'] | null;
}

/** Returns the current pairing code. Requests one if there is no code; with `number`, a code to type. */
export async function readOffer(
  api: GatewayApi,
  instanceName: string,
  { number, signal }: { number?: string; signal?: AbortSignal },
): Promise<Offer> {
  const params = { instanceName };
  const options = { params, ...(signal && { signal }) };
  const found = await api.call('GET', '/instance/connect/{instanceName}', {
    ...options,
    query: { ...(number && { number }) },
  });
  const { instance } = await api.call('GET', '/instance/connectionState/{instanceName}', options);
  // Between the two answers there may have come another code.
  const isSame = instance.code && (instance.code.count ?? 0) === found.count;
  return { found, code: isSame ? (instance.code ?? null) : null };
}

export function PairingOffer({ offer, onExpired }: { offer: Offer; onExpired: () => void }) {
  const { connection } = texts();
  const { found, code } = offer;
  const shownCode = useRef<HTMLElement>(null);
  if (!found.base64 && !found.pairingCode) return null;
  return (
    <div class="offer">
      {found.base64 && <QrCode picture={found.base64} count={found.count} max={code?.maxCount} />}
      {found.pairingCode && (
        <>
          <p>{connection.typeThis}</p>
          <code class="pairing" ref={shownCode}>
            {found.pairingCode}
          </code>
          <CopyButton text={found.pairingCode} source={() => shownCode.current} />
        </>
      )}
      {code && <Countdown key={code.kind} expiresInMs={code.expiresInMs} onExpired={onExpired} />}
    </div>
  );
}

function QrCode({
  picture,
  count,
  max,
}: {
  picture: string;
  count: number;
  max: number | undefined;
}) {
  const { connection, formats } = texts();
  const at = formats.number(count);
  const title = max === undefined ? connection.qr(at) : connection.qrOf(at, formats.number(max));
  return (
    <figure>
      <img class="qr" width={264} height={264} src={picture} alt={connection.qrAlt(title)} />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

/** Seconds that run down, in words and as a bar. */
function Countdown({ expiresInMs, onExpired }: { expiresInMs: number; onExpired: () => void }) {
  const { connection, formats } = texts();
  const [seconds, setSeconds] = useState(Math.ceil(expiresInMs / 1000));
  const full = useRef(0);
  useEffect(() => {
    const end = performance.now() + expiresInMs;
    const left = () => Math.ceil((end - performance.now()) / 1000);
    // A code that lasts longer than what is left of the one before is another one: the bar is full again.
    if (left() > seconds + 1 || full.current === 0) full.current = left();
    setSeconds(left());
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) onExpired();
    }, 1000);
    return () => clearInterval(timer);
  }, [expiresInMs]);
  return (
    <p class="countdown">
      <progress aria-hidden="true" max={full.current || seconds} value={Math.max(0, seconds)} />
      <span class="hint">
        {seconds > 0 ? connection.goodFor(formats.number(seconds)) : connection.expired}
      </span>
    </p>
  );
}
