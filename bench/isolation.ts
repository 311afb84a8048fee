/**
 * What healthy receivers notice of others that never answer: from `publish` to arrival, alone and beside 100 and 300
 * hosts that take the connection and stay silent, from their first second on and after their first time-outs.
 */
import { CHATS, message, startEngine } from './engine.ts';
import { percentile, shown, table } from './measure.ts';
import { startReceiver, wallMs } from './receiver.ts';

const HEALTHY = 10;
const PER_SECOND = 200;
/** What each other host gets within the first second, in chats of its own, unless it is said. */
const EACH = 64;

/** `silent` hosts take the connection and say nothing, `closed` ones refuse it, `prompt` ones answer as they should. */
export type OtherHosts = 'silent' | 'closed' | 'prompt';

export interface Isolation {
  /** From publish to arrival at the healthy receivers, in ms. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Attempts under way at the end. */
  readonly held: number;
}

export interface MeasureOptions {
  readonly kind?: OtherHosts;
  readonly each?: number;
}

export interface Isolator {
  measure(others: number, seconds: number, options?: MeasureOptions): Promise<Isolation>;
  stop(): void;
}

const stream = (id: string) => ({ id, name: id });

/** Healthy receivers in a process of their own, and others beside them, each an address of its own. */
export async function startIsolator(): Promise<Isolator> {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const silent = Bun.listen({ hostname: '0.0.0.0', port: 0, socket: { data() {} } });

  // Discard, which no system opens by default, refuses.
  const ports: Record<string, number | string> = { s: silent.port, c: 9, p: port };

  /** Stream `h3` goes to a healthy host that is measured, `s7`, `c7` or `p7` to one of another kind. */
  const urlOf = (id: string): string => {
    const number = Number(id.slice(1));
    if (id.startsWith('h')) return `http://127.1.0.${number + 1}:${port}/hook`;
    return `http://127.2.${number >> 7}.${(number & 127) + 1}:${ports[id.charAt(0)]}/hook`;
  };

  return {
    async measure(others, seconds, { kind = 'silent', each = EACH } = {}) {
      await receiver.reset();
      const { engine, stop } = await startEngine({ urlOf, perHost: 32 });
      const from = performance.now();
      let burst = 0;
      const total = PER_SECOND * seconds;
      for (let index = 0; index < total; index++) {
        const due = from + (index * 1_000) / PER_SECOND;
        while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
        for (; burst < each * others * (index / PER_SECOND); burst++) {
          if (burst >= each * others) break;
          const other = stream(`${kind.charAt(0)}${burst % others}`);
          void engine.publish(other, [message(burst % CHATS)]);
        }
        void engine.publish(stream(`h${index % HEALTHY}`), [message(index, wallMs())]);
      }
      const delays = await receiver.arrived(total + (kind === 'prompt' ? burst : 0));
      const held = engine.inFlight;
      await stop();
      return {
        p50: percentile(delays, 50),
        p99: percentile(delays, 99),
        worst: Math.max(...delays),
        held,
      };
    },
    stop() {
      silent.stop(true);
      receiver.stop();
    },
  };
}

async function main(): Promise<void> {
  const seconds = Number(process.env.SECONDS ?? 40);
  const isolator = await startIsolator();
  const rows = [];
  await isolator.measure(0, seconds);
  for (const silentHosts of [0, 100, 300])
    rows.push({ silentHosts, ...(await isolator.measure(silentHosts, seconds)) });
  const alone = rows[0]?.p99 ?? Number.NaN;
  table(
    rows.map(({ silentHosts, p50, p99, worst, held }) => ({
      'silent hosts': silentHosts,
      'p50 ms': shown(p50),
      'p99 ms': shown(p99),
      'p99 beside alone': shown(p99 / alone),
      'worst ms': shown(worst),
      'in flight at the end': held,
    })),
  );
  isolator.stop();
  process.exit(0);
}

if (import.meta.main) await main();
