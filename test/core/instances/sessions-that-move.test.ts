/** The end of a session whose instance goes to another node: in order, within bounds, and without anything left behind. */
import { expect, test } from 'bun:test';
import { hang } from '../../doubles/scripted-provider.ts';
import { gateway } from '../../helpers/gateway.ts';
import { until } from '../../helpers/until.ts';

test('a session may log in only while its instance is this node’s', async () => {
  let isOwn = true;
  const g = await gateway({ owns: () => isOwn });
  await g.createOpen('shop');
  const { host } = g.provider.of('shop');
  await host.checkOwned();
  isOwn = false;
  expect(await host.checkOwned().catch((error) => error.message)).toBe(
    'another node owns the stream now',
  );
});

async function stage() {
  const g = await gateway();
  await g.createOpen('shop');
  const id = g.directory.byName('shop')?.id ?? '';
  return { g, id, calls: g.provider.of('shop').calls };
}

test('a call under way ends before the session does, and nothing that the session knew is kept', async () => {
  const { g, id, calls } = await stage();
  const gate = Promise.withResolvers<void>();
  g.provider.script.restart = () => gate.promise;
  const restarted = g.call('POST', '/instance/restart/shop');
  await until('it restarts', () => calls.length === 1);
  const closed = g.service.close(id);
  gate.resolve();
  expect((await restarted).status).toBe(200);
  await closed;
  expect(calls).toEqual(['restart', 'stop', 'abandon']);
  expect(g.directory.byId(id)?.phase).toBe('open');
});

test('a call that does not end is left after 3 s, and a session that does not stop after 5 more', async () => {
  const { g, id, calls } = await stage();
  g.provider.script.restart = hang;
  g.provider.script.stop = hang;
  void g.call('POST', '/instance/restart/shop');
  await until('it restarts', () => calls.length === 1);
  let isClosed = false;
  void g.service.close(id).then(() => {
    isClosed = true;
  });
  await g.clock.advance(3_000);
  expect(calls).toEqual(['restart', 'stop']);
  await g.clock.advance(4_999);
  expect(isClosed).toBe(false);
  await g.clock.advance(1);
  expect([isClosed, calls.at(-1)]).toEqual([true, 'abandon']);
});
