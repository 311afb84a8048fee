/** A client in a process of its own: keeps `width` requests in flight for some seconds and reports the rate. */
export interface LoadOptions {
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** JSON text, which is posted; without it, the requests are GET. */
  readonly body?: string;
  /** The only status that is no failure; 201 of a POST, else 200. */
  readonly status?: number;
  readonly width?: number;
  readonly seconds?: number;
}

/** Requests answered with this status per second; rejects when any answer was another. */
export async function load(options: LoadOptions): Promise<number> {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`the client failed: ${text}`);
  return Number(text);
}

async function run(options: LoadOptions): Promise<void> {
  const { url, body, width = 64, seconds = 3, status = body === undefined ? 200 : 201 } = options;
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...options.headers,
  };
  const request = { headers, ...(body !== undefined && { method: 'POST', body }) };
  const end = performance.now() + seconds * 1_000;
  let answered = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const response = await fetch(url, request);
      const answer = await response.text();
      if (response.status !== status) throw new Error(`answered ${response.status}: ${answer}`);
      answered++;
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: width }, lane));
  console.log((answered * 1_000) / (performance.now() - from));
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '{}'));
