/** Where deliveries may go: addresses in every spelling, and what names resolve to. */
import { describe, expect, test } from 'bun:test';
import { createNetworkGuard, type NetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { startReceiver } from '../../doubles/receiver.ts';
import { delivered, failed, setUp, targetAt } from '../channels/webhook/setup.ts';

const strict = createNetworkGuard({ allow: [], clock: manualClock() });
const refusal = (host: string, guard = strict) => guard.refusesLiteral(new URL(`http://${host}/`));

const { signal } = new AbortController();

/** What a guard makes of a name that resolves to `addresses`. */
async function resolution(
  addresses: readonly string[],
  allow: 'everything' | readonly string[] = [],
  hostname = 'hooks.test',
): ReturnType<NetworkGuard['resolve']> {
  const clock = manualClock();
  const guard = createNetworkGuard({ allow, clock, lookup: async () => addresses });
  const resolving = guard.resolve(hostname, signal);
  await clock.advance(500);
  return resolving;
}

const UNREACHABLE = {
  failed:
    'hooks.test has no address that may be reached: the name does not resolve, or only into networks that are not allowed',
};

const FORBIDDEN = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];
const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);

test('addresses outside the public internet are refused', () => {
  for (const address of FORBIDDEN)
    expect([address, refusal(bracketed(address))]).toEqual([address, expect.any(String)]);
});

test('addresses on the public internet pass', () => {
  for (const address of PUBLIC)
    expect([address, refusal(bracketed(address))]).toEqual([address, null]);
});

test('the refusal names the address and its space', () => {
  expect(refusal('127.0.0.1')).toBe('127.0.0.1 is in loopback space');
  expect(refusal('10.1.2.3')).toBe('10.1.2.3 is in private space');
  expect(refusal('[fd00::1]')).toBe('fd00::1 is in private space');
  expect(refusal('169.254.169.254')).toBe('169.254.169.254 is in link-local space');
  expect(refusal('240.0.0.1')).toBe('240.0.0.1 is in reserved space');
});

test('what the operator allows passes, and no more', () => {
  const guard = createNetworkGuard({
    allow: ['127.0.0.0/8', '192.168.1.7/32', 'fd00::/8', 'n8n.internal'],
    clock: manualClock(),
  });
  for (const host of ['127.0.0.1', '192.168.1.7', '[fd00::1]', '[::ffff:127.0.0.1]'])
    expect([host, refusal(host, guard)]).toEqual([host, null]);
  for (const host of ['10.0.0.1', '192.168.1.8', '[::1]', '[fe80::1]', '[2002:7f00:1::]'])
    expect([host, refusal(host, guard)]).toEqual([host, expect.any(String)]);
});

test('with everything allowed nothing is refused', () => {
  const guard = createNetworkGuard({ allow: 'everything', clock: manualClock() });
  for (const address of FORBIDDEN) expect(refusal(bracketed(address), guard)).toBeNull();
});

test('a host name is not taken for an address', () => {
  for (const host of [
    'localhost.test',
    'notlocalhost',
    'hooks.test',
    '127.0.0.1.hooks.test',
    'dead.beef',
  ])
    expect([host, refusal(host)]).toEqual([host, null]);
});

test('localhost and the names below it count as the loopback addresses they are', () => {
  const hosts = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'db.localhost',
    'a.b.localhost.',
    'loc%61lhost',
  ];
  for (const host of hosts) expect(refusal(host)).toEndWith('localhost is in loopback space');
  const passes = (...allow: string[]) => {
    const guard = createNetworkGuard({ allow, clock: manualClock() });
    return ['localhost', 'db.localhost'].map((host) => refusal(host, guard) === null);
  };
  expect(passes('10.0.0.0/8', 'fd00::/8')).toEqual([false, false]);
  expect(passes('127.0.0.0/8')).toEqual([true, true]);
  expect(passes('::1/128')).toEqual([true, true]);
  expect(passes('localhost')).toEqual([true, false]);
});

test('a forbidden address in a URL is not dialled', async () => {
  const receiver = await startReceiver();
  const { send } = setUp({ guard: (clock) => createNetworkGuard({ allow: [], clock }) });
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', 'localhost'])
    expect(await send(targetAt(`http://${host}:${receiver.port}/`))).toEqual(
      failed('forbidden_network'),
    );
  expect(receiver.connections()).toBe(0);
  await receiver.stop();
});

test('an allowed address in a URL is dialled', async () => {
  const receiver = await startReceiver();
  const guarded = setUp({
    guard: (clock) => createNetworkGuard({ allow: ['127.0.0.0/8'], clock }),
  });
  expect(await guarded.send(targetAt(receiver.url))).toEqual(delivered(200));
  await receiver.stop();
});

test('every spelling of an address is that address', () => {
  const spellings = [
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '127.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::FFFF:127.0.0.1]',
  ];
  for (const host of spellings)
    expect([host, refusal(host)]).toEqual([host, expect.stringContaining('loopback')]);
});

test('a name that resolves into forbidden space is refused, without naming the address', async () => {
  for (const address of [...FORBIDDEN, 'not an address'])
    expect([address, await resolution([address])]).toEqual([address, UNREACHABLE]);
});

describe('callers do not learn which names the network of the service knows', () => {
  const fails = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }));
  const after = (clock: ManualClock, ms: number, addresses: readonly string[]) => () =>
    new Promise<readonly string[]>((resolve) => clock.after(ms, () => resolve(addresses)));
  const lookups: [string, (clock: ManualClock) => () => Promise<readonly string[]>, string][] = [
    ['does not exist', () => fails('DNS_ENOTFOUND'), 'the name does not exist'],
    ['has no address', () => async () => [], 'the name has no address'],
    ['is refused', () => fails('DNS_EREFUSED'), 'the name cannot be resolved'],
    [
      'is in the hosts file, in private space',
      () => async () => ['10.1.2.3'],
      '10.1.2.3 is in private space',
    ],
    [
      'resolves slowly into loopback space',
      (clock) => after(clock, 300, ['::1']),
      '::1 is in loopback space',
    ],
    [
      'has forbidden addresses alone',
      () => async () => ['127.0.0.1', '169.254.1.1'],
      '127.0.0.1 is in loopback space',
    ],
  ];

  test.each(lookups)('one that %s', async (_, lookupBy, cause) => {
    const clock = manualClock();
    const lookup = lookupBy(clock);
    const logged: unknown[] = [];
    const log = { warn: (message: string, fields: unknown) => void logged.push(message, fields) };
    let asked = 0;
    const guard = createNetworkGuard({
      allow: [],
      clock,
      log,
      lookup: () => {
        asked++;
        return lookup();
      },
    });
    for (const time of [1, 2]) {
      const resolving = guard.resolve('hooks.test', signal);
      await clock.advance(499);
      expect(Bun.peek.status(resolving)).toBe('pending');
      await clock.advance(1);
      expect(Bun.peek(resolving)).toEqual(UNREACHABLE);
      // None is remembered: what is answered at once would be known to be there.
      expect(asked).toBe(time);
    }
    const message = 'a name has no address that may be reached';
    expect(logged).toEqual([message, { hostname: 'hooks.test', cause, times: 1 }]);
    expect(clock.pending()).toBe(0);
  });

  test('the sentence names the variable for both', async () => {
    const failedOf = async (addresses: readonly string[]) => {
      const clock = manualClock();
      const lookup = async () => addresses;
      const guard = createNetworkGuard({ allow: [], variable: 'ALLOWED', clock, lookup });
      const resolving = guard.resolve('hooks.test', signal);
      await clock.advance(500);
      return resolving;
    };
    expect(await failedOf(['10.1.2.3'])).toEqual(await failedOf([]));
    expect(await failedOf([])).toEqual({
      failed: expect.stringMatching(/only into networks that ALLOWED does not allow$/),
    });
  });

  test('but where everything may be reached, the cause is told at once', async () => {
    const guard = createNetworkGuard({
      allow: 'everything',
      clock: manualClock(),
      lookup: fails('DNS_ENOTFOUND'),
    });
    expect(await guard.resolve('hooks.test', signal)).toEqual({
      failed: 'the name does not exist',
    });
  });

  test('a caller that breaks off does not wait', async () => {
    const clock = manualClock();
    const guard = createNetworkGuard({ allow: [], clock, lookup: async () => [] });
    const caller = new AbortController();
    const resolving = guard.resolve('hooks.test', caller.signal);
    await clock.advance(1);
    caller.abort();
    expect(await resolving).toEqual({ failed: 'broken off' });
  });
});

test('of mixed answers only public addresses are dialled', async () => {
  expect(await resolution(['10.0.0.1', '8.8.8.8', '127.0.0.1'])).toEqual({
    address: '8.8.8.8',
    others: [],
  });
  expect(await resolution(['::1', '2606:4700::1', 'fe80::1%2', '1.1.1.1'])).toEqual({
    address: '1.1.1.1',
    others: ['2606:4700::1'],
  });
});

test('an allowed name may resolve anywhere, another name may not', async () => {
  const allow = ['n8n.internal'];
  const answer = { address: '10.0.0.5', others: [] };
  expect(await resolution(['10.0.0.5'], allow, 'n8n.internal')).toEqual(answer);
  expect(await resolution(['10.0.0.5'], allow, 'N8N.internal.')).toEqual(answer);
  for (const name of ['x.n8n.internal', 'n8n.internal.test', 'hooks.test'])
    expect(await resolution(['10.0.0.5'], allow, name)).toEqual({
      failed: UNREACHABLE.failed.replace('hooks.test', name),
    });
  expect(await resolution(['10.0.0.5'], ['10.0.0.0/8'])).toEqual(answer);
});

test('at most four addresses of a name are worth trying', async () => {
  const many = Array.from({ length: 50 }, (_, i) => `8.8.8.${i}`);
  const answer = await resolution(many);
  expect(answer).toEqual({ address: '8.8.8.0', others: ['8.8.8.1', '8.8.8.2', '8.8.8.3'] });
});

test('of a name with many addresses some of each family are tried', async () => {
  const v4 = [1, 2, 3, 4, 5].map((host) => `8.8.8.${host}`);
  const v6 = [1, 2, 3].map((host) => `2606:4700::${host}`);
  expect(await resolution([...v4, ...v6])).toEqual({
    address: '8.8.8.1',
    others: ['2606:4700::1', '8.8.8.2', '2606:4700::2'],
  });
  expect(await resolution([...v6, '8.8.8.1'])).toEqual({
    address: '8.8.8.1',
    others: ['2606:4700::1', '2606:4700::2', '2606:4700::3'],
  });
});

test('an address given as a host name is checked as well', async () => {
  expect(await resolution([], [], '127.0.0.1')).toEqual({ refused: expect.any(String) });
  expect(await resolution([], [], '[::1]')).toEqual({ refused: expect.any(String) });
  expect(await resolution([], [], '8.8.8.8')).toEqual({ address: '8.8.8.8', others: [] });
});

test('a name that turns to a private address is refused from then on', async () => {
  const receiver = await startReceiver();
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']];
  const asked: string[] = [];
  const { send, clock } = setUp({
    guard: (own) =>
      createNetworkGuard({
        // 127.0.0.1 stands for a public address here, 127.0.0.2 for a private one.
        allow: ['127.0.0.1/32'],
        clock: own,
        lookup: async (name) => {
          asked.push(name);
          return answers.shift() ?? [];
        },
      }),
  });
  const target = targetAt(`http://rebinding.test:${receiver.port}/`);
  expect(await send(target)).toEqual(delivered(200));
  expect(await send(target)).toEqual(delivered(200));
  expect(asked).toHaveLength(1);
  await clock.advance(5_000);
  const refused = send(target);
  await clock.advance(500);
  expect(await refused).toEqual(failed('dns_error'));
  expect(asked).toHaveLength(2);
  await clock.advance(5_000);
  expect(await send(target)).toEqual(delivered(200));
  expect(receiver.requests).toHaveLength(3);
  await receiver.stop();
});

test('the address that was checked is the one dialled, whatever a second look-up would say', async () => {
  const receiver = await startReceiver();
  let asked = 0;
  const { send } = setUp({
    guard: (clock) =>
      createNetworkGuard({
        allow: ['127.0.0.1/32'],
        clock,
        lookup: async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
      }),
  });
  // No resolver knows the name: only the address that was checked can have been dialled.
  expect(await send(targetAt(`http://rebinding.invalid:${receiver.port}/`))).toEqual(
    delivered(200),
  );
  expect(asked).toBe(1);
  await receiver.stop();
});
