/** A client in a process of its own: keeps `width` GET requests in flight for some seconds and reports the rate. */
export interface LoadOptions {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly width?: number;
  readonly seconds?: number;
}

/** Requests answered with 200 per second; rejects when any answer was another. */
export async function load(options: LoadOptions): Promise<number> {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`the client failed: ${text}`);
  return Number(text);
}

async function run({ url, headers = {}, width = 64, seconds = 3 }: LoadOptions): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  let answered = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      answered++;
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: width }, lane));
  console.log((answered * 1_000) / (performance.now() - from));
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '{}'));
