/** Traces of the whole service, as a collector gets them. */
import { afterEach, describe, expect, test } from 'bun:test';
import { type Receiver, respond, startReceiver } from '../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';

interface ShownSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface ExportedSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ShownSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ShownSpan[] }[];
  }[];
}

/** A collector: takes OTLP as JSON, or refuses it. */
function startCollector() {
  const requests: {
    readonly path: string;
    readonly headers: Headers;
    readonly body: ExportedSpans;
  }[] = [];
  const answers: number[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      requests.push({
        path,
        headers: request.headers,
        body: (await request.json()) as ExportedSpans,
      });
      return Response.json({}, { status: answers.shift() ?? 200 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    answers,
    spans: () =>
      requests.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => server.stop(true),
  };
}

const valuesOf = (attributes: ShownSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const traceOf = (traceparent = '') => traceparent.split('-')[1] ?? '';
const spanOf = (traceparent = '') => traceparent.split('-')[2] ?? '';
const INCOMING = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A service that may be stopped again. */
async function started(options: Parameters<typeof startApp>[0]): Promise<RunningApp> {
  const app = await startApp(options);
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= app.stop();
    return stopped;
  };
  stops.push(stop);
  return { ...app, stop };
}

/** A service that sends its traces to a collector, and the events of `shop` to a receiver. */
async function traced(env: Record<string, string> = {}) {
  const collector = startCollector();
  const receiver = await startReceiver();
  stops.push(collector.stop, receiver.stop);
  const app = await started({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env } });
  await app.openInstance('shop');
  const webhook = { enabled: true, url: receiver.url, events: ['SEND_MESSAGE', 'MESSAGE'] };
  await app.call('POST', '/webhook/set/shop', webhook);
  return { app, collector, receiver };
}

const say = (app: RunningApp, traceparent?: string) =>
  app.call(
    'POST',
    '/message/sendText/shop',
    { number: '5511999990001', text: 'hi' },
    undefined,
    traceparent === undefined ? {} : { traceparent },
  );

const deliveredTo = (receiver: Receiver, count: number) =>
  until('it is delivered', () => receiver.requests.length >= count);

describe('with a collector', () => {
  test('a request, the event that it publishes and its attempt are one trace, which the receiver is told', async () => {
    const { app, collector, receiver } = await traced({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=ops,authorization=Bearer%20key',
      OTEL_SERVICE_NAME: 'gateway of the shop',
    });
    expect((await say(app, INCOMING)).status).toBe(201);
    await deliveredTo(receiver, 1);
    await app.stop();

    const spans = collector.spans().filter(({ traceId }) => traceId === traceOf(INCOMING));
    const named = (name: string) => spans.find((span) => span.name === name);
    const request = named('POST /message/sendText/:instanceName');
    const publish = spans.find(
      ({ name, attributes }) =>
        name === 'publish' && JSON.stringify(attributes).includes('SendMessage'),
    );
    const attempt = named('deliver SendMessage');
    expect(request?.parentSpanId).toBe(spanOf(INCOMING));
    expect(publish?.parentSpanId).toBe(request?.spanId ?? '');
    expect(attempt?.parentSpanId).toBe(publish?.spanId ?? '');
    expect(receiver.requests[0]?.header('traceparent')).toBe(
      `00-${traceOf(INCOMING)}-${attempt?.spanId}-01`,
    );
    expect(valuesOf(request?.attributes ?? [])).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/message/sendText/:instanceName',
      'http.response.status_code': 201,
    });
    expect(valuesOf(attempt?.attributes ?? [])).toMatchObject({
      'gatehouse.endpoint': 'webhook',
      'gatehouse.attempt': 1,
      'server.address': receiver.host,
      'http.response.status_code': 200,
    });
    const [exported] = collector.requests;
    expect([
      exported?.path,
      exported?.headers.get('x-team'),
      exported?.headers.get('authorization'),
    ]).toEqual(['/v1/traces', 'ops', 'Bearer key']);
    expect(valuesOf(exported?.body.resourceSpans[0]?.resource.attributes ?? [])).toMatchObject({
      'service.name': 'gateway of the shop',
    });
  });

  test('a retry after a restart goes on in the trace of its event', async () => {
    const collector = startCollector();
    const receiver = await startReceiver();
    stops.push(collector.stop, receiver.stop);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOK_RETRY_DELAY_MS: '1000' };
    receiver.script(respond(500));
    const first = await started({ env });
    await first.openInstance('shop');
    const webhook = { enabled: true, url: receiver.url, events: ['SEND_MESSAGE'] };
    await first.call('POST', '/webhook/set/shop', webhook);
    await say(first, INCOMING);
    await until('it has failed', async () => {
      const { body } = await first.call('GET', '/delivery/find/shop?state=waiting');
      return body.deliveries.some((one: { attemptCount: number }) => one.attemptCount === 1);
    });
    await first.stop();
    const second = await started({ env, dataDir: first.dataDir });
    await deliveredTo(receiver, 2);
    await second.stop();
    const attempts = collector.spans().filter(({ name }) => name === 'deliver SendMessage');
    expect(attempts.map(({ traceId }) => traceId)).toEqual(Array(2).fill(traceOf(INCOMING)));
    expect(new Set(attempts.map(({ parentSpanId }) => parentSpanId)).size).toBe(1);
    expect(attempts.map(({ status }) => status.code ?? 0)).toEqual([2, 0]);
    expect(attempts[0]?.status.message).toStartWith('http_status: 500');
    expect(receiver.requests.map((one) => spanOf(one.header('traceparent')))).toEqual(
      attempts.map(({ spanId }) => spanId),
    );
  });

  test('a request with a malformed header begins a trace of its own', async () => {
    const { app, collector, receiver } = await traced();
    await say(app, '00-not-a-trace-01');
    await deliveredTo(receiver, 1);
    await app.stop();
    const [attempt] = collector.spans().filter(({ name }) => name === 'deliver SendMessage');
    const own = collector.spans().filter(({ traceId }) => traceId === attempt?.traceId);
    const request = own.find(({ name }) => name.startsWith('POST '));
    expect(request?.parentSpanId ?? '').toBe('');
    expect(attempt?.traceId).toMatch(/^[\da-f]{32}$/);
  });

  test('traces that a ratio leaves out are not sent, and receivers are told so', async () => {
    const { app, collector, receiver } = await traced({ OTEL_TRACES_SAMPLER_ARG: '0' });
    await say(app);
    await deliveredTo(receiver, 1);
    await say(app, INCOMING);
    await deliveredTo(receiver, 2);
    await app.stop();
    const [left, recorded] = receiver.requests.map((one) => one.header('traceparent'));
    expect(left).toEndWith('-00');
    expect(traceOf(recorded)).toBe(traceOf(INCOMING));
    expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(
      new Set([traceOf(INCOMING)]),
    );
  });
});

describe('without one', () => {
  test('a collector that refuses or is away disturbs nothing, and is logged once', async () => {
    const { app, collector, receiver } = await traced();
    collector.answers.push(400);
    await say(app);
    await deliveredTo(receiver, 1);
    const about = () =>
      app.lines.filter(({ message }) => String(message).startsWith('traces could not be sent'));
    await until('it was refused', () => about().length > 0);
    collector.stop();
    for (let sent = 2; sent < 6; sent++) {
      expect((await say(app)).status).toBe(201);
      await deliveredTo(receiver, sent);
    }
    await app.stop();
    expect(about()).toHaveLength(1);
  });

  test('nothing of OpenTelemetry is loaded, deliveries have no such header, and nothing is kept of that of a caller', async () => {
    const receiver = await startReceiver();
    stops.push(receiver.stop);
    const run = async (env: Record<string, string>) => {
      const script = `${import.meta.dir}/loads.ts`;
      const spawned = { env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' } as const;
      const child = Bun.spawn(['bun', script, receiver.url], spawned);
      return (await child.stdout.text()) + (await child.stderr.text());
    };
    expect(await run({})).toBe('loaded: 0, kept: 0\n');
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]?.header('traceparent')).toBeUndefined();
    // With a collector the same program counts both.
    const { url, stop } = startCollector();
    stops.push(stop);
    expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toMatch(
      /^loaded: [1-9]\d*, kept: [1-9]\d*\n$/,
    );
  });
});
