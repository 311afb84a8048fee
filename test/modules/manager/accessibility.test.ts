/** The manager for people who see little or nothing: every view in a real browser, looked at by axe. */
import { expect, test } from 'bun:test';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { says } from '../../helpers/played-content.ts';
import { until } from '../../helpers/until.ts';

/** Looking at all views takes seconds of CPU, and more while other tests run. */
const LOOKED_AT_MS = 90_000;

/** The service answers the page as one of two nodes does, without a connection to RabbitMQ. */
const SEVERAL_NODES = `(() => {
  const node = { version: '0.1.0', startedAt: '2026-01-05T10:00:00.000Z', leaseSeconds: 12, takenOver: 3, fencedWrites: 0 };
  const a = { id: 'a', name: 'a', url: 'http://a:8080', draining: true, streams: 1, unreachableFrom: [], isThis: true };
  const b = { id: 'b', name: 'b', url: 'http://b:8080', draining: false, streams: 7, unreachableFrom: ['a'], fencedWrites: 2, isThis: false };
  const nodes = [a, b].map((one) => ({ ...node, ...one }));
  const down = { channel: 'amqp', state: 'down', since: node.startedAt, waiting: 2, sending: 0, oldestDueSeconds: 9, readers: null, error: 'ECONNREFUSED', lastFailure: null };
  const answers = { nodes: { nodes }, channels: { channels: [down] } };
  const asked = globalThis.fetch;
  globalThis.fetch = (url, ...rest) => {
    const answer = answers[String(url).split('/').at(-1)];
    return answer ? Promise.resolve(Response.json(answer)) : asked(url, ...rest);
  };
})()`;

const { app, browser, page } = startInBrowser({
  instances: ['shop'],
  async fill() {
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: 'http://127.0.0.1:9/' });
    await app.call('POST', '/instance/create', { instanceName: 'idle', provider: 'sandbox' });
    for (const message of [
      { kind: 'text', text: 'Hello' },
      { kind: 'image', caption: 'a picture' },
      { kind: 'location', latitude: 1, longitude: 2, name: 'Null Island' },
    ])
      await says(app.call, 'shop', '5511988887777', message);
  },
  entered: { before: SEVERAL_NODES },
});

inChromium(() => {
  test('axe finds nothing wrong on the page that asks for a key', async () => {
    const gate = await browser.page();
    await gate.open(`${app.url}/manager`);
    await gate.shows('Enter the global key');
    expect(await axeFindings(gate)).toEqual([]);
  });

  test(
    'axe finds nothing wrong on any view, light, dark and on a phone',
    async () => {
      const found: string[] = [];
      const look = async (view: string) => {
        for (const one of await axeFindings(page)) found.push(`${view}: ${one}`);
      };
      await page.shows('Messages/24 h');
      await page.shows(
        'a cannot reach this node. Check that http://b:8080 is reachable from there.',
      );
      await page.shows('draining');
      await page.shows('RabbitMQ down last changed');
      const times = `[...document.querySelectorAll('[datetime="2026-01-05T10:00:00.000Z"]')]`;
      await page.holds(
        'the exact time is shown on hover of each node and of the channel',
        `${times}.length === 3 && ${times}.every((one) => one.title)`,
      );
      await page.shows('3 taken over since then · 2 writes refused after another node took over');
      await look('start');
      await page.open(`${app.url}/manager#/idle`);
      await page.press('Connect');
      await page.shows('QR code 1 of 6');
      await look('pairing');
      await page.press('Actions for idle');
      await page.press('Delete');
      await page.shows('Delete idle?');
      await look('question');
      await page.press('Cancel');
      await page.open(`${app.url}/manager#/shop/conversations`);
      await page.shows('Null Island');
      await page.evaluate("document.querySelector('.chat-row').click()");
      await page.press('Actions for: Hello');
      await page.shows('Forward');
      await look('conversation');
      for (const [panel, text] of [
        ['endpoints', 'Customer pages'],
        ['endpoints/default', 'Signing secret'],
        ['endpoints/default/settings', 'Filter and transform'],
        ['endpoints/default/replay', 'No replays yet.'],
        ['deliveries', 'waiting'],
        ['events', 'OfflineSyncCompleted'],
      ] as const) {
        await page.open(`${app.url}/manager#/shop/${panel}`);
        await page.shows(text);
        await page.evaluate(
          "for (const one of document.querySelectorAll('.panel details')) one.open = true",
        );
        // What is shown when a row is opened may have to be asked for.
        await page.holds(
          'what was opened is there',
          "[...document.querySelectorAll('.rows pre')].every((one) => one.textContent !== '' || !one.checkVisibility())",
        );
        await look(panel);
      }
      expect(found).toEqual([]);
      expect(page.complaints).toEqual([]);
    },
    LOOKED_AT_MS,
  );

  test('by keyboard everything is reached in the order it stands in, and the focus is always seen', async () => {
    await page.open(`${app.url}/manager#/`);
    await page.shows('Messages/24 h');
    await page.evaluate("document.querySelector('.brand').focus()");
    const focused = () =>
      page.evaluate<{ name: string; isSeen: boolean; place: number }>(`(() => {
        const one = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        const all = [...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')];
        return {
          name: one.ariaLabel || one.innerText || one.name,
          isSeen: one.checkVisibility() && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
          place: all.indexOf(one),
        };
      })()`);
    const passed = [];
    for (let pressed = 0; pressed < 28; pressed++) {
      await page.key('Tab');
      passed.push(await focused());
    }
    expect(passed.filter(({ isSeen }) => !isSeen)).toEqual([]);
    const places = passed.map(({ place }) => place);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(passed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['New instance', 'show', 'search', 'idle', 'shop']),
    );
  });

  test('the heading of a view has the focus in the frame that shows it: the next key goes where the person has moved since', async () => {
    await page.open(`${app.url}/manager#/`);
    await page.shows('New instance');
    const focused = await page.evaluate<string>(`new Promise((done) => {
      const look = () => requestAnimationFrame(() => done(document.activeElement.textContent));
      addEventListener('hashchange', look, { once: true });
      location.hash = '#service';
    })`);
    expect(focused).toBe('Operation');
  });

  test('a form in a dialog that leads on gives the focus to the heading of the view that comes', async () => {
    await page.open(`${app.url}/manager#/`);
    await page.press('New instance');
    await page.fill('Name', 'branch');
    await page.press('Create instance');
    await page.holds(
      'the heading has the focus',
      "document.activeElement.matches('h1') && document.activeElement.textContent === 'branch'",
    );
  });

  test('Enter opens an instance, whose name has the focus; Escape takes back a question, and the focus returns', async () => {
    await page.open(`${app.url}/manager#/`);
    await page.shows('Messages/24 h');
    const focus = (name: string) =>
      page.evaluate(
        `[...document.querySelectorAll('main a, main button')].find((one) => one.innerText === '${name}').focus()`,
      );
    const hasFocus = (name: string) =>
      until(
        `${name} has the focus`,
        async () => (await page.evaluate('document.activeElement.innerText')) === name,
      );
    await focus('shop');
    await page.key('Enter');
    await hasFocus('shop');
    await page.focus('Actions for shop');
    await page.key('Enter');
    await focus('Delete');
    await page.key('Enter');
    await page.shows('Delete shop?');
    await page.key('Escape');
    await hasFocus('Actions');
    await page.lacks('dialog');
  });
});
