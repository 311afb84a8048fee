/** A WhatsApp of one's own, a database, and the provider between them: what every test of the provider needs. */
import type { Database } from '../../../src/core/db/client.ts';
import { instances } from '../../../src/core/db/schema/gateway.ts';
import type { Provider, Session } from '../../../src/core/providers/provider.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { UnhandledFaults } from '../../../src/core/shared/unhandled-faults.ts';
import type { WhatsAppOptions } from '../../../src/modules/whatsapp/context.ts';
import { httpsTransport } from '../../../src/modules/whatsapp/media/transport.ts';
import { createWhatsAppProvider } from '../../../src/modules/whatsapp/provider.ts';
import { createThreadedWhatsAppProvider } from '../../../src/modules/whatsapp/threads/provider.ts';
import { WORKER } from '../../../src/modules/whatsapp/threads/session-thread.ts';
import { writingChanges } from '../../core/providers/recording-host.ts';
import type { Screen } from '../../doubles/whatsapp/pairing.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { fixedVersion } from '../../doubles/whatsapp/version-page.ts';
import { bundledWorker } from '../../helpers/bundle.ts';
import { testDatabase } from '../../helpers/database.ts';

export interface WhatsAppStage {
  readonly whatsapp: FakeWhatsApp;
  readonly db: Database;
  readonly provider: Provider;
  /** Every line that was logged. */
  readonly lines: string[];
}

export const insertInstance = (db: Database, id: string, name = 'shop') =>
  db.orm.insert(instances).values({
    id,
    name,
    provider: 'whatsapp',
    state: 'close',
    phase: 'created',
    keyHash: id,
    createdAt: 0,
    updatedAt: 0,
  });

/** The QR code that a session offers now; null while it makes another. */
export const screenOf =
  (session: Pick<Session, 'offer'>): Screen =>
  () => {
    const offer = session.offer();
    return offer?.kind === 'qr' ? offer.code : null;
  };

export const KEY = Buffer.alloc(32, 3).toString('base64');
export const vault = createVault(KEY);

/** `WHATSAPP_WORKERS=1 bun test test/modules/whatsapp` runs what can be run so in a thread. */
const THREADS = Number(process.env.WHATSAPP_WORKERS ?? 0);

export async function whatsAppStage(
  instanceId: string,
  options: Partial<WhatsAppOptions> = {},
  server?: FakeWhatsApp,
  threads = THREADS,
): Promise<WhatsAppStage> {
  const whatsapp = server ?? (await startFakeWhatsApp());
  const db = await testDatabase();
  await insertInstance(db, instanceId);
  const lines: string[] = [];
  const clock = systemClock();
  const log = createLog('debug', clock.now, (line) => lines.push(line));
  const settings = {
    qrMaxCount: 3,
    ignoreGroups: false,
    ignoreStatus: false,
    socketUrl: whatsapp.url,
    rootPublicKey: whatsapp.rootPublicKey,
    timing: {},
    mediaLimitBytes: 16 * 1024 * 1024,
  };
  const { mediaSinks = null, db: used = db, own = () => used, ...others } = options;
  const { versions = fixedVersion(whatsapp.version), record, ...told } = others;
  // Who replaces what a thread makes for itself, such as its clock, has none.
  const mayBeThreaded = Object.keys(told).every((name) => name in settings);
  const provider =
    threads > 0 && mayBeThreaded
      ? createThreadedWhatsAppProvider({
          clock,
          log,
          faults: new UnhandledFaults({ log, clock }),
          own,
          mediaSinks,
          versions,
          ...(record && { record }),
          threads,
          startWorker: () => bundledWorker(WORKER),
          settings: {
            ...settings,
            ...told,
            encryptionKeys: [KEY],
            logLevel: 'debug',
            mediaAuthority: whatsapp.media.ca,
            storesFiles: mediaSinks !== null,
            records: record !== undefined,
          },
        })
      : createWhatsAppProvider({
          ...settings,
          clock,
          log,
          db,
          vault,
          random: () => 0,
          versions,
          mediaTransport: httpsTransport({ authority: whatsapp.media.ca }),
          mediaSinks: null,
          ...options,
        });
  return { whatsapp, db, provider: writingChanges(provider, options.db ?? db), lines };
}
