/** Several nodes on one real libSQL server, each the whole product: whichever of them is asked, the answer is the same. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { version } from '../../../package.json';
import { openDatabase } from '../../../src/core/db/open.ts';
import { StartRefused } from '../../../src/core/process/refusal.ts';
import { type Clock, systemClock } from '../../../src/core/shared/clock.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { createHops } from '../../../src/modules/cluster/hop.ts';
import { WEBHOOK_PATH } from '../../../src/modules/provider-webhook/zone.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import {
  ANA,
  change,
  contactOf,
  ofNumber,
  postWebhook,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { respond, startReceiver } from '../../doubles/receiver.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { liveClient } from '../../helpers/live-client.ts';
import { connectAgent } from '../../helpers/mcp.ts';
import { type NatsServer, natsServerPath, startNatsServer } from '../../helpers/nats-server.ts';
import { askForPasskey, hasPhase } from '../../helpers/passkey-phone.ts';
import { codeIn, exchange } from '../../helpers/portal.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables } from '../../helpers/whatsapp.ts';

const APP_SECRET = 'the-app-secret';

/** The clocks of nodes need not agree. */
function anHourAhead(): Clock {
  const { now, steady, after } = systemClock();
  return { now: () => now() + 3_600_000, steady: () => steady() + 3_600_000, after };
}

describe.skipIf(isSqldMissing)('two nodes on one libSQL server', () => {
  let sqld: Sqld;
  let graph: GraphDouble;
  let whatsapp: FakeWhatsApp;
  /** By which the nodes hint each other; null: the machine has none, and they look at intervals alone. */
  let nats: NatsServer | null = null;
  let one: RunningApp;
  let two: RunningApp;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const start = (name: string, clock?: Clock, env: Record<string, string> = {}) =>
    startApp({
      env: {
        DATABASE_URL: `http://${sqld.address}`,
        NODE_NAME: name,
        META_GRAPH_URL: graph.url,
        MCP_ENABLED: 'true',
        META_APP_SECRET: APP_SECRET,
        RATE_LIMIT_PER_MINUTE: '1000000',
        ...(nats && { NATS_URL: nats.url }),
        ...inProcessVariables(whatsapp),
        ...env,
      },
      ...(clock && { clock }),
    });

  beforeAll(async () => {
    sqld = await startMigratedSqld();
    receiver = await startReceiver();
    graph = await startGraph();
    whatsapp = await startFakeWhatsApp();
    if (natsServerPath() !== null) nats = await startNatsServer({ withoutJetStream: true });
    one = await start('one');
    two = await start('two', anHourAhead());
  });
  afterAll(async () => {
    await two?.stop();
    await receiver?.stop();
    await graph?.stop();
    await whatsapp?.stop();
    await nats?.process?.kill();
    await sqld?.kill();
  });

  const texts = () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body).data.Message?.conversation)
      .filter((text) => text !== undefined);
  const say = (app: RunningApp, text: string) =>
    app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511999990001', text });

  test('an instance that one node has just made is known to the other at once, and its key too', async () => {
    const made = { instanceName: 'new', provider: 'sandbox' };
    const { apikey } = (await one.call('POST', '/instance/create', made)).body;
    const state = await two.call('GET', '/instance/connectionState/new', undefined, apikey);
    expect([state.status, state.body.instance?.state]).toEqual([200, 'close']);
    const latest = { ...made, instanceName: 'latest' };
    const { apikey: token } = (await one.call('POST', '/instance/create', latest)).body;
    const bearer = { authorization: `Bearer ${GLOBAL_KEY}` };
    const path = `/graph/v25.0/debug_token?input_token=${token}`;
    const { body: about } = await two.call('GET', path, undefined, null, bearer);
    expect(about.data.is_valid).toBe(true);
    await one.call('POST', '/instance/create', { ...made, instanceName: 'newest' });
    const listed = await two.call('GET', '/instance/fetchInstances?instanceName=newest');
    expect(listed.body).toHaveLength(1);
    await one.call('POST', '/instance/create', { ...made, instanceName: 'newer' });
    expect((await two.call('GET', '/event/find/newer')).status).toBe(200);
    await one.openInstance('shop');
    await until('it is listed', async () => {
      const { body } = await two.call('GET', '/instance/fetchInstances');
      return JSON.stringify(body).includes('shop');
    });
  });

  test('a key that one node has replaced opens nothing at the other, and its WebSockets there are closed', async () => {
    const made = { instanceName: 'replaced', provider: 'sandbox' };
    const { apikey } = (await one.call('POST', '/instance/create', made)).body;
    await one.call('POST', '/instance/connect', { websocketEnable: 'enabled' }, apikey);
    const socketAt = (app: RunningApp, headers: Record<string, string>, query = '') =>
      liveClient(`${app.url.replace('http', 'ws')}/ws?instance=replaced${query}`, { headers });
    const idle = socketAt(two, { apikey });
    await idle.opened;
    const { ticket } = (await two.call('POST', '/ws/ticket', undefined, apikey)).body;
    const rotated = await one.call('POST', '/instance/key/rotate/replaced', { graceSeconds: 0 });
    expect(rotated.status).toBe(200);
    const refused = await Promise.all([
      two.call('GET', '/instance/fetchInstances', undefined, apikey),
      two.call('POST', '/ws/ticket', undefined, apikey),
      two.call('GET', '/ws?instance=replaced', undefined, apikey),
      two.call('GET', `/ws?instance=replaced&ticket=${ticket}`, undefined, null),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const before = performance.now();
    expect((await idle.ended).code).toBe(1008);
    // A ping would have closed it too, but after 30 seconds.
    expect(performance.now() - before).toBeLessThan(20_000);
    const next = socketAt(two, { apikey: rotated.body.apikey });
    await next.opened;
    next.close();
  });

  test('what is asked of a node that does not have the instance is done by the one that has it', async () => {
    const { status } = await two.call('POST', '/webhook/set/shop', {
      enabled: true,
      url: receiver.url,
    });
    expect(status).toBe(200);
    for (let index = 0; index < 10; index++)
      expect((await say(index % 2 === 0 ? one : two, `text ${index}`)).status).toBe(201);
    await until('all are delivered', () => texts().length === 10);
    expect(texts()).toEqual(Array.from({ length: 10 }, (_, index) => `text ${index}`));
    const sent = await two.call('POST', '/message/sendText/shop', {
      number: '5511999990001',
      text: 'hi',
    });
    expect(sent.status).toBe(201);
  });

  test('tools of agents and the paths of Evolution Go reach an instance from any node, with a key for all or its own', async () => {
    const all = { apikey: GLOBAL_KEY };
    const said = { instanceName: 'shop', number: '5511999990001', text: 'from an agent' };
    for (const app of [one, two]) {
      const agent = await connectAgent(app.url, all);
      const sent = await agent.use('send_text', said);
      expect([sent.isError, sent.data?.key?.fromMe]).toEqual([false, true]);
      const refused = await agent.use('send_text', { ...said, number: 'nobody' });
      expect([refused.isError, refused.texts.join()]).toEqual([true, expect.any(String)]);
      await agent.client.close();
      const go = { number: '5511999990001', text: 'from Go' };
      const { status } = await app.call('POST', '/send/text', go, GLOBAL_KEY, {
        instanceid: 'shop',
      });
      expect(status).toBe(200);
    }
  });

  test('deliveries that are sent again at the request of another node go out at once', async () => {
    const again = { state: 'delivered' };
    expect((await two.call('POST', '/delivery/redeliver/shop', again)).status).toBe(202);
    await until('all are delivered again', () => texts().length === 20);
  });

  test('what Meta posts to one node is an event of each instance it is for, whichever node has that', async () => {
    const accounts = [];
    for (const [index, app] of [one, two].entries()) {
      const { number: _, ...account } = graph.world.addAccount();
      const body = { instanceName: `meta${index}`, provider: 'whatsapp-cloud', ...account };
      expect((await app.call('POST', '/instance/create', body)).status).toBe(201);
      accounts.push(account);
    }
    const sentAt = String(Math.floor(Date.now() / 1_000));
    const entries = accounts.map(({ phoneNumberId, businessAccountId }) => {
      const messages = [{ ...textFrom(ANA, 'Hi'), timestamp: sentAt }];
      const value = { contacts: [contactOf(ANA)], messages };
      return change('messages', ofNumber(value, phoneNumberId), businessAccountId)
        .entry as object[];
    });
    const webhook = { object: 'whatsapp_business_account', entry: entries.flat() };
    for (const app of [two, one])
      expect((await postWebhook(app.url + WEBHOOK_PATH, webhook, APP_SECRET)).status).toBe(200);
    for (const name of ['meta0', 'meta1']) {
      const found = async () => (await one.call('GET', `/event/find/${name}?event=Message`)).body;
      await until('it is published', async () => (await found()).events.length > 0);
      expect((await found()).events).toHaveLength(1);
    }
  });

  test('readers at either node hear every event once and in order, also from the middle of the log', async () => {
    await one.call('POST', '/websocket/set/shop', { enabled: true });
    const reader = (app: RunningApp) => {
      const url = `${app.url.replace('http', 'ws')}/ws?instance=shop&after=2`;
      return liveClient(url, { headers: { apikey: GLOBAL_KEY } });
    };
    const readers = [reader(one)];
    // The other node hears within a second that the instance may be read.
    await until('the other node lets a reader in', async () => {
      const late = reader(two);
      const isOpen = await late.opened.then(
        () => true,
        () => false,
      );
      if (isOpen) readers.push(late);
      return isOpen;
    });
    for (let index = 0; index < 20; index++) await say(two, `live ${index}`);
    const isLive = (text: string) => text.startsWith('live ');
    await until('all are delivered', () => texts().filter(isLive).length === 20);
    const { body } = await one.call('GET', '/event/find/shop?limit=500');
    const last = Math.max(...body.events.map((event: { sequence: number }) => event.sequence));
    for (const { has, sequences, close } of readers) {
      await has(last - 2);
      expect(sequences().slice(0, last - 2)).toEqual(
        Array.from({ length: last - 2 }, (_, at) => at + 3),
      );
      close();
    }
  });

  test('what comes to one node counts at the other', async () => {
    const left = async (app: RunningApp) => {
      const { headers } = await app.call('GET', '/event/find/shop?limit=1');
      return Number(headers.get('ratelimit-remaining'));
    };
    const before = await left(two);
    for (let asked = 0; asked < 50; asked++) await left(one);
    let looks = 0;
    await until('the nodes have compared', async () => {
      looks++;
      const now = await left(two);
      // Above what it was: another minute has begun.
      return now <= before - looks - 50 || now > before;
    });
  });

  test('a passkey ceremony of an instance that never was is nobody else’s either, and 404 at once', async () => {
    const path = `/passkey-ceremony/${crypto.randomUUID().replaceAll('-', '')}abcdef`;
    const { status } = await fetch(`${two.url}${path}`, { signal: AbortSignal.timeout(10_000) });
    expect(status).toBe(404);
  });

  test('a browser that reaches another node than the one that pairs goes through the whole passkey ceremony', async () => {
    const body = { instanceName: 'gated', provider: 'whatsapp' };
    await one.call('POST', '/instance/create', body);
    const passkey = await askForPasskey(one.call, whatsapp, 'gated', '5511999990009');
    const state = async () =>
      (await two.call('GET', '/instance/connectionState/gated')).body.instance;
    const path = new URL((await state()).passkey.ceremonyUrl).pathname;
    const shown = await two.call('GET', path, undefined, null);
    expect([shown.status, shown.body.stage]).toEqual([200, 'challenge']);
    const credential = passkey.use(shown.body.publicKey);
    const send = async (step: string, options?: object) =>
      (await two.call('POST', path + step, options, null)).body;
    expect(await send('/response', credential)).toEqual({ ok: true });
    await hasPhase(two.call, 'gated', 'passkey_confirm');
    expect(await send('/confirm')).toEqual({ ok: true });
    await hasPhase(two.call, 'gated', 'open');
  });

  test('a ticket that one node has given opens a WebSocket at the other, once', async () => {
    const { body } = await one.call('POST', '/ws/ticket');
    const open = (app: RunningApp) =>
      liveClient(`${app.url.replace('http', 'ws')}/ws?instance=shop&ticket=${body.ticket}`);
    const reader = open(two);
    await reader.opened;
    for (const app of [one, two])
      expect(await open(app).opened.catch(() => 'refused')).toBe('refused');
    reader.close();
  });

  test('a link to a customer’s page that one node has made opens once at any, and its page works at all', async () => {
    await one.call('POST', '/instance/create', { instanceName: 'rented', provider: 'sandbox' });
    const { body: made } = await one.call('POST', '/portal/rented', { ttlSeconds: 60 });
    const code = codeIn(made.url);
    const opened = await Promise.all([exchange(two, code), exchange(one, code)]);
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 410]);
    const { credential } = opened.find(({ status }) => status === 200)?.body ?? {};
    const endpoint = { name: 'orders', url: `${receiver.url}/rented` };
    const path = '/webhook/endpoints/rented';
    expect((await two.call('POST', path, endpoint, credential)).status).toBe(201);
    expect((await one.call('GET', path, undefined, credential)).body.endpoints).toHaveLength(1);
    await one.call('DELETE', `/portal/rented/${made.id}`);
    expect((await two.call('GET', path, undefined, credential)).status).toBe(401);
  });

  test('an endpoint gets only what fits its filter, whichever node was asked for it and for the message', async () => {
    const own = await startReceiver();
    await two.openInstance('picky');
    const path = '/webhook/endpoints/picky';
    const endpoint = {
      ...{ name: 'orders', url: own.url, events: ['MESSAGE'] },
      filter: { 'data.Message.conversation': { $contains: 'order' } },
      transform: { template: { text: '{{data.Message.conversation}}' } },
    };
    const made = await one.call('POST', path, endpoint);
    expect(made.status).toBe(201);
    const say = (node: RunningApp, text: string) =>
      node.call('POST', '/sandbox/picky/message', { kind: 'text', from: '5511988887777', text });
    for (const node of [one, two]) {
      await say(node, 'hello');
      await say(node, 'an order');
    }
    const came = () => own.requests;
    await until('both orders came', () => came().length === 2);
    await one.call('PATCH', `${path}/${made.body.id}`, { filter: { event: 'Receipt' } });
    await say(two, 'another order');
    await two.call('PATCH', `${path}/${made.body.id}`, { filter: null, transform: null });
    await say(one, 'goodbye');
    await until('the last came', () => came().length === 3);
    expect(came().map(({ body }) => JSON.parse(body).text)).toEqual([
      'an order',
      'an order',
      undefined,
    ]);
    const tried = await one.call('POST', `${path}/filter/test`, {
      filter: endpoint.filter,
      events: ['MESSAGE'],
    });
    expect(tried.body).toMatchObject({ lookedAt: 6, matched: 3 });
    await one.call('DELETE', `${path}/${made.body.id}`);
    await own.stop();
  });

  test('what comes to both nodes at once with one Idempotency-Key is done once', async () => {
    const twins = async (path: string, body: object) => {
      const key = { 'idempotency-key': path };
      const answers = await Promise.all(
        [one, two].map((app) => app.call('POST', path, body, undefined, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(1);
      return answers.map((answer) => answer.body);
    };
    const [crm, crmAgain] = await twins('/api/v1/pipelines', { pipeline: { name: 'Twins' } });
    expect(crmAgain.data.id).toBe(crm.data.id);
    const text = { number: '5511999990001', text: 'once' };
    const [sent, sentAgain] = await twins('/message/sendText/shop', text);
    expect(sentAgain.key.id).toBe(sent.key.id);
  });

  test('what any node writes in the CRM goes at once where the account’s webhooks lead, whichever node changed them', async () => {
    const hook = { name: 'all', url: receiver.url };
    const made = await one.call('POST', '/api/v1/webhooks', hook);
    expect(made.status).toBe(201);
    const created = await two.call('POST', '/api/v1/pipelines', { pipeline: { name: 'Sales' } });
    const stages = `/api/v1/pipelines/${created.body.data.id}/pipeline_stages`;
    const create = async (node: RunningApp, name: string) =>
      expect((await node.call('POST', stages, { pipeline_stage: { name } })).status).toBe(201);
    const sent = (path: string) =>
      receiver.requests
        .filter((request) => request.path === path)
        .map(({ body }) => JSON.parse(body))
        .filter(({ event }) => event === 'pipeline_stage.created')
        .map(({ data }) => data.current.name);
    const names = Array.from({ length: 6 }, (_, index) => `stage ${index}`);
    for (const [index, name] of names.entries()) await create(index % 2 === 0 ? two : one, name);
    await until('all are sent', () => sent('/').length === 6);
    expect(sent('/')).toEqual(names);
    const change = { url: `${receiver.url}/new` };
    const path = `/api/v1/webhooks/${made.body.data.id}`;
    expect((await two.call('PATCH', path, change)).status).toBe(200);
    await create(one, 'to the new URL');
    await create(two, 'to it as well');
    await until('both are sent', () => sent('/new').length === 2);
    expect(sent('/')).toHaveLength(6);
  });

  test('every node shows all nodes and which of them was asked, and is ready while it holds its lease', async () => {
    for (const [app, name] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      const shown = async () => {
        const named = { instanceid: 'shop' };
        const { body } = await app.call('GET', '/nodes', undefined, undefined, named);
        return body.nodes as { name: string; url: string | null; isThis: boolean }[];
      };
      await until('it has heard of both, and where they listen', async () => {
        const reached = (await shown()).filter(({ url }) => url !== null);
        return reached.map((node) => node.name).join() === 'one,two';
      });
      expect((await shown()).filter(({ isThis }) => isThis)).toMatchObject([
        { name, version, unreachableFrom: [] },
      ]);
      const { status, body } = await app.call('GET', '/ready', undefined, null);
      expect([status, body.node.name, body.node.lease]).toEqual([200, name, 'held']);
    }
    const metrics = String((await two.call('GET', '/metrics')).body);
    if (nats !== null) expect(metrics).toContain('gatehouse_hints_up 1');
    expect(metrics).toMatch(/gatehouse_forwarded_total\{outcome="answered"\} [1-9]/);
  });

  test('every node counts the messages of the last minute, whichever node has the instance', async () => {
    await say(one, 'one more');
    for (const app of [one, two]) {
      const perMinute = async () => {
        const { body } = await app.call('GET', '/instance/overview?search=shop');
        return body.instances[0].messagesPerMinute;
      };
      await until('it counts', async () => (await perMinute()) > 0);
    }
  });

  test('a name is taken on every node', async () => {
    const again = { instanceName: 'shop', provider: 'sandbox' };
    expect((await two.call('POST', '/instance/create', again)).status).toBe(409);
    for (let round = 0; round < 4; round++) {
      const made = { instanceName: `raced-${round}`, provider: 'sandbox' };
      const both = [one, two].map((app) => app.call('POST', '/instance/create', made));
      const refusals = (await Promise.all(both)).filter(({ status }) => status !== 201);
      expect(refusals.map(({ status, body }) => [status, body.error.message])).toEqual([
        [409, `the name raced-${round} is taken`],
      ]);
    }
  });

  test('a name is free at every node once its deletion was answered, and no node lists the deleted instance', async () => {
    const made = { instanceName: 'again', provider: 'sandbox' };
    for (let round = 0; round < 12; round++) {
      const [here, there] = round % 2 === 0 ? [one, two] : [two, one];
      expect((await here.call('POST', '/instance/create', made)).status).toBe(201);
      expect((await there.call('DELETE', '/instance/delete/again')).status).toBe(200);
      expect((await here.call('GET', '/instance/fetchInstances?instanceName=again')).body).toEqual(
        [],
      );
      expect((await there.call('GET', '/instance/connectionState/again')).status).toBe(404);
    }
  });

  test('a node with the name of one that lives is refused in a sentence, and changes nothing', async () => {
    const clock = manualClock();
    let refusal: unknown = null;
    void start('two', clock).catch((error) => {
      refusal = error;
    });
    await until('it has waited for as long as a lease lasts', async () => {
      await clock.advance(500);
      // Whatever was asked of the database before this has been answered: none of its time limits has passed.
      await two.call('GET', '/event/find/shop?limit=1');
      return refusal !== null;
    });
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(refusal).toMatchObject({
      exitCode: 78,
      message:
        'another node on this database is called "two", and it lives: set NODE_NAME to a name of its own for each node',
    });
    expect((await say(two, 'still there')).status).toBe(201);
  });

  test('a node with another global key is refused in a sentence, and one with both keys starts', async () => {
    const clock = manualClock();
    let refusal: unknown = null;
    const key = 'another-global-key-of-this-test';
    void start('other-key', clock, { GLOBAL_API_KEY: key }).catch((error) => {
      refusal = error;
    });
    await until('it has waited for as long as a lease lasts', async () => {
      await clock.advance(500);
      // Whatever was asked of the database before this has been answered: none of its time limits has passed.
      await two.call('GET', '/event/find/shop?limit=1');
      return refusal !== null;
    });
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(refusal).toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('GLOBAL_API_KEY is not that of the other nodes'),
    });
    const both = await start('both-keys', undefined, { GLOBAL_API_KEY: `${key},${GLOBAL_KEY}` });
    await both.stop();
  });

  test('a node beside whose start the schema becomes one that it cannot work with does not start', async () => {
    const db = await openDatabase({ url: `http://${sqld.address}`, isSecond: true });
    const run = (sql: string) => db.query(sql, []);
    await run(`create trigger meanwhile after insert on nodes when new.name = 'late'
      begin insert into migrations (name, applied_at, needs) values ('9999_later', 1, '99.0.0'); end`);
    const refusal = await start('late').then(
      () => 'none',
      (error) => error.message,
    );
    await run('drop trigger meanwhile');
    await run("delete from nodes where name = 'late'");
    await run("delete from migrations where name = '9999_later'");
    await db.close();
    expect(refusal).toContain('migration 9999_later, which needs version 99.0.0 at least');
  });

  test('a request that only says that a node has passed it on is refused, and does nothing', async () => {
    const headers = { 'x-gatehouse-hop': 'v2.00000000.AAAA' };
    const { status, body } = await two.call(
      'POST',
      '/message/sendText/shop',
      { number: '5511999990001', text: 'forged' },
      undefined,
      headers,
    );
    expect(status).toBe(403);
    expect(body.error.message).toContain('is forged or was used before');
  });

  test('a request for a node that has ended does nothing at one that is back at its address, and may be asked again', async () => {
    const path = '/message/sendText/shop';
    const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
    const header = createHops({ vault, node: 'one' }).seal({
      to: 'ended',
      at: Date.now(),
      method: 'POST',
      path,
      client: '192.0.2.1',
    });
    const body = { number: '5511999990001', text: 'for another node' };
    const headers = { 'x-gatehouse-hop': header };
    const { status } = await one.call('POST', path, body, undefined, headers);
    expect(status).toBe(421);
  });

  test('a request that comes late to a node is not called forged, does nothing, and may be asked again', async () => {
    const path = '/message/sendText/shop';
    const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
    const at = Date.now() - 11_000;
    const hop = { to: 'one', at, method: 'POST', path, client: '192.0.2.1' };
    const headers = { 'x-gatehouse-hop': createHops({ vault, node: 'two' }).seal(hop) };
    const body = { number: '5511999990001', text: 'late' };
    const answer = await one.call('POST', path, body, undefined, headers);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(answer.body.error.message).toContain('took too long to reach the node');
  });

  test('when the node that has an instance stops, the other goes on with it at once, and loses nothing', async () => {
    receiver.script(respond(500));
    await say(one, 'before');
    await until('it was tried', () => texts().includes('before'));
    const text = { number: '5511999990001', text: 'to be sent once' };
    const key = { 'idempotency-key': 'asked-at-both' };
    const sent = await one.call('POST', '/message/sendText/shop', text, undefined, key);
    const scheduleAt = new Date(Date.now() + 1_800_000).toISOString();
    const later = { number: '5511999990001', text: 'in half an hour', scheduleAt };
    expect((await one.call('POST', '/message/sendText/shop', later)).status).toBe(201);
    const isOver = new AbortController();
    const answers = new Set<string | number>();
    const askedMeanwhile = Array.from({ length: 4 }, async () => {
      while (!isOver.signal.aborted) {
        const { status, body } = await say(two, 'x');
        answers.add(body.error?.message ?? status);
      }
    });
    await one.stop();
    isOver.abort();
    await Promise.all(askedMeanwhile);
    expect([...answers]).toEqual([201]);
    await until('the other is connected', async () => {
      const { body } = await two.call('GET', '/instance/connectionState/shop');
      return body.instance?.state === 'open';
    });
    const again = await two.call('POST', '/message/sendText/shop', text, undefined, key);
    expect([again.status, again.body.key.id]).toEqual([201, sent.body.key.id]);
    expect((await say(two, 'after')).status).toBe(201);
    await until('it is delivered', () => texts().includes('after'));
    // The other is an hour ahead by its own clock.
    const { messages } = (await two.call('GET', '/message/scheduled/shop')).body;
    const reason = `It waits in the queue until ${scheduleAt}.`;
    expect(messages).toMatchObject([{ status: 'QUEUED', reason }]);
    // What is due in 30 s by the clock of one node is so by that of another.
    const found = await two.call('GET', '/delivery/find/shop?state=waiting');
    const dueAt = Date.parse(found.body.deliveries[0].nextAttemptAt);
    expect(Math.abs(dueAt - Date.now())).toBeLessThan(40_000);
    expect(texts().filter((text) => text === 'before')).toHaveLength(1);
    // Its next attempt is 30 s away: brought forward.
    expect((await two.call('POST', '/delivery/redeliver/shop', { state: 'waiting' })).status).toBe(
      202,
    );
    await until(
      'what waited is delivered',
      () => texts().filter((text) => text === 'before').length === 2,
    );
  });
});
