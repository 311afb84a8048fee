/** Every record of an account has an address on the manager page, which survives reload and back. */
import { expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { goBack, openManager, reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const NOBODY = '01a1fae0-f397-7734-abbe-145558cb9762';

let account: string;
const { app, browser, receiver, page } = startInBrowser({
  async fill() {
    account = (await app.call('GET', '/api/v1/accounts')).body.data[0].id;
  },
  entered: { apikey: null, token: ACCESS_TOKEN, route: '#crm' },
});

const show = (address: string) => page.open(`${app.url}/manager${address}`);
const make = async (path: string, record: object): Promise<string> => {
  const headers = { 'account-id': account };
  const { status, body } = await app.call('POST', `/api/v1${path}`, record, GLOBAL_KEY, headers);
  expect([path, status < 300]).toEqual([path, true]);
  return body.data.id;
};
const isTitled = (title: string) =>
  page.holds(`the window is titled ${title}`, `document.title === ${JSON.stringify(title)}`);
const isAt = (address: string) =>
  page.holds(`the address is ${address}`, `location.hash === ${JSON.stringify(address)}`);

inChromium(() => {
  test('a record of each kind opens from its list at its own address and title, which a reload and back keep', async () => {
    const records: Record<string, [name: string, id: string]> = {
      inboxes: ['Desk', await make('/inboxes', { name: 'Desk', channel_type: 'api' })],
      'mcp-servers': [
        'Tickets',
        await make('/mcp-servers', {
          ...{ name: 'Tickets', config_type: 'sse' },
          config_json: { url: 'https://mcp.example.com/sse' },
        }),
      ],
      people: ['Bea', await make('/users', { name: 'Bea', email: 'bea@example.com' })],
      roles: ['Reader', await make('/roles', { name: 'Reader', permissions: ['inboxes.read'] })],
      tokens: ['nightly', await make('/access_tokens', { name: 'nightly' })],
      accounts: ['Default', account],
    };
    for (const [section, [name, id]] of Object.entries(records)) {
      await show(`#crm/${section}`);
      await page.press(name);
      const address = `#crm/${section}/${id}`;
      await isAt(address);
      await page.holds(`${section} names it`, `document.title.startsWith('${name} · ')`);
      await reload(page);
      await page.holds(`${section} names it again`, `document.title.startsWith('${name} · ')`);
      expect([section, await page.evaluate<string>('location.hash')]).toEqual([section, address]);
      await goBack(page);
      await isAt(`#crm/${section}`);
      await page.holds('the title is that of the list', `!document.title.startsWith('${name} · ')`);
    }
  });

  test('a stage opens beside its pipeline, and is edited there', async () => {
    const pipeline = { pipeline: { name: 'Deals' }, stages: [{ name: 'New' }, { name: 'Won' }] };
    const id = await make('/pipelines', pipeline);
    await show(`#crm/pipelines/${id}`);
    await page.press('Won');
    await isTitled('Won · Deals · Gatehouse');
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate("document.querySelector('.side-panel button:not(.quiet)').click()");
    await page.fill('Name', 'Won at last');
    await page.press('Save');
    await isTitled('Won at last · Deals · Gatehouse');
    await page.key('Escape');
    await isAt(`#crm/pipelines/${id}`);
    await page.shows('Won at last');
  });

  test('an address at which nothing is stored says so and leads on, whatever it names', async () => {
    const pipeline = await make('/pipelines', { pipeline: { name: 'Real' } });
    for (const [address, on] of [
      [`#crm/pipelines/${NOBODY}`, 'Pipelines'],
      [`#crm/pipelines/${pipeline}/${NOBODY}`, 'Stages'],
      [`#crm/inboxes/${NOBODY}`, 'Inboxes'],
      [`#crm/people/${NOBODY}`, 'People'],
      ['#crm/roles/nonsense', 'Roles'],
      [`#crm/tokens/${NOBODY}`, 'Access tokens'],
      [`#crm/accounts/${NOBODY}`, 'Accounts'],
      [`#crm/mcp-servers/${NOBODY}`, 'MCP servers'],
    ] as const) {
      await show(address);
      await page.shows('Nothing is stored at this address.');
      const link = "document.querySelector('#main .card.empty a')?.textContent";
      expect([address, await page.evaluate<string>(link)]).toEqual([address, on]);
      await page.evaluate("document.querySelector('#main .card.empty a').click()");
      await until('it leads on', async () => {
        const shown = await page.evaluate<string>("document.querySelector('#main').innerText");
        return !shown.includes('Nothing is stored');
      });
    }
  });

  test('a record leads to its changes, whose filters are in the address and survive a reload', async () => {
    const bea = await make('/users', { name: 'Carla', email: 'carla@example.com' });
    const inbox = await make('/inboxes', { name: 'Front desk', channel_type: 'api' });
    const added = { inbox_id: inbox, user_ids: [bea] };
    const headers = { 'account-id': account };
    await app.call('POST', '/api/v1/inbox_members', added, GLOBAL_KEY, headers);
    await show(`#crm/people/${bea}`);
    await page.press('Changes of this record');
    await page.shows('Person Carla created');
    const times = "[...document.querySelectorAll('.dense tbody time')]";
    await page.holds('the exact time is shown on hover', `${times}.every((one) => one.title)`);
    await page.fill('Record ID', inbox);
    await page.shows('Carla added to inbox Front desk');
    await page.fill('Record type', 'inboxes');
    await until('only its own changes are listed', async () => {
      const shown = await page.evaluate<string>("document.querySelector('#main').innerText");
      return !shown.includes('added to inbox') && shown.includes('Inbox Front desk created');
    });
    await reload(page);
    const filled = (name: string) =>
      page.evaluate<string>(`document.querySelector('[name="${name}"]')?.value`);
    await until('the record is filled in', async () => (await filled('resource_id')) === inbox);
    expect(await filled('resource')).toBe('inboxes');
    await page.shows('Inbox Front desk created');
  });

  test('a member leads from the inbox to the person', async () => {
    const person = await make('/users', { name: 'Dora', email: 'dora@example.com' });
    const inbox = await make('/inboxes', { name: 'Back desk', channel_type: 'api' });
    const added = { inbox_id: inbox, user_ids: [person] };
    const headers = { 'account-id': account };
    await app.call('POST', '/api/v1/inbox_members', added, GLOBAL_KEY, headers);
    await show(`#crm/inboxes/${inbox}`);
    await page.press('Dora');
    await isAt(`#crm/people/${person}`);
    await page.shows('dora@example.com');
  });

  test('the state of the deliveries that are listed is in the address, and survives a reload and an opened one', async () => {
    const events = ['pipeline_stage.created'];
    const hook = await make('/webhooks', { name: 'app', url: `${receiver.url}/hook`, events });
    const list = `#crm/webhooks/${hook}/deliveries`;
    await make('/pipelines', { pipeline: { name: 'Heard of' }, stages: [{ name: 'New' }] });
    await show(list);
    await page.shows('200 OK');
    await page.fill('State', 'discarded');
    await page.shows('Nothing here yet.');
    await isAt(`${list}?state=discarded`);
    await reload(page);
    await page.shows('Nothing here yet.');
    const state = await page.evaluate<string>("document.querySelector('[name=state]').value");
    expect(state).toBe('discarded');
    await page.fill('State', 'delivered');
    await page.press('pipeline_stage.created #1');
    await page.shows('Attempt 1');
    await page.press('Close');
    await isAt(`${list}?state=delivered`);
  });

  test('a list that a token may not read says what it needs in words, and the links lead on', async () => {
    const role = { name: 'Clerk', permissions: ['inboxes.read', 'pipelines.read'] };
    await make('/roles', role);
    const person = { name: 'Clerk', email: 'clerk@example.com', role: 'clerk' };
    const id = await make('/users', person);
    const headers = { 'account-id': account };
    const token = { name: 'clerk', user_id: id };
    const { body } = await app.call('POST', '/api/v1/access_tokens', token, GLOBAL_KEY, headers);
    const entered = { apikey: null, token: body.data.token, route: '#crm/audit' };
    const other = await openManager(browser, app, entered);
    await other.shows('This token cannot read this list. It needs Audit log: view.');
    await other.press('Accounts');
    await other.shows('It needs Accounts: view.');
    const pipeline = await make('/pipelines', { pipeline: { name: 'Contracts' } });
    await other.open(`${app.url}/manager#crm/pipelines/${pipeline}`);
    await other.shows('It needs Stages: view.');
    await other.press('Inboxes');
    await other.shows('Desk');
    expect(await other.evaluate<string>("document.querySelector('.crm').innerText")).not.toContain(
      'New inbox',
    );
  });
});
