/** What must be there before the examples of the CRM can be sent. */
import { EXAMPLE_IDS, EXAMPLE_SECRET } from '../../../src/modules/crm/examples.ts';
import { until } from '../../helpers/until.ts';
import type { Replacements, Shop } from './shop.ts';

/** What a request needs beside what its examples say. */
export interface CrmPreparation {
  readonly replaced: Replacements;
  readonly headers: Record<string, string>;
}

interface Account {
  readonly id: string;
  readonly headers: { readonly 'account-id': string };
  ask(method: string, path: string, body?: unknown, headers?: object): ReturnType<Shop['ask']>;
  /** Posts the example of a path, under another name each time, and gives the id of the record. */
  create(path: string, change?: object): Promise<string>;
  readonly bodyOf: ExampleBody;
}

let made = 0;

async function newAccount(shop: Shop, bodyOf: ExampleBody): Promise<Account> {
  const { data } = await shop.ask('POST', '/api/v1/accounts', { name: 'Acme' });
  const headers = { 'account-id': data.id };
  const ask: Account['ask'] = (method, path, body, more = {}) =>
    shop.ask(method, `/api/v1${path}`, body, { ...headers, ...more });
  const create: Account['create'] = async (path, change) => {
    made += 1;
    const example = bodyOf(`POST /api/v1${path}`) ?? {};
    const own = 'name' in example && { name: `Record ${made}` };
    const address = 'email' in example && { email: `agent-${made}@example.com` };
    return (await ask('POST', path, { ...example, ...own, ...address, ...change })).data.id;
  };
  return { id: data.id, headers, ask, create, bodyOf };
}

/** The body that an operation of this name shows; null: it takes none. */
type ExampleBody = (name: string) => object | null;

type Prepare = (account: Account, shop: Shop, name: string) => Promise<CrmPreparation>;

const stage: Prepare = async ({ headers, ask, create }) => {
  const pipeline = await create('/pipelines');
  const { data } = await ask('GET', `/pipelines/${pipeline}/pipeline_stages`);
  const replaced = { [EXAMPLE_IDS.pipeline]: pipeline, [EXAMPLE_IDS.record]: data[0].id };
  return { replaced, headers };
};

const member: Prepare = async ({ headers, ask, create }, _, name) => {
  const [inbox, user] = [await create('/inboxes'), await create('/users')];
  const isFirst = name.startsWith('POST');
  if (!isFirst) await ask('POST', '/inbox_members', { inbox_id: inbox, user_ids: [user] });
  return { replaced: { [EXAMPLE_IDS.inbox]: inbox, [EXAMPLE_IDS.user]: user }, headers };
};

const hook: Prepare = async ({ headers, ask, create }, { receiver }) => {
  const id = await create('/webhooks', { url: receiver.url });
  const pipeline = await create('/pipelines');
  await ask('POST', `/pipelines/${pipeline}/pipeline_stages`, { pipeline_stage: { name: 'Won' } });
  const find = async () => (await ask('GET', `/webhooks/${id}/deliveries`)).data;
  await until('the webhook has a delivery', async () => (await find()).deliveries.length > 0);
  const [delivery] = (await find()).deliveries;
  return {
    replaced: { [EXAMPLE_IDS.record]: id, [EXAMPLE_IDS.delivery]: delivery.id },
    headers,
  };
};

/** A replay to a webhook that is not over for a second; paused if it is to be resumed. */
const replay: Prepare = async (account, shop, name) => {
  const { replaced, headers } = await hook(account, shop, name);
  const at = `/webhooks/${replaced[EXAMPLE_IDS.record]}`;
  const asked = { since: '2020-01-01T00:00:00.000Z', rate_per_second: 1 };
  const { id } = (await account.ask('POST', `${at}/recover`, asked)).data;
  if (name.endsWith('resume')) await account.ask('POST', `${at}/recoveries/${id}/pause`);
  return { replaced: { ...replaced, [EXAMPLE_IDS.recovery]: id }, headers };
};

/** A person of one account is invited into another one. */
const invitation: Prepare = async (account, shop, name) => {
  const other = await newAccount(shop, account.bodyOf);
  const tokenFor = async (of: Account, user_id: string, bound: object) =>
    (await of.ask('POST', '/access_tokens', { name: 'own', user_id, ...bound })).data;
  const email = `guest-${account.id}@example.com`;
  const guest = await account.create('/users', { email });
  const handed = await tokenFor(account, guest, { account_id: null });
  const { token } = (
    await account.ask(
      'POST',
      `/access_tokens/${handed.id}/rotate`,
      {},
      {
        api_access_token: handed.token,
      },
    )
  ).data;
  const owner = await other.create('/users', { role: 'account_owner' });
  const invited = await other.ask(
    'POST',
    '/users',
    { name: 'Guest', email },
    { api_access_token: (await tokenFor(other, owner, {})).token },
  );
  const { id, secret } = invited.data;
  const isForAccount = name.includes('/accounts/');
  if (name.endsWith('/memberships/me'))
    await shop.ask(
      'POST',
      `/api/v1/invitations/${id}/accept`,
      { secret },
      {
        api_access_token: token,
      },
    );
  return {
    replaced: {
      [EXAMPLE_SECRET]: secret,
      [EXAMPLE_IDS.invitation]: id,
      [EXAMPLE_IDS.record]: isForAccount ? other.id : id,
    },
    headers: isForAccount
      ? {}
      : { api_access_token: token, ...(name.endsWith('/me') && other.headers) },
  };
};

/** A record of the operation's own noun. */
const record: Prepare = async ({ headers, create, bodyOf }, _, name) => {
  const [noun = ''] = name.slice(name.indexOf('/api/v1/') + '/api/v1/'.length).split('/');
  const path = bodyOf(`POST /api/v1/${noun}`) ? `/${noun}` : '/pipelines';
  const isCreated = name.startsWith('POST') && name.endsWith(noun);
  const id = isCreated ? EXAMPLE_IDS.record : await create(path);
  return { replaced: { [EXAMPLE_IDS.record]: id, [EXAMPLE_IDS.pipeline]: id }, headers };
};

const own: Prepare = async ({ id }) => ({ replaced: { [EXAMPLE_IDS.record]: id }, headers: {} });

const BY_PATH: readonly [RegExp, Prepare][] = [
  [/invitations|memberships/, invitation],
  [/ \/api\/v1\/accounts/, own],
  [/pipeline_stages/, stage],
  [/inbox_members/, member],
  [/recoveries\//, replay],
  [/webhooks\//, hook],
  [/./, record],
];

export async function crmPrepared(
  shop: Shop,
  name: string,
  bodyOf: ExampleBody,
): Promise<CrmPreparation> {
  const [, prepare = record] = BY_PATH.find(([pattern]) => pattern.test(name)) ?? [];
  return prepare(await newAccount(shop, bodyOf), shop, name);
}
