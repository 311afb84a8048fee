/** Adds WhatsApp by a paired phone, with sessions in the main thread or in threads of their own. */
import { availableParallelism } from 'node:os';
import type { WHATSAPP_VARIABLES } from '../../core/providers/all.ts';
import { madeWhenOpened, type Provider, type ProviderDeps } from '../../core/providers/provider.ts';
import type { Values } from '../../core/shared/variables/kinds.ts';
import type { ModuleParts } from '../../module.ts';
import { isBaileysFault } from './engine/baileys-faults.ts';
import { LOGIN_PAUSE_MS } from './login-pace.ts';
import { createWebVersionStore, latestWebVersion, WebVersions } from './web-versions.ts';

const BYTES_PER_THREAD = 512 * 1024 * 1024;

/**
 * Returns how many threads sessions may have: the configured number, or as many as processors and memory (bytes) allow.
 */
export const sessionThreads = (
  set: number | null,
  memoryLimit: number,
  processors: number,
): number => set ?? Math.min(processors - 1, Math.floor(memoryLimit / BYTES_PER_THREAD));

export const WHATSAPP_PARTS: ModuleParts = {
  isOfLibrary: isBaileysFault,
  provider(variables, deps) {
    const { clock, log } = deps;
    const versions = new WebVersions({
      clock,
      log,
      fixed: variables.whatsappWebVersion,
      store: createWebVersionStore(deps.db),
      fetchLatest: (signal, proxy) => latestWebVersion(deps.outbound, signal, proxy),
    });
    const declared = {
      name: 'whatsapp',
      loginPauseMs: LOGIN_PAUSE_MS,
      problem: () => versions.problem(),
    };
    return madeWhenOpened(declared, () => providerOf(variables, deps, versions));
  },
};

/** Makes the provider, and loads what it needs: sessions in threads need other files than those without. */
function providerOf(
  variables: Values<typeof WHATSAPP_VARIABLES>,
  deps: ProviderDeps,
  versions: WebVersions,
): Provider {
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
  const record = recorderOf(variables.whatsappRecord, deps);
  const { whatsappWorkers } = variables;
  const threads = sessionThreads(whatsappWorkers, deps.memoryLimit, availableParallelism());
  if (threads === 0) {
    const { createWhatsAppProvider } = require('./provider.ts') as typeof import('./provider.ts');
    const { httpsTransport } =
      require('./media/transport.ts') as typeof import('./media/transport.ts');
    const reached = { random: Math.random, mediaTransport: httpsTransport(), versions, record };
    return createWhatsAppProvider({ ...deps, ...settings, ...reached });
  }
  const { createThreadedWhatsAppProvider } =
    require('./threads/provider.ts') as typeof import('./threads/provider.ts');
  const told = {
    ...settings,
    encryptionKeys,
    logLevel,
    storesFiles: mediaSinks !== null,
    records: record !== null,
  };
  const reached = { clock, log, faults, own, mediaSinks, versions, record };
  return createThreadedWhatsAppProvider({ ...reached, threads, settings: told });
}

function recorderOf(path: string | null, { clock, log }: ProviderDeps) {
  if (path === null) return null;
  const { StanzaRecorder } =
    require('./recording/recorder.ts') as typeof import('./recording/recorder.ts');
  return new StanzaRecorder({ path, clock, log }).record;
}
