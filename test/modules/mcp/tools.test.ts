/** Agents use the service: the official client at /mcp of the whole product. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { type Agent, connectAgent } from '../../helpers/mcp.ts';
import { until } from '../../helpers/until.ts';

let app: RunningApp;
let receiver: Receiver;
let agent: Agent;
let crm: Agent;
beforeAll(async () => {
  const env = { MCP_ENABLED: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' };
  [app, receiver] = await Promise.all([startApp({ env }), startReceiver()]);
  await app.openInstance('shop');
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url });
  agent = await connectAgent(app.url, { apikey: GLOBAL_KEY });
  crm = await connectAgent(app.url, { authorization: `Bearer ${ACCESS_TOKEN}` });
});
afterAll(async () => {
  await Promise.all([agent.client.close(), crm.client.close()]);
  await app.stop();
  await receiver.stop();
});

const NUMBER = '5511888880000';
const SHOP = { instanceName: 'shop' };

describe('the list of tools', () => {
  test('every kind of message that can be sent has a tool, and each credential sees its own zone', async () => {
    const { tools } = await agent.client.listTools();
    const names = new Set(tools.map(({ name }) => name));
    const { body: document } = await app.call('GET', '/swagger/json');
    const sends = Object.keys(document.paths).filter((path) => path.startsWith('/message/send'));
    expect(sends.length).toBeGreaterThan(12);
    expect(tools.filter(({ name }) => name.startsWith('send_')).length).toBe(sends.length);
    for (const name of ['send_text', 'send_whatsapp_audio', 'explain_message', 'find_deliveries'])
      expect(names).toContain(name);
    const ofCrm = (await crm.client.listTools()).tools.map(({ name }) => name);
    expect(ofCrm).toContain('move_stages');
    expect(ofCrm.filter((name) => names.has(name))).toEqual([]);
  });

  test('a tool says what its operation says, takes the fields of it, and stands by itself', async () => {
    const all = await Promise.all([agent.client.listTools(), crm.client.listTools()]);
    for (const { name, title, description, inputSchema } of all.flatMap(({ tools }) => tools)) {
      expect(name).toMatch(/^[a-z_]{4,40}$/);
      expect(description).toStartWith(`${title}.`);
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    }
    const text = all[0].tools.find(({ name }) => name === 'send_text');
    expect(text?.title).toBe('Send a text');
    expect(text?.inputSchema.required).toEqual(['instanceName', 'number', 'text']);
    expect(Object.keys(text?.inputSchema.properties ?? {})).toContain('idempotency_key');
    const stages = all[1].tools.find(({ name }) => name === 'move_stages');
    expect(Object.keys(stages?.inputSchema.properties ?? {})).toEqual([
      'pipeline_id',
      'account_id',
      'stage_ids',
      'stage_orders',
      'if_match',
    ]);
  });

  test('tools that change nothing are marked so, and those that overwrite or remove as destructive', async () => {
    const all = await Promise.all([agent.client.listTools(), crm.client.listTools()]);
    const tools = all.flatMap(({ tools }) => tools);
    const marked = (hint: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    expect(marked('destructiveHint').sort()).toEqual([
      'cancel_scheduled_message',
      'change_stage',
      'delete_message_for_everyone',
      'edit_message',
      'move_stages',
    ]);
    const changing =
      /^(send|edit|delete|cancel|forward|mark|redeliver|connect|add|change|move|recover)_?/;
    expect(marked('readOnlyHint').filter((name) => changing.test(name))).toEqual([]);
    const others = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    expect(others.filter(({ name }) => !changing.test(name))).toEqual([]);
  });

  test('the page for agents names every tool, and none that there is not', async () => {
    const page = await Bun.file(new URL('../../../docs/mcp.md', import.meta.url)).text();
    const rows = page.split('\n').filter((line) => /^- \*\*[^*]+:\*\*|^- \*\*\[/.test(line));
    const named = rows.flatMap((row) => [...row.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
    const all = await Promise.all([agent.client.listTools(), crm.client.listTools()]);
    const names = all.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect(named.filter((name) => !names.includes(`${name}`))).toEqual([]);
    const missing = names.filter((name) => !named.includes(name) && !name.startsWith('send_'));
    expect(missing).toEqual([]);
  });

  test('a connection may ask for some tools alone, and then has no others', async () => {
    const few = await connectAgent(
      app.url,
      { apikey: GLOBAL_KEY },
      '?tools=list_instances,find_events',
    );
    const { tools } = await few.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_instances', 'find_events']);
    expect(await failureOf(few.use('send_text', SHOP))).toContain('no tool');
    await few.client.close();
  });
});

describe('with the key of an instance', () => {
  test('an agent sends a text, finds its event and learns what became of it', async () => {
    const sent = await agent.use('send_text', { ...SHOP, number: NUMBER, text: 'Good morning' });
    expect([sent.isError, sent.data.status]).toEqual([false, 'PENDING']);
    expect(JSON.parse(sent.texts[0] ?? '')).toEqual(sent.data);
    const messageId: string = sent.data.key.id;
    const { data } = await agent.use('find_events', { ...SHOP, event: 'SendMessage', limit: 10 });
    expect(data.events).toHaveLength(1);
    expect(JSON.stringify(data.events)).toContain(messageId);
    const sought = await agent.use('search_events', {
      ...SHOP,
      id: messageId,
      event: 'sendmessage',
    });
    expect(sought.data.events[0].id).toBe(data.events[0].id);
    const explained = await agent.use('explain_message', { ...SHOP, messageId });
    expect(JSON.stringify(explained.data)).toContain('webhook');
    const found = await agent.use('search_messages', { ...SHOP, query: 'morning' });
    expect(JSON.stringify(found.data)).toContain(messageId);
  });

  test('a send with an idempotency key is done once, however often it is called', async () => {
    const input = { ...SHOP, number: NUMBER, text: 'Once', idempotency_key: 'agent-1' };
    const ids = [await agent.use('send_text', input), await agent.use('send_text', input)].map(
      ({ data }) => data.key.id,
    );
    expect(new Set(ids).size).toBe(1);
    const { body } = await app.call('GET', '/sandbox/shop/sent');
    expect(JSON.stringify(body).split('"Once"').length).toBe(2);
  });

  test('an agent finds a delivery with its attempts and has it sent again', async () => {
    await until('some are delivered', async () => {
      const { data } = await agent.use('find_deliveries', { state: 'delivered' });
      return data.deliveries.length > 4;
    });
    const { data: page } = await agent.use('find_deliveries', {
      instance: 'shop',
      state: 'delivered',
      limit: 1,
    });
    const [{ id, eventId }] = page.deliveries;
    const { data: delivery } = await agent.use('get_delivery', { deliveryId: id });
    expect(delivery.attempts[0]).toMatchObject({ number: 1, status: 200 });
    const before = receiver.requests.filter((one) => one.header('webhook-id') === eventId).length;
    const again = await agent.use('redeliver', { ...SHOP, ids: [id] });
    expect(again.data).toEqual({ redelivering: 1 });
    await until('it has come again', () => {
      const now = receiver.requests.filter((one) => one.header('webhook-id') === eventId).length;
      return now === before + 1;
    });
  });

  test('the QR code of an instance comes as an image, and the connection stands in the audit', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'new', provider: 'sandbox' });
    const { data, content } = await agent.use('connect_instance', { instanceName: 'new' });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(data).toMatchObject({ count: 1, base64: '(shown as an image)' });
    const { body } = await app.call('GET', '/audit/find?instanceName=new&action=instance.connect');
    expect(JSON.stringify(body)).toContain('"actor":"global"');
  });

  test('a key that may only read is told that it may not send, and nothing is sent', async () => {
    const rotated = await app.call('POST', '/instance/key/rotate/shop', { scopes: ['read'] });
    const reader = await connectAgent(app.url, { apikey: rotated.body.apikey });
    const listed = await reader.use('list_instances');
    expect(listed.data.result.map((one: { name: string }) => one.name)).toEqual(['shop']);
    const refused = await reader.use('send_text', { ...SHOP, number: NUMBER, text: 'Not sent' });
    expect(refused.isError).toBe(true);
    expect(refused.texts).toEqual([
      'FORBIDDEN: this key lacks the scope send',
      'Use the global key, or a key or role with what the message names.',
    ]);
    expect(refused.data).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const other = await reader.use('get_instance_state', { instanceName: 'new' });
    expect(other.texts[0]).toBe('FORBIDDEN: this key belongs to another instance');
    const { body } = await app.call('GET', '/sandbox/shop/sent');
    expect(JSON.stringify(body)).not.toContain('Not sent');
    await reader.client.close();
  });
});

describe('with a token of the CRM', () => {
  test('an agent reads a pipeline, adds a stage and moves it to the front', async () => {
    const created = await app.call('POST', '/api/v1/pipelines', {
      pipeline: { name: 'Sales' },
      stages: [{ name: 'New' }, { name: 'Won' }],
    });
    const pipeline_id: string = created.body.data.id;
    const { data: listed } = await crm.use('list_pipelines', { pageSize: 5 });
    expect(listed.data[0]).toMatchObject({ id: pipeline_id, name: 'Sales' });
    const { data: found } = await crm.use('list_pipelines', { search: 'SALE', sort: '-name' });
    expect(found.meta.pagination.total).toBe(1);
    expect((await crm.use('list_pipelines', { search: 'none' })).data.data).toEqual([]);
    const added = await crm.use('add_stage', { pipeline_id, pipeline_stage: { name: 'Later' } });
    const { data: before } = await crm.use('list_stages', { pipeline_id });
    const ids: string[] = before.data.map(({ id }: { id: string }) => id);
    const stage_ids = [added.data.data.id, ...ids.filter((id) => id !== added.data.data.id)];
    const moved = await crm.use('move_stages', { pipeline_id, stage_ids });
    expect(moved.isError).toBe(false);
    const { data: after } = await crm.use('list_stages', { pipeline_id });
    const names = after.data.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Later', 'New', 'Won']);
  });

  test('what is wrong with a field is said in the words of the operation, by its field', async () => {
    const [pipeline] = (await crm.use('list_pipelines')).data.data;
    const input = { pipeline_id: pipeline.id, pipeline_stage: { name: '', color: 'red' } };
    const { isError, data } = await crm.use('add_stage', input);
    expect([isError, data.status, data.code]).toEqual([true, 422, 'VALIDATION_ERROR']);
    expect(Object.keys(data.details).sort()).toEqual(['color', 'name']);
    const unknown = await crm.use('list_stages', { pipeline_id: crypto.randomUUID() });
    expect(unknown.texts[0]).toStartWith('NOT_FOUND: ');
  });

  test('the account of all tools may stand among the headers of the connection', async () => {
    const headers = { api_access_token: ACCESS_TOKEN, 'account-id': crypto.randomUUID() };
    const elsewhere = await connectAgent(app.url, headers);
    expect((await elsewhere.use('list_pipelines')).texts[0]).toStartWith('NOT_FOUND: ');
    const [{ id: account_id }] = (await crm.use('list_accounts')).data.data;
    expect((await elsewhere.use('list_pipelines', { account_id })).isError).toBe(false);
    await elsewhere.client.close();
  });
});

describe('bad calls', () => {
  test('a tool of the other zone names the credential that it needs', async () => {
    const { texts } = await agent.use('list_pipelines');
    expect(texts).toEqual(['UNAUTHORIZED: This tool needs a connection with api_access_token']);
  });

  test('an unknown tool is refused, and so is one that is called as a task, before it is done', async () => {
    expect(await failureOf(agent.use('send_everything'))).toContain('there is no tool');
    const task = agent.client.callTool({
      name: 'send_text',
      arguments: { ...SHOP, number: NUMBER, text: 'As a task' },
      task: { ttl: 1_000 },
    });
    expect(await failureOf(task)).toContain('does not support task creation');
    const { body } = await app.call('GET', '/sandbox/shop/sent');
    expect(JSON.stringify(body)).not.toContain('As a task');
  });

  test('arguments that are unknown, missing or no text are named, all of them', async () => {
    const { isError, texts } = await agent.use('get_message_status', {
      instanceName: { not: 'text' },
      messageID: 'x',
    });
    expect(isError).toBe(true);
    expect(texts[0]).toBe(
      'BAD_REQUEST: The arguments are invalid: instanceName must be a text; messageID is not known here; instanceName is required; messageId is required',
    );
  });

  test('a path that dots, blanks or slashes would lead elsewhere stays where it is', async () => {
    for (const instanceName of ['..', '.', ''])
      expect((await agent.use('find_events', { instanceName })).data.code).toBe('BAD_REQUEST');
    for (const instanceName of ['../instance/fetchInstances', 'shop/../new', '%2e%2e', '\ud800'])
      expect((await agent.use('find_events', { instanceName })).data.status).toBeOneOf([400, 404]);
    const badHeader = { ...SHOP, number: NUMBER, text: 'x', idempotency_key: 'a\r\nb: c' };
    expect((await agent.use('send_text', badHeader)).data.status).toBe(400);
    const long = await agent.use('find_events', { ...SHOP, event: 'x'.repeat(3_000) });
    expect(long.texts[0]).toContain('event must have at most 2048 characters');
  });
});

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing has failed',
    (error) => String(error),
  );
