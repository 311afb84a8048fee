/**
 * Authenticated reads of the service in a process of its own, one of each zone, beside bare `Bun.serve` that answers the
 * same JSON, in the same run and from the same client.
 */
import { type LoadOptions, load } from './load.ts';
import { formatNumber, median, table } from './measure.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const TOKEN = 'bench-token';

export interface ReadLoad extends LoadOptions {
  readonly name: string;
}

/** A service with one delivery, and what is read of it. */
export async function startReads(): Promise<{ service: ServiceProcess; reads: ReadLoad[] }> {
  const service = await startServiceProcess({ BOOTSTRAP_ACCESS_TOKEN: TOKEN });
  const reads = [
    {
      name: 'GET /delivery/{id}',
      url: `${service.url}/delivery/${await deliver(service)}`,
      headers: { apikey: service.key },
    },
    {
      name: 'GET /api/v1/permissions',
      url: `${service.url}/api/v1/permissions`,
      headers: { api_access_token: TOKEN },
    },
  ];
  return { service, reads };
}

/** The id of a delivery. */
async function deliver({ call }: ServiceProcess): Promise<string> {
  const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('ok') });
  await call('POST', '/instance/create', { instanceName: 'bench', provider: 'sandbox' });
  await call('POST', '/webhook/set/bench', { enabled: true, url: receiver.url.href });
  await call('GET', '/instance/connect/bench');
  await call('POST', '/sandbox/bench/scan', {});
  const text = { kind: 'text', from: '5511988887777', text: 'Hello' };
  for (let sent = 0; sent < 200; sent++) await call('POST', '/sandbox/bench/message', text);
  for (;;) {
    const { deliveries } = await call('GET', '/delivery/find/bench?state=delivered');
    if (deliveries.length > 0) return deliveries[0].id;
  }
}

export interface Rate {
  readonly perSecond: number;
  /** µs of the server's CPU a request: the client is another process. */
  readonly cpu: number;
}

/** `processorSeconds`: of the server. */
export async function measureReads(
  read: LoadOptions,
  processorSeconds: () => number,
  seconds: number,
): Promise<Rate> {
  const before = processorSeconds();
  const perSecond = await load({ ...read, seconds });
  return { perSecond, cpu: ((processorSeconds() - before) * 1e6) / (perSecond * seconds) };
}

const ownSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function compare(service: ServiceProcess, read: ReadLoad): Promise<void> {
  const runs = Number(process.env.RUNS ?? 5);
  const seconds = Number(process.env.SECONDS ?? 2);
  const { url, headers = {} } = read;
  const answer = await (await fetch(url, { headers })).text();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
  });
  const bare = () => measureReads({ ...read, url: server.url.href }, ownSeconds, seconds);
  const own = () => measureReads(read, service.processorSeconds, seconds);
  await own();
  const rows: { bare: Rate; own: Rate }[] = [];
  for (let run = 0; run < runs; run++) rows.push({ bare: await bare(), own: await own() });
  table(
    rows.map(({ bare, own }) => ({
      'Bun.serve/s': formatNumber(bare.perSecond),
      [`${read.name}/s`]: formatNumber(own.perSecond),
      ratio: (own.perSecond / bare.perSecond).toFixed(2),
      'CPU µs a request': `${formatNumber(bare.cpu)}, ${formatNumber(own.cpu)}`,
    })),
  );
  const ratio = median(rows.map(({ bare, own }) => own.perSecond / bare.perSecond));
  const cpu = median(rows.map(({ own }) => own.cpu));
  console.log(`\nmedians: ratio ${ratio.toFixed(2)}, CPU ${formatNumber(cpu)} µs a request\n`);
  await server.stop(true);
}

if (import.meta.main) {
  const { service, reads } = await startReads();
  for (const read of reads) await compare(service, read);
  process.exit(0);
}
