/** A node renews its lease whatever becomes of its other work with the database. */
import { expect, test } from 'bun:test';
import { startLossyProxy } from '../../doubles/lossy-proxy.ts';
import { startApp } from '../../helpers/app.ts';
import { isSqldMissing, startMigratedSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';

test.skipIf(isSqldMissing)(
  'a write of the node that the database does not answer holds up no renewal of its lease',
  async () => {
    const sqld = await startMigratedSqld();
    const proxy = await startLossyProxy(sqld.address);
    const env = { DATABASE_URL: `http://${proxy.address}`, RATE_LIMIT_PER_MINUTE: '1000' };
    const app = await startApp({ env });
    const has = (message: string) => app.lines.some((line) => line.message === message);
    proxy.isSilent = true;
    proxy.loses = (sent) => sent.includes('rate_counts');
    // Counts are exchanged after any request that counts, on the connection of what nodes tell each other.
    await app.call('GET', '/instance/fetchInstances');
    await until('an exchange has failed', () =>
      has('exchanging counts with the other nodes failed'),
    );
    // A beat was due meanwhile.
    expect(proxy.lost).toBeGreaterThan(0);
    expect(has('the node failed to renew its lease')).toBe(false);
    proxy.loses = () => false;
    await app.stop();
    await proxy.stop();
    await sqld.kill();
  },
  60_000,
);
