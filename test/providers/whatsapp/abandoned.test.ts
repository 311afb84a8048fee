/** A session whose instance another node has taken: WhatsApp and the host hear nothing more of it. */
import { afterEach, expect, test } from 'bun:test';
import { bench, endAll, nobodyConnected, openBench, phaseIs, qrOf, recorded } from './setup.ts';

afterEach(endAll);

test('two logins of one account: the older one hears of the newer one and gives up, which is counted', async () => {
  const { whatsapp, host, again } = await openBench();
  const next = again();
  await next.session.connect({});
  await phaseIs(next.host, 'open');
  await phaseIs(host, 'stopped');
  expect(whatsapp.replaced).toBe(1);
});

test('the node that takes an abandoned account over logs in without a conflict and keeps the pairing', async () => {
  const { whatsapp, host, session, phone, contact, again } = await openBench();
  const heard: string[] = [];
  let isOver = false;
  const listening = whatsapp.hears(phone, ({ tag }) => {
    heard.push(tag);
    return isOver;
  });
  const [before, stanzas] = [host.recorded.length, heard.length];
  session.abandon();
  await nobodyConnected({ whatsapp });
  expect(whatsapp.closeCodes.at(-1)).toBe(1006);
  expect(heard.length).toBe(stanzas);
  isOver = true;
  const next = again();
  await next.session.connect({});
  await recorded(next.host, 'OfflineSyncCompleted');
  await contact.writes(phone, { text: 'Hello' });
  await recorded(next.host, 'Message');
  await listening;
  expect(whatsapp.replaced).toBe(0);
  expect(next.host.recorded).not.toContain('LoggedOut');
  expect(host.recorded.slice(before)).toEqual([]);
});

test('an abandoned session whose codes are shown offers none any more and cuts its connection', async () => {
  const opened = await bench();
  const { whatsapp, host, session } = opened;
  await session.connect({});
  await qrOf(opened);
  const before = host.recorded.length;
  session.abandon();
  expect(session.offer()).toBeNull();
  await nobodyConnected({ whatsapp });
  expect(host.recorded.slice(before)).toEqual([]);
});

test('a session that is abandoned while it dials never reaches WhatsApp', async () => {
  const { whatsapp, host, session } = await bench();
  const route = Promise.withResolvers<null>();
  const asked = Promise.withResolvers<void>();
  host.proxy = () => {
    asked.resolve();
    return route.promise;
  };
  const connecting = session.connect({}).catch((error) => error);
  await asked.promise;
  session.abandon();
  expect(await connecting).toMatchObject({ reason: 'unavailable' });
  route.resolve(null);
  await session.stop();
  expect(whatsapp.connections).toBe(0);
  expect(whatsapp.closeCodes).toEqual([]);
});
