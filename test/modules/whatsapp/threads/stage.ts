/** Instances in threads that go wrong on demand, at a WhatsApp of their own. */
import type { Session } from '../../../../src/core/providers/provider.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { UnhandledFaults } from '../../../../src/core/shared/unhandled-faults.ts';
import { createThreadedWhatsAppProvider } from '../../../../src/modules/whatsapp/threads/provider.ts';
import { WORKER } from '../../../../src/modules/whatsapp/threads/session-thread.ts';
import { type RecordingHost, recordingHost } from '../../../core/providers/recording-host.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import type { Fault } from '../../../doubles/session-thread-faults.ts';
import {
  type FakeWhatsApp,
  type Phone,
  startFakeWhatsApp,
} from '../../../doubles/whatsapp/server.ts';
import { fixedVersion } from '../../../doubles/whatsapp/version-page.ts';
import { bundledWorker } from '../../../helpers/bundle.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { until } from '../../../helpers/until.ts';
import { insertInstance, KEY, screenOf } from '../stage.ts';

const FAULTS = Bun.fileURLToPath(
  new URL('../../../doubles/session-thread-faults.ts', import.meta.url),
);
const ending: (() => unknown)[] = [];

/** For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ending.splice(0).reverse()) await end();
}

interface OpenedStage {
  readonly host: RecordingHost;
  readonly session: Session;
  readonly phone: Phone;
}

export interface ThreadStage {
  readonly whatsapp: FakeWhatsApp;
  /** Of the main thread. It moves by itself while something is waited for by `passing`. */
  readonly clock: ManualClock;
  /** Every line that was logged. */
  readonly lines: string[];
  /** Those that were started, oldest first. */
  readonly workers: readonly Worker[];
  /** An instance that is paired, open, and caught up. */
  open(instanceId: string, number: string): Promise<OpenedStage>;
  /** Lets the thread that was started `at` (from 0) go wrong. */
  fault(at: number, fault: Fault): void;
  /** Lets time pass until `holds`, second by second, in each of which threads that work are heard. */
  passing(what: string, holds: () => boolean): Promise<void>;
}

export async function threadStage(threads: number): Promise<ThreadStage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  ending.push(() => whatsapp.stop());
  const db = await testDatabase();
  const clock = manualClock(Date.now());
  const lines: string[] = [];
  const workers: Worker[] = [];
  const well = new Set<Worker>();
  const log = createLog('debug', clock.now, (line) => lines.push(line));
  const provider = createThreadedWhatsAppProvider({
    clock,
    log,
    faults: new UnhandledFaults({ log, clock }),
    own: () => db,
    mediaSinks: null,
    versions: fixedVersion(whatsapp.version),
    threads,
    startWorker() {
      const worker = bundledWorker(WORKER, [FAULTS]);
      workers.push(worker);
      well.add(worker);
      worker.addEventListener('close', () => well.delete(worker));
      return worker;
    },
    settings: {
      qrMaxCount: 3,
      ignoreGroups: false,
      ignoreStatus: false,
      socketUrl: whatsapp.url,
      rootPublicKey: whatsapp.rootPublicKey,
      timing: {},
      mediaLimitBytes: 16 * 1024 * 1024,
      encryptionKeys: [KEY],
      logLevel: 'debug',
      mediaAuthority: whatsapp.media.ca,
      storesFiles: false,
      records: false,
    },
  });
  return {
    whatsapp,
    clock,
    lines,
    workers,
    async open(instanceId, number) {
      await insertInstance(db, instanceId, number);
      const host = recordingHost(instanceId);
      host.writeChangesTo(db);
      const session = provider.open(host, null);
      ending.push(() => session.stop());
      const phone = whatsapp.phone({ number, name: 'Shop' });
      await session.connect({});
      await until('a QR code', () => session.offer() !== null);
      await phone.scan(screenOf(session));
      await until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
      return { host, session, phone };
    },
    fault(at, fault) {
      const worker = workers[at];
      if (worker === undefined) throw new Error('there is no such thread');
      worker.postMessage({ fault });
      well.delete(worker);
    },
    passing: (what, holds) =>
      until(what, async () => {
        await clock.advance(1_000);
        await Promise.all([...well].map(heard));
        return holds();
      }),
  };
}

let lastEcho = 0;

/** Resolves when the thread has answered what it was asked before, or has ended. */
async function heard(worker: Worker): Promise<void> {
  const echo = ++lastEcho;
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = ({ data }: MessageEvent<{ readonly echo?: number }>) => {
    if (data.echo === echo) resolve();
  };
  worker.addEventListener('message', listen);
  worker.addEventListener('close', () => resolve());
  worker.postMessage({ echo });
  await promise;
  worker.removeEventListener('message', listen);
}
