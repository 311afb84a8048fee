/**
 * Runs the benchmarks named on the command line, or all, one after another in processes of their own. What follows `ab`
 * is the commit that it compares this version with.
 */
import { join } from 'node:path';

const all = [
  'start',
  'least',
  'first-event',
  'delivery',
  'database-server',
  'nodes',
  'isolation',
  'backlog',
  'sizes',
  'replay',
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
const words = process.argv.slice(2);
const isComparison = words[0] === 'ab';
const wanted = isComparison ? ['ab'] : words;
for (const name of wanted.length > 0 ? wanted : all) {
  const file = join(import.meta.dir, `${name}.ts`);
  if (!(await Bun.file(file).exists())) {
    console.error(`there is no benchmark '${name}'`);
    process.exit(1);
  }
  console.log(`\n## ${name}\n`);
  const child = Bun.spawn(
    [process.execPath, 'run', file, ...(isComparison ? words.slice(1) : [])],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Bun allows 256 requests in flight unless another limit is set before it starts.
      env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '2048' },
    },
  );
  // It cleans up before it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));
  const exitCode = await child.exited;
  if (exitCode !== 0) process.exit(exitCode);
}
