/** Measures every view of the manager, filled as real use fills it, at four widths: words, controls and the page. */
import { expect, test } from 'bun:test';
import { respond } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { follow, LOOK_AGAIN } from '../../helpers/manager-page.ts';
import { customerLink } from '../../helpers/portal.ts';

const WIDTHS = [390, 768, 1360, 1720] as const;
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
    await fillAccount();
  },
  entered: { token: ACCESS_TOKEN },
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
  await make('/webhooks', { name: 'changes', url: NOBODY_LISTENS, events: ['ALL'] });
  await make('/mcp-servers', {
    ...{ name: 'Tickets', config_type: 'sse' },
    config_json: { url: 'https://mcp.example.com/v1/tickets/of/the/shop/sse' },
  });
}

/** What is wrong with the page as it is shown: an expression, whose value is a list of texts. */
const FINDINGS = `(() => {
  const found = [];
  const root = document.documentElement;
  const nameOf = (one) => one.tagName.toLowerCase() + ' "' + (one.ariaLabel || one.name || one.textContent).slice(0, 40) + '"';
  // Words of letters and digits on more than one line; addresses and code may break.
  const walker = document.createTreeWalker(document.querySelector('#main'), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!parent.checkVisibility() || parent.closest('.address, pre, code, .bubble, script')) continue;
    for (const { index, 0: word } of text.nodeValue.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) found.push('the word ' + word + ' is broken in ' + nameOf(parent));
    }
  }
  const GROUPS = '.field, fieldset, td, th, form, dialog, .side-panel, .card, .page-line, main';
  for (const control of document.querySelectorAll('#main :is(button, input, select, textarea)')) {
    if (!control.checkVisibility() || control.type === 'hidden') continue;
    const group = control.parentElement.closest(GROUPS);
    const [inner, outer] = [control, group].map((one) => one.getBoundingClientRect());
    if (inner.width > outer.width + 1) found.push(nameOf(control) + ' is wider than its group');
  }
  for (const table of document.querySelectorAll('.table-place'))
    if (table.scrollWidth > table.clientWidth + 1 && innerWidth !== 768)
      found.push('the table ' + table.querySelector('table').ariaLabel + ' is ' + (table.scrollWidth - table.clientWidth) + ' px too wide');
  // On a phone a row is two lines: its name and state, then the rest.
  for (const row of innerWidth < 640 ? document.querySelectorAll('.dense tbody tr') : []) {
    const rest = [...row.querySelectorAll('td:not(.state, .row-menu, .select)')].filter((one) => one.checkVisibility() && one.offsetHeight > 0);
    const [top, bottom] = [Math.min(...rest.map((one) => one.getBoundingClientRect().top)), Math.max(...rest.map((one) => one.getBoundingClientRect().bottom))];
    if (bottom - top > 36) found.push('the second line of ' + nameOf(row) + ' is ' + Math.round(bottom - top) + ' px high');
  }
  for (const one of document.querySelectorAll('#main :is(.chip, .thread-name .hint)'))
    if (one.scrollWidth > one.clientWidth + 1) found.push(nameOf(one) + ' is cut');
  for (const head of document.querySelectorAll('.side-panel > .card-line')) {
    const [title, close] = [...head.children].map((one) => one.getBoundingClientRect());
    if (close.left < title.right) found.push(nameOf(head) + ' has its button below its title');
  }
  if (root.scrollWidth > root.clientWidth) found.push('the page is ' + (root.scrollWidth - root.clientWidth) + ' px too wide');
  const end = Math.max(innerHeight, document.querySelector('.footer, .portal main').getBoundingClientRect().bottom + scrollY);
  if (root.scrollHeight > end + 1) found.push('the page scrolls ' + (root.scrollHeight - end) + ' px beyond its content');
  return found;
})()`;

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
  'endpoints/default/replay': 'form',
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

inChromium(() => {
  test.each([
    ['#/', ROW],
    ['#/idle', '.tabs'],
    ['#/shop', '.chat-row'],
    ['#service', `${ROW}`],
    ['#service/audit', ROW],
    ['#deliveries', ROW],
    ['#deliveries?state=discarded', ROW],
    ...Object.entries(INSTANCE).map(([panel, part]) => [`#/shop/${panel}`, part] as const),
    ...CRM.map((section) => [`#crm/${section}`, ROW] as const),
    ['#crm/invitations', 'form'],
  ])(
    '%s breaks no word, has no control wider than its group, and the page ends with its content',
    async (address, part) => {
      const found: Record<string, string[]> = {};
      await page.open(`${app.url}/manager${address}`);
      for (const width of WIDTHS) {
        await page.resize(width, 850);
        await page.has(`#main ${part}`);
        found[width] = await page.evaluate<string[]>(FINDINGS);
      }
      expect(found).toEqual(Object.fromEntries(WIDTHS.map((width) => [width, []])));
    },
    30_000,
  );

  test('a record that is open breaks nothing either, whatever it is and however it is called', async () => {
    const found: Record<string, string[]> = {};
    for (const address of records) {
      await page.open(`${app.url}/manager${address}`);
      await page.has(
        '#main :is(.side-panel dl, .side-panel form, .side-panel .bubble, .sortable li, .thread:has(.log .message) .thread-name .hint, .crm .card h2)',
      );
      for (const width of WIDTHS) {
        await page.resize(width, 850);
        found[`${address} ${width}`] = await page.evaluate<string[]>(FINDINGS);
      }
    }
    expect(Object.entries(found).filter(([, wrong]) => wrong.length > 0)).toEqual([]);
  }, 120_000);

  test('an open delivery breaks nothing either, beside its list and over it', async () => {
    const { body } = await app.call(
      'GET',
      '/delivery/search?instance=shop&state=discarded&limit=1',
    );
    const found: Record<string, string[]> = {};
    await page.open(`${app.url}/manager#/shop/deliveries/${body.deliveries[0].id}`);
    for (const width of WIDTHS) {
      await page.resize(width, 850);
      await page.shows('Response to attempt 1');
      found[width] = await page.evaluate<string[]>(FINDINGS);
    }
    expect(found).toEqual(Object.fromEntries(WIDTHS.map((width) => [width, []])));
  });

  test.each(['endpoints', 'deliveries'])(
    'the %s of a customer break nothing either',
    async (panel) => {
      const customer = await browser.page(LOOK_AGAIN);
      await follow(customer, await customerLink(app, 'shop'));
      await customer.shows('Webhooks of shop');
      await customer.evaluate(`location.hash = '#/shop/${panel}'`);
      const found: Record<string, string[]> = {};
      for (const width of WIDTHS) {
        await customer.resize(width, 850);
        await customer.has(`#main ${ROW}`);
        found[width] = await customer.evaluate<string[]>(FINDINGS);
      }
      expect(found).toEqual(Object.fromEntries(WIDTHS.map((width) => [width, []])));
    },
    30_000,
  );
});
