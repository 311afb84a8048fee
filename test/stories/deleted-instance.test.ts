/** An instance is deleted while its events are on their way. */
import { expect, test } from 'bun:test';
import { hang, respond, startReceiver } from '../doubles/receiver.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

test('an instance is deleted with events waiting and one under way: they are discarded, and the log has no error', async () => {
  const app = await startApp();
  const receiver = await startReceiver();
  const { call, lines } = app;
  await app.openInstance('shop');
  receiver.script(respond(500));
  const url = `${receiver.url}/hook`;
  const webhook = { enabled: true, url, events: ['Message', 'LoggedOut'] };
  expect((await call('POST', '/webhook/set/shop', webhook)).status).toBe(200);
  const message = { kind: 'text', from: '5511888880000', text: 'Hello' };
  await call('POST', '/sandbox/shop/message', message);
  await until('it has failed once', async () => {
    const { body } = await call('GET', '/delivery/find/shop?state=waiting');
    return body.deliveries.length === 1;
  });
  receiver.script(hang);
  await call('POST', '/sandbox/shop/message', message);
  await until('one is under way', () => receiver.requests.length === 2);
  expect((await call('DELETE', '/instance/delete/shop')).status).toBe(200);
  await until('it is told', () => lines.some((line) => line.message === 'deliveries discarded'));
  await app.stop();
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  const discarded = lines.filter((line) => line.message === 'deliveries discarded');
  for (const line of discarded)
    expect(line).toMatchObject({ level: 'info', reasons: ['instance deleted'] });
  await receiver.stop();
});
