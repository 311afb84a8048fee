/**
 * The message store: what writing it adds to a message, and pages and searches of a million messages beside those of a
 * thousand in the same file, through the whole product on a real port.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Messages } from '../src/core/messages/log.ts';
import { MessageStore } from '../src/core/messages/store/store.ts';
import { systemClock } from '../src/core/shared/clock.ts';
import { KEY, startCrm } from './crm-app.ts';
import { message, startEngine } from './engine.ts';
import { type LoadOptions, load } from './load.ts';
import { formatNumber, median, rate, table } from './measure.ts';
import { addMessages, COMMON_WORD, LONG_CHAT, type MiddleRow, RARE_WORD } from './store-rows.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const seconds = Number(process.env.SECONDS ?? 1);
const MANY = Number(process.env.ROWS ?? 1_000_000);
const FEW = 1_000;
const COUNT = 10_000;
const WIDTH = 64;
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };

/** Twelve words, two of which no other message has. */
const textOf = (index: number): string =>
  `good morning ${index}, the order ${index * 7} leaves today and arrives on Friday`;

/** µs of this process's CPU a message, from `publish` to the disk, no webhook set. */
async function writing(hours: number): Promise<number> {
  const { db, engine, stop } = await startEngine({});
  const store = new MessageStore({ db, clock: systemClock(), publisher: engine, hours });
  const messages = new Messages(db, engine, null, store);
  const before = process.cpuUsage();
  await rate(COUNT, WIDTH, (index) => {
    const event = message(index);
    if (event.type !== 'Message') throw new Error('no message');
    const Message = { conversation: textOf(index) };
    return messages.publish(STREAM, [{ ...event, data: { ...event.data, Message } }], []);
  });
  const { user, system } = process.cpuUsage(before);
  await stop();
  return (user + system) / COUNT;
}

async function writes(): Promise<void> {
  await writing(1);
  const rows: { off: number; on: number }[] = [];
  for (let run = 0; run < RUNS; run++) rows.push({ off: await writing(0), on: await writing(1) });
  table(
    rows.map(({ off, on }) => ({
      'store off, CPU µs a message': formatNumber(off),
      'store on': formatNumber(on),
      added: formatNumber(on - off),
    })),
  );
  console.log(`\nmedian added ${formatNumber(median(rows.map(({ off, on }) => on - off)))} µs\n`);
}

interface Side {
  readonly name: string;
  readonly middle: MiddleRow;
}

async function filled(folder: string): Promise<{ few: Side; many: Side }> {
  const app = await startCrm(folder);
  const create = async (instanceName: string): Promise<string> => {
    const response = await fetch(`${new URL(app.base).origin}/instance/create`, {
      method: 'POST',
      headers: { apikey: KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ instanceName, provider: 'sandbox' }),
    });
    const { instance } = (await response.json()) as { instance: { instanceId: string } };
    return instance.instanceId;
  };
  const [few, many] = [await create('few'), await create('many')];
  await app.stop();
  const file = join(folder, 'bench.db');
  const middleOfMany = addMessages(file, many, MANY);
  return {
    few: { name: 'few', middle: addMessages(file, few, FEW) },
    many: { name: 'many', middle: middleOfMany },
  };
}

/** A question, and a function that returns how often a second it is answered. */
type Question = readonly [what: string, answered: (side: Side) => Promise<number>];

function askedOf(origin: string): Question[] {
  const headers = { apikey: KEY };
  const ofSandbox: Pick<LoadOptions, 'headers' | 'seconds'> = { headers, seconds };
  const post = (path: string, body: object) => (name: string) =>
    load({
      ...ofSandbox,
      url: `${origin}/chat/${path}/${name}`,
      body: JSON.stringify(body),
      status: 200,
    });
  const page = { offset: 50 };
  const search = (query: string) => (side: Side) =>
    load({ ...ofSandbox, url: `${origin}/message/search/${side.name}?limit=50&query=${query}` });
  return [
    ['newest messages', ({ name }) => post('findMessages', page)(name)],
    [
      'messages, from the middle',
      ({ name, middle: { sentAt, place } }) =>
        post('findMessages', { ...page, after: `${sentAt}.${place}` })(name),
    ],
    [
      'messages of a chat',
      ({ name }) =>
        post('findMessages', { ...page, where: { key: { remoteJid: LONG_CHAT } } })(name),
    ],
    ['chats', ({ name }) => post('findChats', { take: 50 })(name)],
    ['contacts', ({ name }) => post('findContacts', page)(name)],
    ['search, a word of ten messages', search(RARE_WORD)],
    ['search, a word of all messages', search(COMMON_WORD)],
  ];
}

async function pages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const { few, many } = await filled(folder);
  const app = await startCrm(folder);
  const rows = [];
  for (const [what, answered] of askedOf(new URL(app.base).origin)) {
    await answered(few);
    const runs: { few: number; many: number }[] = [];
    for (let run = 0; run < RUNS; run++)
      runs.push({ few: await answered(few), many: await answered(many) });
    const costs = runs.map((each) => each.few / each.many);
    rows.push({
      'page of 50': what,
      [`of ${formatNumber(FEW)}, /s`]: formatNumber(median(runs.map((each) => each.few))),
      [`of ${formatNumber(MANY)}, /s`]: formatNumber(median(runs.map((each) => each.many))),
      cost: median(costs).toFixed(2),
      runs: costs.map((cost) => cost.toFixed(2)).join(', '),
    });
  }
  table(rows);
  await app.stop();
  rmSync(folder, { recursive: true });
}

await writes();
await pages();
process.exit(0);
