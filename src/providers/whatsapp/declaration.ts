/** Declares WhatsApp by a paired phone, with sessions in the main thread or in threads of their own. */
import { availableParallelism } from 'node:os';
import type { ProviderDeclaration } from '../declaration.ts';
import { StanzaRecorder } from './recording/recorder.ts';
import { WHATSAPP_VARIABLES } from './variables.ts';
import { latestWebVersion } from './web-version.ts';
import { createWebVersionStore } from './web-version-store.ts';
import { WebVersions } from './web-versions.ts';

const BYTES_PER_THREAD = 512 * 1024 * 1024;

/**
 * Returns how many threads sessions may have: the configured number, or as many as processors and memory (bytes) allow.
 */
export const sessionThreads = (
  set: number | null,
  memoryLimit: number,
  processors: number,
): number => set ?? Math.min(processors - 1, Math.floor(memoryLimit / BYTES_PER_THREAD));

export const WHATSAPP: ProviderDeclaration<'whatsapp', typeof WHATSAPP_VARIABLES> = {
  name: 'whatsapp',
  showsChoices: false,
  triesChoices: true,
  variables: WHATSAPP_VARIABLES,
  async create(variables, deps) {
    const { clock, log, faults, own, mediaSinks, encryptionKeys, logLevel } = deps;
    const { qrMaxCount, mediaLimitBytes, ignoreGroups, ignoreStatus } = deps;
    const settings = {
      qrMaxCount,
      mediaLimitBytes,
      ignoreGroups,
      ignoreStatus,
      socketUrl: variables.whatsappSocketUrl,
      rootPublicKey: variables.whatsappRootPublicKey,
      tellsIdentityChanges: variables.whatsappIdentityEvents,
      timing: {},
    };
    const versions = new WebVersions({
      clock,
      log,
      fixed: variables.whatsappWebVersion,
      store: createWebVersionStore(deps.db),
      fetchLatest: (signal, proxy) => latestWebVersion(deps.outbound, signal, proxy),
    });
    const path = variables.whatsappRecord;
    const record = path === null ? null : new StanzaRecorder({ path, clock, log }).record;
    const problem = () => versions.problem();
    const { whatsappWorkers } = variables;
    const threads = sessionThreads(whatsappWorkers, deps.memoryLimit, availableParallelism());
    if (threads === 0) {
      const { createWhatsAppProvider } = await import('./provider.ts');
      const { httpsTransport } = await import('./media/transport.ts');
      const reached = { random: Math.random, mediaTransport: httpsTransport(), versions, record };
      return { ...createWhatsAppProvider({ ...deps, ...settings, ...reached }), problem };
    }
    const { createThreadedWhatsAppProvider } = await import('./threads/provider.ts');
    const storesFiles = mediaSinks !== null;
    const records = record !== null;
    const told = { ...settings, encryptionKeys, logLevel, storesFiles, records };
    const reached = { clock, log, faults, own, mediaSinks, versions, record };
    const provider = createThreadedWhatsAppProvider({ ...reached, threads, settings: told });
    return { ...provider, problem };
  },
};
