/** Shows what a service that runs here says of itself: channels that are down, queues that refuse, warnings. */

import { type Check, failedCheck, ok, warning } from '../../../core/process/checks.ts';
import { askHealth } from '../own-health.ts';

interface ReadyAnswer {
  readonly status?: unknown;
  readonly error?: string;
  readonly channels?: Readonly<
    Record<string, { readonly state: string; readonly error: string | null }>
  >;
  readonly warnings?: readonly string[];
}

export const RUNNING_CHECK: Check = {
  name: 'running service',
  look: async ({ settings, clock }) => {
    if (settings.port === 0) return null;
    const answer = await askHealth(settings, clock, '/ready');
    const ready = 'problem' in answer ? null : readyIn(answer.bytes);
    if (ready === null) return null;
    const down = Object.entries(ready.channels ?? {}).flatMap(([name, { state, error }]) =>
      state === 'down' ? [`${name} is down: ${error}`] : [],
    );
    const faults = [...(ready.error === undefined ? [] : [ready.error]), ...down];
    if (faults.length > 0)
      return failedCheck(faults.join('; '), 'GET /channels says how to fix each channel');
    const { warnings = [] } = ready;
    if (warnings.length === 0) return ok('it is ready, and no channel refuses its events');
    return warning(warnings.join(' '), 'GET /channels names the queue or subject, if one refuses');
  },
};

/** Returns null for the answer of another program. */
function readyIn(bytes: Uint8Array): ReadyAnswer | null {
  try {
    const ready: ReadyAnswer | null = JSON.parse(new TextDecoder().decode(bytes));
    return ready?.status === 'ok' || ready?.status === 'unavailable' ? ready : null;
  } catch {
    return null;
  }
}
