/** A passkey ceremony: where the browser uses the passkey, and the code that a person confirms. */
import type { components } from '../../../../../packages/client/src/generated.ts';
import { ActionButton } from '../components/action-button.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';

type PasskeyState = NonNullable<components['schemas']['ConnectionResult']['passkey']>;

export function Passkey({ passkey, refresh }: { passkey: PasskeyState; refresh: () => void }) {
  const api = useApi();
  const status = useStatus();
  const { connection, formats } = texts();
  const { stage, openUrl, ceremonyUrl, code, expiresAt } = passkey;
  const token = ceremonyUrl.split('/').at(-1) ?? '';
  return (
    <div class="offer">
      <p role="status">{connection.passkey.stages[stage]}</p>
      {stage === 'challenge' && (
        <a href={openUrl} target="_blank" rel="noopener noreferrer">
          {connection.passkey.open}
        </a>
      )}
      {code !== null && <code class="pairing">{code}</code>}
      {stage === 'confirmation' && (
        <ActionButton
          label={connection.passkey.confirm}
          class="primary"
          status={status}
          run={async () => {
            await api.call('POST', '/passkey-ceremony/{token}/confirm', { params: { token } });
            refresh();
          }}
        />
      )}
      <span class="hint">{connection.passkey.until(formats.time(expiresAt))}</span>
      <StatusLine status={status} />
    </div>
  );
}
