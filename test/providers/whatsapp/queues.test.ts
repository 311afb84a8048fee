import { expect, test } from 'bun:test';
import { DatabaseError } from '../../../src/db/client.ts';
import { createInbox } from '../../../src/messages/inbox.ts';
import { SessionTasks } from '../../../src/providers/session-tasks.ts';
import { createQueues, publishedMark } from '../../../src/providers/whatsapp/queues.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { until } from '../../helpers/until.ts';
import { recordingHost } from '../recording-host.ts';
import { sampleEvent } from '../sandbox/setup.ts';

test('an event whose commit was made although its answer was lost is not published again, and those beside it are', async () => {
  const db = await testDatabase();
  await insertInstances(db);
  const clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  const inbox = createInbox(db, clock, SHOP.id);
  const arrival = inbox.arrival('ana/A1', '{}');
  await inbox.store([arrival], (some) => db.batch(some.map(({ statement }) => statement)));
  const published: string[] = [];
  let losesAnswer = true;
  const emitAll: ReturnType<typeof recordingHost>['emitAll'] = async (events, _, change = []) => {
    await db.batch(change);
    published.push(...events.map(({ type }) => type));
    if (!losesAnswer) return;
    losesAnswer = false;
    throw new DatabaseError('unreachable', 'no answer', undefined, { isUnknown: true });
  };
  const host = { ...recordingHost(), emitAll };
  const queues = createQueues({ clock, log }, host, new SessionTasks(clock, log, 'shop'));
  const first = queues.publish(sampleEvent('Message'), undefined, publishedMark(inbox, arrival.id));
  await until('its answer was lost', () => !losesAnswer);
  const second = queues.publish(sampleEvent('Presence'));
  await clock.advance(1_000);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(published).toEqual(['Message', 'Presence']);
});
