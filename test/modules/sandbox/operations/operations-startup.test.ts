/** Many paired sandbox instances after a restart: no platform is behind them, so nothing is to be spread out. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { startApp } from '../../../helpers/app.ts';
import { temporaryFolder } from '../../../helpers/database.ts';
import { until } from '../../../helpers/until.ts';

const COUNT = 300;

/** Instances as a process that was killed leaves them: paired and open. */
async function leavePaired(dataDir: string): Promise<void> {
  const db = await openDatabase({ url: `file:${join(dataDir, 'gatehouse.db')}` });
  await db.batch(
    Array.from({ length: COUNT }, (_, n) => ({
      sql: `insert into instances
        (id, name, provider, state, phase, owner_jid, profile_name, key_hash, created_at, updated_at)
        values (?, ?, 'sandbox', 'open', 'open', ?, 'Shop', ?, ?, 0)`,
      params: [crypto.randomUUID(), `shop${n}`, `55119${n}@s.whatsapp.net`, `hash${n}`, n],
    })),
  );
  await db.close();
}

test(`${COUNT} paired sandbox instances are open again after a restart without one wait for the clock`, async () => {
  const dataDir = temporaryFolder();
  await leavePaired(dataDir);
  // This clock stands still: what waits for it never ends.
  const env = { RATE_LIMIT_PER_MINUTE: '0' };
  const app = await startApp({ dataDir, env, clock: manualClock() });
  const isOpen = async (name: string) => {
    const { body } = await app.call('GET', `/instance/connectionState/${name}`);
    return body.instance.state === 'open';
  };
  await until('the last one is open', () => isOpen(`shop${COUNT - 1}`), 25_000);
  await until('all are open', async () => {
    const { body } = await app.call('GET', '/instance/fetchInstances');
    expect(body).toHaveLength(COUNT);
    return body.every((one: { state: string }) => one.state === 'open');
  });
  await app.stop();
});
