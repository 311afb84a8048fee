/** Listing the groups of a paired account with everybody in them: the first time, and from what is known afterwards. */
import { median, shown } from './measure.ts';
import { startApp } from './whatsapp-app.ts';
import { startWhatsApp } from './whatsapp-server.ts';

const RUNS = Number(process.env.RUNS ?? 20);
const GROUPS = 300;
const MEMBERS = 50;
const PHONE = '5511999990000';

const whatsapp = await startWhatsApp();
const app = await startApp(whatsapp);
await app.create('groups', 'http://127.0.0.1:9/nobody');
// Before it is linked: what was there is not told, but asked for.
await whatsapp.order({ do: 'groups', phone: PHONE, count: GROUPS, members: MEMBERS });
await whatsapp.order({ do: 'link', phone: PHONE, code: await app.code('groups') });
await app.opened('groups');
await whatsapp.order({ do: 'settled', devices: 1 });

/** Ms until the whole answer is here. */
async function listed(): Promise<number> {
  const from = performance.now();
  const groups = await app.call('GET', '/group/fetchAllGroups/groups?getParticipants=true');
  const ms = performance.now() - from;
  const full = (Array.isArray(groups) ? groups : []).filter(
    ({ participants }) => participants.length === MEMBERS,
  );
  if (full.length !== GROUPS) throw new Error(`${full.length} groups of ${GROUPS} were listed`);
  return ms;
}

const first = await listed();
const later: number[] = [];
for (let run = 0; run < RUNS; run++) later.push(await listed());
console.log(
  `${GROUPS} groups of ${MEMBERS}: ${shown(first)} ms the first time, when WhatsApp is asked; afterwards median ${shown(median(later))} ms, at most ${shown(Math.max(...later))} ms`,
);
await app.stop();
whatsapp.stop();
process.exit(0);
