/** Attacks by a customer's page on what the operator has of the same instance, beside a second tenant. */
import { until } from '../../helpers/until.ts';
import { readState, sendText } from './asks.ts';
import type { Attack, Target, UnderWay } from './attack.ts';
import { attackerOf, lanes } from './attack.ts';
import type { Stage } from './stage.ts';

/** In the URL and a header of the operator's endpoint. */
const TOKEN = 'the-token-of-the-operator';

/** What the page has to go by, and what it has got hold of. */
interface OpenedPage {
  readonly credential: string;
  /** The id of the operator's endpoint, which somebody has told. */
  readonly theirs: string;
  readonly receiver: Bun.Server<undefined>;
  /** Answers to the page, and bodies at its receiver, that have what it must not know. */
  readonly leaks: string[];
  received: number;
}

const pages = new WeakMap<Target, OpenedPage>();

function pageOf(target: Target): OpenedPage {
  const page = pages.get(target);
  if (page === undefined) throw new Error('no page was opened');
  return page;
}

async function openPage(stage: Stage): Promise<OpenedPage> {
  const { name, key } = attackerOf(stage);
  const secrets = [TOKEN, key];
  const receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text();
      page.received++;
      page.leaks.push(...secrets.filter((one) => body.includes(one)).map(() => 'a body'));
      return new Response('ok');
    },
  });
  const make = async (path: string, body: object) =>
    JSON.parse((await stage.call('POST', path, { key: 'global', body })).text);
  const made = await make(`/webhook/endpoints/${name}`, {
    name: 'operator',
    url: `${receiver.url}closed?token=${TOKEN}`,
    headers: { authorization: TOKEN },
    enabled: false,
  });
  const link = await make(`/portal/${name}`, {});
  const opened = await fetch(`http://127.0.0.1:${stage.port}/manager/portal/open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(link.url).split('#')[1]}` },
  });
  const { credential } = (await opened.json()) as { credential: string };
  const page: OpenedPage = { credential, theirs: made.id, receiver, leaks: [], received: 0 };
  return page;
}

/** What a page tries, one after the other: method, path and body. */
function triesOf({ theirs, receiver }: OpenedPage, name: string, round: number) {
  const own = { url: `${receiver.url}${round}`, events: ['ALL'] };
  const of = `/webhook/endpoints/${name}`;
  const since = new Date(Date.now() - 60_000).toISOString();
  return [
    ['PATCH', `${of}/default`, own],
    ['PATCH', `${of}/${theirs}`, { ...own, enabled: true }],
    ['PATCH', `${of}/${theirs}`, { owner: 'customer' }],
    ['GET', `${of}/${theirs}`, undefined],
    ['DELETE', `${of}/${theirs}`, undefined],
    ['POST', `${of}/${theirs}/recover`, { since }],
    ['POST', `/webhook/secret/rotate/${name}?endpoint=${theirs}`, undefined],
    ['POST', `/webhook/test/${name}`, { endpoint: theirs }],
    ['POST', of, { ...own, name: `page ${round}`, format: null }],
    ['POST', `${of}/filter/test`, { filter: null, endpoint: theirs }],
    ['POST', `${of}/transform/test`, { transform: null, event: 'QRCode' }],
    ['POST', `/delivery/redeliver/${name}`, { state: 'discarded', endpoint: theirs }],
    ['GET', '/delivery/search?state=discarded', undefined],
    ['GET', of, undefined],
  ] as const;
}

function tryEverything(target: Target): UnderWay {
  const page = pageOf(target);
  const { name, key } = attackerOf(target);
  return lanes(4, async (lane, round, signal) => {
    const tries = triesOf(page, name, lane * 1_000 + round);
    const [method, path, body] = tries[round % tries.length] ?? tries[0];
    const response = await fetch(`http://127.0.0.1:${target.port}${path}`, {
      method,
      headers: { apikey: page.credential, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await response.text();
    if (text.includes(TOKEN) || text.includes(key)) page.leaks.push(`${method} ${path}`);
    return response.status;
  });
}

export const pageOfCustomer: Attack = {
  name: "a customer's page that wants what is the operator's",
  promise:
    "a tenant works while a customer's page of another instance tries to reach the operator's endpoints and key, and gets neither",
  environment: {
    EVOLUTION_MODE: 'true',
    EVOLUTION_SHOW_KEYS: 'true',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32',
  },
  prepare: async (stage) => void pages.set(stage, await openPage(stage)),
  begin: tryEverything,
  asks: [readState, sendText],
  limits: {},
  async enough({ answers }) {
    const times = (status: number) => answers.get(status) ?? 0;
    await until('it has tried everything', () => times(404) >= 40 && times(201) >= 4);
  },
  async afterwards(stage) {
    const page = pageOf(stage);
    const { name } = attackerOf(stage);
    const text = { kind: 'text', from: '5511999990000', text: 'hello' };
    const before = page.received;
    await stage.call('POST', `/sandbox/${name}/message`, { key: 'global', body: text });
    await until('the page got it', () => page.received > before);
    const at = `/webhook/endpoints/${name}/${page.theirs}`;
    const theirs = JSON.parse((await stage.call('GET', at, { key: 'global' })).text);
    await page.receiver.stop(true);
    if (page.leaks.length > 0) throw new Error(`the page has learned it by ${page.leaks[0]}`);
    if (theirs.enabled || theirs.owner !== 'operator')
      throw new Error("the operator's endpoint was changed");
  },
};
