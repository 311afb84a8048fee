/** A receiver in a process of its own: answers 200 at once, and tells what it got. Started by `startReceiver`. */
import type { Subprocess } from 'bun';

export interface BenchReceiver {
  readonly url: string;
  /** Resolves when `count` posts arrived since the last reset; ms between sending and arrival, if they say when. */
  arrived(count: number): Promise<number[]>;
  reset(): Promise<void>;
  stop(): void;
}

export async function startReceiver(): Promise<BenchReceiver> {
  let tell: (line: string) => void = () => {};
  const child: Subprocess = Bun.spawn([process.execPath, import.meta.path], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (line) => tell(String(line)),
  });
  const ask = (question: string) =>
    new Promise<string>((resolve) => {
      tell = resolve;
      child.send(question);
    });
  const url = await new Promise<string>((resolve) => {
    tell = resolve;
  });
  return {
    url,
    arrived: async (count) => JSON.parse(await ask(String(count))),
    reset: async () => void (await ask('reset')),
    stop: () => child.kill(),
  };
}

/** Wall time with a resolution below a millisecond, comparable between processes of one machine. */
export const wallMs = (): number => performance.timeOrigin + performance.now();

function serve(): void {
  const seen = new Set<string>();
  let delays: number[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  const check = () => {
    if (seen.size < wanted) return;
    process.send?.(JSON.stringify(delays));
    wanted = Number.POSITIVE_INFINITY;
  };
  const server = Bun.serve({
    port: 0,
    // All of 127.0.0.0/8: each of its addresses is another host to the engine.
    hostname: '0.0.0.0',
    async fetch(request) {
      const sentAt = /"sentAt":([\d.]+)/.exec(await request.text())?.[1];
      if (sentAt) delays.push(wallMs() - Number(sentAt));
      seen.add(request.headers.get('webhook-id') ?? String(seen.size));
      check();
      return new Response('ok');
    },
  });
  process.on('message', (question) => {
    if (question === 'reset') {
      seen.clear();
      delays = [];
      process.send?.('done');
    } else {
      wanted = Number(question);
      check();
    }
  });
  process.send?.(`http://127.0.0.1:${server.port}/hook`);
}

if (import.meta.main) serve();
