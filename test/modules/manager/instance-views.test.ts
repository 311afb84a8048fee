/** Settings, key, proxy, limits, groups, labels and templates of an instance, as a person changes them. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { until } from '../../helpers/until.ts';

const { app, page } = startInBrowser({ instances: ['shop'] });
/** The page may look for it between its end and the answer that says so, and finds nothing: that is no fault. */
let groupThatWasLeft: string;

const show = async (panel: string, text: string) => {
  await page.open(`${app.url}/manager#/shop/${panel}`);
  await page.shows(text);
};
/** What the service answers about the instance. */
const read = async (path: string) => (await app.call('GET', path)).body;

/** Runs in the page: answers to reading the proxy wait, and come without a painting between them. */
const HOLD_PROXY = `{
  const { fetch } = globalThis;
  globalThis.held = [];
  globalThis.fetch = async (url, options) => {
    const answer = fetch(url, options);
    if (!String(url).includes('/proxy/find/')) return answer;
    // The second one is read once the change is refused, and so is what the first one finds.
    return new Promise((resolve) => held.push({ resolve, answer }));
  };
  globalThis.releaseProxy = async () => {
    globalThis.fetch = fetch;
    const { headers, ok, status } = await held[1].answer;
    const text = await (await held[1].answer).text();
    for (const { resolve } of held) {
      resolve({ headers, ok, status, json: async () => JSON.parse(text) });
      for (let one = 0; one < 100; one++) await null;
    }
  };
}`;

inChromium(() => {
  test('a connected instance opens on its conversations, and its connection says whose account it is', async () => {
    await page.open(`${app.url}/manager#/shop`);
    await page.shows('No chats yet');
    expect(await page.evaluate<string>('document.title')).toBe('Conversations · shop · Gatehouse');
    const sent = { kind: 'text', from: '5511988887777', text: 'Hi' };
    await app.call('POST', '/sandbox/shop/message', sent);
    await page.press('Connection');
    await page.shows('This instance is connected.');
    const [{ ownerJid }] = await read('/instance/fetchInstances?instanceName=shop');
    const { instances } = await read('/instance/overview?instanceName=shop');
    const fact = (name: string) =>
      page.evaluate<string>(
        `[...document.querySelectorAll('.facts div')].find((one) => one.innerText.startsWith('${name}'))?.querySelector('dd').innerHTML ?? ''`,
      );
    await until('its number is there', async () => (await fact('Number')) !== '');
    expect(await fact('Number')).toBe(ownerJid.split('@')[0]);
    expect(await fact('Connected since')).toContain(instances[0].since);
    expect(await fact('Last activity')).toContain('<time');
    expect(await fact('Messages/24 h')).toMatch(/^\d+$/);
    // There is nothing to pair, and the tools of the sandbox are folded.
    const isShown = (selector: string) =>
      page.evaluate<boolean>(
        `[...document.querySelectorAll('${selector}')].some((one) => one.checkVisibility())`,
      );
    expect([await isShown('.panel form'), await isShown('.qr')]).toEqual([false, false]);
    await page.press('Sandbox tools');
    expect(await isShown('.panel form')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('an instance that is not connected opens on its connection, and stays there once it is', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'new', provider: 'sandbox' });
    await page.open(`${app.url}/manager#/new`);
    await page.press('Connect');
    await page.press('Scan with the sandbox phone');
    await page.shows('This instance is connected.');
    expect(await page.evaluate<string>('location.hash')).toBe('#/new');
  });

  test('what is wrong with a connected instance is said beside its name, with the way to it', async () => {
    await app.openInstance('sick');
    await app.call('POST', '/webhook/set/sick', { enabled: true, url: 'http://127.0.0.1:1/' });
    await app.call('POST', '/sandbox/sick/message', {
      ...{ kind: 'text', from: '5511988887777', text: 'Hi' },
    });
    await page.open(`${app.url}/manager#/sick`);
    const trouble = "document.querySelector('.instance-trouble a')";
    await page.holds(
      'it is said',
      `${trouble}?.innerText.replace(/\\s+/g, ' ') === 'Endpoints: 1 failing'`,
    );
    await page.evaluate(`${trouble}.click()`);
    await page.shows('Add endpoint');
    expect(await page.evaluate<string>('location.hash')).toBe('#/sick/endpoints');
  });

  test('every view has a title of its own, and an address below it that leads nowhere says so', async () => {
    const panels = ['start', 'connection', 'conversations', 'endpoints', 'apps', 'deliveries'];
    panels.push('events', 'groups', 'labels', 'templates', 'settings');
    const titles = new Set<string>();
    for (const panel of panels) {
      await page.open(`${app.url}/manager#/shop/${panel}`);
      const title = () => page.evaluate<string>('document.title');
      await until('it has a title', async () => / · shop · Gatehouse$/.test(await title()));
      await until('it is its own', async () => !titles.has(await title()));
      titles.add(await title());
      // A number that nobody has written from may be written to.
      if (panel === 'conversations') continue;
      await page.open(`${app.url}/manager#/shop/${panel}/nothing`);
      await page.shows('Nothing is stored at this address.');
    }
    expect(titles.size).toBe(panels.length);
  });

  test('its behaviour is set, and what others have set is shown', async () => {
    await app.call('POST', '/settings/set/shop', { alwaysOnline: true });
    await show('settings', 'Reject calls');
    await page.fill('Reject calls', true);
    await page.fill('Auto-reply to calls', 'We write only');
    await page.press('Save');
    await page.shows('Saved');
    expect(await read('/settings/find/shop')).toMatchObject({
      rejectCall: true,
      msgCall: 'We write only',
      alwaysOnline: true,
      groupsIgnore: false,
    });
    expect(await axeFindings(page)).toEqual([]);
  });

  test('a setting that somebody else has changed meanwhile is shown beside what was typed, and not written over', async () => {
    await page.open(`${app.url}/manager#/shop/labels`);
    await show('settings', 'Reject calls');
    await page.fill('Auto-reply to calls', 'Mine');
    await app.call('POST', '/settings/set/shop', { msgCall: 'Theirs', readStatus: true });
    await page.press('Save');
    await page.shows('Somebody else has changed this');
    expect((await read('/settings/find/shop')).msgCall).toBe('Theirs');
    const shown = `['msgCall', 'readStatus'].map((name) => document.querySelector('[name=' + name + ']')).map(({ value, checked }) => [value, checked])`;
    expect(await page.evaluate<unknown>(shown)).toEqual([
      ['Mine', false],
      ['on', true],
    ]);
    await page.press('Save');
    await until('it is saved', async () => (await read('/settings/find/shop')).msgCall === 'Mine');
    expect((await read('/settings/find/shop')).readStatus).toBe(true);
  });

  test('the ids of its number and account are there to copy', async () => {
    await show('settings', 'Phone number ID');
    const [{ phoneNumberId, wabaId }] = await read('/instance/fetchInstances?instanceName=shop');
    const shown = "[...document.querySelectorAll('.facts code')].map((one) => one.innerText)";
    const ids = await page.evaluate<string[]>(shown);
    expect(ids).toEqual(expect.arrayContaining([phoneNumberId, wabaId]));
    await page.press('Copy Business account ID');
    await page.shows('Copied');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('a proxy is set, and it is said whether it works', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'far', provider: 'sandbox' });
    await page.open(`${app.url}/manager#/far/settings`);
    await page.shows('Connects directly, without a proxy.');
    await page.fill('Connect through a proxy', true);
    await page.fill('Host', '127.0.0.1');
    await page.fill('Port', '9');
    await page.evaluate("document.querySelector('[name=host]').form.requestSubmit()");
    await until('it is set', async () => (await read('/proxy/find/far'))?.port === 9);
    await page.shows('Not tried yet.');
  });

  test('a proxy that somebody else has changed meanwhile is not written over, and what was typed is kept, a password too', async () => {
    await page.open(`${app.url}/manager#/far/labels`);
    await page.open(`${app.url}/manager#/far/settings`);
    await page.shows('Not tried yet.');
    await page.fill('Port', '10');
    await page.fill('Password', 'mine');
    const theirs = { enabled: true, protocol: 'http', host: '127.0.0.1', port: 9 };
    await app.call('POST', '/proxy/set/far', { ...theirs, username: 'them', password: 'theirs' });
    const submit = "document.querySelector('[name=host]').form.requestSubmit()";
    await page.evaluate(submit);
    await page.shows('Somebody else has changed this');
    expect((await read('/proxy/find/far')).port).toBe(9);
    const shown = `['port', 'username', 'password'].map((name) => document.querySelector('[name=' + name + ']').value)`;
    expect(await page.evaluate<unknown>(shown)).toEqual(['10', 'them', 'mine']);
    await page.evaluate(submit);
    await until('it is saved', async () => (await read('/proxy/find/far')).port === 10);
    expect((await read('/proxy/find/far')).username).toBe('them');
  });

  test('a password is kept when the page reads a newer proxy in the moment in which a change is refused', async () => {
    await page.open(`${app.url}/manager#/far/labels`);
    await page.open(`${app.url}/manager#/far/settings`);
    await page.shows('Not tried yet.');
    await page.fill('Password', 'mine');
    await page.evaluate(HOLD_PROXY);
    const theirs = { enabled: true, protocol: 'http', host: '127.0.0.1', port: 9 };
    const change = { ...theirs, username: 'meanwhile', password: 'theirs' };
    await app.call('POST', '/proxy/set/far', change);
    await page.holds('the page looks for it', 'held.length === 1');
    await page.evaluate("document.querySelector('[name=host]').form.requestSubmit()");
    await page.holds('the change is refused', 'held.length === 2');
    await page.evaluate('releaseProxy()');
    await page.shows('Somebody else has changed this');
    const shown =
      "['username', 'password'].map((name) => document.querySelector('[name=' + name + ']').value)";
    expect(await page.evaluate<unknown>(shown)).toEqual(['meanwhile', 'mine']);
  });

  test('a password that alone was typed is kept however often somebody else changes the proxy', async () => {
    await page.open(`${app.url}/manager#/far/labels`);
    await page.open(`${app.url}/manager#/far/settings`);
    await page.shows('Not tried yet.');
    await page.fill('Password', 'mine');
    const theirs = { enabled: true, protocol: 'http', host: '127.0.0.1', port: 9 };
    const change = (username: string) =>
      app.call('POST', '/proxy/set/far', { ...theirs, username, password: 'theirs' });
    const fieldNamed = (name: string) => `document.querySelector('[name=${name}]').value`;
    const shows = (username: string) =>
      page.holds(`the proxy of ${username}`, `${fieldNamed('username')} === '${username}'`);
    await change('second');
    await page.evaluate("document.querySelector('[name=host]').form.requestSubmit()");
    await shows('second');
    await change('third');
    await shows('third');
    expect(await page.evaluate<string>(fieldNamed('password'))).toBe('mine');
  });

  test('limits of the platform are shown with what to do about them', async () => {
    await show('settings', 'The account can start new chats.');
    const made = { instanceName: 'locked', provider: 'sandbox' };
    const { instance } = (await app.call('POST', '/instance/create', made)).body;
    const db = new Database(join(app.dataDir, 'gatehouse.db'));
    db.run('insert into new_chat_limits (instance_id, locked_until, checked_at) values (?, ?, ?)', [
      instance.instanceId,
      Date.now() + 3_600_000,
      Date.now(),
    ]);
    db.close();
    await page.open(`${app.url}/manager#/locked/settings`);
    await page.shows('New chats are locked until');
  });

  test('a key is replaced after a question by one with other scopes, which is shown once and stays shown', async () => {
    await show('settings', 'Permissions');
    await page.fill('Settings: where events go, how the instance behaves', false);
    await page.fill('New key expires', '2099-01-01T00:00');
    await page.press('Replace key');
    await page.shows('The old key stops working at once.');
    await page.evaluate(
      "[...document.querySelectorAll('dialog button')].find((one) => one.innerText === 'Replace key').click()",
    );
    await page.shows('New key of shop');
    const key = await page.evaluate<string>("document.querySelector('dialog code').textContent");
    const answer = await fetch(`${app.url}/instance/fetchInstances`, { headers: { apikey: key } });
    expect(await answer.json()).toMatchObject([{ keyScopes: ['read', 'send', 'connect'] }]);
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate("location.hash = '#/'");
    await page.shows('New key of shop');
    await page.press('Done');
    await page.shows('Messages/24 h');
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain(key);
    await show('settings', 'Expires\nin ');
  });

  test('events name a person whose message has told the name, where they have the address alone, and show it on hover and by keys', async () => {
    const number = '5511966665555';
    const received = { kind: 'text', from: number, pushName: 'Carla', text: 'Hello' };
    await app.call('POST', '/sandbox/shop/message', received);
    await app.call('POST', '/message/sendText/shop', { number, text: 'Good morning' });
    await page.open(`${app.url}/manager#/shop/events`);
    await page.shows('Carla: Hello');
    await page.shows('to Carla: Good morning');
    const table = "document.querySelector('table.dense').innerText";
    expect(await page.evaluate<string>(table)).not.toContain(number);
    const hovered = "[...document.querySelectorAll('table.dense bdi')].map((one) => one.title)";
    const address = `${number}@s.whatsapp.net`;
    expect(await page.evaluate<string[]>(hovered)).toContain(`to ${address}: Good morning`);
    const { events } = await read('/event/search/shop?event=SendMessage');
    await page.focus(`#${events[0].sequence} SendMessage`);
    await page.key('Enter');
    await page.has('.side-panel pre');
    const opened = "document.querySelector('.side-panel pre').innerText";
    expect(await page.evaluate<string>(opened)).toContain(`"Chat": "${address}"`);
  });

  test('a group is made, changed and left beside the list of all', async () => {
    await show('groups', 'This account is not in any group.');
    await page.fill('Name', 'Crew');
    await page.fill('People', '+55 11 98888-7777\n+55 11 98888-7778');
    await page.press('Create group');
    await page.shows('Members (3)');
    expect(await axeFindings(page)).toEqual([]);
    const [{ id }] = await read('/group/fetchAllGroups/shop');
    const info = () => read(`/group/findGroupInfos/shop?groupJid=${id}`);
    await page.press('Actions for Sandbox contact');
    await page.press('Make admin');
    await page.shows('Done: 1');
    expect((await info()).participants).toContainEqual(
      expect.objectContaining({ id: expect.stringContaining('5511988887777'), admin: 'admin' }),
    );
    await page.fill('only admins can write', true);
    await page.press('Save');
    await until('only admins can write', async () => (await info()).announce);
    await page.press('Show link');
    const { inviteUrl } = await read(`/group/inviteCode/shop?groupJid=${id}`);
    await page.shows(inviteUrl);
    await page.press('Leave group');
    groupThatWasLeft = encodeURIComponent(id);
    await page.press('Leave');
    await page.shows('This account is not in any group.');
  });

  test('members of a group are called by name where the message store knows one, and those of a large group are shown in parts', async () => {
    const numbers = Array.from({ length: 59 }, (_, index) => `55119666${60_000 + index}`);
    const [named = '', nameless = ''] = numbers;
    const person = { kind: 'text', from: named, pushName: 'Ana of the warehouse' };
    await app.call('POST', '/sandbox/shop/message', { ...person, text: 'Hi' });
    const wanted = { subject: 'Warehouse', participants: numbers };
    const { body: group } = await app.call('POST', '/group/create/shop', wanted);
    await page.open(`${app.url}/manager#/shop/groups/${encodeURIComponent(group.id)}`);
    await page.shows('Members (60)');
    await page.shows(`Ana of the warehouse ${named}`);
    await page.shows(nameless);
    await page.press('Actions for Ana of the warehouse');
    await page.press('Make admin');
    await page.shows('Done: 1');
    const rows = "document.querySelectorAll('.members > li').length";
    expect(await page.evaluate<number>(rows)).toBe(50);
    await page.press('Show more');
    await page.holds('all members are shown', `${rows} === 60`);
    await page.shows('You');
    // No page looks for a group that the account has left.
    await page.open('about:blank');
    await app.call('DELETE', '/group/leaveGroup/shop', { groupJid: group.id });
  });

  test('a label is made, coloured, put on a chat and deleted', async () => {
    await show('labels', 'No labels yet.');
    await page.fill('Name', 'Paid');
    const lefts =
      "[...document.querySelectorAll('.swatches .choice')].map((one) => Math.round(one.getBoundingClientRect().left))";
    const columns = Map.groupBy(await page.evaluate<number[]>(lefts), (left) => left);
    expect([...columns.values()].map(({ length }) => length)).toEqual([4, 4, 4, 4, 4]);
    await page.evaluate('document.querySelector(\'[aria-label="Colour 5"]\').click()');
    await page.press('Create label');
    await page.shows('Label a chat');
    await until('it has its colour', async () => {
      const [label] = await read('/label/findLabels/shop');
      return label?.name === 'Paid' && label.color === 5;
    });
    await page.fill('Chat', '5511988887777');
    await page.press('Add label');
    await page.shows('Label added.');
    expect(await read('/label/findLabels/shop?number=5511988887777')).toHaveLength(1);
    await page.press('Remove label');
    await page.shows('Label removed.');
    await page.press('Paid');
    await page.shows('Delete');
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Delete');
    await page.press('Delete Paid');
    await page.shows('No labels yet.');
  });

  test('a template with variables is made and shown, and one language of it deleted', async () => {
    await show('templates', 'No templates yet.');
    await page.fill('Name', 'order_ready');
    await page.fill('Text', 'Hello {{1}}, your order is *ready*.');
    await page.holds(
      'it is shown as a phone shows it',
      "document.querySelector('.preview .bubble b')?.innerText === 'ready'",
    );
    await page.fill('Text', 'Hello {{1}}, your order is ready.');
    await page.fill('Example values', 'Ana');
    await page.press('Create template');
    await page.shows('Created: APPROVED');
    await page.press('order_ready');
    await page.shows('APPROVED en');
    const bubble = "document.querySelector('.side-panel .bubble').innerText";
    expect(await page.evaluate<string>(bubble)).toBe('Hello {{1}}, your order is ready.');
    expect(await axeFindings(page)).toEqual([]);
    const [made] = await read('/template/find/shop');
    expect(made.components).toEqual([
      {
        type: 'BODY',
        text: 'Hello {{1}}, your order is ready.',
        example: { body_text: [['Ana']] },
      },
    ]);
    await page.press('Delete');
    await page.press('Delete order_ready');
    await page.shows('No templates yet.');
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('Meta');
  });

  test.each([
    ['groups', 'Groups'],
    ['labels', 'Labels'],
    ['templates', 'Templates'],
  ])(
    'an address of %s at which nothing is stored says so and leads to the list',
    async (panel, title) => {
      await app.call('POST', '/label/edit/shop', { name: 'Kept', color: 1 });
      await show(`${panel}/nonsense`, 'Nothing is stored at this address.');
      const link = "document.querySelector('#main .card.empty a')";
      expect(await page.evaluate<string>(`${link}.textContent`)).toBe(title);
      await page.evaluate(`${link}.click()`);
      await page.holds('it leads on', `${link} === null`);
    },
  );

  test('by keys alone a row is opened beside its table and closed, and the focus comes back to it', async () => {
    await app.call('POST', '/label/edit/shop', { name: 'To call', color: 1 });
    await show('labels', 'To call');
    await page.focus('To call');
    await page.key('Enter');
    const focused = (text: string) =>
      page.holds(
        `${text} has the focus`,
        `document.activeElement.matches(${JSON.stringify(text)}) && document.activeElement.innerText.trim() === 'To call'`,
      );
    await focused('.side-panel h2');
    await page.key('Escape');
    await focused('tbody th a');
    // The browser itself names what is not there, and a change that is refused.
    const known = [groupThatWasLeft, '/shop/nothing', '(Precondition Failed)'];
    const isNew = (one: string) => !known.some((part) => one.includes(part));
    expect(page.complaints.filter(isNew)).toEqual([]);
  });
});
