/** When an instance of the official API is open, and why not: sessions over the double of the Graph API. */
import { expect, test } from 'bun:test';
import { createApiCall } from '../../../src/core/outbound/call-api.ts';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { Semaphore } from '../../../src/core/shared/async/semaphore.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import type { CloudSessionDeps } from '../../../src/modules/whatsapp-cloud/context.ts';
import { CloudNumbers } from '../../../src/modules/whatsapp-cloud/numbers.ts';
import { type CloudSession, openSession } from '../../../src/modules/whatsapp-cloud/session.ts';
import { TemplateLists } from '../../../src/modules/whatsapp-cloud/template-lists.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { graphMessages } from '../../doubles/graph/messages.ts';
import { startGraph } from '../../doubles/graph/server.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { shared } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';
import { insertInstance } from './insert-instance.ts';

const messages = graphMessages();
const double = shared(() => startGraph(messages.part));

const HOUR = 3_600_000;

/** What a webhook says of the account of a session. */
const accountChanged = (
  session: CloudSession,
  field: string,
  value: Record<string, unknown>,
): Promise<void> => session.received([{ accountId: 'any', phoneNumberId: null, field, value }]);

/** A session of a connected number that has not been looked at yet. */
async function setUp() {
  const account = double.world.addAccount('447900112233');
  const db = await testDatabase();
  const host = recordingHost();
  const { instanceId } = host;
  const clock = manualClock();
  await insertInstance(db, instanceId);
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const secrets = { metaAppSecret: null, metaVerifyToken: null };
  const numbers = new CloudNumbers({ orm: db.orm, vault, clock, ...secrets });
  const row = numbers.firstRow({
    instanceId,
    ...account,
    appSecret: null,
    verifyToken: null,
    facts: UNKNOWN,
  });
  await row.statement;
  row.recordWritten();
  const deps: CloudSessionDeps = {
    clock,
    log: createLog('error', clock.now, () => {}),
    db,
    random: () => 0,
    numbers,
    templateLists: new TemplateLists(clock),
    // On a clock of its own: a test that moves the other one to the next look ends no call by that.
    call: createApiCall({
      clock: manualClock(),
      guard: createNetworkGuard({ allow: 'everything', clock }),
      userAgent: 'gatehouse/1.2.3',
    }),
    baseUrl: double.url,
    version: 'v26.0',
    mediaSinks: null,
    mediaLimitBytes: 1024,
    ignoreGroups: false,
    ignoreStatus: false,
    historyEvents: false,
    fileSlots: new Semaphore(1),
  };
  const open = (paired = host.account()) => openSession(deps, host, paired);
  const fields = () => double.world.numbers.get(account.phoneNumberId)?.fields ?? {};
  const path = `/${account.phoneNumberId}`;
  const looks = () => double.requests.filter((request) => request.path === path).length;
  const phase = () => host.phases.at(-1);
  const die = () => double.world.tokens.delete(account.accessToken);
  return {
    account,
    host,
    clock,
    numbers,
    deps,
    session: open(),
    open,
    fields,
    path,
    looks,
    phase,
    die,
  };
}

const UNKNOWN = {
  displayPhoneNumber: '',
  verifiedName: '',
  status: 'UNKNOWN',
  qualityRating: null,
  nameStatus: null,
  throughput: null,
  messagingLimit: null,
};

/** What a call was refused with. */
async function refusalOf(call: Promise<unknown>): Promise<AppError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** The look of the next hour, or whatever else is due by then. */
async function nextLook(clock: ManualClock, looks: () => number, ms = HOUR): Promise<void> {
  const before = looks();
  await until('the look before has ended, and another is due', () => clock.pending() > 0);
  await clock.advance(ms);
  await until('the number was looked at', () => looks() > before);
}

test('a number that Meta shows as connected opens its instance, as any other does', async () => {
  const { session, host, numbers, phase } = await setUp();
  await session.connect({});
  expect(host.recorded).toEqual([
    'starting',
    'paired',
    'Connected',
    'OfflineSyncCompleted',
    'open',
  ]);
  expect(host.account()).toEqual({
    jid: '447900112233@s.whatsapp.net',
    pushName: 'Corner Shop',
  });
  expect(phase()).toEqual({ phase: 'open', reason: 'connected' });
  expect(numbers.byInstance(host.instanceId)?.facts).toMatchObject({
    displayPhoneNumber: '+44 7900 112233',
    status: 'CONNECTED',
    qualityRating: 'GREEN',
    throughput: 'STANDARD',
  });
  expect(session.offer()).toBeNull();
  await session.stop();
});

test.each([
  ['PENDING', 'failed'],
  ['DISCONNECTED', 'failed'],
  ['BANNED', 'banned'],
] as const)(
  'a number that is %s at Meta is refused with that, and its instance is %s',
  async (status, closed) => {
    const { session, fields, phase } = await setUp();
    fields().status = status;
    const refusal = await refusalOf(session.connect({}));
    expect(refusal.reason).toBe('invalid');
    expect(refusal.reasonCode).toBe('number_not_connected_at_meta');
    expect(refusal.message).toContain(`the number is ${status} at Meta`);
    expect(phase()).toEqual({ phase: closed, reason: refusal.message });
    await session.stop();
  },
);

test('a token that died is told by one LoggedOut, and the instance comes back with another token', async () => {
  const { session, host, account, clock, looks, phase, die, numbers } = await setUp();
  await session.connect({});
  die();
  await nextLook(clock, looks);
  await until('it has failed', () => phase()?.phase === 'failed');
  expect(phase()?.reason).toContain('PATCH /instance/credentials');
  expect(phase()?.reason).not.toContain(account.accessToken);
  expect(await refusalOf(session.connect({}))).toMatchObject({
    ...{ reason: 'invalid', reasonCode: 'meta_refused', message: phase()?.reason },
  });
  expect(host.recorded.filter((name) => name === 'LoggedOut')).toHaveLength(1);
  expect(host.account()).toBeNull();
  const accessToken = double.world.addToken(account.businessAccountId);
  await numbers.change(host.instanceId, { accessToken });
  await session.connect({});
  expect(phase()?.phase).toBe('open');
  expect(host.account()?.jid).toBe('447900112233@s.whatsapp.net');
  await session.stop();
});

test('a dead token is told once, also when that could not be written at first', async () => {
  const { session, host, clock, looks, phase, die } = await setUp();
  await session.connect({});
  die();
  host.failOn('unpaired');
  await nextLook(clock, looks);
  await until('it has been tried', () => host.recorded.includes('LoggedOut'));
  await until('it is tried again', async () => {
    await clock.advance(1_000);
    return phase()?.phase === 'failed';
  });
  expect(host.recorded.filter((name) => name === 'LoggedOut')).toHaveLength(1);
  expect(host.account()).toBeNull();
  await session.stop();
});

test.each([
  [131031, 'banned'],
  [368, 'banned'],
  [133010, 'failed'],
] as const)(
  'after code %i an instance is %s, and open again once Meta says so',
  async (code, closed) => {
    const { session, host, clock, path, looks, phase } = await setUp();
    await session.connect({});
    double.order('GET', path, graphError(code, { message: `(#${code}) Not now` }));
    await nextLook(clock, looks);
    await until('it has closed', () => phase()?.phase === closed);
    expect(phase()?.reason).toContain(`(#${code}) Not now`);
    expect(host.recorded).not.toContain('LoggedOut');
    await nextLook(clock, looks);
    await until('it is open again', () => phase()?.phase === 'open');
    await session.stop();
  },
);

test('what Meta says in a look that fails for now changes nothing of an open instance', async () => {
  const { session, clock, path, looks, phase } = await setUp();
  await session.connect({});
  double.order('GET', path, graphError(80007));
  await nextLook(clock, looks);
  await nextLook(clock, looks);
  expect(phase()?.phase).toBe('open');
  await session.stop();
});

test('what Meta says in a look that fails for now changes nothing of one that has failed, either', async () => {
  const { session, host, clock, path, looks, phase, fields } = await setUp();
  await session.connect({});
  fields().status = 'DISCONNECTED';
  await nextLook(clock, looks);
  await until('it has failed', () => phase()?.phase === 'failed');
  double.order('GET', path, graphError(80007));
  await nextLook(clock, looks);
  fields().status = 'CONNECTED';
  await nextLook(clock, looks);
  await until('it is open', () => phase()?.phase === 'open');
  expect(host.recorded).not.toContain('reconnecting');
  await session.stop();
});

test('a look whose result could not be written is followed by another', async () => {
  const { session, host, clock, looks, phase, fields } = await setUp();
  await session.connect({});
  host.failOn('paired');
  fields().verified_name = 'Corner Shop & Sons';
  await nextLook(clock, looks);
  fields().status = 'DISCONNECTED';
  await nextLook(clock, looks);
  await until('it has failed', () => phase()?.phase === 'failed');
  await session.stop();
});

test('an instance that starts while Meta cannot be asked says so, and opens once it can', async () => {
  const { session, clock, path, looks, phase } = await setUp();
  double.order('GET', path, graphError(4), 2);
  const refusal = await refusalOf(session.connect({}));
  expect(refusal).toMatchObject({ reason: 'upstream', reasonCode: 'meta_unreachable' });
  expect(phase()).toEqual({ phase: 'reconnecting', reason: refusal.message });
  await nextLook(clock, looks, 5_000);
  await nextLook(clock, looks, 10_000);
  await until('it is open', () => phase()?.phase === 'open');
  await session.stop();
});

test('a restart looks again', async () => {
  const { session, host, looks, phase } = await setUp();
  await session.connect({});
  const before = looks();
  await session.restart();
  expect(looks()).toBe(before + 1);
  expect(host.recorded.slice(-4)).toEqual([
    'reconnecting',
    'Connected',
    'OfflineSyncCompleted',
    'open',
  ]);
  expect(phase()?.phase).toBe('open');
  await session.stop();
});

test('a log-out is told once, keeps the credentials, and ends the looks', async () => {
  const { session, host, clock, numbers, phase } = await setUp();
  await session.connect({});
  await session.logout();
  expect(host.recorded.slice(-3)).toEqual(['LoggedOut', 'unpaired', 'logged_out']);
  expect(clock.pending()).toBe(0);
  expect(numbers.byInstance(host.instanceId)).not.toBeNull();
  await session.connect({});
  expect(phase()?.phase).toBe('open');
  await session.stop();
});

test('a stopped session leaves no timer and says nothing more', async () => {
  const { session, host, clock, die } = await setUp();
  await session.connect({});
  die();
  const { length } = host.recorded;
  await session.stop();
  await clock.advance(2 * HOUR);
  expect(host.recorded).toHaveLength(length);
  expect(clock.pending()).toBe(0);
});

test('a new name at Meta is the name of the account from the next look on', async () => {
  const { session, host, clock, fields, looks } = await setUp();
  await session.connect({});
  fields().verified_name = 'Corner Shop & Sons';
  await nextLook(clock, looks);
  await until('it has the name', () => host.account()?.pushName === 'Corner Shop & Sons');
  expect(host.recorded.filter((name) => name === 'Connected')).toHaveLength(1);
  await session.stop();
});

test('what a webhook says of the account makes the number be looked at, at most once a minute', async () => {
  const { session, clock, fields, looks, phase } = await setUp();
  await session.connect({});
  fields().status = 'DISCONNECTED';
  const before = looks();
  for (let times = 0; times < 5; times++)
    await accountChanged(session, 'account_update', { event: 'ACCOUNT_RESTRICTION' });
  await clock.advance(59_000);
  expect(looks()).toBe(before);
  await nextLook(clock, looks, 1_000);
  await until('it has failed', () => phase()?.phase === 'failed');
  expect(looks()).toBe(before + 1);
  await session.stop();
});

test('an account that a webhook calls disabled is banned at once', async () => {
  const { session, phase } = await setUp();
  await session.connect({});
  const ban = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } };
  await accountChanged(session, 'account_update', ban);
  expect(phase()).toMatchObject({ phase: 'banned', reason: expect.stringContaining('disabled') });
  await session.stop();
});

test('an instance that was logged out stays so, whatever was under way or is said of its account', async () => {
  const { session, clock, looks, phase } = await setUp();
  await session.connect({});
  const ban = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } };
  const before = looks();
  const loggingOut = session.logout();
  const looking = clock.advance(HOUR);
  await Promise.all([loggingOut, looking, accountChanged(session, 'account_update', ban)]);
  await accountChanged(session, 'account_update', { event: 'VERIFIED_ACCOUNT' });
  await clock.advance(HOUR);
  expect(phase()?.phase).toBe('logged_out');
  expect(looks()).toBe(before);
  await session.stop();
});

test('a webhook tells the messaging limit of the number that it names, and of no other', async () => {
  const { session, host, clock, looks, numbers } = await setUp();
  await session.connect({});
  const limit = () => numbers.byInstance(host.instanceId)?.facts.messagingLimit;
  const told = { event: 'UPGRADE', current_limit: 'TIER_10K' };
  await accountChanged(session, 'phone_number_quality_update', {
    ...told,
    display_phone_number: '447900999999',
  });
  expect(limit()).toBeNull();
  await accountChanged(session, 'phone_number_quality_update', {
    ...told,
    display_phone_number: '+44 7900 112233',
  });
  expect(limit()).toBe('TIER_10K');
  await nextLook(clock, looks);
  expect(limit()).toBe('TIER_10K');
  await accountChanged(session, 'messages', { current_limit: 'TIER_250' });
  expect(limit()).toBe('TIER_10K');
  await session.stop();
});

test('what is neither of the account nor of its numbers is refused with the reason', async () => {
  const { session } = await setUp();
  for (const act of [session.groups, session.newsletters, session.phoneCalls, session.ownProfile])
    expect(act).toThrow(/^WhatsApp's official API cannot /);
});

test('a message leaves while the instance is open, and what Meta says of the token then closes it', async () => {
  const { session, host, path, phase } = await setUp();
  const hello = { number: '5511988887777', content: { kind: 'text', text: 'Hello' } } as const;
  expect((await refusalOf(session.send(hello))).reason).toBe('conflict');
  await session.connect({});
  const sent = await session.send(hello);
  expect(messages.sent.at(-1)).toMatchObject({ body: { biz_opaque_callback_data: sent.id } });
  double.order('POST', `${path}/messages`, graphError(190, { status: 401 }));
  await refusalOf(session.send(hello));
  await until('it has failed', () => phase()?.phase === 'failed');
  expect(host.recorded.filter((name) => name === 'LoggedOut')).toHaveLength(1);
  await session.stop();
});
