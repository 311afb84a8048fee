/** What was typed into a form of the manager page and not saved yet, in a real browser. */
import { expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { LOOK_AGAIN, reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

const RESTORED = 'Your unsaved changes are back.';

const { app, browser, page, receiver, startAgain } = startInBrowser({
  instances: ['shop'],
  entered: { token: ACCESS_TOKEN },
});

const show = (address: string) => page.open(`${app.url}/manager${address}`);
const filledIn = (name: string) =>
  page.evaluate<string | undefined>(`document.querySelector('[name="${name}"]')?.value`);
const isClosed = () => page.lacks('dialog');
const drafts = () =>
  page.evaluate<string[]>("Object.keys(sessionStorage).filter((key) => key.includes('draft'))");

inChromium(() => {
  test('a form in a dialog is as it was left after Escape and after a reload, until it is sent', async () => {
    await show('#crm/pipelines');
    await page.press('New pipeline');
    await page.fill('Name', 'Deals');
    await page.fill('Visibility', 'private');
    await page.key('Escape');
    await isClosed();
    await page.press('New pipeline');
    await page.shows(RESTORED);
    expect([await filledIn('name'), await filledIn('visibility')]).toEqual(['Deals', 'private']);
    expect(await axeFindings(page)).toEqual([]);
    await reload(page);
    await page.press('New pipeline');
    await page.shows(RESTORED);
    expect(await filledIn('name')).toBe('Deals');
    await page.press('Create');
    await page.shows('Deals created');
    await page.press('New pipeline');
    await page.has('dialog [name=name]');
    expect(await filledIn('name')).toBe('');
    expect(await drafts()).toEqual([]);
    await page.key('Escape');
    await isClosed();
  });

  test('a dialog takes keys as soon as it is there, and its fields are gone as soon as it is closed', async () => {
    await show('#crm/pipelines');
    await page.press('New pipeline');
    await page.press('Cancel');
    await isClosed();
    // Nothing is painted, and the browser tells of nothing, before the next key or press could come.
    const press = (name: string, result: string) =>
      page.evaluate<unknown>(`(async () => {
        const buttons = [...document.querySelectorAll('button')];
        buttons.find((one) => one.textContent === '${name}').click();
        for (let one = 0; one < 50; one++) await null;
        return ${result};
      })()`);
    expect(await press('New pipeline', "document.activeElement.closest('dialog').open")).toBe(true);
    expect(await press('Cancel', "document.querySelector('dialog')")).toBe(null);
  });

  test('a change of a record is kept on top of what others changed meanwhile, and Cancel forgets it', async () => {
    const made = await app.call('POST', '/api/v1/inboxes', { name: 'Desk', channel_type: 'api' });
    await show('#crm/inboxes');
    const open = async () => {
      await page.press('Actions Desk');
      await page.press('Edit Desk');
    };
    await open();
    await page.fill('Instance', 'shop');
    await page.key('Escape');
    await isClosed();
    await app.call('PATCH', `/api/v1/inboxes/${made.body.data.id}`, { channel_type: 'whatsapp' });
    await open();
    await page.shows(RESTORED);
    expect([await filledIn('instance_name'), await filledIn('channel_type')]).toEqual([
      'shop',
      'whatsapp',
    ]);
    await page.press('Cancel');
    await isClosed();
    await open();
    await page.shows('Save');
    expect(await filledIn('instance_name')).toBe('');
    await page.press('Cancel');
  });

  test('settings of an instance are kept when another tab is opened, and discarded by a button', async () => {
    await show('#/shop/settings');
    await page.fill('Auto-reply to calls', 'We write only');
    await page.fill('Reject calls', true);
    await page.press('Labels');
    await page.shows('New label');
    await page.press('Settings');
    await page.shows(RESTORED);
    expect(await filledIn('msgCall')).toBe('We write only');
    expect(
      await page.evaluate<boolean>("document.querySelector('[name=rejectCall]').checked"),
    ).toBe(true);
    await page.press('Discard');
    await until('the field is as it is stored', async () => (await filledIn('msgCall')) === '');
    expect(await drafts()).toEqual([]);
    expect((await app.call('GET', '/settings/find/shop')).body.rejectCall).toBe(false);
  });

  test('a replay that is not started yet is kept, until it is', async () => {
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url });
    await show('#/shop/endpoints/default/replay');
    await page.fill('Since', '2026-01-05T10:00');
    await page.fill('Events per second, at most', '20');
    await page.press('Overview');
    await page.shows('Send a test event');
    await page.press('Replay');
    await page.shows(RESTORED);
    expect([await filledIn('since'), await filledIn('ratePerSecond')]).toEqual([
      '2026-01-05T10:00',
      '20',
    ]);
    await page.press('Start replay');
    await page.shows('Replay started');
    expect(await drafts()).toEqual([]);
  });

  test('people who are not added to a group yet are kept with that group, until they are', async () => {
    const subjects = ['Crew', 'Others'];
    const made = subjects.map((subject) =>
      app.call('POST', '/group/create/shop', { subject, participants: ['5511988887777'] }),
    );
    const [crew, others] = (await Promise.all(made)).map(({ body }) => `#/shop/groups/${body.id}`);
    const people = "document.querySelector('.side-panel [name=people]')";
    const typed = () => page.evaluate<string>(`${people}.value`);
    await show(crew ?? '');
    await page.has('.side-panel [name=people]');
    await page.evaluate(
      `${people}.value = '5511988887778'; ${people}.dispatchEvent(new Event('input', { bubbles: true }))`,
    );
    await show(others ?? '');
    await page.shows('Others');
    await page.holds('nobody is filled in there', `${people}?.value === ''`);
    await show(crew ?? '');
    await page.shows(RESTORED);
    expect(await typed()).toBe('5511988887778');
    await page.press('Add people');
    await page.shows('Done: 1');
    expect(await typed()).toBe('');
    expect(await drafts()).toEqual([]);
  });

  test('the first destination is kept with its kind of receiver, and discarded with it', async () => {
    await app.openInstance('fresh');
    const fill = async () => {
      await show('#/fresh/start');
      await page.fill('n8n', true);
      await page.holds('nothing is suggested', "document.querySelector('[name=url]').value === ''");
      await page.fill('URL', `${receiver.url}/n8n`);
    };
    await fill();
    await reload(page);
    await page.shows(RESTORED);
    expect(await filledIn('url')).toBe(`${receiver.url}/n8n`);
    await page.press('Discard');
    await page.holds(
      'the first receiver is chosen, with its suggestion',
      "document.querySelector('[value=code]').checked && document.querySelector('[name=url]').value.endsWith(':3000/')",
    );
    expect(await drafts()).toEqual([]);
    await fill();
    await reload(page);
    await page.shows(RESTORED);
    await page.press('Send events there');
    const stored = async () => (await app.call('GET', '/webhook/find/fresh')).body;
    await until('it is stored', async () => (await stored())?.url === `${receiver.url}/n8n`);
    expect((await stored()).format).toBe('evolution-api');
    await until('it is forgotten', async () => (await drafts()).length === 0);
  });

  test('passwords are not kept, and nothing is once the keys are forgotten', async () => {
    await show('#/shop/settings');
    await page.fill('Host', '127.0.0.1');
    await page.fill('Password', 'secret');
    await until('the draft is kept', async () => (await drafts()).length === 1);
    const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    expect(kept).toContain('127.0.0.1');
    expect(kept).not.toContain('secret');
    await page.press('Key and token');
    await page.press('Forget key');
    await page.shows('Key forgotten');
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);
    await page.fill('apikey', GLOBAL_KEY);
    await page.fill('api_access_token', ACCESS_TOKEN);
    await page.press('Sign in');
    await page.shows('Auto-reply to calls');
  });

  test('when a token ends while a form is open, the form is as it was left after signing in again', async () => {
    const make = { name: 'short', account_id: null };
    const { body } = await app.call('POST', '/api/v1/access_tokens', make);
    const other = await browser.page(LOOK_AGAIN);
    await other.open(`${app.url}/manager#crm/pipelines`);
    const signIn = async (token: string) => {
      await other.fill('api_access_token', token);
      await other.press('Sign in');
      await other.press('New pipeline');
    };
    await signIn(body.data.token);
    await other.fill('Name', 'Half typed');
    await app.call('DELETE', `/api/v1/access_tokens/${body.data.id}`);
    await other.press('Create');
    await other.shows('(401 UNAUTHORIZED)');
    await signIn(ACCESS_TOKEN);
    await other.shows(RESTORED);
    expect(await other.evaluate<string>("document.querySelector('[name=name]').value")).toBe(
      'Half typed',
    );
  });

  test('a form whose service goes away says so, keeps what was typed, and is sent once it is back', async () => {
    await show('#crm/pipelines');
    await page.press('New pipeline');
    await page.fill('Name', 'Through the outage');
    await app.stop();
    await page.press('Create');
    await page.shows('Cannot reach the service');
    expect(await filledIn('name')).toBe('Through the outage');
    await startAgain();
    await page.press('Create');
    await page.shows('Through the outage created');
  });
});
