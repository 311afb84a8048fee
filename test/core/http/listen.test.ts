import { test } from 'bun:test';
import { collectGarbage } from '../../helpers/garbage.ts';
import { until } from '../../helpers/until.ts';
import { sampleServer } from './sample-server.ts';

const SERVERS = 20;

async function servedOnce(): Promise<WeakRef<object>> {
  const server = sampleServer();
  const port = server.listen();
  await (await fetch(`http://127.0.0.1:${port}/health`)).text();
  await server.stop();
  return new WeakRef(server.app);
}

test('servers that have stopped do not stay in memory', async () => {
  const served: WeakRef<object>[] = [];
  for (let count = 0; count < SERVERS; count++) served.push(await servedOnce());
  // What the stack still seems to point at may stay.
  await until('most are gone', () => {
    collectGarbage();
    return served.filter((server) => server.deref() !== undefined).length <= SERVERS / 4;
  });
});
