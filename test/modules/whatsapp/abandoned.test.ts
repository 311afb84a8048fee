/** A session whose instance another node has taken: WhatsApp and the host hear nothing more of it. */
import { afterEach, expect, test } from 'bun:test';
import type { Session } from '../../../src/core/providers/provider.ts';
import { CONTACT } from '../../conformance/provider-stage.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import {
  bench,
  endAll,
  nobodyConnected,
  openBench,
  phaseIs,
  qrOf,
  recorded,
  texts,
} from './setup.ts';
import { whatsAppStage } from './stage.ts';

afterEach(endAll);

test('two logins of one account: each replaces the other once more after a minute, then the older one gives up', async () => {
  const clock = manualClock();
  const { whatsapp, host, again } = await openBench({ clock });
  const next = again();
  await next.session.connect({});
  await phaseIs(next.host, 'open');
  await phaseIs(host, 'reconnecting');
  await clock.advance(60_000);
  await phaseIs(host, 'open');
  await phaseIs(next.host, 'reconnecting');
  await clock.advance(60_000);
  await phaseIs(next.host, 'open');
  await phaseIs(host, 'stopped');
  expect(whatsapp.replaced).toBe(3);
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

test('a node that gets an account back after another node has written with its keys reads what is written then', async () => {
  const { whatsapp, db, host, session, phone, contact, again } = await openBench();
  const closed = async (closing: Session) => {
    await closing.stop();
    closing.abandon();
  };
  await contact.writes(phone, { text: 'at the first' });
  await recorded(host, 'Message');
  await closed(session);
  const other = await whatsAppStage(host.instanceId, { db }, whatsapp);
  const otherHost = recordingHost(host.instanceId);
  const there = other.provider.open(otherHost, host.account());
  await there.connect({});
  await recorded(otherHost, 'OfflineSyncCompleted');
  await there.send({ number: CONTACT, content: { kind: 'text', text: 'from the other' } });
  await contact.receives(({ text }) => text === 'from the other');
  await contact.writes(phone, { text: 'at the other' });
  await recorded(otherHost, 'Message');
  await closed(there);
  const next = again();
  await next.session.connect({});
  await recorded(next.host, 'OfflineSyncCompleted');
  await contact.writes(phone, { text: 'at the first again' });
  await recorded(next.host, 'Message');
  expect([host, otherHost, next.host].map(texts)).toEqual([
    ['at the first'],
    ['at the other'],
    ['at the first again'],
  ]);
  expect(whatsapp.replaced).toBe(0);
});
