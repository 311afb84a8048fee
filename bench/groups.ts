/**
 * Listing the groups of a paired account with everybody in them, the first time and from what is known afterwards: until
 * the answer is read, and how long nobody else is served meanwhile.
 */
import { yieldToEventLoop } from '../src/shared/clock.ts';
import { median, shown } from './measure.ts';
import { KEY, startApp } from './whatsapp-app.ts';
import { startWhatsApp } from './whatsapp-server.ts';

const RUNS = Number(process.env.RUNS ?? 10);
const GROUPS = 200;
const MEMBERS = 500;
const PHONE = '5511999990000';

const whatsapp = await startWhatsApp();
const app = await startApp(whatsapp);
await app.create('groups', 'http://127.0.0.1:9/nobody');
// Before it is linked: what was there is not told, but asked for.
await whatsapp.order({ do: 'groups', phone: PHONE, count: GROUPS, members: MEMBERS });
await whatsapp.order({ do: 'link', phone: PHONE, code: await app.code('groups') });
await app.opened('groups');
await whatsapp.order({ do: 'settled', devices: 1 });

interface Listing {
  readonly ms: number;
  /** Ms of the longest turn of the event loop, which the service shares with this file. */
  readonly turnMs: number;
}

async function list(): Promise<Listing> {
  let [bytes, turnMs, isOver] = [0, 0, false];
  const from = performance.now();
  const watching = (async () => {
    for (let last = from; !isOver; last = performance.now()) {
      await yieldToEventLoop();
      turnMs = Math.max(turnMs, performance.now() - last);
    }
  })();
  const path = '/group/fetchAllGroups/groups?getParticipants=true';
  const answer = await fetch(app.url + path, { headers: { apikey: KEY } });
  for await (const chunk of answer.body ?? []) bytes += chunk.byteLength;
  isOver = true;
  await watching;
  if (bytes < GROUPS * MEMBERS * 100) throw new Error(`only ${bytes} bytes of groups were listed`);
  return { ms: performance.now() - from, turnMs };
}

const told = (listings: readonly Listing[]) =>
  `median ${shown(median(listings.map(({ ms }) => ms)))} ms, longest turn of the event loop median ${shown(median(listings.map(({ turnMs }) => turnMs)))} ms, at most ${shown(Math.max(...listings.map(({ turnMs }) => turnMs)))} ms`;

const first = await list();
const later: Listing[] = [];
for (let run = 0; run < RUNS; run++) later.push(await list());
console.log(
  `${GROUPS} groups of ${MEMBERS}, the first time, when WhatsApp is asked: ${told([first])}`,
);
console.log(`afterwards: ${told(later)}`);
await app.stop();
whatsapp.stop();
process.exit(0);
