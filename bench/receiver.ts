/** A receiver in a process of its own: answers 200 at once, and reports what it got. Started by `startReceiver`. */
import type { Subprocess } from 'bun';

/** A post that said when it was sent. */
export interface Arrival {
  /** Wall ms. */
  readonly sentAt: number;
  readonly delayMs: number;
}

export interface BenchReceiver {
  readonly url: string;
  /** In the same process: takes connections and never answers. */
  readonly silentPort: number;
  /** Resolves when `count` posts arrived since the last reset, to those of them that say when they were sent. */
  arrived(count: number): Promise<Arrival[]>;
  reset(): Promise<void>;
  stop(): void;
}

export async function startReceiver(): Promise<BenchReceiver> {
  let onLine: (line: string) => void = () => {};
  const child: Subprocess = Bun.spawn([process.execPath, import.meta.path], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (line) => onLine(String(line)),
  });
  const ask = (question: string) =>
    new Promise<string>((resolve) => {
      onLine = resolve;
      child.send(question);
    });
  const started = await new Promise<string>((resolve) => {
    onLine = resolve;
  });
  return {
    ...(JSON.parse(started) as Pick<BenchReceiver, 'url' | 'silentPort'>),
    arrived: async (count) => JSON.parse(await ask(String(count))),
    reset: async () => void (await ask('reset')),
    stop: () => child.kill(),
  };
}

/** Wall time with a resolution below a millisecond, comparable between processes of one machine. */
export const wallMs = (): number => performance.timeOrigin + performance.now();

function serve(): void {
  const seen = new Set<string>();
  let arrivals: Arrival[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  const check = () => {
    if (seen.size < wanted) return;
    process.send?.(JSON.stringify(arrivals));
    wanted = Number.POSITIVE_INFINITY;
  };
  const server = Bun.serve({
    port: 0,
    // All of 127.0.0.0/8: each of its addresses is another host to the engine.
    hostname: '0.0.0.0',
    async fetch(request) {
      const sentAt = Number(/"sentAt":([\d.]+)/.exec(await request.text())?.[1]);
      if (sentAt) arrivals.push({ sentAt, delayMs: wallMs() - sentAt });
      seen.add(`${request.url} ${request.headers.get('webhook-id') ?? seen.size}`);
      check();
      return new Response('ok');
    },
  });
  // It does not outlive a benchmark that failed.
  process.on('disconnect', () => process.exit());
  process.on('message', (question) => {
    if (question === 'reset') {
      seen.clear();
      arrivals = [];
      process.send?.('done');
    } else {
      wanted = Number(question);
      check();
    }
  });
  const silent = Bun.listen({ hostname: '0.0.0.0', port: 0, socket: { data() {} } });
  const url = `http://127.0.0.1:${server.port}/hook`;
  process.send?.(JSON.stringify({ url, silentPort: silent.port }));
}

if (import.meta.main) serve();
