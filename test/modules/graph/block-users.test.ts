/** Blocking people by the paths of the Graph API, through each platform. */
import { expect, test } from 'bun:test';
import { ANA, BOB } from '../../clients/stage.ts';
import { ok } from '../../doubles/graph/answers.ts';
import { failure, type GraphStage, stagesOfEach } from './stages.ts';

const on = stagesOfEach();

const change = (stage: GraphStage, method: 'POST' | 'DELETE', body: object) =>
  stage.graph(method, `/${stage.phoneNumberId}/block_users`, {
    messaging_product: 'whatsapp',
    ...body,
  });
const list = (stage: GraphStage, query = '') =>
  stage.graph('GET', `/${stage.phoneNumberId}/block_users${query}`);
const users = (...all: unknown[]) => ({ block_users: all.map((user) => ({ user })) });

test('200 people are blocked, listed by pages, and blocked no longer', async () => {
  for (const stage of [on.sandbox, on.phone]) {
    const blocked = await change(stage, 'POST', users(`+${ANA}`, BOB));
    expect([blocked.status, blocked.body]).toEqual([
      200,
      {
        messaging_product: 'whatsapp',
        block_users: {
          added_users: [
            { input: `+${ANA}`, wa_id: ANA },
            { input: BOB, wa_id: BOB },
          ],
        },
      },
    ]);
    const { body: first } = await list(stage, '?limit=1');
    expect(first.data).toEqual([{ messaging_product: 'whatsapp', wa_id: BOB }]);
    const { body: second } = await list(stage, `?limit=1&after=${first.paging.cursors.after}`);
    expect(second.data).toEqual([{ messaging_product: 'whatsapp', wa_id: ANA }]);
    const freed = await change(stage, 'DELETE', users(ANA, BOB));
    expect(freed.body.block_users).toEqual({
      removed_users: [
        { input: ANA, wa_id: ANA },
        { input: BOB, wa_id: BOB },
      ],
    });
    expect((await list(stage)).body).toEqual({ data: [] });
  }
});

test('400 those who cannot be blocked are named, and the others are blocked', async () => {
  const nobody = '5511000000000';
  const { status, body } = await change(on.phone, 'POST', users(ANA, nobody, 'who?'));
  expect([status, body]).toEqual([
    400,
    {
      messaging_product: 'whatsapp',
      block_users: {
        added_users: [{ input: ANA, wa_id: ANA }],
        failed_users: [
          {
            input: nobody,
            errors: [
              {
                message: 'Message undeliverable',
                code: 131026,
                error_data: { details: expect.stringContaining('not on WhatsApp') },
              },
            ],
          },
          {
            input: 'who?',
            errors: [
              {
                message: 'Invalid parameter',
                code: 100,
                error_data: { details: expect.stringContaining('phone number') },
              },
            ],
          },
        ],
      },
      ...failure(139100, '2 of 3 people'),
    },
  ]);
  await change(on.phone, 'DELETE', users(ANA));
});

test('200 a number at Meta blocks people as Meta does', async () => {
  const people = [{ input: ANA, wa_id: ANA }];
  const path = `/${on.meta.phoneNumberId}/block_users`;
  const edges = { GET: 'blocked', POST: 'added_users', DELETE: 'removed_users' };
  on.meta.double.add((request) => {
    if (request.path !== path) return null;
    const name = edges[request.method as keyof typeof edges];
    return ok({ messaging_product: 'whatsapp', block_users: { [name]: people }, is: request.body });
  });
  const whole = { messaging_product: 'whatsapp', ...users(ANA) };
  for (const [method, name] of [
    ['POST', 'added_users'],
    ['DELETE', 'removed_users'],
  ] as const)
    expect((await change(on.meta, method, users(ANA))).body).toEqual({
      messaging_product: 'whatsapp',
      block_users: { [name]: people },
      is: whole,
    });
  expect((await list(on.meta, '?limit=5')).body).toMatchObject({
    block_users: { blocked: people },
  });
  expect(on.meta.double.requests.at(-1)?.query.get('limit')).toBe('5');
});

test.each([
  [{}, 'block_users'],
  [{ block_users: [] }, 'block_users'],
  [{ block_users: ANA }, 'block_users'],
  [users(...Array(51).fill(ANA)), 'block_users'],
  [users(7), 'user'],
  [{ block_users: [ANA] }, 'user'],
  [{ ...users(ANA), messaging_product: 'sms' }, 'messaging_product'],
])('400 %j is refused, and nobody is blocked', async (body, said) => {
  const answer = await change(on.sandbox, 'POST', body);
  expect([answer.status, answer.body]).toEqual([400, failure(100, said)]);
  expect((await list(on.sandbox)).body).toEqual({ data: [] });
});

test('400 of an instance that is not connected nobody is blocked', async () => {
  const { apikey, instance } = (
    await on.sandbox.call('POST', '/instance/create', { instanceName: 'fresh' })
  ).body;
  const path = `/${instance.phoneNumberId}/block_users`;
  const body = { messaging_product: 'whatsapp', ...users(ANA) };
  const answer = await on.sandbox.graph('POST', path, body, apikey);
  expect([answer.status, answer.body]).toEqual([400, failure(133010, 'not connected')]);
});
