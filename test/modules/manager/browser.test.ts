/** The pages as a person meets them: a real browser, the whole product, nothing outside this machine. */
import { afterEach, expect, test } from 'bun:test';
import { manualClock } from '../../doubles/manual-clock.ts';
import { respond, startReceiver } from '../../doubles/receiver.ts';
import { GLOBAL_KEY, startApp } from '../../helpers/app.ts';
import type { Page } from '../../helpers/browser.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager } from '../../helpers/manager-page.ts';
import { startMetaReceiver } from '../../helpers/meta-receiver.ts';
import { until } from '../../helpers/until.ts';

const { app, browser, page: manager } = startInBrowser();
afterEach(() => browser.closePages());

inChromium(() => {
  /** The manager, with a key entered. */
  const enter = (apikey: string, into = app) =>
    openManager(browser, into, { apikey, looksAgain: false });
  /** What the page does by itself every two seconds. */
  async function lookAgain(page: Page): Promise<void> {
    const looks = () => page.requests.filter((url) => url.includes('/fetchInstances')).length;
    const before = looks();
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await until('the page looks again', () => looks() > before);
  }
  const headersShown = () =>
    manager.evaluate<string>("document.querySelector('textarea[name=headers]').value");
  const expectQuiet = (page: Page) => {
    expect(page.complaints).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(`${app.url}/`))).toEqual([]);
  };

  test('from a key to a delivered message, without a phone', async () => {
    const receiver = await startReceiver();
    const page = await enter(GLOBAL_KEY);
    await page.fill('Name', 'kiosk');
    await page.press('Create instance');
    await page.shows('Copy the key of');
    await page.shows('QR code 1 of 6');
    await page.press('Connection');
    await page.shows('QR code 1 of 6');
    await page.shows('Expires in 5');
    const width = "document.querySelector('img.qr').naturalWidth";
    await until('the QR code is a picture', async () => (await page.evaluate<number>(width)) > 100);
    await page.press('Scan QR code');
    await page.shows('This instance is connected.');
    await until('the states of the way are listed', async () => {
      const states = "document.querySelector('[aria-label=History]').innerText";
      const shown = await page.evaluate<string>(states);
      const way = [
        'until now',
        'syncing: paired',
        'pairing: QR code scanned',
        'QR code: waiting',
        'created',
      ];
      const places = way.map((words) => shown.indexOf(words));
      return places.every((place, index) => place > (places[index - 1] ?? -1));
    });

    await page.press('Webhooks');
    await page.shows('not set up');
    await page.press('default');
    await page.shows('No webhook yet');
    await page.fill('URL', `${receiver.url}/hook`);
    await page.press('Save');
    await page.shows('Saved');
    receiver.script(respond(202, { body: '<b>taken</b>' }));
    await page.press('Send test');
    await page.shows('Delivered: status 202');
    await page.shows('<b>taken</b>');

    await page.press('Connection');
    await page.press('Sandbox tools');
    await page.press('Simulate message');
    await page.shows(' arrived');
    await page.press('Deliveries');
    await page.shows('200 OK');
    const [, delivered] = receiver.requests;
    const { sequence, data } = JSON.parse(delivered!.body);
    expect(data.Message.conversation).toBe('Hello');
    expect(sequence).toBeGreaterThan(0);
    await page.evaluate("document.querySelector('tbody th a').click()");
    await page.press('Redeliver');
    await until('it came again', () => receiver.requests.length === 3);
    await lookAgain(page);
    await page.shows('Attempt 2');
    await page.press('Events');
    await page.shows('OfflineSyncCompleted');
    expectQuiet(page);
    await receiver.stop();
  });

  test('the key is in this tab alone, outlives a reload and is gone when forgotten', async () => {
    const page = await enter(GLOBAL_KEY);
    await page.shows('New instance');
    await page.open(`${app.url}/manager#/nobody`);
    await page.shows('There is no instance nobody');
    const places = '[localStorage.length, document.cookie, sessionStorage.length]';
    expect(await page.evaluate<unknown>(places)).toEqual([0, '', 1]);
    await page.press('Key and token');
    await page.press('Forget key');
    await page.shows('Key forgotten');
    expect(await page.evaluate<unknown>(places)).toEqual([0, '', 0]);
    expect(page.requests.filter((url) => url.includes(GLOBAL_KEY))).toEqual([]);
    expectQuiet(page);
  });

  test('a failure is shown in the words of the API', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'idle', provider: 'sandbox' });
    const page = await enter('wrong');
    await page.shows('the apikey is not valid (401 UNAUTHORIZED)');
    await page.fill('apikey', GLOBAL_KEY);
    await page.press('Sign in');
    await page.press('New instance');
    await page.fill('Name', 'not/a name');
    await page.press('Create instance');
    await page.shows('instanceName must be 1-64 characters');
    await page.open(`${app.url}/manager#/idle`);
    await page.press('Scan QR code');
    await page.shows('(409 CONFLICT)');
    await page.press('Actions for idle');
    await page.press('Restart');
    await page.shows('Instance idle is not connected: idle is close (created)');
  });

  test('saving the webhook keeps its secret headers, its format and the setting of files', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'stored', provider: 'sandbox' });
    const url = 'http://127.0.0.1:9/hook';
    const headers = { 'x-token': 'secret' };
    const format = { format: 'evolution-api', byEvents: true };
    const record = { enabled: true, url, events: ['CALL'], headers, base64: false, ...format };
    await app.call('POST', '/webhook/set/stored', record);
    await manager.open(`${app.url}/manager#/stored/endpoints/default/settings`);
    await manager.shows('Extra headers');
    expect(await headersShown()).toBe('x-token: ********');
    await manager.fill('CallOffer', false);
    await manager.fill('Enabled', false);
    await manager.press('Save');
    await manager.shows('Saved');
    const { body } = await app.call('GET', '/webhook/find/stored');
    expect(body).toEqual({
      ...record,
      enabled: false,
      events: ['CallRelayLatency', 'CallTerminate'],
      headers: { 'x-token': '********' },
      verifyToken: null,
    });
    expectQuiet(manager);
  });

  test('a webhook that is set to another host asks for its secret headers again', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'moved', provider: 'sandbox' });
    const record = { enabled: true, url: 'http://127.0.0.1:9/', headers: { 'x-token': 'secret' } };
    await app.call('POST', '/webhook/set/moved', record);
    const page = await enter(GLOBAL_KEY);
    await page.open(`${app.url}/manager#/moved/endpoints/default/settings`);
    await page.fill('URL', 'http://127.0.0.1:10/');
    await page.press('Save');
    await page.shows('headers must be given too');
    await page.fill('Extra headers', '');
    await page.press('Save');
    await page.shows('Saved');
    expect((await app.call('GET', '/webhook/find/moved')).body).toMatchObject({
      url: 'http://127.0.0.1:10/',
      headers: {},
    });
  });

  test('a receiver of webhooks in Meta’s form is asked for its token before it is saved', async () => {
    const inbox = await startMetaReceiver('a-verify-token');
    await app.call('POST', '/instance/create', { instanceName: 'inbox', provider: 'sandbox' });
    const page = await enter(GLOBAL_KEY);
    await page.open(`${app.url}/manager#/inbox/endpoints/default`);
    await page.fill('URL', inbox.url);
    await page.press('More');
    await page.fill('Format', 'whatsapp-cloud');
    await page.fill('Verify token', 'another');
    await page.press('Save');
    await page.shows('url must answer the handshake with its challenge: http_status: 403');
    expect((await app.call('GET', '/webhook/find/inbox')).body).toBeNull();
    await page.fill('Verify token', 'a-verify-token');
    await page.press('Save');
    await page.shows('Saved');
    expect((await app.call('GET', '/webhook/find/inbox')).body).toMatchObject({
      ...{ url: inbox.url, format: 'whatsapp-cloud', verifyToken: '********' },
    });
    await page.press('Overview');
    await page.shows('Receivers of Meta’s webhooks call it the app secret.');
    await inbox.stop();
  });

  test('deleting asks first', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'doomed', provider: 'sandbox' });
    const isThere = async () =>
      (await app.call('GET', '/instance/fetchInstances?instanceName=doomed')).body.length === 1;
    const page = await enter(GLOBAL_KEY);
    await page.open(`${app.url}/manager#/doomed`);
    await page.press('Actions for doomed');
    await page.press('Delete');
    await page.press('Cancel');
    expect(await isThere()).toBe(true);
    await page.press('Actions for doomed');
    await page.press('Delete');
    await page.press('Delete doomed');
    await page.shows('Messages/24 h');
    expect(await isThere()).toBe(false);
    // Whatever the page asks about it while it is being deleted may find it gone.
    expect(page.complaints.filter((one) => !one.includes('/doomed'))).toEqual([]);
  });

  test('a pairing code is shown as long as it is valid, then the next one', async () => {
    const clock = manualClock();
    const slow = await startApp({ clock });
    const page = await enter(GLOBAL_KEY, slow);
    await page.fill('Name', 'turning');
    await page.press('Create instance');
    await page.shows('QR code 1 of 6');
    await clock.advance(60_000);
    await until('the code has turned', async () => {
      const { body } = await slow.call('GET', '/instance/connect/turning');
      return body.count === 2;
    });
    // A request that came between the two codes looks again a quarter of a second later, by this clock.
    await clock.advance(300);
    await lookAgain(page);
    await page.shows('QR code 2 of 6');
    await slow.call('GET', '/instance/connect/turning?number=5511999990000');
    await clock.advance(300);
    await lookAgain(page);
    await page.shows('Type this on the phone:');
    await clock.advance(160_000);
    await until('the attempt is over', async () => {
      const { body } = await slow.call('GET', '/instance/connectionState/turning');
      return body.instance.phase === 'qr_timeout';
    });
    await lookAgain(page);
    await page.shows('no phone typed the pairing code');
    expect(await page.evaluate<string>('document.body.innerText')).not.toContain('Type this');
    await slow.stop();
  });

  test('a message that waits for those before it is said to wait', async () => {
    const paced = await startApp({ env: { SEND_PER_MINUTE: '1' } });
    await paced.openInstance('paced');
    const page = await enter(GLOBAL_KEY, paced);
    await page.open(`${paced.url}/manager#/paced/conversations/5511988887777@s.whatsapp.net`);
    await page.write('Message', 'one');
    await page.press('Send');
    await page.shows('You: one');
    await page.write('Message', 'two');
    await page.press('Send');
    await page.shows('Waiting to be sent');
    await paced.stop();
  });

  test('looking at an instance that is not pairing does not start pairing', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'watched', provider: 'sandbox' });
    await manager.open(`${app.url}/manager#/watched`);
    await manager.shows('Sandbox: the phone');
    await lookAgain(manager);
    await lookAgain(manager);
    expect(manager.requests.filter((url) => url.includes('/instance/connect/watched'))).toEqual([]);
    expectQuiet(manager);
  });

  test.each([360, 1280])('nothing is wider than a screen of %i pixels', async (width) => {
    await app.call('POST', '/instance/create', {
      instanceName: 'w'.repeat(64),
      provider: 'sandbox',
    });
    await manager.open(`${app.url}/manager#/`);
    await manager.resize(width, 740);
    const isWider = 'document.documentElement.scrollWidth > innerWidth';
    await manager.shows('w'.repeat(64));
    expect(await manager.evaluate<boolean>(isWider)).toBe(false);
    for (const panel of ['connection', 'conversations', 'endpoints', 'deliveries', 'events']) {
      await manager.open(`${app.url}/manager#/${'w'.repeat(64)}/${panel}`);
      await manager.shows('Deliveries');
      expect([panel, await manager.evaluate<boolean>(isWider)]).toEqual([panel, false]);
    }
  });
});
