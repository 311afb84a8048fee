/** Receivers that hang with all that memory takes of their backlog, and what is left to others. */
import { expect, test } from 'bun:test';
import { OK } from '../../../doubles/scripted-channel.ts';
import { engineBench, message, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const HANGING = Array.from({ length: 8 }, (_, index) => ({
  id: `01900000-0000-7000-8000-00000000b00${index}`,
  name: `hanging-${index}`,
}));
const HEALTHY = { id: '01900000-0000-7000-8000-00000000c001', name: 'healthy' };
/** The most deliveries of one lane in memory. */
const WINDOW = 4_096;
const TOGETHER = 200;

const events = Array.from({ length: TOGETHER }, (_, index) => message(`chat-${index}`));

test('beside eight receivers that hang with a full backlog the deliveries of another go straight to memory', async () => {
  const bench = await engineBench({
    destinations: {
      of: () => ['webhook'],
      target: (streamId) => target(`http://${streamId}.test/hook`, streamId),
    },
  });
  const { engine, channel, db } = bench;
  channel.script = () => null;
  await engine.start();
  for (const stream of HANGING)
    for (let count = 0; count < WINDOW; count += TOGETHER) await engine.publish(stream, events);
  for (let call = 0; call < 4; call++) await engine.publish(HEALTHY, events);
  const states = await db.query(
    'select state, count(*) from deliveries where stream_id = ? group by state',
    [HEALTHY.id],
  );
  expect(states).toEqual([['sending', 4 * TOGETHER]]);
  const arrived = () => channel.sent.filter(({ target: { host } }) => host === HEALTHY.id);
  channel.script = (_, { host }) => (host === HEALTHY.id ? OK : null);
  for (const attempt of arrived()) attempt.end(OK);
  await until('all have arrived', () => arrived().length === 4 * TOGETHER);
});
