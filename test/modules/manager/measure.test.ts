/**
 * Measures every view and every dialog of the manager, filled as real use fills it, in every language and at four widths:
 * words, controls and the page.
 */
import { beforeAll, describe, expect, test } from 'bun:test';
import { respond } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { follow, LOOK_AGAIN } from '../../helpers/manager-page.ts';
import {
  DIALOG_WIDTHS,
  findingsAt,
  LANGUAGES,
  RIGHT_TO_LEFT,
  showIn,
  WIDTHS,
  WORDY_NAME,
} from '../../helpers/measured-page.ts';
import { customerLink } from '../../helpers/portal.ts';

const NOBODY_LISTENS =
  'http://127.0.0.1:1/hooks/orders/of/the/shop/in/the/high-street?token=secret';
const LONG_NAME = 'loja-matriz-do-centro-de-sao-paulo';

const { app, browser, receiver, page } = startInBrowser({
  options: { env: { WEBHOOK_MAX_ATTEMPTS: '1' } },
  async fill() {
    await fillInstances();
    await fillReplay();
    await fillAccount();
  },
  // Nothing changes while it is measured.
  entered: { token: ACCESS_TOKEN, looksAgain: false },
});

async function fillInstances(): Promise<void> {
  for (const name of ['shop', LONG_NAME, 'removed']) await app.openInstance(name);
  await app.call('POST', '/sandbox/removed/remove');
  await app.call('POST', '/instance/create', { instanceName: 'idle', provider: 'sandbox' });
  receiver.script(respond(502, { body: '<html>Bad gateway</html>' }), respond(404), respond(200));
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/orders` });
  for (const [name, url] of [
    ['orders of the warehouse', NOBODY_LISTENS],
    [WORDY_NAME, NOBODY_LISTENS],
    ['crm', `${receiver.url}/crm`],
  ])
    await app.call('POST', '/webhook/endpoints/shop', {
      ...{ name, url, events: ['MESSAGE'], owner: name === 'crm' ? 'operator' : 'customer' },
    });
  for (let one = 0; one < 30; one++)
    await app.call('POST', '/sandbox/shop/message', {
      ...{ kind: 'text', from: `55119777${10_000 + one}` },
      pushName: [WORDY_NAME, RIGHT_TO_LEFT][one] ?? `Person number ${one}`,
      text: 'A question about the order that has not arrived yet, and about the next one',
    });
  const person = { from: '5511977710000', pushName: WORDY_NAME };
  await app.call('POST', '/sandbox/shop/message', { kind: 'image', caption: 'Here', ...person });
  const reply = { number: person.from, text: 'We are closed until tomorrow' };
  await app.call('POST', '/message/sendText/shop', reply);
  const { body: group } = await app.call('POST', '/group/create/shop', {
    subject: 'Suppliers of the shop in the high street',
    participants: ['5511988887777'],
  });
  const label = { name: 'Waits for the payment of the order', color: 3 };
  const { body: made } = await app.call('POST', '/label/edit/shop', label);
  const labelled = { number: '5511977710000', labelId: made.id, action: 'add' };
  await app.call('POST', '/label/handleLabel/shop', labelled);
  const text = 'Hello {{1}}, your order is ready.';
  const { body: template } = await app.call('POST', '/template/create/shop', {
    ...{ name: 'order_ready', category: 'UTILITY', language: 'en' },
    components: [{ type: 'BODY', text, example: { body_text: [['Ana']] } }],
  });
  for (const [panel, id] of [
    ['events', '1'],
    ['events', '40'],
    ['conversations', '5511977710000@s.whatsapp.net'],
    ['conversations', '5511977710001@s.whatsapp.net'],
    ['groups', group.id],
    ['labels', made.id],
    ['templates', template.id],
  ])
    records.push(`#/shop/${panel}/${encodeURIComponent(id)}`);
}

/** Addresses of single records. */
const records: string[] = [];

async function fillReplay(): Promise<void> {
  const path = '/webhook/endpoints/shop/default';
  const order = { since: new Date(0).toISOString(), onlyFailed: false, ratePerSecond: 1 };
  const { body } = await app.call('POST', `${path}/recover`, order);
  const paused = await app.call('POST', `${path}/recoveries/${body.id}/pause`);
  expect(paused.status).toBe(200);
}

async function fillAccount(): Promise<void> {
  const { body } = await app.call('GET', '/api/v1/accounts');
  const account = { 'account-id': body.data[0].id };
  const make = async (path: string, record: object) => {
    const { status, body } = await app.call('POST', `/api/v1${path}`, record, GLOBAL_KEY, account);
    expect([path, status]).toEqual([path, 201]);
    const section = path.replace('users', 'people').replace('access_', '');
    records.push(`#crm${section}/${body.data.id}`);
    return body.data.id;
  };
  /** Of two in a list, the one with the longest name is opened. */
  const makeBoth = async (path: string, record: object, other = {}) => {
    await make(path, record);
    records.pop();
    return make(path, { ...record, name: WORDY_NAME, ...other });
  };
  await make('/pipelines', {
    pipeline: { name: 'Orders of resellers', description: 'From the first question to the money' },
    stages: ['New', 'Quoted', 'Paid'].map((name) => ({ name })),
  });
  for (const name of [WORDY_NAME, RIGHT_TO_LEFT])
    await make('/pipelines', { pipeline: { name }, stages: [{ name }] });
  await makeBoth('/inboxes', { name: 'Support of the shop', channel_type: 'whatsapp' });
  const person = { name: 'Beatriz Albuquerque', email: 'beatriz.albuquerque@example.com' };
  await makeBoth('/users', person, { email: 'longest.name@example.com', display_name: WORDY_NAME });
  await makeBoth('/roles', {
    name: 'Evening shift',
    description: 'Reads pipelines in the evening',
    permissions: ['pipelines.read', 'pipeline_stages.read', 'inboxes.read'],
  });
  await makeBoth('/access_tokens', { name: 'Import of the evening' });
  const id = await makeBoth('/webhooks', { name: 'changes', url: NOBODY_LISTENS, events: ['ALL'] });
  for (const part of ['deliveries', 'settings', 'replay'])
    records.push(`#crm/webhooks/${id}/${part}`);
  await makeBoth('/mcp-servers', {
    ...{ name: 'Tickets', config_type: 'sse' },
    config_json: { url: 'https://mcp.example.com/v1/tickets/of/the/shop/sse' },
  });
}

/**
 * Presses a button that opens a dialog and was not pressed yet, also in menus, of which the first of each table is tried.
 * Its value is what was pressed, or null: each is pressed once for all views of a language.
 */
const OPEN_ANOTHER = `(async () => {
  globalThis.pressed ??= new Set();
  const isNew = (name) => !pressed.has(name) && Boolean(pressed.add(name));
  const press = (place, of) => {
    const found = [...place.querySelectorAll('[aria-haspopup=dialog]')].find(
      (one) => one.checkVisibility() && isNew(of + ' ' + (one.ariaLabel ?? one.textContent)),
    );
    found?.click();
    return found && [...pressed].at(-1);
  };
  const tables = new Set();
  for (const menu of document.querySelectorAll('#main .menu > button')) {
    const table = menu.closest('table') ?? menu;
    if (tables.has(table) || !menu.checkVisibility() || menu.closest('.message')) continue;
    tables.add(table);
    if (pressed.has(menu.ariaLabel)) continue;
    menu.click();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const name = press(menu.parentElement, menu.ariaLabel);
    if (name) return name;
    menu.click();
    pressed.add(menu.ariaLabel);
  }
  return press(document.querySelector('#main'), location.hash) ?? null;
})()`;

/** Measures the dialog that opens, and closes it. */
async function findingsInDialog(): Promise<string[]> {
  const found = await findingsAt(page, DIALOG_WIDTHS, 'dialog[open]');
  await page.evaluate("document.querySelector('dialog[open]').close()");
  await page.lacks('dialog');
  return found;
}

/** How many dialogs the buttons of the views and records of a language have opened. */
let dialogs = 0;

/** Opens one dialog of the view after the other, and measures each. */
async function findingsInDialogs(): Promise<string[]> {
  const found: string[] = [];
  const next = () => page.evaluate<string | null>(OPEN_ANOTHER);
  for (let name = await next(); name !== null; name = await next()) {
    dialogs++;
    found.push(...(await findingsInDialog()).map((one) => `${name}, ${one}`));
  }
  return found;
}

const ROW = '.dense tbody tr';
/** The tabs of an instance, each with something that is there once it is filled. */
const INSTANCE = {
  start: '.step',
  connection: ROW,
  conversations: '.chat-row',
  endpoints: ROW,
  'endpoints/default': '.chart',
  'endpoints/default/deliveries': ROW,
  'endpoints/default/settings': 'form',
  'endpoints/default/replay': 'tbody tr',
  'endpoints/nobody': '.empty',
  apps: 'form',
  deliveries: ROW,
  events: ROW,
  groups: ROW,
  labels: 'form',
  templates: 'form',
  settings: 'form',
} as const;
const CRM = [
  ...['pipelines', 'inboxes', 'mcp-servers', 'webhooks', 'people', 'roles', 'tokens'],
  ...['audit', 'accounts'],
];
const VIEWS: readonly (readonly [address: string, part: string])[] = [
  ['#/', ROW],
  ['#/idle', '.tabs'],
  ['#/removed', '.tabs'],
  ['#/shop', '.chat-row'],
  ['#service', `${ROW}`],
  ['#service/audit', ROW],
  ['#deliveries', ROW],
  ['#deliveries?state=discarded', ROW],
  ...Object.entries(INSTANCE).map(([panel, part]) => [`#/shop/${panel}`, part] as const),
  ...CRM.map((section) => [`#crm/${section}`, ROW] as const),
  ['#crm/invitations', 'form'],
];
/** What the view of any record has. */
const RECORD =
  ':is(.side-panel pre, .side-panel dl, .side-panel form, .side-panel .bubble, .sortable li, .thread:has(.log .message) .thread-name .hint, .crm .card h2, .crm form)';
/** Opens it as on a phone: wider, what is beside it may open with it and lie over it once the window is narrow. */
const open = async (address: string) => {
  await page.resize(WIDTHS[0] ?? 0, 850);
  await page.open(`${app.url}/manager${address}`);
};
const show = async (address: string, part: string) => {
  await open(address);
  await page.has(part);
};

inChromium(() => {
  describe.each(LANGUAGES)('%s', (code, language, words) => {
    beforeAll(async () => {
      dialogs = 0;
      await showIn(page, [code, language, words]);
    });

    test.each(VIEWS)(
      '%s breaks no word, nor do its dialogs, has no control wider than its group, and the page ends with its content',
      async (address, part) => {
        await open(address);
        const found = await findingsAt(page, WIDTHS, `#main ${part}`);
        expect([...found, ...(await findingsInDialogs())]).toEqual([]);
      },
      30_000,
    );

    test('a record that is open breaks nothing either, whatever it is and however it is called', async () => {
      const found: Record<string, string[]> = {};
      for (const address of records) {
        await open(address);
        found[address] = await findingsAt(page, WIDTHS, `#main ${RECORD}`);
        found[`dialogs of ${address}`] = await findingsInDialogs();
      }
      expect(Object.entries(found).filter(([, wrong]) => wrong.length > 0)).toEqual([]);
      expect(dialogs).toBeGreaterThan(45);
      // One view is that of an endpoint that does not exist.
      expect(page.complaints.filter((one) => !one.endsWith('/nobody'))).toEqual([]);
    }, 120_000);

    test('an open delivery breaks nothing either, beside its list and over it', async () => {
      const wanted = '/delivery/search?instance=shop&state=discarded&limit=1';
      const { body } = await app.call('GET', wanted);
      await open(`#/shop/deliveries/${body.deliveries[0].id}`);
      expect(await findingsAt(page, WIDTHS, '.attempt[aria-pressed=true]')).toEqual([]);
    });

    test('the bar of selected deliveries breaks nothing either, nor does its question', async () => {
      await show('#/shop/endpoints/default/deliveries?state=discarded', `#main ${ROW}`);
      await page.evaluate("document.querySelector('#main thead .select input').click()");
      const BAR = '.selection-bar [aria-haspopup]';
      const found = await findingsAt(page, WIDTHS, BAR);
      await page.evaluate(`document.querySelector('${BAR}').click()`);
      expect([...found, ...(await findingsInDialog())]).toEqual([]);
    });

    test('the dialogs of a conversation break nothing either', async () => {
      const found: string[] = [];
      await show('#/shop/conversations/5511977710000%40s.whatsapp.net', '.log .picture');
      await page.evaluate("document.querySelector('.log .picture').click()");
      found.push(...(await findingsInDialog()));
      for (const item of [words.chat.forward, words.common.delete]) {
        const menu = "[...document.querySelectorAll('.log .message-menu .menu > button')].at(-1)";
        await page.evaluate(`${menu}.click()`);
        await page.press(item);
        found.push(...(await findingsInDialog()));
      }
      expect(found).toEqual([]);
    });

    test('a key that is replaced and shown once breaks nothing either', async () => {
      await show('#/shop/settings', '#main [name=grace]');
      await page.evaluate("document.querySelector('[name=grace]').form.requestSubmit()");
      const found = await findingsAt(page, DIALOG_WIDTHS, 'dialog[open]');
      await page.evaluate("document.querySelector('dialog .danger').click()");
      await page.has('dialog[data-lasting]');
      expect([...found, ...(await findingsInDialog())]).toEqual([]);
    });

    test('the search breaks nothing either, whatever it finds', async () => {
      await show('#/shop/labels', '#main form');
      await page.key('/');
      const found: string[] = [];
      for (const text of ['shop', 'Negotiation']) {
        await page.write(words.search.field, text);
        await page.holds(
          `it finds ${text}`,
          `document.querySelector('.palette [role=option]')?.textContent.includes('${text}') && document.querySelector('.palette > .hint[role=status]').textContent !== ''`,
        );
        found.push(...(await findingsAt(page, WIDTHS, '.palette [role=option]')));
      }
      await page.key('Escape');
      await page.lacks('dialog');
      expect(found).toEqual([]);
    });

    test('the page of a customer breaks nothing either', async () => {
      const customer = await browser.page(LOOK_AGAIN);
      await follow(customer, await customerLink(app, 'shop', { language: code }));
      await customer.has('.portal .tabs');
      const found: string[] = [];
      for (const panel of ['endpoints', 'deliveries']) {
        await customer.evaluate(`location.hash = '#/shop/${panel}'`);
        found.push(...(await findingsAt(customer, WIDTHS, `#main ${ROW}`)));
      }
      expect(found).toEqual([]);
    }, 30_000);
  });
});
