/** The Graph API before an instance of each platform: the sandbox, a paired phone, and a number at Meta. */
import { afterAll, beforeAll, expect } from 'bun:test';
import { ANA, BOB, sandboxStage } from '../../clients/stage.ts';
import { type GraphMessages, graphMessages } from '../../doubles/graph/messages.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { type GraphTemplates, graphTemplates } from '../../doubles/graph/templates.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { type Answer, type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables, pairInstance } from '../../helpers/whatsapp.ts';

export interface GraphStage {
  readonly url: string;
  /** The key of the instance `shop`. */
  readonly key: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
  /** Calls a path after the version, with the key of the instance or another. */
  graph(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Calls any other path, with the global key. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  stop(): Promise<void>;
}

export interface MetaStage extends GraphStage {
  readonly double: GraphDouble;
  readonly messages: GraphMessages;
  readonly templates: GraphTemplates;
  readonly app: RunningApp;
}

interface StageParts {
  readonly url: string;
  readonly key: string;
  readonly call: GraphStage['call'];
  readonly stop: () => Promise<void>;
}

async function stageOf(made: StageParts): Promise<GraphStage> {
  const [{ phoneNumberId, wabaId }] = (
    await made.call('GET', '/instance/fetchInstances?instanceName=shop')
  ).body;
  return {
    ...made,
    phoneNumberId,
    wabaId,
    async graph(method, path, body, key = made.key) {
      const response = await fetch(`${made.url}/graph/v25.0${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: Answer['body'] = await response.json();
      return { status: response.status, body: answer, headers: response.headers };
    },
  };
}

export async function sandboxGraph(env: Record<string, string> = {}): Promise<GraphStage> {
  const { connection, instanceKey: key, call, stop } = await sandboxStage(env);
  return stageOf({ url: connection.url, key, call, stop });
}

/** Its service is in this process, so it does not reach the files of this WhatsApp. */
export async function phoneGraph(): Promise<GraphStage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const app = await startApp({ env: inProcessVariables(whatsapp) });
  whatsapp.contact({ number: ANA, name: 'Ana' });
  whatsapp.contact({ number: BOB, name: 'Bob' });
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  await pairInstance(app.call, 'shop', phone);
  await phone.sharesAppStateKeys();
  await until('its name is known', async () => {
    const { body } = await app.call('GET', '/instance/fetchInstances?instanceName=shop');
    return body[0].profileName === 'Shop';
  });
  const key = (await app.call('POST', '/instance/key/rotate/shop')).body.apikey;
  const stop = async () => {
    await app.stop();
    await whatsapp.stop();
  };
  return stageOf({ url: app.url, key, call: app.call, stop });
}

export async function metaGraph(): Promise<MetaStage> {
  const [messages, templates] = [graphMessages(), graphTemplates()];
  const double = await startGraph(messages.part, templates.part);
  const app = await startApp({
    env: { META_GRAPH_URL: double.url, WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' },
  });
  const { number: _, ...ids } = double.world.addAccount();
  const body = { instanceName: 'shop', provider: 'whatsapp-cloud', ...ids };
  const key = (await app.call('POST', '/instance/create', body)).body.apikey;
  const stop = async () => {
    await Promise.all([app.stop(), double.stop()]);
  };
  const stage = await stageOf({ url: app.url, key, call: app.call, stop });
  return { ...stage, double, messages, templates, app };
}

interface Stages {
  readonly sandbox: GraphStage;
  readonly phone: GraphStage;
  readonly meta: MetaStage;
}

/** One of each for all tests of a file, there when they run. */
export function stagesOfEach(): Stages {
  // The cast: nothing reads it before.
  const stages = {} as Stages;
  beforeAll(async () => {
    const [sandbox, phone, meta] = await Promise.all([sandboxGraph(), phoneGraph(), metaGraph()]);
    Object.assign(stages, { sandbox, phone, meta });
  });
  afterAll(() => Promise.all(Object.values(stages).map((stage: GraphStage) => stage.stop())));
  return stages;
}

/** The form of every failure. */
export const failure = (code: number, said: string, subcode?: number) => ({
  error: {
    message: expect.stringContaining(`(#${code}) `),
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    error_data: { messaging_product: 'whatsapp', details: expect.stringContaining(said) },
    fbtrace_id: expect.any(String),
  },
});
