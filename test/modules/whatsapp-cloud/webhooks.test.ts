/** Who may send webhooks of the Cloud API, and to which instances their changes go. */
import { beforeEach, expect, test } from 'bun:test';
import { createLog } from '../../../src/core/shared/log.ts';
import type { Change } from '../../../src/modules/whatsapp-cloud/webhook-changes.ts';
import {
  type CalledAddress,
  type CloudWebhooks,
  createCloudWebhooks,
  type Sharing,
} from '../../../src/modules/whatsapp-cloud/webhooks.ts';
import {
  ACCOUNT_ID,
  ANA,
  change,
  escaped,
  ofNumber,
  PHONE_NUMBER_ID,
  received,
  signatureOf,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

interface KnownNumber {
  readonly instanceId: string;
  readonly phoneNumberId: string;
  readonly appSecret: string | null;
  readonly verifyToken: string | null;
}

const clock = manualClock();
const known: KnownNumber[] = [
  { instanceId: 'shop', phoneNumberId: PHONE_NUMBER_ID, appSecret: null, verifyToken: null },
  { instanceId: 'desk', phoneNumberId: '2', appSecret: null, verifyToken: 'of the desk' },
  { instanceId: 'other', phoneNumberId: '3', appSecret: 'their own', verifyToken: null },
];
const numbers = {
  byInstance: (id: string) => known.find(({ instanceId }) => instanceId === id) ?? null,
  appSecretOf: ({ appSecret }: KnownNumber) => appSecret ?? 'of all',
  verifyTokenOf: ({ verifyToken }: KnownNumber) => verifyToken ?? 'token of all',
};
const OF_A_PHONE = '4';
/** With an instance of another provider, which answers to no webhook of Meta. */
const instances = () => [
  ...known.map(({ instanceId: id, phoneNumberId }) => ({ id, phoneNumberId })),
  { id: 'phone', phoneNumberId: OF_A_PHONE },
];
const directory = {
  byPhoneNumberId: (id: string) => instances().find((one) => one.phoneNumberId === id) ?? null,
  byWabaId: (id: string) => (id === ACCOUNT_ID ? instances() : []),
};
let taken: [instanceId: string, Change['field']][];
let lines: Record<string, unknown>[];
let broken: string | null;
let webhooks: CloudWebhooks;
beforeEach(async () => {
  taken = [];
  lines = [];
  broken = null;
  await clock.advance(60_000);
  webhooks = createCloudWebhooks({
    numbers,
    directory,
    appSecret: 'of all',
    verifyToken: 'token of all',
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(JSON.parse(line))),
    receiverOf: (id) => ({
      async received(changes) {
        if (id === broken) throw new Error(`${id} is broken`);
        taken.push(...changes.map(({ field }): [string, string] => [id, field]));
      },
    }),
  });
});

const parse = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString());
/** The reason of a refusal, or null. */
const post = (
  webhook: unknown,
  {
    addressed = 'all' as CalledAddress,
    secret = 'of all',
    sharing = undefined as Sharing | undefined,
    body = escaped(webhook),
    signature = signatureOf(secret, body) as string | null,
  } = {},
): Promise<string | null> =>
  webhooks.take(addressed, signature, Buffer.from(body), parse, sharing).then(
    () => null,
    (error) => error.reason ?? error.message,
  );
const hello = received(ANA, textFrom(ANA, 'Olá/ 👋'));
const toNumber = (phoneNumberId: string) =>
  change('messages', ofNumber({ messages: [textFrom(ANA, 'x')] }, phoneNumberId));

test('what is signed over its very bytes is taken, with the escapes of Meta', async () => {
  expect(await post(hello)).toBeNull();
  expect(taken).toEqual([['shop', 'messages']]);
});

test('a signature over the same JSON written otherwise is refused, and nothing is taken', async () => {
  const rewritten = signatureOf('of all', JSON.stringify(hello));
  for (const signature of [rewritten, `sha256=${'0'.repeat(64)}`])
    expect(await post(hello, { signature })).toBe('not_found');
  expect(await post(hello, { secret: 'guessed' })).toBe('not_found');
  for (const signature of [null, '', 'sha256=', 'sha1=00'])
    expect(await post(hello, { signature })).toBe('unauthenticated');
  expect(taken).toEqual([]);
});

test('nothing of a body is read before its signature fits', async () => {
  const unread = () => {
    throw new Error('it was read');
  };
  const take = webhooks.take('all', 'sha256=00', Buffer.from('{'), unread);
  expect(await take.catch((error) => error.reason)).toBe('unauthenticated');
});

test('the address of an instance takes what is signed with its own secret alone', async () => {
  const own = toNumber('3');
  expect(await post(own, { addressed: { instanceId: 'other' }, secret: 'their own' })).toBeNull();
  expect(await post(own, { addressed: { instanceId: 'other' } })).toBe('not_found');
  expect(await post(own, { addressed: { instanceId: null } })).toBe('not_found');
  // For the operator: callers hear the same of both.
  expect(lines).toMatchObject([{ level: 'warn', times: 1 }]);
  expect(lines[0]?.problem).toContain('is not the signature of this body');
  expect(taken).toEqual([['other', 'messages']]);
});

test('whoever knows the secret of one app cannot speak for the numbers of another', async () => {
  expect(await post(hello, { addressed: { instanceId: 'other' }, secret: 'their own' })).toBeNull();
  expect(await post(toNumber('3'))).toBeNull();
  expect(taken).toEqual([]);
});

test('what is about an account goes to all of its instances that share the secret', async () => {
  expect(await post(change('account_update', { event: 'ACCOUNT_DELETED' }))).toBeNull();
  expect(taken).toEqual([
    ['shop', 'account_update'],
    ['desk', 'account_update'],
  ]);
});

test('numbers that nobody has at Meta are answered and noted once a minute', async () => {
  for (let times = 0; times < 3; times++) expect(await post(toNumber('99'))).toBeNull();
  expect(await post(toNumber(OF_A_PHONE))).toBeNull();
  expect(await post(change('account_update', {}, '1'))).toBeNull();
  expect(lines).toMatchObject([{ level: 'warn', times: 1, phoneNumberId: '99' }]);
  expect(taken).toEqual([]);
});

test('an instance that cannot take its changes keeps no other from theirs', async () => {
  broken = 'shop';
  expect(await post(change('account_update', {}))).toBe('shop is broken');
  expect(taken).toEqual([['desk', 'account_update']]);
});

test('a subscription is opened by the token of its address', () => {
  expect(webhooks.isVerified('all', 'token of all')).toBe(true);
  expect(webhooks.isVerified({ instanceId: 'shop' }, 'token of all')).toBe(true);
  expect(webhooks.isVerified({ instanceId: 'desk' }, 'of the desk')).toBe(true);
  expect(webhooks.isVerified({ instanceId: 'desk' }, 'token of all')).toBe(false);
  expect(webhooks.isVerified('all', '')).toBe(false);
  expect(webhooks.isVerified({ instanceId: null }, 'token of all')).toBe(false);
});

test('without a secret everything is refused with what to set', async () => {
  const without = createCloudWebhooks({
    numbers,
    directory,
    appSecret: null,
    verifyToken: null,
    receiverOf: () => null,
    clock,
    log: createLog('debug', clock.now, () => {}),
  });
  const body = Buffer.from(escaped(hello));
  const refused = await without
    .take('all', signatureOf('', body), body, parse)
    .catch(({ message }) => message);
  expect(refused).toContain('META_APP_SECRET');
  expect(without.isVerified('all', '')).toBe(false);
});

/** `elsewhere`: instances of other nodes; `lost`: those whose node does not answer. */
function shared(elsewhere: readonly string[], { lost = '', isForOne = false } = {}) {
  const passedOn: string[] = [];
  const sharing: Sharing = {
    isForOne,
    async catchUp() {},
    async passOn(id) {
      if (id === lost) throw new Error(`${id} is away`);
      if (!elsewhere.includes(id)) return false;
      passedOn.push(id);
      return true;
    },
  };
  return { sharing, passedOn };
}
const aboutAccount = change('account_update', { event: 'ACCOUNT_DELETED' });

test('what is for instances of other nodes is passed on to each of them, and the rest taken here', async () => {
  const { sharing, passedOn } = shared(['desk']);
  expect(await post(aboutAccount, { sharing })).toBeNull();
  expect(passedOn).toEqual(['desk']);
  expect(taken).toEqual([['shop', 'account_update']]);
});

test('it is not answered as taken while the node of one of its instances has not taken it', async () => {
  const { sharing } = shared([], { lost: 'desk' });
  expect(await post(aboutAccount, { sharing })).toBe('desk is away');
  expect(taken).toEqual([['shop', 'account_update']]);
});

test('of what another node has passed on for one instance, only that one’s part is taken', async () => {
  const { sharing } = shared([], { isForOne: true });
  const addressed = { instanceId: 'desk' };
  expect(await post(aboutAccount, { sharing, addressed })).toBeNull();
  expect(taken).toEqual([['desk', 'account_update']]);
});

test('a number that this node does not know is looked up among what other nodes have changed', async () => {
  const { sharing } = shared([]);
  const looked: string[] = [];
  const late = { ...known[0]!, instanceId: 'late', phoneNumberId: '77' };
  const catchUp = async () => {
    looked.push('once');
    known.push(late);
  };
  expect(await post(toNumber('77'), { sharing: { ...sharing, catchUp } })).toBeNull();
  known.pop();
  expect(looked).toEqual(['once']);
  expect(taken).toEqual([['late', 'messages']]);
  expect(lines).toEqual([]);
});
