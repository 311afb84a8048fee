/**
 * Listing the groups of a paired account with everybody in them, the first time and from what is known afterwards, and
 * sending to a large one: until it is answered, and how long nobody else is served meanwhile.
 */
import { readFileSync } from 'node:fs';
import { yieldToEventLoop } from '../src/core/shared/clock.ts';
import { formatNumber, median } from './measure.ts';
import { KEY, startApp } from './whatsapp-app.ts';
import { startWhatsApp } from './whatsapp-server.ts';

const RUNS = Number(process.env.RUNS ?? 10);
const GROUPS = 200;
const MEMBERS = 500;
const PHONE = '5511999990000';
/** Members of a group for sending. */
const LARGE = 1_000;
const SENDER = '5511999990001';

const whatsapp = await startWhatsApp();
const app = await startApp(whatsapp);

/** An instance with the groups of its phone. What was there before it is linked is not told, but asked for. */
async function instance(
  name: string,
  groups: { readonly phone: string; readonly count: number; readonly members: number },
): Promise<void> {
  await app.create(name, 'http://127.0.0.1:9/nobody');
  await whatsapp.order({ do: 'groups', ...groups });
  await whatsapp.order({ do: 'link', phone: groups.phone, code: await app.code(name) });
  await app.opened(name);
}

await instance('groups', { phone: PHONE, count: GROUPS, members: MEMBERS });
await whatsapp.order({ do: 'settled', devices: 1 });

interface TimedRun {
  readonly ms: number;
  /** Ms of a processor that the longest turn of the event loop took, which the service shares with this file. */
  readonly turnMs: number;
}

/** Returns the processor ms of this thread; other processes of a busy machine do not count. */
const processorMs = (): number =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

async function timed(work: () => Promise<unknown>): Promise<TimedRun> {
  let [turnMs, isOver] = [0, false];
  const from = performance.now();
  const watching = (async () => {
    for (let last = processorMs(); !isOver; ) {
      await yieldToEventLoop();
      const now = processorMs();
      turnMs = Math.max(turnMs, now - last);
      last = now;
    }
  })();
  await work();
  const ms = performance.now() - from;
  isOver = true;
  await watching;
  return { ms, turnMs };
}

const list = () =>
  timed(async () => {
    let bytes = 0;
    const path = '/group/fetchAllGroups/groups?getParticipants=true';
    const answer = await fetch(app.url + path, { headers: { apikey: KEY } });
    for await (const chunk of answer.body ?? []) bytes += chunk.byteLength;
    if (bytes < GROUPS * MEMBERS * 100)
      throw new Error(`only ${bytes} bytes of groups were listed`);
  });

const told = (all: readonly TimedRun[]) =>
  `median ${formatNumber(median(all.map(({ ms }) => ms)))} ms, CPU of the longest turn of the event loop median ${formatNumber(median(all.map(({ turnMs }) => turnMs)))} ms, at most ${formatNumber(Math.max(...all.map(({ turnMs }) => turnMs)))} ms`;

const first = await list();
const later: TimedRun[] = [];
for (let run = 0; run < RUNS; run++) later.push(await list());
console.log(
  `${GROUPS} groups of ${MEMBERS}, the first time, when WhatsApp is asked: ${told([first])}`,
);
console.log(`afterwards: ${told(later)}`);

await instance('large', { phone: SENDER, count: RUNS + 1, members: LARGE });
const listed = await app.call('GET', '/group/fetchAllGroups/large?getParticipants=false');
const [firstGroup = '', ...others] = (listed as unknown as readonly { id: string }[]).map(
  ({ id }) => id,
);

const send = (number: string) =>
  timed(() => app.call('POST', '/message/sendText/large', { number, text: 'hello' }));

console.log(
  `first text to a group of ${LARGE}, with sessions to begin: ${told([await send(firstGroup)])}`,
);
const keys: TimedRun[] = [];
const texts: TimedRun[] = [];
for (const group of others) {
  keys.push(await send(group));
  texts.push(await send(group));
}
console.log(`first text to another group of the same people, who get its key: ${told(keys)}`);
console.log(`another text to it: ${told(texts)}`);
await app.stop();
whatsapp.stop();
process.exit(0);
