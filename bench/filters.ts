/** Events that a filter leaves out, beside the same events that nobody gets. */
import { message, startEngine } from './engine.ts';
import { formatNumber, median, rate, table } from './measure.ts';

const COUNT = Number(process.env.COUNT ?? 200_000);
const ROUNDS = 5;
const WIDTH = 64;
const SHOP = { id: '01900000-0000-7000-8000-000000000001', name: 'shop' };

/** It fits none of the events, and finds out by the last of its conditions. */
const FILTER = {
  event: 'Message',
  data: {
    Info: { IsGroup: false, Chat: { $startsWith: '5511' } },
    Message: { conversation: { $contains: 'order' } },
  },
};

interface Figures {
  readonly perSecond: number;
  /** µs of CPU an event. */
  readonly cpu: number;
}

async function measure(filter: typeof FILTER | null): Promise<Figures> {
  const { engine, db, stop } = await startEngine(
    filter === null ? {} : { filter, urlOf: () => 'http://127.0.0.1:9/' },
  );
  const before = process.cpuUsage();
  const perSecond = await rate(COUNT, WIDTH, (index) => engine.publish(SHOP, [message(index)]));
  const { user, system } = process.cpuUsage(before);
  const [row] = await db.query('select count(*) from deliveries', []);
  if (row?.[0] !== 0) throw new Error('the filter has let events through');
  await stop();
  return { perSecond, cpu: (user + system) / COUNT };
}

const rounds: { nobody: Figures; filtered: Figures }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  // In turns, so that neither is always the first.
  const isFirst = round % 2 === 0;
  const one = await measure(isFirst ? null : FILTER);
  const other = await measure(isFirst ? FILTER : null);
  rounds.push(isFirst ? { nobody: one, filtered: other } : { nobody: other, filtered: one });
}
type Round = (typeof rounds)[number];
const ratio = ({ nobody, filtered }: Round) => filtered.perSecond / nobody.perSecond;
const cpuRatio = ({ nobody, filtered }: Round) => filtered.cpu / nobody.cpu;
table(
  rounds.map((round) => ({
    'to nobody': `${formatNumber(round.nobody.perSecond)}/s, CPU ${formatNumber(round.nobody.cpu)} µs`,
    'past a filter': `${formatNumber(round.filtered.perSecond)}/s, CPU ${formatNumber(round.filtered.cpu)} µs`,
    ratio: formatNumber(ratio(round)),
    'of CPU': formatNumber(cpuRatio(round)),
  })),
);
const medianOf = (figure: (round: Round) => number) => formatNumber(median(rounds.map(figure)));
console.log(
  `\nmedians: ${medianOf(({ filtered }) => filtered.perSecond)}/s past the filter, ${medianOf(
    ({ nobody }) => nobody.perSecond,
  )}/s to nobody; ratio ${medianOf(ratio)}, of CPU ${medianOf(cpuRatio)}`,
);
