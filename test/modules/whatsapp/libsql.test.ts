/** The provider over a real libSQL server, where every key and every message is a round trip away. */
import { afterAll, afterEach, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { openDatabase } from '../../../src/core/db/open.ts';
import { whatsappInbox, whatsappKeys } from '../../../src/core/db/schema/whatsapp.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { isSqldMissing, startMigratedSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';
import { endAll, openBench, phaseIs, recorded, texts } from './setup.ts';
import { insertInstance } from './stage.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(endAll);
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

test.skipIf(isSqldMissing)(
  'a device is paired, receives, comes back and is forgotten over a libSQL server',
  async () => {
    const server = await startMigratedSqld();
    const db = await openDatabase({ url: `http://${server.address}` });
    ending.push(
      () => server.kill(),
      () => db.close(),
    );
    const id = recordingHost().instanceId;
    await insertInstance(db, id);
    const made = await openBench({ db });
    const { contact, phone, host, session, whatsapp } = made;

    const sent = ['one', 'two', 'three'];
    for (const text of sent) await contact.writes(phone, { text });
    await recorded(host, 'Message', 3);
    expect(texts(host)).toEqual(sent);
    const inbox = () => db.orm.select().from(whatsappInbox).where(eq(whatsappInbox.instanceId, id));
    await until('all are marked', async () => (await inbox()).every(({ body }) => body === null));
    expect(await inbox()).toHaveLength(3);

    whatsapp.drop(phone);
    await recorded(host, 'OfflineSyncCompleted', 2);
    await contact.writes(phone, { text: 'four' });
    await recorded(host, 'Message', 4);

    await session.logout();
    await phaseIs(host, 'logged_out');
    expect(await db.orm.select({ id: whatsappKeys.id }).from(whatsappKeys)).toEqual([]);
  },
);
