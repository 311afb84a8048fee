/** WebSocket clients in a process of their own, which count what they get. Started by `connectReaders`. */

export interface BenchReaders {
  /** Resolves when every client got so many frames; rejects when one of them was closed. */
  received(each: number): Promise<void>;
  stop(): void;
}

/** Resolves when all are connected. */
export async function connectReaders(url: string, count: number): Promise<BenchReaders> {
  let onLine: (line: string) => void = () => {};
  const child = Bun.spawn([process.execPath, import.meta.path, url, String(count)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (line) => onLine(String(line)),
  });
  const next = () =>
    new Promise<string>((resolve) => {
      onLine = resolve;
    });
  await next();
  return {
    async received(each) {
      const answer = next();
      child.send(String(each));
      const said = await answer;
      if (said !== 'all') throw new Error(said);
    },
    stop: () => child.kill(),
  };
}

function read(url: string, count: number): void {
  const frames = new Uint32Array(count);
  let connected = 0;
  let total = 0;
  let wanted = Number.POSITIVE_INFINITY;
  const check = () => {
    if (total < wanted * count) return;
    const isEven = frames.every((one) => one === wanted);
    process.send?.(isEven ? 'all' : 'some clients got more frames than others');
    wanted = Number.POSITIVE_INFINITY;
  };
  for (let at = 0; at < count; at++) {
    const socket = new WebSocket(url);
    socket.onopen = () => {
      if (++connected === count) process.send?.('connected');
    };
    socket.onmessage = () => {
      frames[at]!++;
      total++;
      check();
    };
    socket.onclose = ({ code }) => process.send?.(`a client was closed with ${code}`);
  }
  process.on('message', (each) => {
    wanted = Number(each);
    check();
  });
}

if (import.meta.main) read(String(process.argv[2]), Number(process.argv[3]));
