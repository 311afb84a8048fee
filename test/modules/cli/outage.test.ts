/** Commands at a service that goes away and comes back. */
import { afterAll, expect, test } from 'bun:test';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { freePort } from '../../helpers/free-port.ts';
import { until } from '../../helpers/until.ts';
import { recordsIn, run, start } from './commands.ts';

afterAll(cleanUp);

test('`listen` and `tail` go on where they were after the service was killed and started again, and `resend` says that it is away', async () => {
  const texts: string[] = [];
  const application = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { data } = (await request.json()) as { data: { Message?: { conversation: string } } };
      if (data.Message) texts.push(data.Message.conversation);
      return new Response('ok');
    },
  });
  const url = `http://127.0.0.1:${application.port}/hook`;
  const key = 'key-of-this-test';
  const variables = {
    ...isolated(await freshDataDir()),
    PORT: String(freePort()),
    GLOBAL_API_KEY: key,
  };
  const gate = `http://127.0.0.1:${variables.PORT}`;
  const begin = async () => {
    const service = spawnService(variables);
    await listening(service);
    return service;
  };
  const call = (path: string, body: object) =>
    fetch(gate + path, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const write = (text: string) =>
    call('/sandbox/shop/message', { kind: 'text', from: '5511888880000', text });
  const first = await begin();
  await call('/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await call('/websocket/set/shop', { websocket: { enabled: true } });
  await call('/instance/connect', { instanceName: 'shop' });
  await fetch(`${gate}/instance/connect/shop`, { headers: { apikey: key } });
  await call('/sandbox/shop/scan', {});
  await call('/webhook/set/shop', { enabled: true, url: 'http://127.0.0.1:9/nobody' });
  const environment = { GATEHOUSE_URL: gate, GATEHOUSE_KEY: key };
  const listen = start(['listen', '--forward-to', url, '--after', '0'], environment);
  const tail = start(['tail', '--json'], environment);
  await until('tail looks', () => tail.stderr().includes('as they happen'));
  await write('before');
  await until('it was forwarded', () => texts.includes('before'));
  await until('tail has shown it', () => recordsIn(tail.stdout()).length > 0);

  first.signal('SIGKILL');
  await first.ended();
  await until('tail says so', () => tail.stderr().includes('trying again'));
  const away = await run(['resend', '--since', '1h'], environment);
  expect([away.code, away.out]).toEqual([2, '']);
  expect(away.error).toContain(`${gate} cannot be reached: connection_refused`);
  expect(away.error).toContain('start one there with `gatehouse start`');

  await begin();
  await write('after');
  await until('it was forwarded', () => texts.includes('after'));
  expect(texts).toEqual(['before', 'after']);
  await until('tail says so', () => tail.stderr().includes('the service answers again'));
  const shown = () => recordsIn(tail.stdout()).filter(({ event }) => event === 'Message');
  await until('tail has shown it', () => new Set(shown().map(({ id }) => id)).size === 2);
  expect(tail.stderr().match(/trying again/g)).toHaveLength(1);
  const again = await run(['resend', '--since', '1h', '--json'], environment);
  expect(again.code).toBe(0);
  for (const command of [listen, tail]) {
    command.signal('SIGINT');
    expect(await command.ended()).toBe(0);
    expect(command.hasDescendants()).toBe(false);
  }
  await application.stop(true);
});
