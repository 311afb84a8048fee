/**
 * The verbs of an instance's life, behind one face.
 * Owns: putting their parts together. Rules are in the part named after each verb.
 */

import { invalid, notFound } from '../../shared/errors.ts';
import type { UrlGuard } from '../../webhooks/url.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { EventSettings, EventSettingsStore } from '../webhook/settings.ts';
import { type ConnectOutcome, createConnectOperation } from './connect.ts';
import { type ConnectRequest, headersToDrop, parseConnectRequest } from './connect-request.ts';
import { type CreatingDeps, createInstance, type WithKey } from './create.ts';
import type { InstanceRecord } from './directory.ts';
import { deleteInstance, type LogoutAndDeleteDeps, logOut } from './logout-and-delete.ts';
import { createRestarting, type Restarted } from './restart.ts';
import { type RotatingDeps, rotateKey } from './rotate-key.ts';
import { createSessions, type Sessions, type SessionsDeps } from './sessions.ts';
import { reconnect, type StartupDeps, settleStates } from './startup.ts';

export type InstanceServiceDeps = CreatingDeps &
  RotatingDeps &
  SessionsDeps &
  Omit<LogoutAndDeleteDeps & StartupDeps, 'sessions'> & {
    /** Judges webhook URLs that are set on connecting. */
    readonly guard: UrlGuard;
  };

export interface InstanceService {
  /** Live sessions, for operations of other features. */
  readonly sessions: Sessions;
  /** Makes recorded states true, then reconnects paired instances behind the scenes. Directory and settings are loaded. */
  start(): Promise<void>;
  /** Ends all sessions, in parallel and within 5 s; recorded states are left for the next start. */
  stop(): Promise<void>;
  /** 400 naming every wrong field, 409 name taken. */
  create(body: unknown): Promise<WithKey>;
  /** A code or an open connection within 10 s, or an error that names the reason. `phone`: pair by code. */
  connect(id: string, phone: string | null): Promise<ConnectOutcome>;
  /** What `connect` would answer without waiting or changing anything; null: it would do either. */
  standing(id: string, phone: string | null): ConnectOutcome | null;
  /**
   * Changes event settings, then connects. 400 naming every wrong field; nothing is changed then. `understood` is
   * called with what the body asks for, before anything is changed.
   */
  connectWith(
    id: string,
    body: unknown,
    understood: (request: ConnectRequest) => void,
  ): Promise<ConnectedWith>;
  /** A new key. 400 naming every wrong field, 403 what a key may not give itself, 404. */
  rotateKey(id: string, caller: GatewayPrincipal, body: unknown): Promise<WithKey>;
  restart(id: string): Promise<Restarted>;
  /** False: there was nothing to log out from. */
  logOut(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export interface ConnectedWith {
  readonly record: InstanceRecord;
  readonly settings: EventSettings;
  /** Names of the webhook's headers that were dropped, because its URL has another origin now. */
  readonly headersDropped: readonly string[];
  /** Null: the caller did not want to wait. */
  readonly connection: ConnectOutcome | null;
}

export function createInstanceService(deps: InstanceServiceDeps): InstanceService {
  const sessions = createSessions(deps);
  const parts = { ...deps, sessions };
  const connecting = createConnectOperation(parts);
  const restarting = createRestarting(parts);
  const stopping = new AbortController();

  return {
    sessions,
    async start() {
      const returning = await settleStates(parts);
      void reconnect(parts, returning, stopping.signal);
    },
    async stop() {
      stopping.abort();
      await sessions.stop();
    },
    create: (body) => createInstance(deps, body),
    connect: (id, phone) => connecting.connect(id, phone),
    standing: (id, phone) => connecting.standing(id, phone),
    async connectWith(id, body, understood) {
      const parsed = parseConnectRequest(body, deps.guard);
      if ('problems' in parsed) throw invalid(parsed.problems.join('; '));
      understood(parsed.request);
      const { change, isImmediate, phone } = parsed.request;
      const headersDropped = await changeSettings(deps.settings, id, change);
      if (isImmediate) await connecting.begin(id, phone);
      const connection = isImmediate ? connecting.present(id) : await connecting.connect(id, phone);
      const record = deps.directory.byId(id);
      const settings = deps.settings.get(id);
      if (!record || !settings) throw notFound('instance'); // Deleted while it connected.
      return { record, settings, headersDropped, connection };
    },
    async rotateKey(id, caller, body) {
      const rotated = await rotateKey(deps, { id, caller, body });
      if (!rotated) throw notFound('instance');
      return rotated;
    },
    restart: (id) => restarting.restart(id),
    logOut: (id) => logOut(parts, id),
    remove: (id) => deleteInstance(parts, id),
  };
}

/** Gives the names of the headers that had to be dropped. */
async function changeSettings(
  settings: Pick<EventSettingsStore, 'update'>,
  id: string,
  change: Partial<EventSettings>,
): Promise<readonly string[]> {
  let dropped: readonly string[] = [];
  if (Object.keys(change).length === 0) return dropped;
  await settings.update(id, (present) => {
    dropped = headersToDrop(present, change);
    return dropped.length === 0 ? change : { ...change, headers: {} };
  });
  return dropped;
}
