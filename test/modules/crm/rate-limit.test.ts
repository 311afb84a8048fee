/** The rate limit of the CRM zone: whose requests are counted together. */
import { expect, test } from 'bun:test';
import { crmBench } from '../../helpers/crm.ts';

test('a person with several tokens has one rate limit, and another person has another', async () => {
  const { call, memberWith } = await crmBench({ rateLimitPerMinute: 3 });
  const other = await memberWith('roles.read');
  const made = await call('POST', '/access_tokens', { body: { name: 'second' } });
  const { token } = made.body.data;
  expect((await call('GET', '/roles', { token })).headers.get('ratelimit-remaining')).toBe('1');
  expect((await call('GET', '/roles')).headers.get('ratelimit-remaining')).toBe('0');
  expect((await call('GET', '/roles', { token })).status).toBe(429);
  expect((await call('GET', '/roles', { token: other.token })).status).toBe(200);
});

test('an idempotency key still belongs to the token it came with', async () => {
  const { call } = await crmBench();
  const headers = { 'idempotency-key': 'one' };
  const create = (token?: string) =>
    call('POST', '/access_tokens', { body: { name: 'second' }, headers, ...(token && { token }) });
  const first = await create();
  expect((await create()).body.data.id).toBe(first.body.data.id);
  const others = await create(first.body.data.token);
  expect(others.status).toBe(201);
  expect(others.body.data.id).not.toBe(first.body.data.id);
});
