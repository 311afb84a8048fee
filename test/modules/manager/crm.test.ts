/** The CRM as a person with a token meets it on the manager page: one service, one browser. */
import { afterEach, expect, test } from 'bun:test';
import { respond, startReceiver } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import type { Page } from '../../helpers/browser.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

/** The account that every service has from its first start. */
let home: Record<string, string>;
const { app, browser, lasting } = startInBrowser({
  async fill() {
    const { body } = await app.call('GET', '/api/v1/accounts');
    home = { 'account-id': body.data[0].id };
  },
  entered: null,
});
afterEach(() => browser.closePages());

inChromium(() => {
  /** A page in which this token has been entered. */
  const enter = (token: string, route = '#crm', within = browser) =>
    openManager(within, app, { apikey: null, token, route, looksAgain: false });
  const known = new Map<string, Promise<Page>>();
  /** The same page for all tests that work with this token; a dialog that a failed test has left open is gone. */
  async function at(token: string, route: string): Promise<Page> {
    if (!known.has(token)) known.set(token, enter(token, route, lasting));
    const page = await (known.get(token) as Promise<Page>);
    if (await page.evaluate("document.querySelector('dialog') !== null"))
      await page.open('about:blank');
    await page.open(`${app.url}/manager${route}`);
    return page;
  }
  const data = async (path: string) =>
    (await app.call('GET', `/api/v1${path}`, undefined, GLOBAL_KEY, home)).body.data;
  const make = async (path: string, body: object, headers = {}) =>
    (await app.call('POST', `/api/v1${path}`, body, GLOBAL_KEY, headers)).body.data;
  let bound: Promise<string> | undefined;
  /** A token of the first user for that account alone. */
  const boundToken = (): Promise<string> => {
    bound ??= make('/access_tokens', { name: 'bound' }, home).then(({ token }) => token);
    return bound;
  };
  const found = async (path: string, is: (record: Record<string, string>) => boolean) =>
    (await data(path)).filter(is);
  /** Chromium writes each refused request into the console; nothing else may stand there. */
  const expectQuiet = (page: Page) => {
    expect(page.complaints.filter((one) => !one.includes('status of 4'))).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  };

  test('a token opens the CRM without a key, stays in this tab alone, and is gone when forgotten', async () => {
    const page = await browser.page();
    await page.open(`${app.url}/manager`);
    await page.press('Sign in');
    await page.shows('Enter a key, a token, or both');
    await page.fill('api_access_token', 'wrong');
    await page.press('Sign in');
    await page.shows('(401 INVALID_TOKEN)');
    await page.fill('api_access_token', ACCESS_TOKEN);
    await page.press('Sign in');
    await page.shows('Role: Super Admin');
    await page.shows('No pipelines yet. Create one, then add stages.');
    await page.press('Instances');
    await page.fill('apikey', GLOBAL_KEY);
    await page.press('Sign in');
    await page.shows('Create instance');
    await page.press('CRM');
    await page.shows('Role: Super Admin');
    const places = '[localStorage.length, document.cookie, sessionStorage.length]';
    expect(await page.evaluate<unknown>(places)).toEqual([0, '', 2]);
    await page.press('Key and token');
    await page.press('Forget key');
    await page.shows('Key forgotten');
    expect(await page.evaluate<unknown>(places)).toEqual([0, '', 0]);
    const secrets = [GLOBAL_KEY, ACCESS_TOKEN];
    expect(page.requests.filter((url) => secrets.some((one) => url.includes(one)))).toEqual([]);
  });

  test('a pipeline is made, its stages are put in order by keys and by dragging, and changed', async () => {
    const page = await at(ACCESS_TOKEN, '#crm');
    await page.press('New pipeline');
    await page.press('Create');
    await page.shows('is required');
    await page.fill('Name', 'Deals');
    await page.press('Create');
    await page.shows('Deals created');
    await page.press('Deals');
    await page.shows('No stages yet. Create the first one.');
    for (const name of ['New', 'Talks', 'Won']) {
      await page.press('New stage');
      await page.fill('Name', name);
      await page.press('Create');
      await page.shows(name);
      await until('the form is closed', () => page.evaluate("!document.querySelector('dialog')"));
    }
    const [{ id }] = await data('/pipelines');
    const stages = async () => await data(`/pipelines/${id}/pipeline_stages`);
    const order = async () => (await stages()).map(({ name }: { name: string }) => name);
    const shown = "[...document.querySelectorAll('.sortable a')].map((one) => one.textContent)";
    await page.shows('Cards for contacts and deals are planned.');

    await page.focus('Move New: 1 of 3');
    await page.key('ArrowDown');
    await page.shows('New is now 2 of 3');
    // The focus stays with what was moved.
    await page.key('End');
    await page.shows('New is now 3 of 3');
    await page.key('ArrowUp');
    await page.shows('New is now 2 of 3');
    expect(await order()).toEqual(['Talks', 'New', 'Won']);
    const handle = (name: string) => `.sortable .handle[aria-label^="Move ${name}"]`;
    await page.drag(handle('Won'), handle('Talks'));
    await page.shows('Won is now 1 of 3');
    expect(await order()).toEqual(['Won', 'Talks', 'New']);
    expect(await page.evaluate<string[]>(shown)).toEqual(['Won', 'Talks', 'New']);

    expect(await axeFindings(page)).toEqual([]);
    await page.press('Actions Won');
    await page.press('Edit Won');
    await page.fill('Type', '1');
    await page.fill('Automation rules', '{"move":');
    await page.press('Save');
    await page.shows('must be JSON');
    await page.fill('Automation rules', '{"move":"invoice"}');
    await page.press('Save');
    await page.shows('Won\ncompleted');
    expect((await stages())[0]).toMatchObject({
      stage_type: 1,
      automation_rules: { move: 'invoice' },
    });
    await page.press('Actions New');
    await page.focus('Delete New');
    await page.key('Enter');
    await page.shows('Later stages move up by one.');
    await page.key('Tab');
    await page.key('Enter');
    await until('it is gone', async () => (await page.evaluate<string[]>(shown)).length === 2);
    const focused = 'document.activeElement.textContent';
    await until(
      'the focus goes on with the heading',
      async () => (await page.evaluate(focused)) === 'Deals',
    );
    expect(await order()).toEqual(['Won', 'Talks']);
    expectQuiet(page);
  });

  test('what somebody else has changed meanwhile is not written over, and what was typed is kept', async () => {
    const made = await app.call('POST', '/api/v1/pipelines', { pipeline: { name: 'Shared' } });
    const page = await at(ACCESS_TOKEN, '#crm');
    await page.press('Actions Shared');
    await page.press('Edit Shared');
    await page.shows('Edit Shared');
    const path = `/api/v1/pipelines/${made.body.data.id}`;
    await app.call('PATCH', path, { pipeline: { name: 'Theirs', description: 'theirs' } });
    await page.fill('Description', 'mine');
    await page.press('Save');
    await page.shows('Somebody else has changed this');
    const stored = async () => (await app.call('GET', path)).body.data;
    expect(await stored()).toMatchObject({ name: 'Theirs', description: 'theirs' });
    await page.shows('Your unsaved changes are back.');
    const shown =
      "['name', 'description'].map((name) => document.querySelector('dialog [name=' + name + ']').value)";
    expect(await page.evaluate<string[]>(shown)).toEqual(['Theirs', 'mine']);
    await page.press('Save');
    await until('it is saved', async () => (await stored()).description === 'mine');
    expect((await stored()).name).toBe('Theirs');
  });

  test('an account is made, worked in and deleted, and what others changed is seen on coming back', async () => {
    const page = await at(ACCESS_TOKEN, '#crm/accounts');
    await page.focus('New account');
    await page.key('Enter');
    await page.fill('Name', 'Branch');
    await page.key('Escape');
    await page.lacks('dialog');
    await page.holds(
      'the focus is back at the button',
      "document.activeElement.textContent === 'New account'",
    );
    await page.press('New account');
    await page.fill('Name', 'Branch');
    await page.press('Create');
    await page.press('Actions Branch');
    await page.press('Use Branch');
    await page.shows('current account');
    expect(await axeFindings(page)).toEqual([]);
    const [{ id }] = await found('/accounts', ({ name }) => name === 'Branch');
    await app.call('PATCH', `/api/v1/accounts/${id}`, { name: 'Harbour branch' });
    await page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
    await page.shows('Harbour branch');
    await page.press('Actions Harbour branch');
    await page.press('Delete Harbour branch');
    await page.press('Delete Harbour branch now');
    await until(
      'it is gone',
      async () => (await found('/accounts', (one) => one.id === id)).length === 0,
    );
    await page.press('Pipelines');
    await page.shows('New pipeline');
  });

  test('a person of another account is invited, accepts, and works in the account', async () => {
    const shop = await make('/accounts', { name: 'Shop' });
    const there = { 'account-id': shop.id };
    const owner = await make(
      '/users',
      { name: 'Owner', email: 'owner@example.com', role: 'account_owner' },
      there,
    );
    const token = await make('/access_tokens', { name: 'owner', user_id: owner.id }, there);
    const guest = await make('/users', { name: 'Guest', email: 'guest@example.com' }, home);
    const every = { name: 'guest', user_id: guest.id, account_id: null };
    const guestToken = await make('/access_tokens', every, home);

    const page = await enter(token.token, '#crm/people');
    await page.press('New person');
    await page.fill('Name', 'Guest');
    await page.fill('E-mail', 'nobody');
    await page.press('Create');
    await page.shows('must be an e-mail address');
    await page.fill('E-mail', 'guest@example.com');
    await page.press('Create');
    await page.shows('Invitation for guest@example.com');
    await page.has('dialog code');
    const shown = "document.querySelector('dialog code').textContent";
    const first = await page.evaluate<string>(shown);
    expect(first).toStartWith(`${app.url}/manager#crm/invitations/gth_inv_`);
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Done');
    await page.shows('guest@example.com\tAgent');
    await page.press('Actions guest@example.com');
    await page.press('New link guest@example.com');
    await page.shows('Invitation for guest@example.com');
    await page.has('dialog code');
    const link = await page.evaluate<string>(shown);
    expect(link).not.toBe(first);
    await page.press('Done');
    expect(await axeFindings(page)).toEqual([]);

    const answering = await enter(guestToken.token, link.slice(link.indexOf('#')));
    await answering.shows('needs a token of your own');
    // Once they have rotated it, nobody else knows it.
    const rotated = await make(
      `/access_tokens/${guestToken.id}/rotate`,
      {},
      { api_access_token: guestToken.token },
    );
    const owning = await enter(rotated.token, first.slice(first.indexOf('#')));
    await owning.shows('invitation not found');
    expect(await owning.evaluate<string>('location.hash')).toBe('#crm/invitations');
    await owning.fill('Link or secret', link);
    await owning.press('Show invitation');
    await owning.shows('as Agent · for guest@example.com');
    expect(await axeFindings(owning)).toEqual([]);
    await owning.press('Accept Shop');
    await owning.shows('Invitation accepted. Choose the account under Accounts');
    await owning.press('Accounts');
    await owning.press('Actions Shop');
    await owning.press('Use Shop');
    await owning.press('Pipelines');
    // An agent reads pipelines and makes none.
    await owning.shows('Role: Agent');
    expect(await owning.evaluate<string>('document.body.innerText')).not.toContain('New pip');
    for (const one of [page, answering, owning]) expectQuiet(one);
  });

  test('an inbox is made, and a member is added to it and removed', async () => {
    const page = await at(await boundToken(), '#crm/inboxes');
    await page.press('New inbox');
    await page.fill('Name', 'Front desk');
    await page.press('Create');
    await page.press('Front desk');
    await page.shows('No members yet.');
    await page.press('Add');
    await page.shows('choose a person');
    const desk = await make('/users', { name: 'Desk', email: 'desk@example.com' }, home);
    await page.press('← All inboxes');
    await page.press('Front desk');
    await page.fill('Person', desk.id);
    await page.press('Add');
    await page.shows('Agent\tdesk@example.com');
    const [inbox] = await found('/inboxes', ({ name }) => name === 'Front desk');
    const members = async () => await data(`/inbox_members/${inbox.id}`);
    expect(await members()).toMatchObject([{ id: desk.id }]);
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Actions Desk');
    await page.press('Remove Desk');
    await page.press('Remove Desk now');
    await page.shows('No members yet.');
    expect(await members()).toEqual([]);
    expectQuiet(page);
  });

  test('an MCP server keeps its secrets when it is changed, and loses them when it moves', async () => {
    const page = await at(await boundToken(), '#crm/mcp-servers');
    await page.press('New MCP server');
    await page.fill('Name', 'Tickets');
    await page.fill('config_json', '{"url":"https://mcp.example.com/sse"}');
    await page.fill('environments', '{"API KEY":"s3cret"}');
    await page.press('Create');
    await page.shows('must have names of');
    await page.fill('environments', '{"API_KEY":"s3cret"}');
    await page.press('Create');
    await page.shows('https://mcp.example.com/sse\t0');
    await page.press('Actions Tickets');
    await page.press('Edit Tickets');
    await page.fill('Description', 'open ones');
    await page.press('Save');
    await page.shows('0\topen ones');
    await page.press('Actions Tickets');
    await page.press('Edit Tickets');
    await page.fill('config_json', '{"url":"https://other.example.com/sse"}');
    await page.press('Save');
    await page.shows('stored secrets do not move to another address');
    expect(await axeFindings(page)).toEqual([]);
    const [{ id }] = await found('/mcp-servers', ({ name }) => name === 'Tickets');
    expect(await data(`/mcp-servers/${id}`)).toMatchObject({
      config_json: { url: 'https://mcp.example.com/sse' },
      environments: { API_KEY: '********' },
    });
    await page.press('Cancel');
    await page.press('Actions Tickets');
    await page.press('Delete Tickets');
    await page.press('Delete Tickets now');
    await page.shows('No MCP servers yet.');
    expectQuiet(page);
  });

  test('a webhook is made, its secret is shown once, it is tested, shows what it was sent, and it gets a replay', async () => {
    const receiver = await startReceiver();
    const page = await at(await boundToken(), '#crm/webhooks');
    await page.press('New webhook');
    await page.fill('Name', 'app');
    await page.fill('URL', 'nowhere');
    await page.press('Create');
    await page.shows('must begin with http:// or https://');
    await page.fill('URL', `${receiver.url}/hook?token=first`);
    await page.fill('All events', false);
    await page.press('Create');
    await page.shows('Select at least one event');
    await page.fill('pipeline_stage.created', true);
    await page.press('More');
    await page.press('Filter and transform');
    await page.fill('Extra headers', 'x-app: crm');
    await page.fill('Attempts', '2');
    await page.fill('Retry delays in ms', '5');
    await page.press('Create');
    await page.shows('delays_ms must be 1 to 19 whole numbers of at least 1000');
    await page.fill('Retry delays in ms', '5000');
    await page.fill('Filter', '{"event": "pipeline_stage.created"}');
    await page.press('Test filter');
    await page.shows('0 of the last');
    await page.fill('Transform', '{"omit": ["data.previous"]}');
    await page.press('Test transform');
    await page.shows('Result for a sample pipeline_stage.created');
    await page.press('Create');
    await page.shows('does not show it again');
    const secret = await page.evaluate<string>("document.querySelector('dialog code').textContent");
    expect(secret).toStartWith('whsec_');
    await page.press('Done');
    await page.shows(`${receiver.url}/hook?token=first\ton\tpipeline_stage.created (filtered)`);
    await page.press('Actions app');
    await page.press('Edit app');
    await page.fill('URL', `${receiver.url}/hook?token=second`);
    await page.press('Save');
    await page.shows(`${receiver.url}/hook?token=second\ton\tpipeline_stage.created (filtered)`);
    await page.press('app');
    await page.shows('Nothing was discarded.');
    // The page looks every two seconds, and at once when it is looked at again.
    const look = "document.dispatchEvent(new Event('visibilitychange'))";
    await page.evaluate(`void setInterval(() => ${look}, 200)`);
    receiver.script(respond(401, { body: 'who are you' }));
    await page.press('Send test');
    await page.shows('Not delivered: status 401');
    await page.shows('check the signing secret');
    await page.shows('who are you');
    await make('/pipelines', { pipeline: { name: 'Heard of' }, stages: [{ name: 'New' }] }, home);
    await page.press('Deliveries');
    await page.shows('200 OK');
    await page.press('pipeline_stage.created #1');
    await page.press('Redeliver');
    await page.shows('Attempt 2');
    expect(receiver.requests).toHaveLength(3);
    expect(receiver.requests[0]!.headers).toContainEqual(['x-app', 'crm']);
    await page.shows('Response to attempt 2');
    expect(await page.evaluate<string>('location.hash')).toMatch(
      /^#crm\/webhooks\/[\da-f-]{36}\/deliveries\/[\da-f-]{36}$/,
    );
    await page.evaluate("location.hash = location.hash.replace(/.{4}$/, '0000')");
    await page.shows('Nothing is stored at this address.');
    await page.press('Replay');
    await page.shows('No replays yet.');
    await page.fill('Since', '2026-01-05T10:00');
    await page.fill('Only events that it missed', false);
    await page.press('Start replay');
    await page.shows('1 of 1 delivered');
    await page.shows('done');
    expect(receiver.requests).toHaveLength(4);
    expect(await axeFindings(page)).toEqual([]);
    await page.open(`${app.url}/manager#crm/audit`);
    await page.shows('Replay to webhook app started');
    expectQuiet(page);
    await receiver.stop();
  });

  test('the audit log is searched, and read page by page', async () => {
    const made = await make('/pipelines', { pipeline: { name: 'Watched' } }, home);
    const path = `/api/v1/pipelines/${made.id}`;
    for (let change = 1; change <= 21; change++)
      await app.call('PATCH', path, { pipeline: { description: `${change}` } }, GLOBAL_KEY, home);
    const page = await at(await boundToken(), '#crm/audit');
    await page.fill('Record type', 'pipelines');
    await page.fill('Record ID', made.id);
    await page.shows('Page 1 of 2, 22 in all');
    await page.evaluate("document.querySelector('details').open = true");
    await page.shows('description: "20" → "21"');
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Next page');
    await page.shows('Page 2 of 2');
    await page.shows('Pipeline Watched created');
    const opens = "document.querySelector('.dense tbody th a').hash";
    expect(await page.evaluate<string>(opens)).toBe(`#crm/pipelines/${made.id}`);
    await page.fill('Record ID', 'nonsense');
    await page.shows('resource_id must be a UUID');
    await page.fill('Record ID', '');
    await page.fill('Since', '2099-01-01T00:00');
    await page.shows('No entries match.');
    expectQuiet(page);
  });

  test('the permissions of a role are a table of records by actions in words, and a phone lists the actions of each record', async () => {
    const page = await at(await boundToken(), '#crm/roles');
    await page.press('New role');
    await page.shows('The role key is made from the name');
    const { all_permissions: all } = await data('/resource_actions');
    const boxes = "[...document.querySelectorAll('dialog .matrix input')].map((one) => one.value)";
    expect((await page.evaluate<string[]>(boxes)).toSorted()).toEqual(
      all.map(({ key }: { key: string }) => key),
    );
    const texts = (part: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('dialog .matrix ${part}')].map((one) => one.textContent)`,
      );
    expect(await texts('thead th')).toEqual(['view', 'create', 'edit', 'delete']);
    expect((await texts('tbody th')).slice(0, 4)).toEqual([
      'Access tokens',
      'Accounts',
      'Audit log',
      'Inbox members',
    ]);
    // The names of two actions of one record stand in one line; on a phone they follow the name of the record.
    const tops = () =>
      page.evaluate<number[]>(
        "[...document.querySelectorAll('dialog .matrix tbody tr:first-child > :is(th, td)')].slice(0, 3).map((one) => Math.round(one.getBoundingClientRect().top))",
      );
    await page.resize(1360, 850);
    expect(new Set(await tops()).size).toBe(1);
    await page.resize(390, 844);
    const [name = 0, ...actions] = await tops();
    expect(actions.every((top) => top > name)).toBe(true);
    await page.resize(1360, 850);

    await page.fill('Name', 'Night watch');
    await page.evaluate(`document.querySelector('dialog [value="inboxes.read"]').focus()`);
    await page.key(' ');
    await page.press('Create');
    await page.shows('Night watch');
    const [{ permissions }] = await found('/roles', ({ name }) => name === 'Night watch');
    expect(permissions).toEqual(['inboxes.read']);
    await page.press('Night watch');
    await page.shows('Changes of this record');
    const inputValue = (label: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.side-panel .matrix [aria-label="${label}"]')].map((one) => one.closest('tr').innerText)`,
      );
    expect(await inputValue('allowed')).toEqual([expect.stringMatching(/^Inboxes/)]);
    expect(await inputValue('not allowed')).toHaveLength(all.length - 1);
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Close');
    expectQuiet(page);
  });

  test('a role and a token are made; the token is shown once, opens what it permits, and is ended', async () => {
    const page = await at(await boundToken(), '#crm/roles');
    await page.press('New role');
    await page.fill('Name', 'Reader');
    await page.fill('Pipelines: view', true);
    await page.fill('Pipelines: create', true);
    await page.press('Create');
    await page.shows('2 permissions');
    expect(await axeFindings(page)).toEqual([]);
    await page.press('People');
    await page.press('New person');
    await page.fill('Name', 'Night shift');
    await page.fill('E-mail', 'night@example.com');
    await page.fill('Role', 'reader');
    await page.press('Create');
    await page.shows('Reader\tnight@example.com');
    await page.press('Access tokens');
    await page.press('New access token');
    await page.fill('Name', 'night');
    const [{ id }] = await found('/users', ({ name }) => name === 'Night shift');
    await page.fill('Person', id);
    await page.press('Create');
    await page.shows('does not show it again');
    const secret = await page.evaluate<string>("document.querySelector('dialog code').textContent");
    await page.press('Done');
    await page.shows('night\tNight shift');
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain(secret);
    expect(await axeFindings(page)).toEqual([]);

    const reader = await enter(secret);
    await reader.shows('Role: Reader');
    const links = "[...document.querySelectorAll('.crm-nav a')].map((one) => one.textContent)";
    expect(await reader.evaluate<string[]>(links)).toEqual([
      'Pipelines',
      'Accounts',
      'Invitations',
    ]);
    await reader.press('New pipeline');
    const [role] = await found('/roles', ({ key }) => key === 'reader');
    const less = { permissions: ['pipelines.read'] };
    await app.call('PATCH', `/api/v1/roles/${role.id}`, less, GLOBAL_KEY, home);
    await reader.fill('Name', 'Late');
    await reader.press('Create');
    await reader.shows('This operation needs the permission pipelines.create (403 FORBIDDEN)');

    await page.press('Actions night');
    await page.press('Revoke night');
    await page.press('Revoke night now');
    await page.shows('Deleted');
    await reader.press('Create');
    await reader.shows('(401 UNAUTHORIZED)');
    await reader.shows('Enter the global key');
    expect(await reader.evaluate<number>("document.querySelectorAll('dialog[open]').length")).toBe(
      0,
    );
  });
});
