/** A WhatsApp of one's own, a database, and the provider between them: what every test of the provider needs. */
import { sql } from 'drizzle-orm';
import type { Database, Orm } from '../../../src/db/client.ts';
import { instances } from '../../../src/db/schema/gateway.ts';
import type { Provider, SessionHost } from '../../../src/providers/provider.ts';
import { httpsTransport } from '../../../src/providers/whatsapp/media/transport.ts';
import { createWhatsAppProvider } from '../../../src/providers/whatsapp/provider.ts';
import type { WhatsAppOptions } from '../../../src/providers/whatsapp/session.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { createVault } from '../../../src/shared/crypto.ts';
import { createLog } from '../../../src/shared/log.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
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

export const vault = createVault(Buffer.alloc(32, 3).toString('base64'));

export async function whatsAppStage(
  instanceId: string,
  options: Partial<WhatsAppOptions> = {},
  given?: FakeWhatsApp,
): Promise<WhatsAppStage> {
  const whatsapp = given ?? (await startFakeWhatsApp());
  const db = await testDatabase();
  await insertInstance(db, instanceId);
  const lines: string[] = [];
  const clock = systemClock();
  const provider = createWhatsAppProvider({
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(line)),
    orm: db.orm,
    vault,
    random: () => 0,
    qrMaxCount: 3,
    ignoreGroups: false,
    ignoreStatus: false,
    socketUrl: whatsapp.url,
    rootPublicKey: whatsapp.rootPublicKey,
    webVersion: whatsapp.version,
    outbound: { fetchFile: async () => ({ problem: 'no route' }) },
    timing: {},
    mediaTransport: httpsTransport({ authority: whatsapp.media.ca }),
    mediaLimitBytes: 16 * 1024 * 1024,
    mediaSinks: null,
    ...options,
  });
  const writing: Provider = {
    ...provider,
    open: (host, account) => provider.open(writingChanges(host, options.orm ?? db.orm), account),
  };
  return { whatsapp, db, provider: writing, lines };
}

/** The same host, and what is to be written in the commit of events is in the database with them. */
function writingChanges(host: SessionHost, orm: Orm): SessionHost {
  const emitAll: SessionHost['emitAll'] = async (events, messages, change = []) => {
    await host.emitAll(events, messages);
    for (const { sql: text, params } of change) {
      const [first, ...others] = text.split('?').map((part) => sql.raw(part));
      await orm.run(
        sql.join([
          first ?? sql.empty(),
          ...others.flatMap((part, at) => [sql`${params[at]}`, part]),
        ]),
      );
    }
  };
  // What a test sets at the host later is seen as well.
  return Object.assign(Object.create(host), { emitAll });
}
