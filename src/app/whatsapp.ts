/** WhatsApp by a paired phone, as the service runs it: in the main thread, or in threads of its own. */
import type { Config } from '../config.ts';
import type { Provider } from '../providers/provider.ts';
import { httpsTransport } from '../providers/whatsapp/media/transport.ts';
import { createWhatsAppProvider } from '../providers/whatsapp/provider.ts';
import type { WhatsAppOptions } from '../providers/whatsapp/session.ts';
import type { ThreadedWhatsAppOptions } from '../providers/whatsapp/threads/provider.ts';
import { createThreadedWhatsAppProvider } from '../providers/whatsapp/threads/provider.ts';

interface WhatsAppDeps
  extends Pick<WhatsAppOptions, 'db' | 'vault' | 'outbound'>,
    Pick<ThreadedWhatsAppOptions, 'clock' | 'log' | 'own' | 'mediaSinks'>,
    Pick<
      ThreadedWhatsAppOptions['settings'],
      'qrMaxCount' | 'mediaLimitBytes' | 'ignoreGroups' | 'ignoreStatus' | 'userAgent'
    > {}

const BYTES_PER_THREAD = 512 * 1024 * 1024;

/** How many threads sessions may have: as it is set, else as many as processors and memory (bytes) are good for. */
export const sessionThreads = (
  set: number | null,
  memoryLimit: number,
  processors: number,
): number => set ?? Math.min(processors - 1, Math.floor(memoryLimit / BYTES_PER_THREAD));

/** `threads`: 0 runs sessions in the main thread. */
export function createWhatsApp(config: Config, deps: WhatsAppDeps, threads: number): Provider {
  const { clock, log, own, mediaSinks, userAgent } = deps;
  const { qrMaxCount, mediaLimitBytes, ignoreGroups, ignoreStatus } = deps;
  const settings = {
    qrMaxCount,
    mediaLimitBytes,
    ignoreGroups,
    ignoreStatus,
    socketUrl: config.whatsappSocketUrl,
    rootPublicKey: config.whatsappRootPublicKey,
    webVersion: config.whatsappWebVersion,
    timing: {},
  };
  const { encryptionKeys, logLevel } = config;
  if (threads === 0) {
    const reached = { random: Math.random, mediaTransport: httpsTransport() };
    return createWhatsAppProvider({ ...deps, ...settings, ...reached });
  }
  const storesFiles = mediaSinks !== null;
  const told = { ...settings, encryptionKeys, logLevel, userAgent, storesFiles };
  return createThreadedWhatsAppProvider({ clock, log, own, mediaSinks, threads, settings: told });
}
