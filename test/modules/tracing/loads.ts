/**
 * `bun loads.ts RECEIVER`: a service that sends one message within a trace. Prints how many modules of OpenTelemetry it
 * loaded, and how many events have kept the trace.
 */
import { join } from 'node:path';
import { openReader } from '../../../src/core/db/reader.ts';
import { startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';

const { OTEL_EXPORTER_OTLP_ENDPOINT = '' } = process.env;
const app = await startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT } });
await app.openInstance('shop');
const url = process.argv[2];
await app.call('POST', '/webhook/set/shop', { enabled: true, url, events: ['SEND_MESSAGE'] });
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const text = { number: '5511999990001', text: 'hi' };
await app.call('POST', '/message/sendText/shop', text, undefined, { traceparent });
await until('it is delivered', async () => {
  const { body } = await app.call('GET', '/delivery/find/shop?state=delivered');
  return body.deliveries.length > 0;
});
await app.stop();
const reader = openReader({ url: `file:${join(app.dataDir, 'gatehouse.db')}` });
const [row] = await reader.query('select count(*) from events where traceparent is not null', []);
await reader.close();
const loaded = Object.keys(require.cache).filter((path) =>
  path.includes('node_modules/@opentelemetry/'),
).length;
process.stdout.write(`loaded: ${loaded}, kept: ${row?.[0]}\n`);
process.exit(0);
