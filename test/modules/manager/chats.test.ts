/** The list of chats and reading one on the manager page: filters, labels, what is unread, and where a chat scrolls to. */
import { beforeAll, expect, test } from 'bun:test';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { openManager, reload } from '../../helpers/manager-page.ts';
import { says } from '../../helpers/played-content.ts';
import { until } from '../../helpers/until.ts';

const ANA = '5511988887777';
const BIA = '5511977776666';

const { app, browser, page, startAgain } = startInBrowser();

const hears = (instance: string, from: string, text: string, pushName = 'Ana') =>
  says(app.call, instance, from, { kind: 'text', pushName, text });
const jidOf = (number: string) => `${number}@s.whatsapp.net`;
const open = (instance: string, number = '') =>
  page.open(
    `${app.url}/manager#/${instance}/conversations${number && `/${encodeURIComponent(jidOf(number))}`}`,
  );
/** Opens a chat; its heading has taken the focus then. */
async function read(instance: string, number: string): Promise<void> {
  await open(instance, number);
  await page.holds('the chat has the focus', "document.activeElement.matches('.thread h2')");
}
const chatOf = async (instance: string, number: string) =>
  (await app.call('POST', `/chat/findChats/${instance}`, { where: { remoteJid: number } })).body[0];

const evaluate = <T>(expression: string) => page.evaluate<T>(expression);
/** What each row says beside its picture. */
const rows = () =>
  evaluate<string>(
    "[...document.querySelectorAll('.chat-list .chat-row')].map((row) => [...row.children].slice(1).map((one) => one.innerText).join(' ').replace(/\\s+/g, ' ')).join('; ')",
  );
const listed = (names: RegExp) =>
  until(`the list is ${names}`, async () => names.test(await rows()));
const current = () =>
  evaluate<string | undefined>(
    "document.querySelector('.chat-row[aria-current] strong')?.innerText",
  );
/** How far the reader is from the end of the open chat, in pixels. */
const toTheEnd = () =>
  evaluate<number>(
    "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.log'))",
  );

const LOG = "document.querySelector('.log')";
/** The messages that are drawn, in the page. */
const DRAWN = "[...document.querySelectorAll('.log .message')]";
/** The numbers of the drawn messages. */
const numbers = () =>
  evaluate<number[]>(
    `${DRAWN}.map((row) => Number(row.querySelector('.said').textContent.replace('message ', '')))`,
  );

/** What is of the same second as the last message that was read counts as read too. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  await until('the next second', async () => Date.now() / 1000 > second + 1);
}

/** Runs in the page: counts the answers to calls that mark messages as read. */
const COUNT_READ = `{
  const { fetch } = globalThis;
  globalThis.confirmed = 0;
  globalThis.fetch = async (url, options) => {
    const answer = await fetch(url, options);
    if (String(url).includes('markMessageAsRead')) globalThis.confirmed++;
    return answer;
  };
}`;

/** Runs in the page: files are a minute of silence. */
const ANSWER_WITH_SOUND = `{
  const { fetch } = globalThis;
  const sound = new Uint8Array(44 + 480_000).fill(128);
  const words = [0x46464952, 36 + 480_000, 0x45564157, 0x20746d66, 16, 0x10001, 8000, 8000, 0x80001];
  const view = new DataView(sound.buffer);
  for (const [place, word] of [...words, 0x61746164, 480_000].entries()) view.setUint32(4 * place, word, true);
  const base64 = btoa(Array.from(sound, (one) => String.fromCharCode(one)).join(''));
  globalThis.fetch = (url, options) =>
    String(url).includes('getBase64FromMediaMessage')
      ? Promise.resolve(Response.json({ mimetype: 'audio/wav', base64 }))
      : fetch(url, options);
}`;

inChromium(() => {
  beforeAll(() => page.resize(1360, 850));

  test('the wheel never moves the page, over an empty chat and past the end of the list and of a chat', async () => {
    await app.openInstance('wheel');
    for (let one = 0; one < 40; one++) await hears('wheel', `${55119800}${10_000 + one}`, 'Hello');
    for (let one = 0; one < 40; one++) await hears('wheel', ANA, `message ${one}`);
    await open('wheel');
    await listed(/Ana/);
    const turned = async (selector: string) => {
      for (let turn = 0; turn < 4; turn++) await page.wheel(selector, 3_000);
      await page.wheel(selector, -10_000);
      await page.wheel(selector, 10_000);
      const { tall, top } = await evaluate<{ tall: number; top: number }>(
        '({ tall: document.documentElement.scrollHeight - innerHeight, top: scrollY })',
      );
      expect([selector, tall, top]).toEqual([selector, 0, 0]);
    };
    for (const part of ['.thread.nothing', '.chat-scroller']) await turned(part);
    await open('wheel', ANA);
    await page.shows('message 39');
    for (const part of ['.log', '.chat-scroller', '.composer', '.thread-head']) await turned(part);
    await open('wheel', BIA);
    await page.shows('No messages yet.');
    await turned('.log');
  });

  test('what is unread falls once its end was seen, also of what comes later, and stays up when a person says so', async () => {
    await app.openInstance('reading');
    for (const text of ['one', 'two', 'three']) await hears('reading', ANA, text);
    await hears('reading', BIA, 'Hi', 'Bia');
    expect((await chatOf('reading', ANA)).unreadCount).toBe(3);
    await open('reading');
    await listed(/Bia.* 1 unread message.*Ana.* 3 unread messages/);
    await open('reading', ANA);
    await page.shows('three');
    const isRead = (number: string) =>
      until('it is read', async () => (await chatOf('reading', number)).unreadCount === 0);
    await isRead(ANA);
    await listed(/^(?!.*3 unread).*1 unread message/);
    // The line above the first of them stays where it was.
    const unreadLines = () =>
      evaluate<string>(
        "[...document.querySelectorAll('.unread-line')].map((one) => one.textContent).join()",
      );
    expect(await unreadLines()).toBe('3 unread messages');
    expect((await chatOf('reading', BIA)).unreadCount).toBe(1);
    const actions = (await app.call('GET', '/sandbox/reading/actions')).body;
    expect(actions).toMatchObject([{ action: 'read', chat: jidOf(ANA) }]);
    expect(actions[0].messageIds).toHaveLength(3);
    await evaluate(COUNT_READ);
    await nextSecond();
    await hears('reading', ANA, 'four');
    await page.shows('four');
    await isRead(ANA);
    // The call that read it has ended: it would take back what the next one says.
    await until('it was confirmed', async () => (await evaluate<number>('confirmed')) === 1);
    await page.press('Actions for this chat');
    await page.press('Mark as unread');
    await listed(/Ana.* 1 unread message/);
    expect((await chatOf('reading', ANA)).unreadCount).toBe(1);
    await page.press('Actions for this chat');
    await page.press('Mark as read');
    await isRead(ANA);
    // From one chat to another.
    await evaluate("document.querySelector('.chat-row:not([aria-current])').click()");
    await until(
      'the line of the other chat',
      async () => (await unreadLines()) === '1 unread message',
    );
  });

  test('a chat that nobody looks at stays unread, and so does one whose key may only read', async () => {
    await app.openInstance('looking');
    for (let one = 0; one < 60; one++) await hears('looking', ANA, `message ${one}`);
    await open('looking', ANA);
    await page.shows('message 59');
    const isRead = () =>
      until('it is read', async () => (await chatOf('looking', ANA)).unreadCount === 0);
    await isRead();
    await evaluate("document.querySelector('.log').scrollTo({ top: 300 })");
    await page.shows('Go to newest messages');
    await nextSecond();
    await hears('looking', ANA, 'further below');
    await page.shows('1 new message');
    expect((await chatOf('looking', ANA)).unreadCount).toBe(1);
    await page.press('1 new message ↓');
    await isRead();
    const { body } = await app.call('POST', '/instance/key/rotate/looking', { scopes: ['read'] });
    await hears('looking', BIA, 'Hello', 'Bia');
    const route = `#/looking/conversations/${jidOf(BIA)}`;
    const reader = await openManager(browser, app, { apikey: body.apikey, route });
    await reader.shows('1 unread message');
    await until('it was refused', async () => reader.complaints.some((one) => one.includes('403')));
    await reader.shows('Hello');
    expect((await chatOf('looking', BIA)).unreadCount).toBe(1);
    expect(await reader.evaluate<string>('document.body.innerText')).not.toContain('403');
  });

  test('chats are filtered by what is unread, archived or has a label, which is set where one reads', async () => {
    await app.openInstance('filters');
    const label = { name: 'Waits for payment', color: 3 };
    const { body } = await app.call('POST', '/label/edit/filters', label);
    await app.call('POST', '/label/edit/filters', { name: 'VIP', color: 1 });
    await hears('filters', ANA, 'Hello');
    await hears('filters', BIA, 'Good morning', 'Bia');
    await read('filters', ANA);
    await page.press('Labels of this chat');
    await page.press('Waits for payment');
    await listed(/Bia.*Ana.*Waits for payment/);
    expect((await chatOf('filters', ANA)).labels).toEqual([body.id]);
    const head = () => evaluate<string>("document.querySelector('.thread-head').innerText");
    await until('the head names it', async () => (await head()).includes('Waits for payment'));
    expect(await axeFindings(page)).toEqual([]);
    await page.press('Labels to filter by');
    await page.press('Waits for payment');
    await listed(/^Ana[^;]*$/);
    await page.press('Unread');
    // The chat that is open stays in the list.
    await listed(/^Bia[^;]*; Ana[^;]*$/);
    await page.press('Archived');
    await listed(/^Ana[^;]*$/);
    await page.press('Actions for this chat');
    await page.press('Archive');
    await listed(/^Ana.*archived/);
    await page.press('All');
    await listed(/^Bia[^;]*; Ana[^;]*archived[^;]*$/);
    await open('filters');
    await page.shows('Choose a chat');
    await page.press('Archived');
    await listed(/^Ana[^;]*$/);
    await page.press('Labels to filter by');
    await page.press('VIP');
    await page.shows('No matches.');
    await page.press('All');
    await listed(/^Bia[^;]*; Ana/);
    await read('filters', ANA);
    await page.press('Labels of this chat');
    await page.press('Waits for payment');
    await until('it is taken off', async () => (await chatOf('filters', ANA)).labels.length === 0);
  });

  test('a chat beyond the first fifty is marked in the list, in sight, and has all its actions', async () => {
    await app.openInstance('many');
    await hears('many', ANA, 'The oldest');
    for (let one = 0; one < 55; one++)
      await hears('many', `${55119800}${10_000 + one}`, 'Hello', `Person ${one}`);
    await open('many', ANA);
    await until('it is marked', async () => (await current()) === 'Ana');
    const isInSight = `(() => {
      const [row, list] = ['.chat-row[aria-current]', '.chat-scroller'].map((one) => document.querySelector(one).getBoundingClientRect());
      return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    })()`;
    await page.holds('it is in sight', isInSight);
    await page.press('Actions for this chat');
    await page.press('Pin');
    await listed(/^Ana.*pinned/);
  });

  test('a chat stays at its end when something in it grows, and leaves it only when the reader does', async () => {
    await app.openInstance('late');
    for (let one = 0; one < 30; one++) await hears('late', ANA, `message ${one}`);
    await open('late', ANA);
    await page.has('.message:last-child .bubble');
    await until('it is at its end', async () => (await toTheEnd()) < 2);
    // A picture that has loaded before the browser tells of the last time the chat was scrolled.
    await evaluate(`(() => {
      document.querySelector('.message:last-child .bubble').style.paddingBottom = '400px';
      document.querySelector('.log').dispatchEvent(new Event('scroll'));
    })()`);
    await until('it is held there', async () => (await toTheEnd()) < 2);
    await page.wheel('.log', -600);
    await page.shows('Go to newest messages');
    expect(await toTheEnd()).toBeGreaterThan(80);
  });

  test('older messages come above what one reads, in their order, and neither they nor a new message move it', async () => {
    await app.openInstance('above');
    for (let one = 0; one < 120; one++) await hears('above', ANA, `message ${one}`);
    await open('above', ANA);
    await page.has('.log .unread-line');
    const topOf = '(element) => element.getBoundingClientRect().top';
    const top = `(${topOf})(${DRAWN}.find((row) => row.innerText.includes('message 75'))) - (${topOf})(${LOG})`;
    const before = await evaluate<number>(`(() => {
      document.querySelector('.log').scrollTop = 100;
      return ${top};
    })()`);
    await page.holds('the page before is drawn', `${DRAWN}.length === 100`);
    expect(Math.abs((await evaluate<number>(top)) - before)).toBeLessThan(1);
    await hears('above', ANA, 'message 120');
    await page.shows('1 new message');
    expect(Math.abs((await evaluate<number>(top)) - before)).toBeLessThan(1);
    expect(await numbers()).toEqual(Array.from({ length: 101 }, (_, index) => 20 + index));
  });

  test('a long chat is read back to its beginning and down again while a part of it is drawn, and End leads to its end', async () => {
    await app.openInstance('long');
    for (let one = 0; one < 350; one++) await hears('long', ANA, `message ${one}`);
    await open('long', ANA);
    await page.holds('the newest page is drawn', `${DRAWN}.length === 50`);
    const scrollTo = (top: string) => evaluate(`(log => { log.scrollTop = ${top}; })(${LOG})`);
    const isDrawn = (number: number) => async () => (await numbers()).includes(number);
    const isThere = (number: number, top: string) =>
      until(`message ${number} is drawn`, async () => {
        await scrollTo(top);
        return isDrawn(number)();
      });
    await isThere(0, '0');
    expect(await numbers()).toEqual(Array.from({ length: 300 }, (_, index) => index));
    await evaluate("document.querySelector('.log .message .menu > button').focus()");
    await isThere(349, 'log.scrollHeight');
    expect((await numbers()).length).toBeLessThanOrEqual(300);
    // The message that had the focus is not drawn any more: keys go on scrolling.
    expect(await evaluate<string>('document.activeElement.className')).toBe('log');
    await isThere(0, '0');
    await page.key('End');
    await until('the newest is drawn', isDrawn(349));
    await until('it is at its end', async () => (await toTheEnd()) < 2);
    await hears('long', ANA, 'message 350');
    await page.shows('message 350');
    await until('it is held there', async () => (await toTheEnd()) < 2);
  });

  test('a voice message that plays goes on while its row is not drawn, comes back with it, and ends with the chat', async () => {
    await app.openInstance('voice');
    await says(app.call, 'voice', ANA, { kind: 'audio' });
    for (let one = 1; one < 360; one++) await hears('voice', ANA, `message ${one}`);
    await open('voice', ANA);
    await page.has('.log .message');
    await evaluate(ANSWER_WITH_SOUND);
    const scrollTo = (top: string) => evaluate(`(log => { log.scrollTop = ${top}; })(${LOG})`);
    const reaches = (what: string, top: string, isReached: string) =>
      until(what, async () => {
        await scrollTo(top);
        return evaluate<boolean>(isReached);
      });
    const isFirst = "document.querySelector('.log .file') !== null";
    await reaches('the voice message is drawn', '0', isFirst);
    await page.press('Show Voice note');
    await page.has('.log audio');
    await evaluate("globalThis.voice = document.querySelector('audio'); voice.play()");
    await reaches('its row is not drawn', 'log.scrollHeight', `!(${isFirst})`);
    const playing = "[!voice.paused, voice.isConnected, voice.closest('.log') === null]";
    expect(await evaluate<boolean[]>(playing)).toEqual([true, true, true]);
    const at = await evaluate<number>('voice.currentTime');
    await page.holds('it plays on', `voice.currentTime > ${at}`);
    await reaches('its row is drawn again', '0', isFirst);
    expect(await evaluate<boolean[]>(playing)).toEqual([true, true, false]);
    expect(await evaluate<number>("document.querySelectorAll('audio').length")).toBe(1);
    await reaches('its row is not drawn again', 'log.scrollHeight', `!(${isFirst})`);
    await evaluate('voice.currentTime = voice.duration');
    await page.holds('it ends', '!voice.isConnected');
    await reaches('the first is drawn', '0', isFirst);
    await evaluate("globalThis.voice = document.querySelector('audio'); voice.play()");
    await reaches('its row is not drawn', 'log.scrollHeight', `!(${isFirst})`);
    await open('voice', BIA);
    await page.shows('No messages yet.');
    await page.holds('it has ended', 'voice.paused && !voice.isConnected');
  });

  test('a picture has its room before it has loaded', async () => {
    await app.openInstance('pictures');
    await hears('pictures', ANA, 'Look');
    const picture = { mimetype: 'image/jpeg', fileLength: 90_000, width: 600, height: 300 };
    const Info = { Chat: jidOf(ANA), Sender: jidOf(ANA), Type: 'media', MediaType: 'image' };
    const data = { Info, Message: { imageMessage: picture } };
    const { status } = await app.call('POST', '/sandbox/pictures/event', {
      event: 'Message',
      data,
    });
    expect(status).toBe(200);
    await open('pictures', ANA);
    await page.has('.file');
    const [width = 0, height = 0] = await evaluate<number[]>(
      "(({ width, height }) => [width, height])(document.querySelector('.file').getBoundingClientRect())",
    );
    expect(width).toBeGreaterThan(300);
    expect(width / height).toBeCloseTo(2, 1);
  });

  test('what was written and not sent is there again after another tab and a reload', async () => {
    await app.openInstance('draft');
    await hears('draft', ANA, 'Hello');
    await open('draft', ANA);
    await page.shows('Hello');
    // Typed and left at once, before anything was painted.
    await evaluate(`(async () => {
      const field = document.querySelector('.composer textarea');
      field.value = 'Half an answer';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve().then(() => undefined);
      location.hash = '#/draft/labels';
    })()`);
    await page.shows('New label');
    await reload(page);
    await page.shows('New label');
    await open('draft', ANA);
    const written = () => evaluate<string>("document.querySelector('.composer textarea')?.value");
    await until('it is there', async () => (await written()) === 'Half an answer');
    await page.press('Send');
    await until('it is sent', async () => (await written()) === '');
    await open('draft', BIA);
    await page.shows('No messages yet.');
    await open('draft', ANA);
    await page.shows('Half an answer');
    expect(await written()).toBe('');
  });

  test('what is sent while the service is away stays in the field with the reason, and is sent once it is back', async () => {
    await app.openInstance('outage');
    await hears('outage', ANA, 'Are you there?');
    await open('outage', ANA);
    await page.has('.message .bubble');
    await app.stop();
    await page.write('Message', 'Yes, we are');
    await page.press('Send');
    await page.shows('Cannot reach the service');
    const written = () => evaluate<string>("document.querySelector('.composer textarea').value");
    expect([await written(), await evaluate("document.querySelector('.log').innerText")]).toEqual([
      'Yes, we are',
      expect.stringContaining('Are you there?'),
    ]);
    await startAgain();
    await until('the instance is open', async () => {
      const { body } = await app.call('GET', '/instance/connectionState/outage');
      return body.instance.state === 'open';
    });
    await page.press('Send');
    await until('it is sent', async () => (await written()) === '');
    await page.shows('Yes, we are');
  });
});
