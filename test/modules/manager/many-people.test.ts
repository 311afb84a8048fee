/** An account with more people and roles than one request returns: they are chosen by searching, and lists know names. */
import { beforeEach, expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { inChromium, startInBrowser } from '../../helpers/in-browser.ts';
import { reload } from '../../helpers/manager-page.ts';
import { until } from '../../helpers/until.ts';

/** Besides the person whom every service has. */
const PEOPLE = 250;
/** Besides the roles of the service. */
const ROLES = 120;

/** By their names. */
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) ?? '';
const nameAt = (place: number) => `Person ${String(place).padStart(3, '0')}`;
let account = {};

const { app, page } = startInBrowser({
  async fill() {
    const { body } = await app.call('GET', '/api/v1/accounts');
    account = { 'account-id': body.data[0].id };
    for (let place = 0; place < PEOPLE; place++) await addPerson(nameAt(place));
    await addPerson('João Álvares');
    for (let place = 0; place < ROLES; place++)
      await call('/roles', { name: `Shift ${place}`, permissions: ['pipelines.read'] });
  },
  entered: { apikey: null, token: ACCESS_TOKEN, route: '#crm' },
});

const call = async (path: string, record?: object, method = record ? 'POST' : 'GET') =>
  (await app.call(method, `/api/v1${path}`, record, GLOBAL_KEY, account)).body.data;

async function addPerson(name: string): Promise<void> {
  const email = `${name.replace(/\W/g, '').toLowerCase()}@example.com`;
  const { id } = await call('/users', { name, email, role: 'account_owner' });
  ids.set(name, id);
}

const show = (address: string) => page.open(`${app.url}/manager${address}`);
const options = () =>
  page.evaluate<string[]>(
    "[...document.querySelectorAll('[role=option]')].map((one) => one.innerText)",
  );
/** Runs in the page: the field that chooses a person. */
const FIELD = "document.querySelector('[role=combobox]')";
const isShown = (text: string) =>
  page.holds(`the field shows ${text}`, `${FIELD}.value === ${JSON.stringify(text)}`);
const isIn = (name: string, value: string) =>
  page.holds(
    `${name} is ${value}`,
    `document.querySelector('[name=${name}]').value === '${value}'`,
  );
/** Types in place of what the field shows, as a person does. */
const type = (text: string) =>
  page.evaluate(
    `${FIELD}.focus(); ${FIELD}.select(); document.execCommand('insertText', false, ${JSON.stringify(text)})`,
  );
const finds = (...names: string[]) =>
  until(`${names} are found`, async () => {
    const found = (await options()).map((one) => one.split(' (')[0] ?? '');
    return JSON.stringify(found) === JSON.stringify(names);
  });
async function openForm(name: string): Promise<void> {
  await show('#crm/tokens');
  await page.press('New access token');
  await page.fill('Name', name);
}

inChromium(() => {
  beforeEach(() => show('about:blank'));

  test('a person is found among hundreds by a part of the name, and chosen by keys', async () => {
    await openForm('By keys');
    await page.evaluate(`${FIELD}.focus()`);
    await page.key('ArrowDown');
    await page.shows('252 results. 232 more are not shown.');
    expect((await options())[0]).toBe('Yourself');
    expect(await axeFindings(page)).toEqual([]);
    await type('person 24');
    await finds(...Array.from({ length: 10 }, (_, place) => nameAt(240 + place)));
    await page.key('ArrowDown');
    await page.key('Enter');
    await isShown('Person 241 (person241@example.com)');
    await isIn('user_id', idOf('Person 241'));
    expect(await options()).toEqual([]);
    await page.press('Create');
    await page.press('Done');
    await page.shows('By keys\tPerson 241');
    const tokens: { name: string; user_id: string }[] = await call('/access_tokens');
    expect(tokens.find(({ name }) => name === 'By keys')?.user_id).toBe(idOf('Person 241'));
  });

  test('a press chooses too, accents or not, and Escape closes the list but not the dialog', async () => {
    await openForm('By a press');
    await type('joao alv');
    await finds('João Álvares');
    await page.key('Escape');
    await until('the list is closed', async () => (await options()).length === 0);
    await page.has('dialog[open]');
    await page.key('ArrowUp');
    await finds('João Álvares');
    await page.press('João Álvares (joolvares@example.com)');
    await isIn('user_id', idOf('João Álvares'));
  });

  test('what was typed and not chosen is not sent', async () => {
    await openForm('Of nobody');
    await type('nobody has this name');
    await page.shows('Nothing found');
    await page.press('Create');
    await page.shows('choose a person');
    expect(await axeFindings(page)).toEqual([]);
    await type('');
    await page.press('Create');
    await page.press('Done');
    await page.shows('Of nobody\tAdministrator');
  });

  test('a search that was overtaken is cancelled, so that one runs at a time', async () => {
    await openForm('Slow');
    await page.evaluate(`{
      const { fetch } = globalThis;
      globalThis.searches = [];
      globalThis.fetch = (url, options) => {
        const search = new URL(url, location.href).searchParams.get('search');
        if (search === null) return fetch(url, options);
        const { signal } = options;
        searches.push({ search, signal, before: searches.filter((one) => !one.signal.aborted).length });
        return search === 'person 13' ? fetch(url, options) : new Promise(() => {});
      };
    }`);
    for (const text of ['p', 'person 1', 'person 13']) {
      await type(text);
      await page.holds(`${text} is searched`, `searches.at(-1)?.search === '${text}'`);
    }
    await finds(...Array.from({ length: 10 }, (_, place) => nameAt(130 + place)));
    expect(await page.evaluate<number[]>('searches.map(({ before }) => before)')).toEqual([
      0, 0, 0,
    ]);
  });

  test('the person who was chosen is named again after a reload', async () => {
    await openForm('Kept');
    await type('person 199');
    await finds('Person 199');
    await page.key('Enter');
    await isIn('user_id', idOf('Person 199'));
    await reload(page);
    await page.press('New access token');
    await isShown('Person 199 (person199@example.com)');
    await isIn('user_id', idOf('Person 199'));
    await page.press('Cancel');
  });

  test('a role is found among hundreds too, a new person is an agent without one, and what is no role is refused', async () => {
    await show('#crm/people');
    await page.press('New person');
    await isShown('Agent');
    await page.fill('Name', 'Zoe');
    await page.fill('E-mail', 'zoe@example.com');
    await type('no such role');
    await page.shows('Nothing found');
    await page.press('Create');
    await page.has('dialog [aria-invalid=true]');
    await type('shift 119');
    await finds('Shift 119');
    await page.key('Enter');
    await isIn('role', 'shift_119');
    await page.press('Create');
    await page.lacks('dialog');
    const [zoe] = await call('/users?search=zoe');
    expect(zoe.role).toBe('shift_119');
    await show('#crm/people?search=zoe');
    await page.shows('Zoe\tShift 119');
    await show(`#crm/people/${zoe.id}`);
    await page.press('Edit Zoe');
    await isShown('Shift 119');
    await page.press('Cancel');
  });

  test('lists name every person of a page, and keep the id of one who was deleted', async () => {
    const names = [...Array.from({ length: 15 }, (_, place) => nameAt(100 + 10 * place))];
    const secrets = new Map<string, string>();
    for (const name of names) {
      const { token } = await call('/access_tokens', { name, user_id: idOf(name) });
      secrets.set(name, token);
    }
    await show('#crm/tokens');
    for (const name of names) await page.shows(`${name}\t${name}`);
    const asked = page.requests.filter((url) => url.includes(`/users/${idOf('Person 150')}`));
    expect(asked.length).toBe(1);
    for (const name of ['Person 100', 'Person 240'])
      await app.call(
        'POST',
        '/api/v1/inboxes',
        { name: `Of ${name}`, channel_type: 'api' },
        GLOBAL_KEY,
        { ...account, api_access_token: secrets.get(name) ?? '' },
      );
    await call(`/users/${idOf('Person 100')}`, {}, 'DELETE');
    await show('#crm/audit');
    await page.shows(`Person 240`);
    await page.shows(idOf('Person 100'));
  });

  test('the audit log is searched for a person, who is in the address and named from it', async () => {
    await show('#crm/audit');
    await page.shows('Changed by');
    await type('person 240');
    await finds('Person 240');
    await page.key('Enter');
    await page.holds('the address has it', `location.hash.includes('${idOf('Person 240')}')`);
    await page.shows('Of Person 240');
    await reload(page);
    await isShown('Person 240 (person240@example.com)');
  });
});
