/** The audit rows of replays, which are written with what they report. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Answer, startReceiver } from '../../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../../helpers/app.ts';
import { shared } from '../../../helpers/shared.ts';

/** Keeps a replay from being done. */
const silence: Answer = () => {};
let app: RunningApp;
/** The path of a webhook, and the time before it was made. */
let path: string;
let since: string;
const receiver = shared(startReceiver);
beforeAll(async () => {
  receiver.script(...Array<Answer>(50).fill(silence));
  app = await startApp();
  since = new Date(Date.now() - 60_000).toISOString();
  const made = await app.call('POST', '/api/v1/webhooks', { name: 'sync', url: receiver.url });
  path = `/api/v1/webhooks/${made.body.data.id}`;
  const { body: pipeline } = await app.call('POST', '/api/v1/pipelines', { name: 'sales' });
  const stages = `/api/v1/pipelines/${pipeline.data.id}/pipeline_stages`;
  await app.call('POST', stages, { pipeline_stage: { name: 'New' } });
});
afterAll(async () => {
  // What is under way fails then, and need not be waited for.
  await app.stop();
});

const begin = (body: object = {}) => app.call('POST', `${path}/recover`, { since, ...body });
/** The newest first, without the creation of the webhook. */
async function audited() {
  const { body } = await app.call('GET', '/api/v1/audit_logs?resource=webhooks');
  return body.data.filter(({ action }: { action: string }) => action !== 'create');
}

test('asking for a replay, pausing, resuming and cancelling it are changes of the webhook in the audit log', async () => {
  const { body } = await begin();
  const { id } = body.data;
  for (const step of ['pause', 'resume', 'cancel'])
    expect((await app.call('POST', `${path}/recoveries/${id}/${step}`)).status).toBe(200);
  const rows = await audited();
  const states = rows.map(({ action, before, after }: Record<string, Record<string, unknown>>) => [
    action,
    before?.state ?? null,
    after?.state,
  ]);
  expect(states).toEqual([
    ['cancel_recovery', 'running', 'cancelled'],
    ['resume_recovery', 'paused', 'running'],
    ['pause_recovery', 'running', 'paused'],
    ['begin_recovery', null, 'running'],
  ]);
  expect(rows.at(-1)).toMatchObject({
    resource: 'webhooks',
    resource_id: path.split('/').at(-1),
    after: {
      name: 'sync',
      recovery_id: id,
      since,
      only_failed: false,
      rate_per_second: 500,
      types: null,
    },
  });
});

test('each change of a replay is audited with the state that it found, also of several at once', async () => {
  const { body } = await begin();
  const at = `${path}/recoveries/${body.data.id}`;
  const steps = ['pause', 'resume', 'pause', 'resume', 'cancel', 'pause'];
  await Promise.all(steps.map((step) => app.call('POST', `${at}/${step}`)));
  await app.call('POST', `${at}/cancel`);
  const rows = (await audited()).filter(
    ({ after }: { after: Record<string, unknown> }) => after.recovery_id === body.data.id,
  );
  const states = rows.map(({ before, after }: Record<string, Record<string, unknown>>) => [
    before?.state ?? null,
    after?.state,
  ]);
  expect(states.length).toBeGreaterThan(2);
  // The newest first: each began where the one before it ended.
  for (const [index, [before]] of states.slice(0, -1).entries())
    expect(before).toBe(states[index + 1]?.[1]);
});

test('chosen events are replayed by their ids alone, and the audit row has them', async () => {
  const event_ids = [Bun.randomUUIDv7()];
  const body = { since: undefined, event_ids };
  const { status, body: begun } = await begin(body);
  expect([status, begun.data.event_ids]).toEqual([202, event_ids]);
  expect((await audited())[0]).toMatchObject({ action: 'begin_recovery', after: { event_ids } });
  await app.call('POST', `${path}/recoveries/${begun.data.id}/cancel`);
  const refused = async (asked: object) => {
    const answer = await begin({ since: undefined, ...asked });
    return [answer.status, Object.keys(answer.body.error.details)];
  };
  expect(await refused({})).toEqual([422, ['since']]);
  expect(await refused({ event_ids: [] })).toEqual([422, ['event_ids']]);
  expect(await refused({ event_ids: ['17'] })).toEqual([422, ['event_ids.0']]);
});

test('what is refused, or changes nothing, leaves no audit row', async () => {
  const before = (await audited()).length;
  const { id } = (await app.call('GET', `${path}/recoveries`)).body.data.recoveries[0];
  expect((await app.call('POST', `${path}/recoveries/${id}/pause`)).status).toBe(409);
  expect((await begin({ until: '2999-01-01T00:00:00Z' })).status).toBe(422);
  expect((await audited()).length).toBe(before);
  let begun = 0;
  while ((await begin()).status === 202) begun++;
  expect(begun).toBeGreaterThan(0);
  expect((await audited()).length).toBe(before + begun);
});

test('a replay whose audit row cannot be written is not begun', async () => {
  const made = await app.call('POST', '/api/v1/webhooks', { name: 'other', url: receiver.url });
  const other = `/api/v1/webhooks/${made.body.data.id}`;
  const database = new Database(join(app.dataDir, 'gatehouse.db'));
  database.run(
    "create trigger refuse before insert on audit_logs begin select raise(abort, 'no'); end",
  );
  expect((await app.call('POST', `${other}/recover`, { since })).status).toBe(500);
  database.run('drop trigger refuse');
  database.close();
  expect((await app.call('GET', `${other}/recoveries`)).body.data.recoveries).toEqual([]);
});
