/** Runs the benchmarks named on the command line, or all, one after another in processes of their own. */
import { join } from 'node:path';

const all = [
  'start',
  'first-event',
  'delivery',
  'database-server',
  'nodes',
  'isolation',
  'backlog',
  'recovery',
  'api',
  'channels',
  'websocket',
  'crm',
  'store',
  'whatsapp',
  'whatsapp-threads',
  'cloud',
  'graph',
  'groups',
  'pages',
  'slow-disk',
  'hostile',
];
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : all) {
  const file = join(import.meta.dir, `${name}.ts`);
  if (!(await Bun.file(file).exists())) continue;
  console.log(`\n## ${name}\n`);
  const { exitCode } = Bun.spawnSync([process.execPath, 'run', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Bun allows 256 requests in flight unless another limit is set before it starts.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '2048' },
  });
  if (exitCode !== 0) process.exit(exitCode);
}
