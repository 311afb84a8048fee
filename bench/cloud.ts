/**
 * Texts that Meta posts in signed batches, through the whole product to a receiver in another process, beside the
 * engine alone, which publishes as many events to the same receiver.
 */
import { startGraph } from '../test/doubles/graph/server.ts';
import { change, escaped, ofNumber, signatureOf } from '../test/doubles/graph/webhooks.ts';
import { CHATS, message, startEngine } from './engine.ts';
import { formatNumber, median, rate, table } from './measure.ts';
import { startReceiver } from './receiver.ts';
import { startService } from './whatsapp-app.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const COUNT = 1_000;
const BATCH = 100;
/** The number of events that are published at once. */
const WIDTH = 64;
const SECRET = 'the-app-secret-of-the-bench';
const SHOP = 'shop';

const receiver = await startReceiver();
const meta = await startGraph();
const app = await startService({ META_GRAPH_URL: meta.url, META_APP_SECRET: SECRET });
const bare = await startEngine({ urlOf: () => receiver.url });

const { number: _, ...account } = meta.world.addAccount();
await app.call('POST', '/instance/create', {
  instanceName: SHOP,
  provider: 'whatsapp-cloud',
  ...account,
});
const webhook = { enabled: true, url: receiver.url, events: ['Message'] };
await app.call('POST', `/webhook/set/${SHOP}`, webhook);

let texts = 0;
/** Returns a batch of people who write at the same time, signed over escaped JSON. */
function batch(): { readonly body: string; readonly signature: string } {
  const messages = Array.from({ length: BATCH }, () => {
    const from = `55119${String(texts % CHATS).padStart(8, '0')}`;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const body = `text ${texts} ${'x'.repeat(400)}`;
    const id = `wamid.BENCH${String(texts++).padStart(8, '0')}`;
    return { from, id, timestamp, type: 'text', text: { body } };
  });
  const contacts = messages.map(({ from }) => ({ profile: { name: 'A person' }, wa_id: from }));
  const value = ofNumber({ contacts, messages }, account.phoneNumberId);
  const body = escaped(change('messages', value, account.businessAccountId));
  return { body, signature: signatureOf(SECRET, body) };
}

async function post({ body, signature }: ReturnType<typeof batch>): Promise<void> {
  const response = await fetch(`${app.url}/provider/whatsapp-cloud/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  });
  await response.text();
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
}

interface Rate {
  readonly perSecond: number;
  /** Processor ms of this process, for one text. */
  readonly cpuMs: number;
}

async function measured(work: () => Promise<number>): Promise<Rate> {
  await receiver.reset();
  const cpu = process.cpuUsage();
  const perSecond = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond, cpuMs: (user + system) / 1_000 / COUNT };
}

const ours = () => {
  const batches = Array.from({ length: COUNT / BATCH }, batch);
  const arrived = () => receiver.arrived(COUNT);
  return measured(async () => {
    const perBatch = await rate(
      batches.length,
      batches.length,
      (at) => post(batches[at] ?? batch()),
      arrived,
    );
    return perBatch * BATCH;
  });
};

const STREAM = { id: '01900000-0000-7000-8000-00000000b001', name: SHOP };
const engine = () =>
  measured(() =>
    rate(
      COUNT,
      WIDTH,
      (index) => bare.engine.publish(STREAM, [message(index)]),
      () => receiver.arrived(COUNT),
    ),
  );

const runs: { readonly through: Rate; readonly beside: Rate; readonly ratio: number }[] = [];
for (let run = -1; run < RUNS; run++) {
  const beside = await engine();
  const through = await ours();
  // The first warms both up.
  if (run >= 0) runs.push({ through, beside, ratio: through.perSecond / beside.perSecond });
}
table(
  runs.map(({ through, beside, ratio }) => ({
    'texts/s': formatNumber(through.perSecond),
    'CPU ms a text': through.cpuMs.toFixed(3),
    'engine alone, events/s': formatNumber(beside.perSecond),
    'CPU ms an event': beside.cpuMs.toFixed(3),
    ratio: ratio.toFixed(2),
  })),
);
const middle = (of: (run: (typeof runs)[number]) => number) => median(runs.map(of));
console.log(
  `\nmedians: ${formatNumber(middle((run) => run.through.perSecond))} texts/s, ${formatNumber(middle((run) => run.beside.perSecond))} events/s, ratio ${middle((run) => run.ratio).toFixed(2)}`,
);
await bare.stop();
await app.stop();
await meta.stop();
receiver.stop();
