/** Templates of an installation that leaves the module out and takes it back. */
import { expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { DRAFT } from './sandbox-server.ts';

const SENT = {
  number: '5511988887777',
  name: DRAFT.name,
  language: DRAFT.language,
  components: [{ type: 'body', parameters: [{ type: 'text', text: 'B-18' }] }],
};
const PATHS = [
  ['GET', '/template/find/shop', undefined],
  ['POST', '/template/create/shop', { ...DRAFT, name: 'another' }],
  ['POST', '/template/edit/shop', { templateId: 'any', category: 'MARKETING' }],
  ['DELETE', '/template/delete/shop', { name: DRAFT.name }],
  ['POST', '/message/sendTemplate/shop', SENT],
] as const;

test('while templates are left out all their paths are unknown, and those that are stored are there and sent when they are back', async () => {
  const dataDir = temporaryFolder();
  const within = async <T>(without: string, use: (app: RunningApp) => Promise<T>) => {
    const app = await startApp({ dataDir, env: { GATEHOUSE_WITHOUT: without } });
    try {
      return await use(app);
    } finally {
      await app.stop();
    }
  };
  const stored = await within('', async (app) => {
    await app.openInstance('shop');
    const made = await app.call('POST', '/template/create/shop', DRAFT);
    expect(made.status).toBe(201);
    return made.body;
  });

  await within('templates,graph', async ({ call, lines }) => {
    const warned = lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warned).toEqual([
      'the database has rows of templates, which is left out: they are used again when it is back, but for those that end before',
    ]);
    for (const [method, path, body] of PATHS) {
      const { status, body: answer } = await call(method, path, body);
      expect([path, status, answer.error?.reason]).toEqual([path, 404, 'path_unknown']);
    }
    const text = { number: SENT.number, text: 'Hello' };
    expect((await call('POST', '/message/sendText/shop', text)).status).toBe(201);
  });

  await within('', async ({ call }) => {
    expect((await call('GET', '/template/find/shop')).body).toEqual([stored]);
    expect((await call('POST', '/message/sendTemplate/shop', SENT)).status).toBe(201);
  });
});
