/**
 * The whole product under hostile requests, in the NODE_ENV of this process: the framework reads it when it
 * is loaded. Arguments: seed, count. Prints what was answered and what should not have been, as JSON.
 */

import { resolved } from '../helpers/api-document.ts';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { type JsonSchema, schemaChecker } from '../helpers/json-schema.ts';
import {
  type HostileRequest,
  hostileRequests,
  type KnownNames,
  type Operation,
  seeded,
} from './hostile-requests.ts';

export interface HostileReport {
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Of operations that were answered 2xx at least once. */
  readonly reached: number;
  readonly operations: number;
  /** How many forms were taken and refused. */
  readonly forms: { readonly taken: number; readonly refused: number };
  readonly problems: readonly string[];
}

const PROBLEMS_MAX = 20;
const SIDE_BY_SIDE = 8;
/** How many requests an operation that takes forms gets for one of any other. */
const FORM_ROUNDS = 8;
/** Ends what the other operations need. */
const ENDING = /delete|logout|disconnect|remove|memberships|deregister/i;

interface Account {
  readonly id: string;
  /** The id of what was created. */
  create(path: string, body: object): Promise<string>;
}

/** The account that everything happens in. */
async function accountOf(app: RunningApp): Promise<Account> {
  const ask = async (path: string, init: RequestInit, more: Record<string, string> = {}) => {
    const headers = { ...credentialsFor('/api/v1'), 'content-type': 'application/json', ...more };
    const response = await fetch(`${app.url}/api/v1${path}`, { ...init, headers });
    const answer = (await response.json()) as JsonSchema;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const [{ id }] = await ask('/accounts', {});
  return {
    id,
    async create(path, body) {
      const init = { method: 'POST', body: JSON.stringify(body) };
      return (await ask(path, init, { 'account-id': id })).id;
    },
  };
}

/** Records to name in paths; the ones that nothing could go on without are not among them. */
async function prepare(app: RunningApp, { create }: Account): Promise<ReadonlyMap<string, string>> {
  await app.openInstance('shop');
  const pipeline = await create('/pipelines', { pipeline: { name: 'Sales' } });
  const stages = `/pipelines/${pipeline}/pipeline_stages`;
  return new Map([
    ['pipelines', pipeline],
    ['pipeline_stages', await create(stages, { pipeline_stage: { name: 'New' } })],
    ['inboxes', await create('/inboxes', { name: 'Main' })],
    ['mcp-servers', await create('/mcp-servers', { name: 'Tools', config_type: 'sse' })],
    ['webhooks', await create('/webhooks', { name: 'Hook', url: 'https://receiver.invalid/' })],
    ['accounts', await create('/accounts', { name: 'Other' })],
    ['users', await create('/users', { name: 'Bia', email: 'bia@example.com', role: 'agent' })],
    ['roles', await create('/roles', { name: 'Seller', permissions: [] })],
    ['access_tokens', await create('/access_tokens', { name: 'ci' })],
  ]);
}

/** What messages and groups are named by, for one of each; the number is of somebody the instance may write to. */
async function named(app: RunningApp): Promise<KnownNames> {
  const number = '5511999990000';
  const ask = async (path: string, body: object) => {
    const answer = await app.call('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { key } = await ask('/message/sendText/shop', { number, text: 'Hello' });
  const group = await ask('/group/create/shop', { subject: 'Team', participants: [number] });
  const names = { number, to: number, numbers: number, participants: number, participant: number };
  const media = { media: 'AAAA', audio: 'AAAA', url: 'https://receiver.invalid/' };
  const message = { id: key.id, messageId: key.id, remoteJid: key.remoteJid, chat: key.remoteJid };
  const there = { ...message, groupJid: group.id, messaging_product: 'whatsapp' };
  return new Map(Object.entries({ ...names, ...media, ...there }));
}

type GraphIds = Readonly<Record<'shop' | 'doomed', readonly string[]>>;

/** The ids that paths of the Graph API have for the instance of most requests, and for the one that may end. */
async function graphIds(app: RunningApp): Promise<GraphIds> {
  await app.call('POST', '/instance/create', { instanceName: 'doomed', provider: 'sandbox' });
  const { body } = await app.call('GET', '/instance/fetchInstances');
  const idsOf = (name: string): string[] =>
    (body as JsonSchema[])
      .filter(({ instanceName }) => instanceName === name)
      .flatMap(({ phoneNumberId, wabaId }) => [phoneNumberId, wabaId]);
  return { shop: idsOf('shop'), doomed: idsOf('doomed') };
}

const isEnding = (method: string, path: string): boolean =>
  method === 'delete' || ENDING.test(path);

function knownIn(records: ReadonlyMap<string, string>, ids: GraphIds) {
  const all = [...records.values()];
  return ({ method, path }: Operation, parameter: string): readonly string[] => {
    const name = isEnding(method, path) ? 'doomed' : 'shop';
    if (parameter === 'instanceName') return name === 'shop' ? ['shop'] : ['gone', 'doomed'];
    if (parameter === 'version') return ['v25.0'];
    // Files are uploaded for the number, which is the first of the two.
    if (path.endsWith('/media')) return ids[name].slice(0, 1);
    if (path.startsWith('/graph/')) return ids[name];
    const collection =
      path
        .slice(0, path.indexOf(`/{${parameter}}`))
        .split('/')
        .at(-1) ?? '';
    const own = records.get(parameter === 'inbox_id' ? 'inboxes' : collection);
    return own === undefined || method === 'delete' ? all : [own];
  };
}

function operationsOf(document: JsonSchema): Operation[] {
  return Object.entries<JsonSchema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<JsonSchema>(methods).flatMap(([method, documented]) => {
      const content: object = documented.requestBody?.content ?? {};
      const isForm = 'multipart/form-data' in content;
      return Array.from({ length: isForm ? FORM_ROUNDS : 1 }, () => ({ method, path, documented }));
    }),
  );
}

function credentialsFor(path: string): Record<string, string> {
  if (path.startsWith('/api/v1')) return { api_access_token: ACCESS_TOKEN };
  if (path.startsWith('/graph/')) return { authorization: `Bearer ${GLOBAL_KEY}` };
  return { apikey: GLOBAL_KEY };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(
  app: RunningApp,
  account: Account,
  { path, method: verb }: Operation,
  { method, target, headers, body }: HostileRequest,
): Promise<Answer> {
  // The instance of paths that name none.
  const instanceid = isEnding(verb, path) ? 'doomed' : 'shop';
  const own = { 'account-id': account.id, instanceid, ...headers, ...credentialsFor(path) };
  const request = new Request(`http://gate.test${target}`, { method, headers: own, body });
  const response = await app.app.handle(request);
  return { status: response.status, text: await response.text() };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By status; null when the path, as URLs are read, is not the operation's any more. */
function documentedAnswers({ path, documented }: Operation, { target }: HostileRequest) {
  const { pathname } = new URL(target, 'http://gate.test');
  const pattern = `^${path.replace(/\{\w+\}/g, '[^/]+')}$`;
  return new RegExp(pattern).test(pathname) ? (documented.responses as JsonSchema) : null;
}

/** Says what is wrong with an answer, or null. */
function answerCheck(document: JsonSchema) {
  const check = schemaChecker(document);
  return (operation: Operation, request: HostileRequest, { status, text }: Answer) => {
    const documented = documentedAnswers(operation, request);
    const { tags } = operation.documented;
    const shown = text.slice(0, 300);
    if (status >= 500) return `answered ${status}: ${shown}`;
    const content = documented?.[status]?.content;
    if (status >= 400) {
      const { success, error, meta } = (jsonOf(text) ?? {}) as JsonSchema;
      const schema = content?.['application/json'].schema;
      if (schema && check(schema, jsonOf(text)).length === 0) return null;
      // Two families of paths have a form of their own.
      const isOther =
        (tags?.includes('Evolution Go') && typeof error === 'string') ||
        (tags?.includes('Graph') && typeof error?.code === 'number');
      const isEnvelope =
        isOther || (success === false && typeof error?.code === 'string' && meta?.method);
      return isEnvelope && documented === null ? null : `answered ${status}: ${shown}`;
    }
    if (documented === null) return null;
    if (documented[status] === undefined) return `answered ${status}, which is not documented`;
    if (!content?.['application/json']) return null;
    const problems = check(content['application/json'].schema, jsonOf(text));
    return problems.length === 0 ? null : `answered ${status}, but ${problems.join(', ')}`;
  };
}

async function run(seed: number, count: number): Promise<HostileReport> {
  const app = await startApp({
    env: {
      NODE_ENV: process.env.NODE_ENV ?? 'test',
      DEFAULT_PROVIDER: 'sandbox',
      // Addresses are refused before anything is dialled, so that nothing waits for the network.
      WEBHOOK_ALLOW_NETWORKS: 'fd00::/8',
    },
  });
  const document = await resolved((await app.call('GET', '/swagger/json', undefined, null)).body);
  const account = await accountOf(app);
  const known = knownIn(await prepare(app, account), await graphIds(app));
  const make = hostileRequests(document, { known, named: await named(app) }, seeded(seed));
  const checkAnswer = answerCheck(document);
  const operations = operationsOf(document);
  const statuses: Record<number, number> = {};
  const reached = new Set<Operation>();
  const problems: string[] = [];
  const forms = { taken: 0, refused: 0 };
  let sent = 0;
  const work = async () => {
    while (sent < count && problems.length < PROBLEMS_MAX) {
      const operation = operations[sent++ % operations.length] as Operation;
      const request = make(operation);
      const answer = await send(app, account, operation, request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status < 300) reached.add(operation);
      if (request.headers['content-type']?.startsWith('multipart/form-data; boundary=a-'))
        forms[answer.status < 300 ? 'taken' : 'refused']++;
      const problem = checkAnswer(operation, request, answer);
      if (problem !== null) problems.push(`${JSON.stringify(request).slice(0, 600)} ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  await app.stop();
  return { statuses, reached: reached.size, operations: operations.length, forms, problems };
}

const [seed, count] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await run(seed ?? 1, count ?? 5_000)));
process.exit(0);
