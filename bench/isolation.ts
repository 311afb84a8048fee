/**
 * What healthy receivers notice of others that never answer: from `publish` to arrival, alone and beside 100 and 300
 * hosts that take the connection and stay silent, from their first second on and after their first time-outs. Beside
 * them stands what the same events cost when their hosts answer at once, and when they go nowhere.
 */
import { CHATS, message, startEngine } from './engine.ts';
import { formatNumber, median, percentile, table } from './measure.ts';
import { type Arrival, startReceiver, wallMs } from './receiver.ts';

const HEALTHY = 10;
const PER_SECOND = 200;
/** For all other hosts together: more than all slots, and no more than the machine can write in a second. */
const BURST = 6_400;
/** Discard, which no system opens by default, refuses. */
const CLOSED_PORT = 9;

/**
 * `silent` hosts take the connection and say nothing, `closed` ones refuse it, `prompt` ones answer as they should;
 * `nowhere`: instances without a webhook, so that only the writing of their events is left.
 */
export type OtherHosts = 'silent' | 'closed' | 'prompt' | 'nowhere';

/** From publish to arrival at the healthy receivers, in ms. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

export interface Isolation {
  readonly whole: Delays;
  /** Delays of events from the first second, which has the burst to the other hosts in it. */
  readonly firstSecond: Delays;
  readonly afterwards: Delays;
  /** Attempts under way at the end. */
  readonly held: number;
}

export interface Isolator {
  /** `others` hosts, each with a stream of its own, get their part of the burst within the first second. */
  measure(others: number, seconds: number, kind?: OtherHosts): Promise<Isolation>;
  /** Nobody else is there, but each stream has two more webhooks, which hang and refuse, or answer as they should. */
  measureAmongThree(seconds: number, others: 'bad' | 'prompt'): Promise<Isolation>;
  stop(): void;
}

const stream = (id: string) => ({ id, name: id });

/** Healthy receivers in a process of their own, and others beside them, each an address of its own. */
export async function startIsolator(): Promise<Isolator> {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);

  const ports: Record<string, number | string> = {
    s: receiver.silentPort,
    c: CLOSED_PORT,
    p: port,
  };

  /**
   * Stream `h3` goes to a healthy host that is measured, by one webhook for each of the `own` ports; `s7`, `c7` or `p7`
   * goes to a host of another kind, `n7` to none.
   */
  const urlOf = (own: readonly (number | string)[]) => (id: string, place: number) => {
    const number = Number(id.slice(1));
    if (id.startsWith('h')) return `http://127.1.${place}.${number + 1}:${own[place]}/hook`;
    if (id.startsWith('n')) return null;
    return `http://127.2.${number >> 7}.${(number & 127) + 1}:${ports[id.charAt(0)]}/hook`;
  };

  const measure = async (
    others: number,
    seconds: number,
    kind: OtherHosts = 'silent',
    own: readonly (number | string)[] = [port],
  ) => {
    await receiver.reset();
    const { engine, stop } = await startEngine({
      urlOf: urlOf(own),
      endpoints: own.length,
      perHost: 32,
    });
    const from = performance.now();
    const startedAt = wallMs();
    const burst = others === 0 ? 0 : BURST;
    let burstSent = 0;
    const total = PER_SECOND * seconds;
    for (let index = 0; index < total; index++) {
      const due = from + (index * 1_000) / PER_SECOND;
      while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
      for (; burstSent < Math.min(burst, burst * (index / PER_SECOND)); burstSent++) {
        const other = stream(`${kind.charAt(0)}${burstSent % others}`);
        void engine.publish(other, [message(burstSent % CHATS)]);
      }
      void engine.publish(stream(`h${index % HEALTHY}`), [message(index, wallMs())]);
    }
    const healthy = own.filter((one) => one === port).length;
    const arrivals = await receiver.arrived(total * healthy + (kind === 'prompt' ? burstSent : 0));
    const held = engine.inFlight;
    await stop();
    const isEarly = ({ sentAt }: Arrival) => sentAt < startedAt + 1_000;
    return {
      whole: delaysOf(arrivals),
      firstSecond: delaysOf(arrivals.filter(isEarly)),
      afterwards: delaysOf(arrivals.filter((one) => !isEarly(one))),
      held,
    };
  };

  return {
    measure,
    measureAmongThree: (seconds, others) =>
      measure(0, seconds, 'silent', [
        port,
        ...(others === 'bad' ? [receiver.silentPort, CLOSED_PORT] : [port, port]),
      ]),
    stop: () => receiver.stop(),
  };
}

function delaysOf(arrivals: readonly Arrival[]): Delays {
  const delays = arrivals.map(({ delayMs }) => delayMs);
  return {
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    worst: percentile(delays, 100),
  };
}

const CASES: readonly (readonly [string, number, OtherHosts])[] = [
  ['alone', 0, 'silent'],
  ...[100, 300].flatMap((hosts) => [
    [`${hosts} that hang`, hosts, 'silent'] as const,
    [`${hosts} that answer`, hosts, 'prompt'] as const,
    [`${hosts} without a webhook`, hosts, 'nowhere'] as const,
  ]),
];

async function main(): Promise<void> {
  const seconds = Number(process.env.SECONDS ?? 40);
  const runs = Number(process.env.RUNS ?? 1);
  const isolator = await startIsolator();
  await isolator.measure(0, 3);
  const found = CASES.map((): Isolation[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, [, hosts, kind]] of CASES.entries())
      found[index]?.push(await isolator.measure(hosts, seconds, kind));
  }
  table(
    CASES.map(([what], index) => {
      const all = found[index] ?? [];
      const of = (pick: (one: Isolation) => number) => formatNumber(median(all.map(pick)));
      const both = (part: 'whole' | 'firstSecond' | 'afterwards') =>
        `${of((one) => one[part].p50)}, ${of((one) => one[part].p99)}`;
      return {
        beside: what,
        'first second: p50, p99 ms': both('firstSecond'),
        'worst ms': of(({ firstSecond }) => firstSecond.worst),
        'afterwards: p50, p99': both('afterwards'),
        [`all ${seconds} s: p50, p99`]: both('whole'),
        'in flight at the end': of(({ held }) => held),
      };
    }),
  );
  isolator.stop();
  process.exit(0);
}

if (import.meta.main) await main();
