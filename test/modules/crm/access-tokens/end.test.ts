/** A token that was made for a task and a time outlives it in no way. */
import { expect, test } from 'bun:test';
import { crmBench } from '../../../helpers/crm.ts';

const MINUTE_MS = 60_000;

async function endingBench() {
  const bench = await crmBench();
  const { call, clock } = bench;
  const at = (minutes: number) => new Date(clock.now() + minutes * MINUTE_MS).toISOString();
  const make = (fields: object, token?: string) =>
    call('POST', '/access_tokens', { ...(token && { token }), body: { name: 'x', ...fields } });
  const scopes = ['access_tokens.create', 'access_tokens.update', 'pipelines.read'];
  const { body } = await make({ scopes, expires_at: at(60) });
  return { ...bench, at, make, ending: body.data };
}

test('201 a token made with one that has scopes and an end ends no later, by default then', async () => {
  const { make, ending, at } = await endingBench();
  const { body } = await make({}, ending.token);
  expect(body.data.expires_at).toBe(ending.expires_at);
  const sooner = await make({ expires_at: at(30) }, ending.token);
  expect(sooner.body.data.expires_at).toBe(at(30));
  for (const expires_at of [null, at(61)]) {
    const { status, body: refused } = await make({ expires_at }, ending.token);
    expect([status, Object.keys(refused.error.details)]).toEqual([422, ['expires_at']]);
  }
});

test('422 it prolongs neither itself nor another', async () => {
  const { call, make, ending, at } = await endingBench();
  const other = (await make({ scopes: ['pipelines.read'], expires_at: at(10) })).body.data;
  for (const { id } of [ending, other])
    for (const expires_at of [null, at(61)]) {
      const asked = { token: ending.token, body: { expires_at } };
      expect((await call('PATCH', `/access_tokens/${id}`, asked)).status).toBe(422);
    }
  const asked = { token: ending.token, body: { expires_at: at(20) } };
  expect((await call('PATCH', `/access_tokens/${other.id}`, asked)).status).toBe(200);
});

test('403 it rotates none that ends later; 200 itself', async () => {
  const { call, make, ending, at } = await endingBench();
  const rotate = (id: string) =>
    call('POST', `/access_tokens/${id}/rotate`, { token: ending.token });
  for (const expires_at of [null, at(61)]) {
    const { id } = (await make({ scopes: ['pipelines.read'], expires_at })).body.data;
    expect((await rotate(id)).status).toBe(403);
  }
  const { id } = (await make({ scopes: ['pipelines.read'], expires_at: at(59) })).body.data;
  expect((await rotate(id)).status).toBe(200);
  expect((await rotate(ending.id)).status).toBe(200);
});

test('201 one without scopes makes and prolongs what it likes', async () => {
  const { make, call, at } = await endingBench();
  const own = (await make({ expires_at: at(60) })).body.data;
  expect((await make({}, own.token)).body.data.expires_at).toBeNull();
  const asked = { token: own.token, body: { expires_at: null } };
  expect((await call('PATCH', `/access_tokens/${own.id}`, asked)).status).toBe(200);
});
