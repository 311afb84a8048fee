/** Closing an instance's connection by request, which keeps its pairing. */
import type { Engine } from '../events/engine.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import type { Sessions } from './sessions.ts';

const REASON = 'disconnected by request';

interface DisconnectDeps {
  readonly sessions: Sessions;
  readonly directory: InstanceRegister;
  readonly engine: Pick<Engine, 'wipeCodes'>;
}

/** It stays closed until it is connected by request, whatever restarts meanwhile. */
export const wasDisconnected = ({ phase, reason }: InstanceRecord): boolean =>
  phase === 'stopped' && reason === REASON;

/** Resolves with whether there was a connection to close, or one under way. */
export const disconnect = (deps: DisconnectDeps, id: string): Promise<boolean> =>
  deps.sessions.runExclusive(id, async (record) => {
    if (record.state === 'close') return false;
    const { sessions, directory, engine } = deps;
    await directory.enter(id, 'stopped', REASON);
    await sessions.end(id);
    // A session may have recorded a phase of its own while it ended.
    await directory.enter(id, 'stopped', REASON);
    await engine.wipeCodes(id);
    return true;
  });
