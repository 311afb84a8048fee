/** Deliveries in the manager: found, watched, and sent again, in a real browser. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { respond, startReceiver } from '../../doubles/receiver.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { load } from '../../helpers/load.ts';
import { goBack } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const { app, receiver, page } = startInBrowser({
  options: { env: { WEBHOOK_MAX_ATTEMPTS: '1' } },
  async fill() {
    for (const name of ['shop', 'cafe']) {
      await app.openInstance(name);
      const webhook = { enabled: true, url: `${receiver.url}/${name}` };
      await app.call('POST', `/webhook/set/${name}`, webhook);
    }
  },
});

const say = (name: string, text: string) =>
  app.call('POST', `/sandbox/${name}/message`, { kind: 'text', from: '5511988887777', text });
const count = (selector: string) =>
  page.evaluate<number>(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const ROWS = 'table:is([aria-label="Deliveries"], [aria-label="Events"]) tbody tr';
const rowsAre = (wanted: number) =>
  until(`${wanted} rows`, async () => (await count(ROWS)) === wanted);
const titleIs = (title: string) =>
  page.holds(`the title ${title}`, `document.title === ${JSON.stringify(title)}`);
const openRow = (index: number) =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(`${ROWS} th a`)})].at(${index}).click()`,
  );
const posts = () => receiver.requests.length;

inChromium(() => {
  test('what failed is found in all instances, and sent again after its number was said', async () => {
    receiver.script(respond(500, { body: 'no room' }), respond(500), respond(200));
    await say('shop', 'one');
    await say('cafe', 'two');
    await until('both were posted', () => posts() === 2);
    await say('shop', 'three');
    await until('all were posted', () => posts() === 3);
    await page.open(`${app.url}/manager#/`);
    await page.press('Deliveries of all instances');
    await rowsAre(3);
    const hint = await page.evaluate<string>("document.querySelector('[name=find]').placeholder");
    expect(hint).toBe('Delivery or event ID, status code');
    await page.fill('State', 'discarded');
    await rowsAre(2);
    await page.fill('Event', 'Receipt');
    await page.shows('Nothing here yet.');
    await page.fill('Event', 'Message');
    await page.fill('Endpoint', 'webhook');
    await rowsAre(2);

    await page.fill('Endpoint', '');
    await page.fill('Event', '');
    await page.fill('Select all on this page', true);
    await page.shows('Redeliver all 2 that match');
    await page.press('Redeliver all 2 that match');
    await page.shows('Redeliver 2 deliveries?');
    await page.press('Cancel');
    await page.shows('Nothing was redelivered.');
    expect(posts()).toBe(3);
    await page.press('Redeliver all 2 that match');
    await page.press('Redeliver all');
    await page.shows('Redelivering 2 deliveries.');
    await until('both came again', () => posts() === 5);
    await page.shows('Nothing here yet.');
  });

  test('those that are ticked are sent again together, and each shows its attempts', async () => {
    await page.open(`${app.url}/manager#/shop/deliveries`);
    await rowsAre(2);
    await page.evaluate("document.querySelector('tbody input[type=checkbox]').click()");
    await page.shows('1 selected');
    const before = posts();
    await page.fill('Select all on this page', true);
    await page.shows('2 selected');
    await page.press('Redeliver selected');
    await page.shows('Redelivering 2 deliveries');
    await until('both came again', () => posts() === before + 2);
    await openRow(-1);
    await page.shows('Attempt 3');
    await page.evaluate("[...document.querySelectorAll('.attempt')].at(-1).click()");
    await page.shows('Response to attempt 1');
    await page.shows('no room');
    await page.press('Request');
    await page.shows('x-gatehouse-attempt: 4');
    await page.shows('The next attempt sends this request');
  });

  test('new deliveries come by themselves, and wait while somebody reads', async () => {
    // One is still open from before.
    await say('shop', 'four');
    await page.shows('Show 1 new');
    expect(await count(ROWS)).toBe(2);
    await page.press('Show 1 new');
    await rowsAre(3);
    await page.press('Close');
    await say('shop', 'five');
    await rowsAre(4);
    expect(page.complaints).toEqual([]);
  });

  test('an event leads to its deliveries and a delivery to its event', async () => {
    await page.open(`${app.url}/manager#/shop/events`);
    await page.fill('Text', 'FOUR');
    await rowsAre(1);
    await openRow(0);
    await page.shows('"conversation": "four"');
    await page.press('Copy JSON');
    await page.shows('Copied');
    await page.press('Show deliveries');
    await page.shows('You see only the deliveries of one event.');
    await rowsAre(1);
    await openRow(0);
    await page.press('Show event');
    await page.shows('"conversation": "four"');
    await page.press('Close');
    await page.fill('Event', 'Connected');
    await rowsAre(1);
    await page.fill('Event', '');
  });

  test('events that come while the list is paused wait, are counted, and are all there afterwards', async () => {
    await page.shows('five');
    const before = await count(ROWS);
    await page.press('Pause');
    await say('shop', 'six');
    await say('shop', 'seven');
    await page.shows('Resume: 2 waiting');
    expect(await count(ROWS)).toBe(before);
    await page.press('Resume: 2 waiting');
    await rowsAre(before + 2);
    await page.shows('seven');
    expect(page.complaints).toEqual([]);
  });

  test('a delivery has an address and a title of its own, which survive a reload and the way back', async () => {
    const { body } = await app.call('GET', '/delivery/search?instance=shop&state=delivered');
    const [{ id, sequence }] = body.deliveries;
    const all: number = body.deliveries.length;
    await page.open(`${app.url}/manager#/shop/deliveries?state=delivered`);
    await rowsAre(all);
    await titleIs('Deliveries · shop · Gatehouse');
    await openRow(0);
    await page.shows('Response to attempt 1');
    const address = await page.evaluate<string>('location.hash');
    expect(address).toBe(`#/shop/deliveries/${id}?state=delivered`);
    await titleIs(`Message #${sequence} · Deliveries · shop · Gatehouse`);
    await page.open('about:blank');
    await goBack(page);
    await page.shows('Response to attempt 1');
    await goBack(page);
    await page.lacks('.side-panel');
    await rowsAre(all);
    await page.open(`${app.url}/manager#deliveries/${id}`);
    await page.shows('Response to attempt 1');
  });

  test('an address that leads nowhere says so and leads on', async () => {
    const unknown = '01900000-0000-7000-8000-0000000000ff';
    for (const [address, way] of [
      [`#/shop/deliveries/${unknown}`, 'Show all'],
      ['#/shop/deliveries/foo', 'Show all'],
      ['#/shop/events/4000', 'Show all'],
      ['#/shop/foo', 'shop'],
      ['#/naoexiste', '← All instances'],
    ] as const) {
      await page.open(`${app.url}/manager${address}`);
      await page.shows(way);
      expect(await page.evaluate<boolean>("document.querySelector('.side-panel') === null")).toBe(
        true,
      );
      await page.press(way);
      await page.shows(address === '#/naoexiste' ? 'New instance' : 'connected');
    }
  });

  test('a delivery is found by its ID, its event, its message, its endpoint and its status code', async () => {
    const { body } = await app.call('GET', '/delivery/search?instance=shop&status=200');
    const [newest] = body.deliveries;
    const all: number = body.deliveries.length;
    const { body: found } = await app.call('GET', `/event/search/shop?id=${newest.eventId}`);
    const messageId = found.events[0].data.Info.ID;
    await page.open(`${app.url}/manager#/shop/deliveries`);
    for (const text of [newest.id, newest.eventId, messageId]) {
      await page.fill('Find', text);
      await rowsAre(1);
      await page.shows(`Message #${newest.sequence}`);
      await page.fill('Find', '');
      await rowsAre(all);
    }
    await page.fill('Find', 'DEFAULT');
    await rowsAre(all);
    await page.fill('Find', '503');
    await page.shows('Nothing here yet.');
    await page.fill('Find', '200');
    await rowsAre(all);
    await page.fill('Find', 'no such message');
    await page.shows('Nothing here yet.');
    await page.fill('Find', '');
    expect(page.complaints).toEqual([]);
  });

  const endpointAt = (name: string, id: string, part = '') =>
    `${app.url}/manager#/${name}/endpoints/${id}${part && `/${part}`}`;
  const shopEndpoint = async (id: string) =>
    (await app.call('GET', `/webhook/endpoints/shop/${id}`)).body;

  test('a try of the webhook shows what was sent, what came back and what to do about it', async () => {
    await page.open(`${app.url}/manager#/shop/endpoints`);
    await page.shows(
      'Off: Webhook of all instances, RabbitMQ, RabbitMQ of all instances, NATS, NATS of all instances, WebSocket',
    );
    await page.press('default');
    receiver.script(respond(401, { headers: { 'x-why': 'no token' }, body: 'go away' }));
    await page.fill('Event', 'CallOffer');
    await page.press('Send test');
    await page.shows('Not delivered: status 401');
    await page.shows('The receiver wants other credentials');
    await page.shows(`POST ${receiver.url}/shop`);
    await page.shows('"event": "CallOffer"');
    await page.shows('x-why: no token');
    await page.shows('go away');
    const gone = await startReceiver();
    await gone.stop();
    await page.press('Edit');
    await page.fill('URL', gone.url);
    await page.press('Save');
    await page.shows('Saved');
    await page.press('Overview');
    await page.press('Send test');
    await page.shows('connection_refused');
    await page.shows('Start the receiver, or correct host and port');
  });

  test('the signing secret is shown when asked for, and replaced after a question', async () => {
    const secret = () =>
      page.evaluate<string>("document.querySelector('.copy-text code')?.textContent ?? ''");
    await page.press('Show secret');
    await page.shows('whsec_');
    const old = await secret();
    await page.press('Replace secret');
    await page.press('Replace');
    await page.shows('default has a new secret.');
    expect(await secret()).not.toBe(old);
    await page.press('Hide');
    expect(await secret()).toBe('');
  });

  test('the page of an endpoint has an address and a title for each of its tabs, and unknown ones lead on', async () => {
    await page.press('Edit');
    await until('the tab has its address', async () =>
      (await page.evaluate<string>('location.hash')).endsWith('/endpoints/default/settings'),
    );
    await page.open('about:blank');
    await page.open(endpointAt('shop', 'default', 'deliveries'));
    await until('its deliveries are there', async () => (await count(ROWS)) > 0);
    await titleIs('default · Webhooks · shop · Gatehouse');
    await openRow(0);
    await page.shows('Response to attempt');
    await page.holds(
      'the delivery has its title',
      '/^Message #\\d+ · default · Webhooks · shop · Gatehouse$/.test(document.title)',
    );
    await goBack(page);
    await titleIs('default · Webhooks · shop · Gatehouse');
    for (const address of [
      endpointAt('shop', 'nobody'),
      endpointAt('shop', 'default', 'nothing'),
    ]) {
      await page.open(address);
      await page.shows('Nothing is stored at this address.');
    }
    await page.open(endpointAt('shop', 'nobody'));
    await page.press('← All endpoints');
    await page.press('default');
    await page.shows('Last failures');
  });

  test('the settings of the default webhook have three fields, parts to open, and examples to click', async () => {
    await page.press('Edit');
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('Extra headers');
    await page.press('More');
    await page.fill('Description', 'tells the shop');
    await page.press('Filter and transform');
    await page.press('Only groups');
    await page.press('Test filter');
    await page.shows('0 of the last');
    await page.press('Save');
    await page.shows('Saved');
    expect(await shopEndpoint('default')).toMatchObject({
      ...{ description: 'tells the shop', autoDisable: false },
      filter: { 'data.Info.Chat': { $endsWith: '@g.us' } },
    });
    await page.press('Overview');
    await page.shows('every event (filtered)');
    await app.call('PATCH', '/webhook/endpoints/shop/default', { filter: null });
  });

  test('a second endpoint is added, shows its secret once, is tried, changed, disabled and deleted', async () => {
    await page.open(`${app.url}/manager#/shop/endpoints`);
    await page.press('Add endpoint');
    await page.press('Create');
    await page.shows('name is required');
    await page.fill('Name', 'orders');
    await page.fill('URL', `${receiver.url}/orders`);
    await page.press('Create');
    await page.shows('does not show it again');
    await page.shows('whsec_');
    await page.press('Done');
    await page.press('orders');
    const id = (await page.evaluate<string>('location.hash')).split('/').at(-1) ?? '';
    const before = posts();
    await page.press('Send test');
    await page.shows(`POST ${receiver.url}/orders`);
    expect(posts()).toBe(before + 1);
    await page.press('Edit');
    await page.press('More');
    await page.fill('Order', 'none');
    await page.fill('Attempts', '3');
    await page.fill('Retry delays in ms', '5, soon');
    // The part with the wrong field is opened.
    await page.press('More');
    await page.press('Save');
    await page.shows('delaysMs must be 1 to 19 whole numbers of at least 1000');
    await page.fill('Retry delays in ms', '5000, 60000');
    await page.press('Save');
    const isNow = (change: object) =>
      until(`it has ${JSON.stringify(change)}`, async () =>
        Bun.deepMatch(change, await shopEndpoint(id)),
      );
    await isNow({ ordering: 'none', retry: { attempts: 3, delaysMs: [5_000, 60_000] } });
    await page.shows('Saved');
    await page.fill('Attempts', '');
    await page.fill('Retry delays in ms', '');
    await page.press('Save');
    await isNow({ ordering: 'none', retry: null });
    await page.lacks('.page [aria-disabled=true]');
    await page.shows('Saved');
    await page.press('Actions orders');
    await page.press('Disable');
    await page.shows('orders is disabled');
    await isNow({ enabled: false });
    await page.press('Enable');
    await page.shows('orders is enabled');
    await isNow({ enabled: true });
    await page.press('Actions orders');
    await page.press('Delete');
    await page.press('Delete orders now');
    await until('the list is shown without it', async () =>
      Bun.deepEquals(
        [await page.evaluate('location.hash'), (await shopEndpoint(id)).error?.code],
        ['#/shop/endpoints', 'NOT_FOUND'],
      ),
    );
    expect(page.complaints.filter((one) => !one.includes('status of 4'))).toEqual([]);
  });

  test('what happened is replayed to an endpoint, with its progress, and a replay is paused and cancelled', async () => {
    await app.openInstance('again');
    for (let n = 0; n < 40; n++)
      await app.call('POST', '/sandbox/again/message', {
        kind: 'text',
        from: '5511888880000',
        text: `text ${n}`,
      });
    const url = `${receiver.url}/again`;
    const asked = { name: 'orders', url, events: ['MESSAGE'] };
    const { body: endpoint } = await app.call('POST', '/webhook/endpoints/again', asked);
    await page.open(endpointAt('again', endpoint.id, 'replay'));
    await page.shows('No replays yet.');
    await page.fill('Since', '2026-01-05T10:00');
    await page.fill('Events per second, at most', '5');
    await page.press('Start replay');
    await page.shows('Replay started');
    await page.shows('running');
    await page.press('Pause');
    await page.shows('paused');
    await page.press('Cancel replay');
    await page.press('Cancel the replay now');
    await page.shows('cancelled');
    const at = `/webhook/endpoints/again/${endpoint.id}/recoveries`;
    const { body } = await app.call('GET', at);
    expect(body.recoveries).toMatchObject([
      { state: 'cancelled', onlyFailed: true, ratePerSecond: 5 },
    ]);
    await page.fill('Events per second, at most', '500');
    await page.press('Start replay');
    // Those that the first replay delivered before it was paused are missed by nobody.
    const missed = 40 - body.recoveries[0].delivered;
    await page.shows(`${missed} of ${missed} delivered`);
    await page.shows('done');
    await app.call('DELETE', '/instance/delete/again');
  });

  test('on the page of an endpoint all that failed there is sent again, and nothing that failed elsewhere', async () => {
    await app.openInstance('both');
    const make = (name: string) =>
      app.call('POST', '/webhook/endpoints/both', {
        ...{ name, url: `${receiver.url}/${name}`, events: ['MESSAGE'] },
      });
    const { body: first } = await make('first');
    await make('second');
    const times = (path: string) => receiver.requests.filter((one) => one.path === path).length;
    receiver.script(respond(500), respond(500), respond(200));
    await say('both', 'refused');
    await until('both were posted', () => times('/first') === 1 && times('/second') === 1);
    await page.open(endpointAt('both', first.id, 'deliveries'));
    await page.fill('State', 'discarded');
    await rowsAre(1);
    await page.fill('Select all on this page', true);
    await page.press('Redeliver the 1 that matches');
    await page.press('Redeliver all');
    await until('it came again', () => times('/first') === 2);
    await page.shows('Nothing here yet.');
    const left = await app.call('GET', '/delivery/count?instance=both');
    expect([times('/second'), left.body.count]).toEqual([1, 1]);
    await app.call('DELETE', '/instance/delete/both');
  });

  test('what failed behind more than a count looks at is sent again, and no number of it is said', async () => {
    await app.openInstance('busy');
    const webhook = { enabled: true, url: `${receiver.url}/busy`, events: ['MESSAGE'] };
    await app.call('POST', '/webhook/set/busy', webhook);
    const times = () => receiver.requests.filter(({ path }) => path === '/busy').length;
    receiver.script(respond(500), respond(200));
    await say('busy', 'refused');
    const failed = async () =>
      (await app.call('GET', '/delivery/search?instance=busy&state=discarded')).body.deliveries;
    await until('it has failed', async () => (await failed()).length === 1);
    const db = new Database(join(app.dataDir, 'gatehouse.db'));
    db.run(`with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < 20000)
      insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state, created_at, updated_at)
      select printf('00000000-0000-7000-8000-%012d', value), d.stream_id, d.sequence, 'amqp', d.event_id, d.type, '',
        'discarded', d.created_at, d.updated_at
      from numbers, (select * from deliveries where id = '${(await failed())[0].id}') d`);
    db.close();
    await page.open(`${app.url}/manager#/busy/deliveries?state=discarded&endpoint=webhook`);
    await rowsAre(1);
    await page.fill('Select all on this page', true);
    await page.press('Redeliver all');
    await page.shows('From 1 instance.');
    const question = "document.querySelector('dialog h2').innerText";
    expect(await page.evaluate<string>(question)).toBe('Redeliver all');
    await page.evaluate("document.querySelector('dialog .danger').click()");
    await page.shows('Redelivering 1 delivery.');
    await until('it came again', () => times() === 2);
    await app.call('DELETE', '/instance/delete/busy');
  });

  test('an endpoint that was switched off says why, and is enabled again', async () => {
    await app.openInstance('dying');
    receiver.script(respond(410), respond(200));
    await app.call('POST', '/webhook/endpoints/dying', {
      ...{ name: 'stock', url: `${receiver.url}/stock`, events: ['MESSAGE'] },
    });
    await say('dying', 'missed');
    await page.open(`${app.url}/manager#/dying/endpoints`);
    await page.shows('disabled');
    await page.shows('410 Gone');
    const before = posts();
    await say('dying', 'missed later');
    await page.press('stock');
    await page.press('Enable');
    await page.shows('Waiting deliveries of stock are sent now');
    await until('it came again', () => posts() > before);
    await page.shows('healthy');
    await app.call('DELETE', '/instance/delete/dying');
  });

  test('a filter and a transform are tried on kept events before they are saved', async () => {
    await app.openInstance('store');
    await say('store', 'a sale');
    await page.open(`${app.url}/manager#/store/endpoints`);
    await page.press('Add endpoint');
    await page.fill('Name', 'sales');
    await page.fill('URL', `${receiver.url}/sales`);
    await page.press('Filter and transform');
    await page.fill('Filter', '{"event": {"$eqq": "Message"}}');
    await page.press('Test filter');
    await page.shows('filter.event.$eqq is not an operator: did you mean $eq?');
    await page.fill('Filter', '{"event": "Message"');
    await page.press('Test filter');
    await page.shows('must be JSON');
    await page.fill('Filter', '{"data.Message.conversation": "a sale"}');
    await page.press('Test filter');
    await page.shows('1 of the last');
    await page.fill('Transform', '{"rename": {"sequence": "event.number"}}');
    await page.press('Test transform');
    await page.shows('transform_failed: rename: nothing can be put at event.number');
    await page.fill('Transform', '{"template": "slack"}');
    await page.press('Test transform');
    await page.shows('Result for the last');
    await page.shows('· store');
    await page.press('Create');
    await page.shows('does not show it again');
    await page.press('Done');
    const stored = async () => {
      const { body } = await app.call('GET', '/webhook/endpoints/store');
      return body.endpoints.find(({ name }: { name: string }) => name === 'sales');
    };
    expect(await stored()).toMatchObject({
      filter: { 'data.Message.conversation': 'a sale' },
      transform: { template: 'slack' },
    });
    await page.shows('every event (filtered)');
    await page.press('sales');
    await page.press('Edit');
    await page.fill('Transform', '');
    await page.press('Save');
    await until('it is taken away', async () => (await stored()).transform === null);
    expect((await stored()).filter).toEqual({ 'data.Message.conversation': 'a sale' });
    expect(page.complaints.filter((one) => !one.includes('status of 4'))).toEqual([]);
  });

  test('an instance that is deleted meanwhile does not keep what failed in others from being sent again', async () => {
    await app.openInstance('aged');
    const webhook = { enabled: true, url: receiver.url, events: ['MESSAGE'] };
    await app.call('POST', '/webhook/set/aged', webhook);
    const times = (text: string) =>
      receiver.requests.filter(({ body }) => body.includes(text)).length;
    receiver.script(respond(500), respond(500));
    await say('aged', 'lost');
    await say('cafe', 'kept');
    await until('both were posted', () => times('lost') === 1 && times('kept') === 1);
    await page.open(`${app.url}/manager#deliveries`);
    await page.fill('State', 'discarded');
    await page.shows('aged');
    await page.fill('Select all on this page', true);
    await page.shows('that match');
    await page.evaluate("document.querySelector('.selection-bar button:nth-of-type(2)').click()");
    await page.shows('From 2 instances');
    await app.call('DELETE', '/instance/delete/aged');
    await page.press('Redeliver all');
    await page.shows('Redelivering 1 delivery. Refused by 1 of 2 instances, first by aged');
    await until('the other came again', () => times('kept') === 2);
  });

  test('deliveries of one event are told apart by the names of their endpoints, in every list and panel', async () => {
    await app.openInstance('three');
    for (const name of ['orders', 'stock'])
      await app.call('POST', '/webhook/endpoints/three', {
        ...{ name, url: `${receiver.url}/${name}`, events: ['MESSAGE'] },
      });
    await app.call('POST', '/webhook/set/three', { enabled: true, url: `${receiver.url}/three` });
    await say('three', 'for all');
    const { body } = await app.call('GET', '/delivery/search?instance=three&event=Message');
    const [{ eventId, sequence }] = body.deliveries;
    await page.open(`${app.url}/manager#deliveries?eventId=${eventId}`);
    await rowsAre(3);
    const names = ['default', 'orders', 'stock'];
    const have = (what: string, selector: string) =>
      until(`${what} are named`, async () => {
        const shown = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText)`;
        const found = (await page.evaluate<string[]>(shown)).toSorted();
        return names.every((name, index) => found[index]?.includes(name));
      });
    // After the tick and the instance.
    const endpoints = `${ROWS} td:nth-of-type(3)`;
    await have('the rows', endpoints);
    const panels: string[] = [];
    for (const { id } of body.deliveries) {
      await page.open(`${app.url}/manager#deliveries/${id}?state=waiting`);
      await page.holds(
        'its panel names the endpoint',
        `['default', 'orders', 'stock'].some((one) => document.querySelector('.side-panel dl')?.innerText.includes(one + ' '))`,
      );
      panels.push(
        await page.evaluate<string>("document.querySelector('.side-panel dl').innerText"),
      );
    }
    expect(new Set(panels).size).toBe(3);
    await page.open(`${app.url}/manager#/three/events/${sequence}`);
    await have('the ways of the event', '.side-panel li a');
    await app.call('DELETE', '/instance/delete/three');
  });

  test('the list of all instances says where names of endpoints and messages are found', async () => {
    await page.open(`${app.url}/manager#deliveries?find=orders`);
    await page.shows(
      'Endpoint names and message IDs are found only in the deliveries of one instance.',
    );
    await page.fill('Find', '200');
    await page.has(ROWS);
  });

  test('pages are turned by keys, and whoever has turned one stands at the top of the list', async () => {
    await load((message) => app.call('POST', '/sandbox/cafe/message', message), { messages: 60 });
    await page.open(`${app.url}/manager#/cafe/events`);
    await rowsAre(50);
    const focused = () => page.evaluate<string>("document.activeElement.ariaLabel ?? ''");
    await page.focus('Older');
    await page.key('Enter');
    await page.shows('#1 QRCode');
    expect(await focused()).toBe('Events');
    await page.focus('Newest');
    await page.key('Enter');
    await page.shows('#65 Message');
    expect(await focused()).toBe('Events');
  });

  test('axe finds nothing wrong with the deliveries of all instances, light, dark and on a phone', async () => {
    await page.open(`${app.url}/manager#deliveries`);
    await rowsAre(25);
    await openRow(0);
    await page.shows('Response to attempt');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('a reader of Spanish is told in Spanish why a try failed and what to do about it', async () => {
    const gone = await startReceiver();
    await gone.stop();
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: gone.url });
    await page.open(endpointAt('shop', 'default', 'overview'));
    await page.press('Español');
    const isSpanish = "document.body?.innerText.includes('Enviar prueba') ?? false";
    // Nothing can be asked of a page while it makes way for the next.
    await page.holds('the page is in Spanish', isSpanish);
    await page.press('Enviar prueba');
    await page.shows('Conexión rechazada');
    await page.shows('Inicia el receptor, o corrige el host y el puerto');

    await say('shop', 'nadie escucha');
    const query = '/delivery/search?instance=shop&state=discarded';
    const newest = async () => (await app.call('GET', query)).body.deliveries[0];
    await until('it failed', async () => (await newest())?.lastError?.startsWith('connection_ref'));
    const { id, lastError } = await newest();
    await page.open(`${app.url}/manager#deliveries/${id}`);
    await page.shows('Respuesta al intento 1');
    await page.holds(
      'the attempt says why',
      "document.querySelector('.side-panel').innerText.includes('Conexión rechazada')",
    );
    const panel = await page.evaluate<string>("document.querySelector('.side-panel').outerHTML");
    expect(panel).not.toContain(lastError);
  });
});
