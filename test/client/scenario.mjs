/** The client as it was built, run by whichever program runs this: prints what happens, a line of JSON for each. */
import { createClient } from '@gatehouse/client';

const { baseUrl, apikey, ws, end } = JSON.parse(process.argv[2]);
const WebSocket = globalThis.WebSocket ?? (await import(ws)).default;

const print = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

const client = createClient({ baseUrl, apikey, WebSocket, pauses: { firstMs: 5, maxMs: 50 } });
const { data } = await client.call('POST', '/message/sendText/{instanceName}', {
  params: { instanceName: 'shop' },
  body: { number: '5511888880000', text: 'Hello' },
});
print({ sent: data.key.id });

const feed = client.connectEvents({
  instance: 'shop',
  after: 0,
  onState: (state) => print(state),
  onEvent(event) {
    print({ sequence: event.sequence });
    if (event.event === 'GroupInfo' && JSON.stringify(event.data).includes(end)) feed.close();
  },
});
await feed.closed;
