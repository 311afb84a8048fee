/** What people run with Evolution API and Evolution Go today, against the service in Evolution mode. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { judge } from './call.ts';
import { CLIENTS } from './clients.ts';
import { type CallResult, type ClientResult, PAGE, shareThatWorks, withClients } from './page.ts';
import { type Stage, sandboxStage } from './stage.ts';

const ENVIRONMENT = {
  EVOLUTION_MODE: 'true',
  EVOLUTION_SHOW_KEYS: 'true',
  INTERACTIVE_ON_PHONES: 'true',
};

const results: ClientResult[] = [];

describe.each(CLIENTS)('users of $name $version', (client) => {
  const calls: CallResult[] = [];
  let stage: Stage;
  beforeAll(async () => {
    stage = await sandboxStage(ENVIRONMENT);
    results.push({ client, calls });
  });
  afterAll(() => stage.stop());

  test.each([...client.calls])('get what they read of $name, or are told why not', async (call) => {
    const outcome = judge(client, call, await call.attempt(stage));
    calls.push({ name: call.name, ...outcome });
  });
});

test('of the calls that are right in themselves 95 in 100 work', () => {
  expect(shareThatWorks(results)).toBeGreaterThanOrEqual(0.95);
});

test('the page says what became of every call in this run', async () => {
  const page = await Bun.file(PAGE).text();
  const renewed = withClients(page, results);
  if (process.env.CLIENTS_PAGE === 'write') await Bun.write(PAGE, renewed);
  else expect(page).toBe(renewed);
});
