/**
 * The CRM zone through the whole product on a real port: the stage create beside bare `Bun.serve` JSON and Fastify over
 * better-sqlite3 under Node, in one run, from the same client, every commit on disk; and the pages of a long list.
 * The peer runs when its packages are there: npm install --prefix bench/crm-peer
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPipelines, headers, startCrm } from './crm-app.ts';
import { load } from './load.ts';
import { formatNumber, median, table } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const seconds = Number(process.env.SECONDS ?? 2);
const MANY = Number(process.env.ROWS ?? 1_000_000);
const FEW = 1_000;
const PEER = join(import.meta.dir, 'crm-peer');
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  folders.push(folder);
  return folder;
};
const body = JSON.stringify({
  pipeline_stage: {
    name: 'Qualified',
    color: '#10B981',
    automation_rules: { rules: [{ trigger: 'label_added', action: 'assign_agent' }] },
    custom_fields: { attributes: ['budget', 'owner'] },
  },
});

async function startPeer(file: string) {
  if (!existsSync(join(PEER, 'node_modules'))) return null;
  const child = Bun.spawn(['node', 'server.mjs', file], {
    cwd: PEER,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await child.stdout.getReader().read();
  if (value === undefined) throw new Error('the peer did not start');
  return { url: new TextDecoder().decode(value).trim(), stop: () => child.kill() };
}

async function stageCreate(): Promise<void> {
  const folder = newFolder();
  const first = await startCrm(folder);
  const { id } = await first.post('/pipelines', { pipeline: { name: 'Sales' } });
  await first.stop();
  const copy = join(newFolder(), 'peer.db');
  for (const end of ['', '-wal'])
    if (existsSync(`${folder}/bench.db${end}`))
      copyFileSync(`${folder}/bench.db${end}`, copy + end);
  const app = await startCrm(folder);
  const peer = await startPeer(copy);
  const path = `/pipelines/${id}/pipeline_stages`;
  const bare = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => Response.json(await request.json(), { status: 201 }),
  });
  const own = () => load({ url: app.base + path, headers, body, seconds });
  const theirs = () =>
    peer ? load({ url: `${peer.url}/api/v1${path}`, headers, body, seconds }) : Number.NaN;
  await own();
  const rows: { bare: number; own: number; peer: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const plain = await load({ url: bare.url.href, body, seconds });
    rows.push({ bare: plain, own: await own(), peer: await theirs() });
  }
  table(
    rows.map(({ bare, own, peer }) => ({
      'Bun.serve/s': formatNumber(bare),
      'stage create/s': formatNumber(own),
      ratio: (own / bare).toFixed(2),
      'Fastify + better-sqlite3/s': peer ? formatNumber(peer) : 'not installed',
    })),
  );
  const ratio = median(rows.map(({ bare, own }) => own / bare)).toFixed(2);
  const beside = median(rows.map(({ own, peer }) => own / peer)).toFixed(2);
  console.log(`\nmedian ratio ${ratio}${peer ? `, to the peer ${beside}` : ''}\n`);
  peer?.stop();
  await bare.stop(true);
  await app.stop();
}

async function listPage(): Promise<void> {
  const folder = newFolder();
  const first = await startCrm(folder);
  const many = await first.post('/accounts', { name: 'Many' });
  // Ids are made from the account's, which within a second would begin alike.
  await Bun.sleep(1_100);
  const few = await first.post('/accounts', { name: 'Few' });
  await first.stop();
  addPipelines(folder, many.id, MANY);
  addPipelines(folder, few.id, FEW);
  const app = await startCrm(folder);
  // The last page that both have.
  const url = `${app.base}/pipelines?pageSize=100&page=10`;
  const of = ({ id }: { id: string }) =>
    load({ url, headers: { ...headers, 'account-id': id }, seconds });
  await of(few);
  const rows: { few: number; many: number }[] = [];
  for (let run = 0; run < RUNS; run++) rows.push({ few: await of(few), many: await of(many) });
  table(
    rows.map((row) => ({
      [`page of ${formatNumber(FEW)}/s`]: formatNumber(row.few),
      [`page of ${formatNumber(MANY)}/s`]: formatNumber(row.many),
      cost: (row.few / row.many).toFixed(2),
    })),
  );
  console.log(`\nmedian cost ${median(rows.map((row) => row.few / row.many)).toFixed(2)}\n`);
  await app.stop();
}

await stageCreate();
await listPage();
for (const folder of folders) rmSync(folder, { recursive: true });
process.exit(0);
