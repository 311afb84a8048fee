/** Restarting a connection. Owns: that restarts of one instance never overlap, and that a second one joins the first. */
import type { InstanceRecord } from './directory.ts';
import { failed } from './failed.ts';
import type { Sessions } from './sessions.ts';

export type Restarted =
  | { readonly kind: 'restarted'; readonly record: InstanceRecord }
  /** There was no connection to restart. */
  | { readonly kind: 'closed'; readonly record: InstanceRecord };

export interface Restarting {
  /** Rejects, naming the reason, when the connection did not come up again. */
  restart(id: string): Promise<Restarted>;
}

export interface RestartingDeps {
  readonly sessions: Sessions;
  readonly directory: { byId(id: string): InstanceRecord | null };
}

export function createRestarting({ sessions, directory }: RestartingDeps): Restarting {
  const running = new Map<string, Promise<Restarted>>();

  const restart = (id: string) =>
    sessions.inTurn(id, async (record): Promise<Restarted> => {
      if (record.state === 'close') return { kind: 'closed', record };
      const session = sessions.sessionOf(record);
      await sessions.bringUp(id, () => session.restart());
      const after = directory.byId(id) ?? record;
      if (after.state === 'close')
        throw failed(`the instance did not come up again: ${after.reason ?? after.phase}`);
      return { kind: 'restarted', record: after };
    });

  return {
    restart(id) {
      const joined = running.get(id);
      if (joined) return joined;
      const begun = restart(id).finally(() => running.delete(id));
      running.set(id, begun);
      return begun;
    },
  };
}
