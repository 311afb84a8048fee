/**
 * WhatsApp by a paired phone: this process is one of the account's linked devices. All sessions share what is here,
 * and the library is loaded when the first of them needs it.
 */
import { Semaphore } from '../../shared/async/semaphore.ts';
import type { Provider } from '../provider.ts';
import { loadClient } from './client.ts';
import { RecentKeys } from './recent-keys.ts';
import { openSession, type WhatsAppOptions } from './session.ts';
import { createWebVersions, latestWebVersion, type WebVersions } from './web-version.ts';

/** Log-ins in a burst from one address are what WhatsApp bans for. */
const LOGIN_PAUSE_MS = 50;
/** Files fetched at the same time, over all sessions. */
const FILES_AT_ONCE = 4;

export function createWhatsAppProvider(options: WhatsAppOptions): Provider {
  const { clock, log, webVersion, outbound } = options;
  let versions: WebVersions | null = null;
  const deps = {
    ...options,
    fileSlots: new Semaphore(FILES_AT_ONCE),
    recentKeys: new RecentKeys(),
    vendor: async () => {
      const client = await loadClient();
      const bundled = client.DEFAULT_CONNECTION_CONFIG.version;
      versions ??= createWebVersions({
        clock,
        log,
        fixed: webVersion,
        bundled,
        fetchLatest: (signal, proxy) => latestWebVersion(outbound, bundled, signal, proxy),
      });
      return { client, versions };
    },
  };
  return {
    name: 'whatsapp',
    loginPauseMs: LOGIN_PAUSE_MS,
    open(host, account) {
      const orm = options.own?.(host.instanceId).orm ?? options.orm;
      return openSession({ ...deps, orm }, host, account);
    },
  };
}
