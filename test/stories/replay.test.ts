/** Events of the log are sent again to one endpoint: what it missed, or everything of a time. */
import { afterEach, expect, test } from 'bun:test';
import { systemClock } from '../../src/core/shared/clock.ts';
import {
  type Answer,
  held,
  type ReceivedRequest,
  type Receiver,
  respond,
  startReceiver,
} from '../doubles/receiver.ts';
import { type AppOptions, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.stop())));

const BEGINNING = '2020-01-01T00:00:00Z';
const REPLAY = 'x-gatehouse-replay';

async function receiving(...answers: Answer[]): Promise<Receiver> {
  const receiver = await startReceiver();
  open.push(receiver);
  receiver.script(...answers);
  return receiver;
}

async function starting(options: AppOptions = {}): Promise<RunningApp> {
  const app = await startApp(options);
  open.push(app);
  return app;
}

async function say(app: RunningApp, texts: readonly string[], from = '5511888880000') {
  for (const text of texts) {
    const message = { kind: 'text', from, text };
    expect((await app.call('POST', '/sandbox/shop/message', message)).status).toBeLessThan(300);
  }
}

async function add(app: RunningApp, url: string, fields: object = {}): Promise<string> {
  const body = { name: 'orders', url, events: ['MESSAGE'], ...fields };
  const { status, body: made } = await app.call('POST', '/webhook/endpoints/shop', body);
  expect(status).toBe(201);
  return made.id;
}

const at = (id: string, rest: string) => `/webhook/endpoints/shop/${id}/${rest}`;

async function begin(app: RunningApp, id: string, fields: object = {}) {
  const body = { since: BEGINNING, ...fields };
  const { status, body: begun } = await app.call('POST', at(id, 'recover'), body);
  expect([status, begun.reason ?? null]).toEqual([202, null]);
  const path = at(id, `recoveries/${begun.id}`);
  return {
    id: String(begun.id),
    read: async () => (await app.call('GET', path)).body,
    act: async (action: string) => app.call('POST', `${path}/${action}`),
    becomes: (state: string) =>
      until(`the replay is ${state}`, async () => {
        const { body } = await app.call('GET', path);
        return body.state === state;
      }),
  };
}

const textOf = ({ body }: ReceivedRequest) => JSON.parse(body).data.Message.conversation;
const isReplayed = (request: ReceivedRequest) => request.header(REPLAY) !== undefined;
const replayedAt = (receiver: Receiver) => receiver.requests.filter(isReplayed).map(textOf);
/** Answers by whether the request is of a replay, many times. */
const byReplay = (live: Answer, replayed: Answer): Answer[] =>
  Array.from(
    { length: 500 },
    (): Answer => (socket, request) => (isReplayed(request) ? replayed : live)(socket, request),
  );
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `text ${n}`);

test('a delivery of a replay shows the request that it makes, whichever endpoint it goes to', async () => {
  const app = await starting();
  await app.openInstance('shop');
  const receiver = await receiving();
  const url = `${receiver.url}/hook`;
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: `${url}/default` });
  const id = await add(app, `${url}/orders`);
  await say(app, ['hello']);
  for (const [endpoint, path] of [
    ['default', 'default'],
    [id, 'orders'],
  ] as const) {
    const replay = await begin(app, endpoint, { types: ['MESSAGE'] });
    await replay.becomes('done');
    const { body: found } = await app.call('GET', `/delivery/search?recovery=${replay.id}`);
    const shown = await app.call('GET', `/delivery/request/${found.deliveries[0].id}`);
    expect(shown.body).toMatchObject({ url: `${url}/${path}`, reason: null });
    expect(shown.body.headers[REPLAY]).toBe(replay.id);
  }
});

test('what an endpoint missed while it was down is sent in its order, once, and marked as replayed', async () => {
  const app = await starting();
  await app.openInstance('shop');
  const receiver = await receiving(respond(200), ...Array(6).fill(respond(500)));
  const id = await add(app, receiver.url, { retry: { attempts: 1, delaysMs: [1_000] } });
  await say(app, ['came', ...numbered(6)]);
  await until('all but one were given up', async () => {
    const { body } = await app.call('GET', '/delivery/find/shop?state=discarded');
    return body.deliveries.length === 6;
  });
  const replay = await begin(app, id, { onlyFailed: true });
  await replay.becomes('done');
  expect(replayedAt(receiver)).toEqual(numbered(6));
  expect(receiver.requests).toHaveLength(13);
  expect(receiver.requests.slice(7).map((one) => one.header(REPLAY))).toEqual(
    Array(6).fill(replay.id),
  );
  const missed = receiver.requests.slice(1, 7).map((one) => one.header('webhook-id'));
  expect(receiver.requests.slice(7).map((one) => one.header('webhook-id'))).toEqual(missed);
  expect(await replay.read()).toMatchObject({
    endpoint: id,
    onlyFailed: true,
    found: 6,
    delivered: 6,
    waiting: 0,
    discarded: 0,
    missing: 0,
    finishedAt: expect.any(String),
  });
  const again = await begin(app, id, { onlyFailed: true });
  await again.becomes('done');
  expect(await again.read()).toMatchObject({ found: 0 });
  const { body } = await app.call('GET', `/delivery/search?instance=shop&endpoint=${id}`);
  expect(body.deliveries).toHaveLength(13);
  const its = await app.call('GET', `/delivery/search?recovery=${replay.id}`);
  expect(its.body.deliveries).toHaveLength(6);
  for (const delivery of its.body.deliveries)
    expect(delivery).toMatchObject({ endpoint: id, destination: 'webhook', recovery: replay.id });
  const { body: listed } = await app.call('GET', at(id, 'recoveries'));
  expect(listed.recoveries.map((one: { id: string }) => one.id)).toEqual([again.id, replay.id]);
});

test('an endpoint that is new gets what happened before it was there: of all types, of some, or of one chat', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, numbered(3));
  await say(app, ['of another'], '5511888880001');
  const receiver = await receiving();
  const id = await add(app, receiver.url);
  await (await begin(app, id)).becomes('done');
  const texts = replayedAt(receiver);
  expect(texts.filter((text) => text !== 'of another')).toEqual(numbered(3));
  const other = receiver.requests.find((request) => textOf(request) === 'of another');
  const chat = JSON.parse(other?.body ?? '').data.Info.Chat;
  await (await begin(app, id, { chat, types: ['MESSAGE'] })).becomes('done');
  expect(receiver.requests.slice(4).map(textOf)).toEqual(['of another']);
  await (await begin(app, id, { types: ['CALL'] })).becomes('done');
  expect(receiver.requests).toHaveLength(5);
  const { body } = await app.call('GET', `/delivery/search?instance=shop&endpoint=${id}`);
  expect(body.deliveries).toHaveLength(5);
});

test('chosen events go to another endpoint by their ids alone, in their order, and nothing else goes there', async () => {
  const app = await starting();
  await app.openInstance('shop');
  const first = await receiving();
  await add(app, first.url, { name: 'first' });
  await say(app, numbered(4));
  await until('the first endpoint has all', () => first.requests.length === 4);
  const ids = first.requests.map((one) => String(one.header('webhook-id')));
  const other = await receiving();
  const id = await add(app, other.url, { name: 'other' });
  const eventIds = [ids[3], ids[1]?.toUpperCase(), '01900000-0000-7000-8000-0000000000e1'];
  const replay = await begin(app, id, { since: undefined, eventIds });
  await replay.becomes('done');
  expect(replayedAt(other)).toEqual(['text 1', 'text 3']);
  expect(await replay.read()).toMatchObject({
    eventIds: eventIds.map((one) => one?.toLowerCase()),
    found: 2,
    delivered: 2,
  });
  expect(other.requests.map((one) => one.header('webhook-id'))).toEqual([ids[1], ids[3]]);
  const missed = await begin(app, id, { since: undefined, eventIds: ids, onlyFailed: true });
  await missed.becomes('done');
  expect(replayedAt(other).slice(2)).toEqual(['text 0', 'text 2']);
});

test('a replay needs a time or ids of events, and says what is wrong with them', async () => {
  const app = await starting();
  await app.openInstance('shop');
  const id = await add(app, (await receiving()).url);
  const refused = async (body: object) => {
    const answer = await app.call('POST', at(id, 'recover'), body);
    return [answer.status, answer.body.error.message];
  };
  const event = '01900000-0000-7000-8000-0000000000e1';
  const time = expect.stringMatching(/^since must be an ISO 8601 date and time[^;]*$/);
  expect(await refused({})).toEqual([400, time]);
  expect(await refused({ onlyFailed: true })).toEqual([400, time]);
  expect(await refused({ since: 'then' })).toEqual([400, time]);
  const list = 'eventIds must be an array of 1 to 100 event ids';
  for (const eventIds of [[], event, Array(101).fill(event)])
    expect(await refused({ eventIds })).toEqual([400, list]);
  expect(await refused({ eventIds: [event, '17'] })).toEqual([
    400,
    'eventIds.1 must be an event id',
  ]);
});

test('what an endpoint’s filter leaves out is not replayed either', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, ['an order', 'a question', 'another order']);
  const receiver = await receiving();
  const filter = { data: { Message: { conversation: { $endsWith: 'order' } } } };
  const id = await add(app, receiver.url, { filter });
  const replay = await begin(app, id);
  await replay.becomes('done');
  expect(replayedAt(receiver)).toEqual(['an order', 'another order']);
  expect(await replay.read()).toMatchObject({ found: 2, delivered: 2 });
});

test('what is new never waits for what is replayed', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, numbered(20));
  const slow = held(respond(200));
  const receiver = await receiving(...byReplay(respond(200), slow.answer));
  const id = await add(app, receiver.url);
  const replay = await begin(app, id);
  await until('one is under way', () => receiver.requests.some(isReplayed));
  await say(app, ['new', 'newer']);
  const isLive = (request: ReceivedRequest) => !isReplayed(request);
  await until('both came', () => receiver.requests.filter(isLive).length === 2);
  expect(receiver.requests.filter(isLive).map(textOf)).toEqual(['new', 'newer']);
  // One chat is in order, so only its first is under way.
  expect(replayedAt(receiver)).toEqual(['text 0']);
  slow.release();
  await replay.becomes('done');
  expect(replayedAt(receiver)).toEqual(numbered(20));
});

test('a replay is paused, goes on where it was after a restart and after it is resumed, and ends when it is cancelled', async () => {
  const before = await startApp();
  const { dataDir } = before;
  await before.openInstance('shop');
  await say(before, numbered(12));
  const receiver = await receiving();
  const id = await add(before, receiver.url);
  const slow = await begin(before, id, { ratePerSecond: 5 });
  await until('the first came', () => receiver.requests.length > 0);
  expect((await slow.act('pause')).body).toMatchObject({ state: 'paused', reason: null });
  const { found } = await slow.read();
  await until('what was found has come', () => receiver.requests.length === found);
  expect(found).toBeLessThan(12);
  await before.stop();

  const app = await starting({ dataDir });
  const path = at(id, `recoveries/${slow.id}`);
  expect((await app.call('GET', path)).body).toMatchObject({ state: 'paused', found });
  expect((await app.call('POST', `${path}/pause`)).status).toBe(409);
  expect((await app.call('POST', `${path}/resume`)).body).toMatchObject({ state: 'running' });
  await until('one more came', () => receiver.requests.length > found);
  const cancelled = await app.call('POST', `${path}/cancel`);
  expect(cancelled.body).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });
  await until('nothing of it waits', async () => (await app.call('GET', path)).body.waiting === 0);
  const { body: ended } = await app.call('GET', path);
  expect(ended.delivered + ended.discarded).toBe(ended.found);
  expect(replayedAt(receiver)).toEqual(numbered(12).slice(0, ended.delivered));
  expect((await app.call('POST', `${path}/resume`)).status).toBe(409);
});

test('a replay pauses when its endpoint is disabled, and ends when it is deleted', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, numbered(30));
  const receiver = await receiving(respond(200), respond(410));
  const id = await add(app, receiver.url);
  const replay = await begin(app, id, { ratePerSecond: 20 });
  await replay.becomes('paused');
  const { reason, found } = await replay.read();
  expect(reason).toContain('the endpoint is disabled: http_status: 410');
  await app.call('PATCH', `/webhook/endpoints/shop/${id}`, { enabled: true });
  expect((await replay.act('resume')).body).toMatchObject({ state: 'running', reason: null });
  await until('it goes on', () => receiver.requests.length > found + 1);
  expect(replayedAt(receiver).slice(2, 4)).toEqual(['text 1', 'text 2']);
  const { status } = await app.call('DELETE', `/webhook/endpoints/shop/${id}`);
  expect(status).toBe(200);
  expect((await app.call('GET', at(id, `recoveries/${replay.id}`))).status).toBe(404);
  await until('nothing of it waits', async () => {
    const { body } = await app.call('GET', '/delivery/find/shop?state=waiting');
    return body.deliveries.length === 0;
  });
});

test('a replay ends with its instance, and nothing more of it is sent', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, numbered(30));
  const receiver = await receiving();
  const id = await add(app, receiver.url);
  await begin(app, id, { ratePerSecond: 20 });
  await until('it is on its way', () => receiver.requests.length > 1);
  expect((await app.call('DELETE', '/instance/delete/shop')).status).toBe(200);
  const sent = receiver.requests.length;
  await until('it is over', async () => {
    const response = await fetch(`${app.url}/metrics`, { headers: { apikey: GLOBAL_KEY } });
    return !/^gatehouse_replays\{[^}]*\} [1-9]/m.test(await response.text());
  });
  expect(receiver.requests).toHaveLength(sent);
  expect(app.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what cannot be replayed is refused with what is wrong, and leaves nothing behind', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, ['one']);
  const receiver = await receiving();
  const id = await add(app, receiver.url);
  const refused = async (body: unknown, endpoint = id) => {
    const answer = await app.call('POST', at(endpoint, 'recover'), body);
    return [answer.status, JSON.stringify(answer.body)] as const;
  };
  for (const [body, text] of [
    [{}, 'since must be an ISO 8601 date and time'],
    [{ since: 'yesterday' }, 'since must be an ISO 8601 date and time'],
    [{ since: 1 }, 'since must be an ISO 8601 date and time'],
    [{ since: '2999-01-01T00:00:00Z' }, 'since must not be after until'],
    [{ since: BEGINNING, until: '2999-01-01T00:00:00Z' }, 'until must not be in the future'],
    [{ since: BEGINNING, types: ['NOTHING'] }, 'types holds unknown names'],
    [{ since: BEGINNING, chat: '' }, 'chat must be the JID of a chat'],
    [{ since: BEGINNING, chat: 'x'.repeat(201) }, 'chat must be the JID of a chat'],
    [{ since: BEGINNING, onlyFailed: 'yes' }, 'onlyFailed must be true or false'],
    [{ since: BEGINNING, ratePerSecond: 0 }, 'ratePerSecond must be a whole number'],
    [{ since: BEGINNING, ratePerSecond: 1e9 }, 'ratePerSecond must be a whole number'],
    [[], 'The body must be a JSON object'],
  ] as const) {
    const [status, answer] = await refused(body);
    expect([body, status]).toEqual([body, 400]);
    expect(answer).toContain(text);
  }
  expect(await refused({ since: BEGINNING }, 'websocket')).toEqual([
    400,
    expect.stringContaining('websocket is no webhook of the instance'),
  ]);
  expect((await refused({ since: BEGINNING }, 'nothing'))[0]).toBe(404);
  // The webhook called default was never set.
  expect((await refused({ since: BEGINNING }, 'default'))[0]).toBe(409);
  const { body } = await app.call('GET', at(id, 'recoveries'));
  expect(body).toEqual({ recoveries: [] });
  expect((await app.call('GET', at(id, 'recoveries/nothing'))).status).toBe(404);
  const paused = await app.call('POST', at(id, 'recoveries/nothing/pause'));
  expect(paused.status).toBe(404);
  expect(receiver.requests).toHaveLength(0);
});

test('a webhook of an account gets what it missed, and its replays are listed, paused and cancelled as those of instances', async () => {
  const app = await starting();
  const receiver = await receiving(respond(500), respond(500));
  const { body: made } = await app.call('POST', '/api/v1/webhooks', {
    name: 'app',
    url: receiver.url,
    events: ['pipeline_stage.created'],
    retry: { attempts: 1, delays_ms: [1_000] },
  });
  const path = `/api/v1/webhooks/${made.data.id}`;
  const { body: pipeline } = await app.call('POST', '/api/v1/pipelines', { name: 'sales' });
  const stages = `/api/v1/pipelines/${pipeline.data.id}/pipeline_stages`;
  for (const name of ['one', 'two'])
    expect((await app.call('POST', stages, { pipeline_stage: { name } })).status).toBe(201);
  await until('both were given up', async () => {
    const { body } = await app.call('GET', `${path}/deliveries?state=discarded`);
    return body.data.deliveries.length === 2;
  });
  const asked = { since: BEGINNING, only_failed: true };
  const { status, body: begun } = await app.call('POST', `${path}/recover`, asked);
  expect(status).toBe(202);
  const its = `${path}/recoveries/${begun.data.id}`;
  await until('it is done', async () => {
    const { body } = await app.call('GET', its);
    return body.data.state === 'done';
  });
  const names = receiver.requests
    .filter(isReplayed)
    .map(({ body }) => JSON.parse(body).data.current.name);
  expect(names).toEqual(['one', 'two']);
  expect((await app.call('GET', `${path}/recoveries`)).body.data.recoveries).toEqual([
    (await app.call('GET', its)).body.data,
  ]);
  const { body: listed } = await app.call('GET', `${path}/deliveries?state=delivered`);
  expect(listed.data.deliveries.map((one: { recovery: string }) => one.recovery)).toEqual(
    Array(2).fill(begun.data.id),
  );
  for (const action of ['pause', 'resume', 'cancel'])
    expect((await app.call('POST', `${its}/${action}`)).status).toBe(409);
  const refused = async (body: object) => (await app.call('POST', `${path}/recover`, body)).status;
  expect(await refused({ since: '2999-01-01T00:00:00Z' })).toBe(422);
  expect(await refused({ since: BEGINNING, until: '2999-01-01T00:00:00Z' })).toBe(422);
  expect(await refused({ since: 'yesterday' })).toBe(422);
  expect(await refused({ since: BEGINNING, types: ['nothing'] })).toBe(422);
});

test('an endpoint may have three replays that are not over', async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, numbered(5));
  const receiver = await receiving(...byReplay(respond(200), held(respond(200)).answer));
  const id = await add(app, receiver.url);
  for (let n = 0; n < 3; n++) await begin(app, id);
  const { status, body } = await app.call('POST', at(id, 'recover'), { since: BEGINNING });
  expect(status).toBe(409);
  expect(JSON.stringify(body)).toContain('3 unfinished replays of this endpoint');
});

test("the customer's endpoints leave the operator half of an instance's replays", async () => {
  const app = await starting();
  await app.openInstance('shop');
  await say(app, numbered(5));
  const receiver = await receiving(...byReplay(respond(200), held(respond(200)).answer));
  const make = async (owner: string, n: number) => {
    const body = { name: `${owner}-${n}`, owner, url: `${receiver.url}/${owner}/${n}` };
    return (await app.call('POST', '/webhook/endpoints/shop', body)).body.id as string;
  };
  const statusOf = async (id: string) =>
    (await app.call('POST', at(id, 'recover'), { since: BEGINNING })).status;
  const customers = await Promise.all([0, 1, 2, 3].map((n) => make('customer', n)));
  const own = await Promise.all([0, 1, 2, 3].map((n) => make('operator', n)));
  const begun = async (ids: readonly string[]) => {
    const statuses: number[] = [];
    for (const id of ids) for (let n = 0; n < 3; n++) statuses.push(await statusOf(id));
    return statuses;
  };
  expect(await begun(customers)).toEqual([...Array(10).fill(202), 409, 409]);
  const { body } = await app.call('POST', at(customers[3] ?? '', 'recover'), { since: BEGINNING });
  expect(JSON.stringify(body)).toContain("10 unfinished replays of the customer's endpoints");
  // The other half is the operator's, and all that is left of an instance's.
  expect(await begun(own)).toEqual([...Array(10).fill(202), 409, 409]);
});

test('a time of which the events are no longer kept is refused with the time of the oldest one', async () => {
  // Ids have the time of the machine, so only what is to be pruned may happen at another.
  let aheadMs = -3 * 3_600_000;
  const own = systemClock();
  const clock = {
    now: () => own.now() + aheadMs,
    steady: () => own.steady() + aheadMs,
    // Pruning waits a minute, which is not waited for here.
    after: (ms: number, run: () => void) => own.after(ms === 60_000 ? 50 : ms, run),
  };
  const env = { EVENT_RETENTION_HOURS: '1', INSTANCE_STORAGE_LIMIT: '1g' };
  const app = await starting({ clock, env });
  await app.openInstance('shop');
  await say(app, ['old']);
  const kept = async (): Promise<{ id: string }[]> =>
    (await app.call('GET', '/event/find/shop?event=Message')).body.events;
  const [old] = await kept();
  aheadMs = 0;
  await until('it is pruned', async () => (await kept()).length === 0);
  const receiver = await receiving();
  const id = await add(app, receiver.url);
  const ask = () => app.call('POST', at(id, 'recover'), { since: BEGINNING });
  const none = await ask();
  expect([none.status, none.body.error.message]).toEqual([
    400,
    'since is a time from which no events are stored',
  ]);
  await say(app, ['new']);
  const { status, body } = await ask();
  expect(status).toBe(400);
  const [, oldest = ''] = /which is from (.*Z)/.exec(body.error.message) ?? [];
  const byId = (one: { id: string } | undefined) =>
    app.call('POST', at(id, 'recover'), { eventIds: [one?.id] });
  expect((await byId(old)).body.error.problems).toMatchObject([
    { field: 'eventIds', reason: 'before_oldest_event', parameters: { oldest } },
  ]);
  const chosen = await byId((await kept())[0]);
  expect(chosen.status).toBe(202);
  await until('the oldest stored event was sent', () => replayedAt(receiver).length === 1);
  const since = new Date(oldest).toISOString();
  const replay = await begin(app, id, { since });
  await replay.becomes('done');
  expect(replayedAt(receiver)).toEqual(['new', 'new']);
});
