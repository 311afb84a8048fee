/**
 * WhatsApp by a paired phone: this process is one of the account's linked devices.
 * Owns: its options and what all its sessions share. Must never: load the library before it is needed.
 */
import type { Orm } from '../../db/client.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { Semaphore } from '../../shared/async/semaphore.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Vault } from '../../shared/crypto.ts';
import type { Log } from '../../shared/log.ts';
import type { IgnoredChats } from '../ignored.ts';
import type { Provider } from '../provider.ts';
import { loadClient } from './client.ts';
import type { MediaTransport } from './media/transport.ts';
import { RecentKeys } from './recent-keys.ts';
import { openSession } from './session.ts';
import { createWebVersions, latestWebVersion, type WebVersion } from './web-version.ts';
import type { WireTiming } from './wire.ts';

export interface WhatsAppOptions extends IgnoredChats {
  readonly clock: Clock;
  readonly log: Log;
  readonly orm: Orm;
  /** Seals the account's keys. */
  readonly vault: Vault;
  /** In [0, 1): spreads reconnections. */
  readonly random: () => number;
  /** QR codes shown before an attempt to pair ends; from 1. */
  readonly qrMaxCount: number;
  /** In place of WhatsApp's own. */
  readonly socketUrl: string | null;
  /** 32 bytes as hex, in place of WhatsApp's own. */
  readonly rootPublicKey: string | null;
  /** Null: the one WhatsApp serves to browsers. */
  readonly webVersion: WebVersion | null;
  /** How that one is asked for. */
  readonly outbound: Pick<Outbound, 'fetchFile'>;
  readonly timing: WireTiming;
  /** How WhatsApp's media servers are reached. */
  readonly mediaTransport: MediaTransport;
  /** Larger media arrive as their `mediaError`. */
  readonly mediaLimitBytes: number;
}

/** Log-ins in a burst from one address are what WhatsApp bans for. */
const LOGIN_PAUSE_MS = 50;
/** Files fetched at the same time, over all sessions. */
const FILES_AT_ONCE = 4;

export function createWhatsAppProvider(options: WhatsAppOptions): Provider {
  let vendor: ReturnType<typeof loadVendor> | null = null;
  const deps = {
    ...options,
    fileSlots: new Semaphore(FILES_AT_ONCE),
    recentKeys: new RecentKeys(),
    vendor: () => {
      vendor ??= loadVendor(options).catch((error) => {
        vendor = null;
        throw error;
      });
      return vendor;
    },
  };
  return {
    name: 'whatsapp',
    loginPauseMs: LOGIN_PAUSE_MS,
    open: (host, account) => openSession(deps, host, account),
  };
}

async function loadVendor({ clock, log, webVersion, outbound }: WhatsAppOptions) {
  const client = await loadClient();
  const bundled = client.DEFAULT_CONNECTION_CONFIG.version;
  const versions = createWebVersions({
    clock,
    log,
    fixed: webVersion,
    bundled,
    fetchLatest: (signal) => latestWebVersion(outbound, bundled, signal),
  });
  return { client, versions };
}
