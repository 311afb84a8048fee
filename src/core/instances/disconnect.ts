/** Closes an instance's connection by request; it stays paired. */
import type { Engine } from '../events/engine.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import type { Sessions } from './sessions.ts';

const REASON = 'disconnected by request';

interface DisconnectDeps {
  readonly sessions: Sessions;
  readonly directory: InstanceRegister;
  readonly engine: Pick<Engine, 'wipeCodes'>;
}

/**
 * Returns whether the instance was closed by request; it then stays closed until it is connected by request, even after
 * a restart.
 */
export const wasDisconnected = ({ phase, reason }: InstanceRecord): boolean =>
  phase === 'stopped' && reason === REASON;

/** Closes the connection. Returns whether there was one, or one was being opened. */
export const disconnect = (deps: DisconnectDeps, id: string): Promise<boolean> =>
  deps.sessions.runExclusive(id, async (record) => {
    if (record.state === 'close') return false;
    const { sessions, directory, engine } = deps;
    await directory.enter(id, 'stopped', REASON);
    await sessions.end(id);
    // A session may have stored a phase of its own while it ended.
    await directory.enter(id, 'stopped', REASON);
    await engine.wipeCodes(id);
    return true;
  });
