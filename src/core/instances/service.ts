/** The operations on instances, for routes and the start. The rules are in the file named after each verb. */

import { faultOf } from '../db/client.ts';
import type { Engine } from '../events/engine.ts';
import type { QueuedMessages } from '../messages/queued-messages.ts';
import type { CredentialsChange, ReplacedCredentials } from '../providers/credentials.ts';
import type { Provider, ProviderName } from '../providers/provider.ts';
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { failure, messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { type EventSettings, endpointTexts } from '../webhooks/event-settings.ts';
import { renewToken } from '../webhooks/instance-token.ts';
import type { EventSettingsStore } from '../webhooks/settings-store.ts';
import type { AllAccountSettings } from './account-settings.ts';
import {
  type ConnectingChange,
  type ConnectOutcome,
  Connector,
  changeWhileConnecting,
} from './connect.ts';
import {
  type CreatingDeps,
  type CreationResult,
  createInstance,
  keeperOf,
  type NewInstanceRequest,
  type WithKey,
} from './create.ts';
import { type InstanceRecord, type InstanceRegister, tookTooLong } from './directory.ts';
import { disconnect } from './disconnect.ts';
import type { KeyCopies } from './key-copies.ts';
import type { InstanceProxies } from './proxies.ts';
import { type RotatingDeps, type Rotation, rotateKey } from './rotate-key.ts';
import { Sessions, type SessionsDeps } from './sessions.ts';
import { Reconnector, type StartupDeps } from './startup.ts';

type InstanceServiceDeps = CreatingDeps &
  RotatingDeps &
  SessionsDeps &
  Omit<LogoutAndDeleteDeps & StartupDeps, 'sessions'>;

/** The changes to make before an instance connects, and how it connects. */
export interface ConnectRequest extends Omit<ConnectingChange, 'key'> {
  /** Whether to answer without waiting for the code. */
  readonly isImmediate: boolean;
  /** In digits; if set, the instance pairs by code. */
  readonly phone: string | null;
}

/** Why instances are opened when the service starts. */
export const RESTARTED = 'service restarted';

export interface InstanceService {
  /** The running sessions, for operations of other features. */
  readonly sessions: Sessions;
  /**
   * Corrects the recorded states of these instances, then reconnects the paired ones in the background, giving
   * `reason`. Directory and settings must be loaded.
   */
  open(instanceIds: readonly string[], reason: string): Promise<void>;
  /** Drops the sessions of instances that another node owns now; nothing more is recorded of them here. */
  abandon(instanceIds: readonly string[]): void;
  /** Ends the session of an instance that goes to another node, within 8 s. Never rejects. */
  close(instanceId: string): Promise<void>;
  /** Ends all sessions concurrently, within 5 s; recorded states are kept for the next start. */
  stop(): Promise<void>;
  /**
   * Creates an instance. Throws conflict when the name, the token or the number is taken. If a code is wanted, waits up
   * to 5 s for it; an instance that cannot connect is created all the same.
   */
  create(request: NewInstanceRequest): Promise<CreationResult>;
  /**
   * Returns a code or an open connection within 10 s, or throws an error that names the reason. With `phone` it pairs
   * by code.
   */
  connect(id: string, phone: string | null): Promise<ConnectOutcome>;
  /** Returns what `connect` would answer at once and without a change, or null if it would wait or change something. */
  currentPairing(id: string, phone: string | null): ConnectOutcome | null;
  /** Changes event settings, then connects. `key` is the key of the instance if the caller sent it, else null. */
  connectWith(id: string, request: ConnectRequest, key: string | null): Promise<ConnectResult>;
  /** Replaces the key. Throws as the function of this name, and not_found. */
  rotateKey(id: string, rotation: Omit<Rotation, 'id'>): Promise<WithKey>;
  /**
   * Replaces the credentials of an instance of the official API, which then connects. Throws as `CredentialKeeper`, and
   * `invalid` for an instance of another provider.
   */
  replaceCredentials(id: string, change: CredentialsChange): Promise<ReplacedCredentials>;
  restart(id: string): Promise<RestartResult>;
  /** Closes the connection and keeps the pairing, until `connect`. Returns false if it was closed already. */
  disconnect(id: string): Promise<boolean>;
  /** Returns false if there was nothing to log out from. */
  logOut(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export interface ConnectResult {
  readonly record: InstanceRecord;
  readonly settings: EventSettings;
  /** The names of the webhook's headers that were dropped because its URL has another origin now. */
  readonly headersDropped: readonly string[];
  /** Null if the caller did not want to wait. */
  readonly connection: ConnectOutcome | null;
}

export function createInstanceService(deps: InstanceServiceDeps): InstanceService {
  const sessions = new Sessions(deps);
  const parts = { ...deps, sessions };
  const connecting = new Connector(parts);
  const reconnecting = new Reconnector(parts);
  const stopping = new AbortController();

  return {
    sessions,
    open: (ids, reason) => reconnecting.open(ids, { reason, signal: stopping.signal }),
    abandon: (instanceIds) => sessions.abandon(instanceIds),
    close: (instanceId) => sessions.close(instanceId),
    async stop() {
      stopping.abort();
      await sessions.stop();
    },
    async create(request) {
      const created = await createInstance(deps, request);
      const { id } = created.record;
      const { wantsCode, cloud, number } = request;
      if (!wantsCode && cloud === null) return { ...created, connection: null };
      const connection = await connecting.connectNew(id, number);
      return { ...created, record: deps.directory.byId(id) ?? created.record, connection };
    },
    connect: (id, phone) => connecting.connect(id, phone),
    currentPairing: (id, phone) => connecting.currentPairing(id, phone),
    async connectWith(id, { isImmediate, phone, ...asked }, key) {
      const headersDropped = await changeWhileConnecting(deps.settings, id, { ...asked, key });
      if (isImmediate) await connecting.begin(id, phone);
      const connection = isImmediate ? connecting.present(id) : await connecting.connect(id, phone);
      const record = deps.directory.byId(id);
      const settings = deps.settings.get(id);
      if (!record || !settings) throw failure('instance_not_found'); // Deleted while it connected.
      return { record, settings, headersDropped, connection };
    },
    async rotateKey(id, rotation) {
      const rotated = await rotateKey(deps, { id, ...rotation });
      if (!rotated) throw failure('instance_not_found');
      await deps.keyCopies.keep(id, rotated.apikey);
      await renewToken(deps, { id, token: rotated.apikey });
      return rotated;
    },
    async replaceCredentials(id, change) {
      const proxy = () => deps.proxies.routeOf(id);
      const provider = deps.directory.byId(id)?.provider ?? '';
      const done = await keeperOf(deps, provider).replace(id, change, proxy);
      const phase = deps.directory.byId(id)?.phase;
      const isWanted = phase !== 'open' && phase !== 'logged_out' && phase !== 'stopped';
      if (done.subscription !== null && isWanted) await connecting.connectNew(id, null);
      return done;
    },
    restart: createRestart(parts),
    disconnect: (id) => disconnect(parts, id),
    logOut: (id) => logOut(parts, id),
    remove: (id) => deleteInstance(parts, id),
  };
}

/** How long a deletion waits for the log-out at the platform. */
const UNPAIR_LIMIT_MS = 5_000;

interface LogoutAndDeleteDeps {
  readonly sessions: Sessions;
  readonly directory: InstanceRegister;
  readonly settings: EventSettingsStore;
  readonly proxies: Pick<InstanceProxies, 'remove'>;
  readonly accountSettings: Pick<AllAccountSettings, 'remove'>;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly keyCopies: Pick<KeyCopies, 'remove'>;
  readonly queued: Pick<QueuedMessages, 'forget'>;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
}

/** Unpairs. Returns whether there was anything to end. Rejects, naming the reason, when the platform refused. */
const logOut = (deps: LogoutAndDeleteDeps, id: string): Promise<boolean> =>
  deps.sessions.runExclusive(id, async (record) => {
    if (record.state === 'close' && record.ownerJid === null) return false;
    try {
      await deps.sessions.sessionOf(record).logout();
    } catch (error) {
      if (faultOf(error)) throw error;
      throw failure('logout_failed', { problem: messageOf(error) }, { cause: error });
    }
    await forgetPairing(deps, id);
    return true;
  });

/** After a log-out the instance is closed and unpaired, whatever its session recorded. */
async function forgetPairing(
  { directory, engine }: LogoutAndDeleteDeps,
  id: string,
): Promise<void> {
  const record = directory.byId(id);
  if (!record) return;
  if (record.ownerJid !== null) await directory.pair(id, null, null);
  if (record.state !== 'close') await directory.enter(id, 'logged_out', 'logged out by request');
  await engine.wipeCodes(id);
}

/** Unpairs, ends the session and deletes everything that belongs to the instance; its event history stays. */
const deleteInstance = (deps: LogoutAndDeleteDeps, id: string): Promise<void> =>
  deps.sessions.runExclusive(id, async (record) => {
    const { sessions, directory, settings, proxies, accountSettings } = deps;
    const { queued, engine, keyCopies } = deps;
    const endpoints = endpointTexts(settings.get(id));
    if (record.ownerJid !== null) await tryToUnpair(deps, record);
    await sessions.end(id);
    await engine.wipeCodes(id);
    await directory.remove(id);
    settings.remove(id);
    proxies.remove(id);
    keyCopies.remove(id);
    accountSettings.remove(id);
    deps.providers.get(record.provider)?.credentials?.numbers.remove(id);
    queued.forget(id);
    for (const endpoint of endpoints) await engine.retarget(id, endpoint);
  });

/** A platform that cannot be reached must not prevent the deletion of an instance. */
async function tryToUnpair(deps: LogoutAndDeleteDeps, record: InstanceRecord): Promise<void> {
  const { sessions, clock, log } = deps;
  try {
    const unpaired = sessions.sessionOf(record).logout();
    await withTimeout({ clock, ms: UNPAIR_LIMIT_MS }, unpaired, tookTooLong);
  } catch (error) {
    const problem = messageOf(error);
    log.warn('the deleted instance may still be paired', { instanceId: record.id, problem });
  }
}

type RestartResult =
  | { readonly kind: 'restarted'; readonly record: InstanceRecord }
  /** There was no connection to restart. */
  | { readonly kind: 'closed'; readonly record: InstanceRecord };

/** Restarts an instance. Rejects, naming the reason, when its connection did not come up again. */
function createRestart({
  sessions,
  directory,
}: Pick<LogoutAndDeleteDeps, 'sessions' | 'directory'>): (id: string) => Promise<RestartResult> {
  const running = new Map<string, Promise<RestartResult>>();

  const restart = (id: string) =>
    sessions.runExclusive(id, async (record): Promise<RestartResult> => {
      if (record.state === 'close') return { kind: 'closed', record };
      const session = sessions.sessionOf(record);
      await sessions.bringUp(id, () => session.restart());
      const after = directory.byId(id) ?? record;
      if (after.state === 'close')
        throw failure('restart_failed', { problem: after.reason ?? after.phase });
      return { kind: 'restarted', record: after };
    });

  return (id) => {
    const joined = running.get(id);
    if (joined) return joined;
    const begun = restart(id).finally(() => running.delete(id));
    running.set(id, begun);
    return begun;
  };
}
