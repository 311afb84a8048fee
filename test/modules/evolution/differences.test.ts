/** Every difference that EVOLUTION_MODE makes: listed on the page, and true of the running service in both modes. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withDifferences } from '../../../scripts/evolution-page.ts';
import { DIFFERENCES } from '../../../src/modules/evolution/differences.ts';
import {
  EVOLUTION_OPERATIONS,
  ROW_FIELD_NAMES,
} from '../../../src/modules/evolution/operations.ts';
import { type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';

let receiver: Receiver;
const apps: { off?: RunningApp; on?: RunningApp } = {};
beforeAll(async () => {
  receiver = await startReceiver();
  apps.off = await startApp({ env: { MESSAGE_STORE_HOURS: '0' } });
  apps.on = await startApp({ env: { MESSAGE_STORE_HOURS: '0', EVOLUTION_MODE: 'true' } });
  for (const app of Object.values(apps)) await app.openInstance('shop');
});
afterAll(async () => {
  for (const one of [apps.off, apps.on, receiver]) await one?.stop();
});

type Call = RunningApp['call'];

async function formatSent(call: Call): Promise<readonly [string]> {
  const path = `/${crypto.randomUUID()}`;
  const url = `${receiver.url}${path}`;
  await call('POST', '/webhook/set/shop', { enabled: true, url, events: ['MESSAGE'] });
  await call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511888880000', text: 'hi' });
  const found = () => receiver.requests.find((request) => request.path === path);
  await until('the event came', () => found() !== undefined);
  return [JSON.parse(found()?.body ?? '').event];
}

/** What a difference is seen by, and what is seen without the mode and with it. */
const PROBES: readonly (readonly [(call: Call) => Promise<unknown>, unknown, unknown])[] = [
  [
    async (call) => Object.keys((await call('GET', '/instance/connectionState/none')).body),
    ['success', 'error', 'meta'],
    ['status', 'error', 'response'],
  ],
  [
    async (call) => (await call('GET', '/instance/connectionState/none')).body,
    { error: { message: 'instance not found' } },
    { response: { message: ['The "none" instance does not exist'] } },
  ],
  [
    async (call) => (await call('POST', '/instance/create', { instanceName: 'shop' })).body,
    { error: { message: 'the name shop is taken' } },
    { response: { message: ['This name "shop" is already in use.'] } },
  ],
  [formatSent, ['Message'], ['messages.upsert']],
  [
    async (call) => {
      const { status, body } = await call('POST', '/verify-creds', {});
      return [status, status === 200 ? body : null];
    },
    [404, null],
    [200, { status: 200, message: 'Credentials are valid' }],
  ],
  [
    async (call) => {
      const [row] = (await call('GET', '/instance/fetchInstances')).body;
      return [ROW_FIELD_NAMES.filter((name) => name in row), row._count, row.token];
    },
    [['_count'], null, undefined],
    [[...ROW_FIELD_NAMES], { Message: 0, Contact: 0, Chat: 0 }, ''],
  ],
  [
    async (call) => {
      const created = { subject: 'Family', participants: ['5511888880000'] };
      const { body: group } = await call('POST', '/group/create/shop', created);
      const query = `shop?groupJid=${group.id}`;
      const { inviteCode } = (await call('GET', `/group/inviteCode/${query}`)).body;
      const found = (await call('GET', `/group/findGroupInfos/${query}`)).body;
      const [listed] = (await call('GET', '/group/fetchAllGroups/shop')).body;
      const invited = await call('GET', `/group/inviteInfo/shop?inviteCode=${inviteCode}`);
      return [group, found, listed, invited.body].map((one) => one.memberAddMode);
    },
    ['admin_add', 'admin_add', 'admin_add', 'admin_add'],
    [false, false, false, false],
  ],
  [
    async (call) => {
      const webhook = { enabled: true, url: receiver.url, events: ['MESSAGE'], byEvents: true };
      await call('POST', '/webhook/set/shop', webhook);
      const { body } = await call('GET', '/webhook/find/shop');
      return [body.byEvents, body.webhookByEvents, body.webhookBase64];
    },
    [true, undefined, undefined],
    [true, true, null],
  ],
  [
    async (call) => {
      const text = { number: '5511888880000', text: 'hi', delay: 1 };
      const { body } = await call('POST', '/message/sendText/shop', text);
      return [body.status, body.contextInfo];
    },
    ['QUEUED', undefined],
    ['PENDING', {}],
  ],
  [
    async (call) => Object.keys((await call('POST', '/instance/restart/shop')).body),
    ['instance', 'status', 'error', 'response'],
    ['instance', 'status', 'response'],
  ],
];

test('every difference has a probe', () => {
  expect(PROBES).toHaveLength(DIFFERENCES.length);
});

test.each(DIFFERENCES.map(({ subject }, at) => [subject, at] as const))('%s', async (_, at) => {
  const [look, off, on] = PROBES[at] ?? expect.unreachable();
  const of = (app?: RunningApp) => look(app?.call ?? expect.unreachable());
  expect(await of(apps.off)).toMatchObject(off as object);
  expect(await of(apps.on)).toMatchObject(on as object);
});

test('every operation of the mode is among the differences', () => {
  const subjects = DIFFERENCES.map(({ subject }) => subject).join();
  for (const { routes } of EVOLUTION_OPERATIONS)
    expect(subjects).toContain(routes[0]?.replace(/:(\w+)/g, '{$1}') ?? '?');
});

test('docs/evolution-reference.md lists them as they are (else: bun run scripts/evolution-page.ts)', async () => {
  const text = await Bun.file(
    new URL('../../../docs/evolution-reference.md', import.meta.url),
  ).text();
  expect(withDifferences(text)).toBe(text);
});

test('the log-in of Evolution Manager works with the global key, and with no other', async () => {
  const { call, openInstance } = apps.on ?? expect.unreachable();
  const key = await openInstance('another');
  expect((await call('GET', '/')).body).toMatchObject({ version: expect.any(String) });
  expect((await call('POST', '/verify-creds', {})).status).toBe(200);
  expect((await call('POST', '/verify-creds', {}, key)).status).toBe(403);
  expect((await call('POST', '/verify-creds', {}, 'wrong')).status).toBe(401);
});
