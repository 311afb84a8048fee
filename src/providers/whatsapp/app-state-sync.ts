/** Reads once what the devices of an account share about its chats; later changes arrive as notifications. */
import type { WASocket } from '@whiskeysockets/baileys';
import { resultInTime } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { SessionHost } from '../provider.ts';

interface AppStateSyncDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Pick<SessionHost, 'instanceName'>;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** In this order: labels; archived, pinned and unread chats; muted chats. */
const COLLECTIONS = ['regular', 'regular_low', 'regular_high'] as const;
type Collection = (typeof COLLECTIONS)[number];
const SYNC_MS = 60_000;

export class AppStateSync {
  readonly #deps: AppStateSyncDeps;

  constructor(deps: AppStateSyncDeps) {
    this.#deps = deps;
  }

  listenTo(socket: WASocket): void {
    // The library reads this only with its own first synchronisation of old messages, which is switched off here.
    socket.ev.on('creds.update', ({ myAppStateKeyId }) => {
      if (myAppStateKeyId) void this.#sync(socket, COLLECTIONS);
    });
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') void this.#syncOnce(socket);
    });
  }

  /** Reads the collections that were not read before. */
  async #syncOnce(socket: WASocket): Promise<void> {
    const { creds, keys } = socket.authState;
    if (!creds.myAppStateKeyId) return;
    const known = await Promise.resolve(keys.get('app-state-sync-version', [...COLLECTIONS])).catch(
      () => null,
    );
    const unread = COLLECTIONS.filter((name) => known !== null && !known[name]);
    if (unread.length > 0) await this.#sync(socket, unread);
  }

  async #sync(socket: WASocket, collections: readonly Collection[]): Promise<void> {
    const { clock, log, host, ended: signal } = this.#deps;
    const syncing = socket.resyncAppState(collections, false);
    await resultInTime({ clock, ms: SYNC_MS, signal }, syncing).catch((error) =>
      log.warn('what the devices of the account share could not be read', {
        instanceName: host.instanceName,
        reason: messageOf(error),
      }),
    );
  }
}
