/**
 * Measures every view and every dialog of the manager, filled as real use fills it, in every language and at four widths:
 * words, controls and the page.
 */
import { beforeAll, describe, expect, test } from 'bun:test';
import { en } from '../../../src/core/languages/en.ts';
import { es } from '../../../src/core/languages/es.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { respond } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import type { Page } from '../../helpers/browser.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { follow, LOOK_AGAIN } from '../../helpers/manager-page.ts';
import { customerLink } from '../../helpers/portal.ts';

const LANGUAGES = [
  ['en', 'English', en],
  ['es', 'Español', es],
  ['pt-BR', 'Português (Brasil)', ptBR],
] as const;
const WIDTHS = [390, 768, 1360, 1720];
/** No dialog is wider than the second of the widths. */
const DIALOG_WIDTHS = WIDTHS.slice(0, 2);
const NOBODY_LISTENS =
  'http://127.0.0.1:1/hooks/orders/of/the/shop/in/the/high-street?token=secret';
/** The longest name, of words, and one that is written from right to left. */
const WORDY_NAME = 'Negotiation of the winter prices '.repeat(8).slice(0, 254).concat('.');
const RIGHT_TO_LEFT = 'محمد عبد الله الطويل';
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
  await make('/pipelines', {
    pipeline: { name: 'Orders of resellers', description: 'From the first question to the money' },
    stages: ['New', 'Quoted', 'Paid'].map((name) => ({ name })),
  });
  for (const name of [WORDY_NAME, RIGHT_TO_LEFT])
    await make('/pipelines', { pipeline: { name }, stages: [{ name }] });
  await make('/inboxes', { name: 'Support of the shop', channel_type: 'whatsapp' });
  await make('/users', { name: 'Beatriz Albuquerque', email: 'beatriz.albuquerque@example.com' });
  await make('/roles', {
    name: 'Evening shift',
    description: 'Reads pipelines in the evening',
    permissions: ['pipelines.read', 'pipeline_stages.read', 'inboxes.read'],
  });
  await make('/access_tokens', { name: 'Import of the evening' });
  const id = await make('/webhooks', { name: 'changes', url: NOBODY_LISTENS, events: ['ALL'] });
  for (const part of ['deliveries', 'settings', 'replay'])
    records.push(`#crm/webhooks/${id}/${part}`);
  await make('/mcp-servers', {
    ...{ name: 'Tickets', config_type: 'sse' },
    config_json: { url: 'https://mcp.example.com/v1/tickets/of/the/shop/sse' },
  });
}

/** What is wrong with the page, or with the dialog over it: an expression, whose value is a list of texts. */
const FINDINGS = `(() => {
  const found = [];
  const root = document.documentElement;
  const dialog = document.querySelector('dialog[open]');
  const place = dialog ?? document.querySelector('#main');
  const nameOf = (one) => one.tagName.toLowerCase() + ' "' + (one.ariaLabel || one.name || one.textContent).slice(0, 40) + '"';
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1;
  // Words of letters and digits on more than one line; addresses and code may break.
  const range = document.createRange();
  const isBroken = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!parent.checkVisibility() || parent.closest('.address, pre, code, .bubble, script')) continue;
    range.selectNodeContents(text);
    // One line has no broken word.
    if (!isBroken()) continue;
    for (const { index, 0: word } of text.nodeValue.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (isBroken()) found.push('the word ' + word + ' is broken in ' + nameOf(parent));
    }
  }
  const GROUPS = '.field, fieldset, td, th, form, dialog, .side-panel, .card, .page-line, main';
  for (const control of place.querySelectorAll('button, input, select, textarea')) {
    if (!control.checkVisibility() || control.type === 'hidden') continue;
    const group = control.parentElement.closest(GROUPS);
    const [inner, outer] = [control, group].map((one) => one.getBoundingClientRect());
    if (inner.width > outer.width + 1) found.push(nameOf(control) + ' is wider than its group');
  }
  for (const one of place.querySelectorAll('.chip, .thread-name .hint'))
    if (isCut(one)) found.push(nameOf(one) + ' is cut');
  if (dialog) {
    const { left, right } = dialog.getBoundingClientRect();
    if (left < 0 || right > root.clientWidth || isCut(dialog)) found.push('the dialog is too wide');
    return found;
  }
  for (const table of document.querySelectorAll('.table-place'))
    if (isCut(table) && innerWidth !== 768)
      found.push('the table ' + table.querySelector('table').ariaLabel + ' is ' + (table.scrollWidth - table.clientWidth) + ' px too wide');
  // On a phone a row is two lines: its name and state, then the rest.
  for (const row of innerWidth < 640 ? document.querySelectorAll('.dense tbody tr') : []) {
    const rest = [...row.querySelectorAll('td:not(.state, .row-menu, .select)')].filter((one) => one.checkVisibility() && one.offsetHeight > 0);
    const [top, bottom] = [Math.min(...rest.map((one) => one.getBoundingClientRect().top)), Math.max(...rest.map((one) => one.getBoundingClientRect().bottom))];
    if (bottom - top > 36) found.push('the second line of ' + nameOf(row) + ' is ' + Math.round(bottom - top) + ' px high');
  }
  for (const head of document.querySelectorAll('.side-panel > .card-line')) {
    const [title, close] = [...head.children].map((one) => one.getBoundingClientRect());
    if (close.left < title.right) found.push(nameOf(head) + ' has its button below its title');
  }
  for (const one of document.querySelectorAll('.header :is(nav, a, button)'))
    if (one.checkVisibility() && (isCut(one) || one.getBoundingClientRect().right > innerWidth))
      found.push(nameOf(one) + ' of the bar is cut');
  if (root.scrollWidth > root.clientWidth) found.push('the page is ' + (root.scrollWidth - root.clientWidth) + ' px too wide');
  const end = Math.max(innerHeight, document.querySelector('.footer, .portal main').getBoundingClientRect().bottom + scrollY);
  if (root.scrollHeight > end + 1) found.push('the page scrolls ' + (root.scrollHeight - end) + ' px beyond its content');
  return found;
})()`;

async function findingsAt(
  widths: readonly number[],
  part: string,
  shown: Page = page,
): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await shown.resize(width, 850);
    await shown.has(part);
    const wrong = await shown.evaluate<string[]>(FINDINGS);
    found.push(...wrong.map((one) => `${width}: ${one}`));
  }
  return found;
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
  const found = await findingsAt(DIALOG_WIDTHS, 'dialog[open]');
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
  connection: '.rows',
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
  ':is(.side-panel dl, .side-panel form, .side-panel .bubble, .sortable li, .thread:has(.log .message) .thread-name .hint, .crm .card h2, .crm form)';
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
      const isThere = `document.documentElement.lang === '${code}' && document.querySelector('#main .page') !== null`;
      if (!(await page.evaluate<boolean>(isThere))) await page.press(language);
      await page.holds(`the page is in ${language}`, isThere);
    });

    test.each(VIEWS)(
      '%s breaks no word, nor do its dialogs, has no control wider than its group, and the page ends with its content',
      async (address, part) => {
        await open(address);
        const found = await findingsAt(WIDTHS, `#main ${part}`);
        expect([...found, ...(await findingsInDialogs())]).toEqual([]);
      },
      30_000,
    );

    test('a record that is open breaks nothing either, whatever it is and however it is called', async () => {
      const found: Record<string, string[]> = {};
      for (const address of records) {
        await open(address);
        found[address] = await findingsAt(WIDTHS, `#main ${RECORD}`);
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
      expect(await findingsAt(WIDTHS, '.attempt[aria-pressed=true]')).toEqual([]);
    });

    test('the bar of selected deliveries breaks nothing either, nor does its question', async () => {
      await show('#/shop/endpoints/default/deliveries?state=discarded', `#main ${ROW}`);
      await page.evaluate("document.querySelector('#main thead .select input').click()");
      const BAR = '.selection-bar [aria-haspopup]';
      const found = await findingsAt(WIDTHS, BAR);
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
      const found = await findingsAt(DIALOG_WIDTHS, 'dialog[open]');
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
        found.push(...(await findingsAt(WIDTHS, '.palette [role=option]')));
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
        found.push(...(await findingsAt(WIDTHS, `#main ${ROW}`, customer)));
      }
      expect(found).toEqual([]);
    }, 30_000);
  });
});
