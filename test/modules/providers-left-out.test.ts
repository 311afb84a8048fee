/** What becomes of instances whose provider an installation leaves out. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { startGraph } from '../doubles/graph/server.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { createMigrated, temporaryFolder } from '../helpers/database.ts';
import { shared } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

const double = shared(startGraph);

const within = async <T>(
  dataDir: string,
  env: Record<string, string>,
  use: (app: RunningApp) => Promise<T>,
): Promise<T> => {
  const app = await startApp({ dataDir, env });
  try {
    return await use(app);
  } finally {
    await app.stop();
  }
};

async function newFolder(): Promise<string> {
  const dataDir = temporaryFolder();
  await createMigrated(join(dataDir, 'gatehouse.db'));
  return dataDir;
}

const listed = async ({ call }: RunningApp) =>
  (await call('GET', '/instance/fetchInstances')).body[0];

const isOpen = async (app: RunningApp) => (await listed(app)).state === 'open';

interface Case {
  readonly left: string;
  readonly env: () => Record<string, string>;
  readonly createOpen: (app: RunningApp) => Promise<unknown>;
}

const CASES: Readonly<Record<string, Case>> = {
  sandbox: {
    left: 'sandbox',
    env: () => ({}),
    createOpen: (app) => app.openInstance('shop'),
  },
  'whatsapp-cloud': {
    left: 'whatsapp-cloud,provider-webhook',
    env: () => ({ META_GRAPH_URL: double.url, WEBHOOK_ALLOW_NETWORKS: 'everything' }),
    async createOpen({ call }) {
      const { number: _, ...ids } = double.world.addAccount();
      const body = { instanceName: 'shop', provider: 'whatsapp-cloud', ...ids };
      expect((await call('POST', '/instance/create', body)).status).toBe(201);
    },
  },
};

test.each(Object.entries(CASES))(
  'without %s its instances are listed with the reason, nothing of them is lost, and they connect when it comes back',
  async (provider, { left, env, createOpen }) => {
    const dataDir = await newFolder();
    const told = `the provider ${provider} is not part of this deployment: GATEHOUSE_WITHOUT leaves it out`;
    const before = await within(dataDir, env(), async (app) => {
      await createOpen(app);
      await until('the instance is open', () => isOpen(app));
      return listed(app);
    });
    const without = { ...env(), GATEHOUSE_WITHOUT: left, DEFAULT_PROVIDER: 'whatsapp' };
    await within(dataDir, without, async (app) => {
      expect((await app.call('GET', '/ready', undefined, null)).status).toBe(200);
      const message = `instances of ${provider}, which is left out, cannot connect until it is back`;
      expect(app.lines).toContainEqual(expect.objectContaining({ message, count: 1 }));
      await until('the instance is told', async () => (await listed(app)).phase === 'failed');
      const { instanceName, number, ownerJid } = before;
      const reason = expect.stringContaining(told);
      expect(await listed(app)).toMatchObject({ instanceName, provider, number, ownerJid, reason });
      const connected = await app.call('GET', '/instance/connect/shop');
      expect([connected.status, connected.body.error]).toEqual([
        409,
        expect.objectContaining({
          ...{ code: 'CONFLICT', reason: 'provider_left_out', message: told },
          hint: expect.stringContaining(`takes ${provider} off GATEHOUSE_WITHOUT`),
        }),
      ]);
      const text = { number: '5511988887777', text: 'Hello' };
      expect((await app.call('POST', '/message/sendText/shop', text)).status).toBe(409);
      const another = { instanceName: 'cafe', provider };
      const refused = await app.call('POST', '/instance/create', another);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.stringContaining('must be one of those available here'),
      ]);
    });
    const after = await within(dataDir, env(), async (app) => {
      await until('the instance is open again', () => isOpen(app));
      return listed(app);
    });
    expect({ ...after, updatedAt: before.updatedAt }).toEqual(before);
  },
  60_000,
);

test('without whatsapp and the sandbox, which needs it, an instance of it is there and says why it does not connect', async () => {
  const dataDir = await newFolder();
  const created = { instanceName: 'shop', provider: 'whatsapp' };
  await within(dataDir, {}, async ({ call }) => {
    expect((await call('POST', '/instance/create', created)).status).toBe(201);
  });
  const without = { GATEHOUSE_WITHOUT: 'whatsapp,sandbox', DEFAULT_PROVIDER: 'whatsapp-cloud' };
  await within(dataDir, without, async (app) => {
    expect((await app.call('GET', '/ready', undefined, null)).status).toBe(200);
    expect(await listed(app)).toMatchObject({ ...created, state: 'close', phase: 'created' });
    const { status, body } = await app.call('GET', '/instance/connect/shop');
    expect([status, body.error.reason]).toEqual([409, 'provider_left_out']);
    expect(body.error.message).toContain(
      'the provider whatsapp is not part of this deployment: GATEHOUSE_WITHOUT leaves it out',
    );
    expect((await app.call('DELETE', '/instance/delete/shop')).status).toBe(200);
  });
});

test('the start is refused when the provider of new instances is left out', async () => {
  await expect(startApp({ env: { GATEHOUSE_WITHOUT: 'sandbox' } })).rejects.toThrow(
    'GATEHOUSE_WITHOUT leaves out sandbox, which is the provider of new instances: set DEFAULT_PROVIDER to another',
  );
});
