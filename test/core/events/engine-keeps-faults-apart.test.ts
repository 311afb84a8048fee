/** A fault in the engine's own code concerns the event or delivery that it came from, and no other. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { OK, refusal, scriptedChannel } from '../../doubles/scripted-channel.ts';
import { CAFE, engineBench, message, SHOP } from '../../helpers/engine.ts';
import { takeUnhandled } from '../../helpers/left-unhandled.ts';
import { until } from '../../helpers/until.ts';

let unhandled: ReturnType<typeof takeUnhandled>;

beforeEach(() => {
  unhandled = takeUnhandled();
});

afterEach(() => unhandled.restore());

const fault = new TypeError('a fault of our own');

test('a listener that fails for one event keeps neither that event nor any other from being delivered', async () => {
  const bench = await engineBench({
    onCommitted({ body }) {
      if (body.includes('bad')) throw fault;
    },
  });
  await bench.engine.start();
  const publish = (text: string) => bench.engine.publish(SHOP, [message('a@s.whatsapp.net', text)]);
  await Promise.all(['first', 'bad', 'second'].map(publish));
  await publish('third');
  await until('all are delivered', async () => {
    await bench.clock.advance(0);
    return (await bench.rows()).every(({ state }) => state === 'delivered');
  });
  expect(await bench.rows()).toHaveLength(4);
  expect(unhandled.errors).toEqual([fault]);
  await bench.engine.stop(0);
});

test('an observer that fails for one delivery keeps no other from being sent', async () => {
  let attempts = 0;
  const bench = await engineBench({
    observer: {
      onAttempt() {
        if (++attempts === 1) throw fault;
      },
      onDrop() {},
      onClear() {},
      onFilter() {},
    },
  });
  await bench.engine.start();
  for (const stream of [SHOP, CAFE, SHOP]) {
    await bench.engine.publish(stream, [message('a@s.whatsapp.net')]);
    await bench.clock.advance(0);
  }
  await until('all are delivered', async () => {
    await bench.clock.advance(0);
    return (await bench.rows()).every(({ state }) => state === 'delivered');
  });
  expect([attempts, unhandled.errors]).toEqual([3, [fault]]);
  await bench.engine.stop(0);
});

test('a delivery whose result cannot be dealt with is sent again, and keeps no other from being sent', async () => {
  let mustFail = true;
  const bench = await engineBench({
    random() {
      if (!mustFail) return 0;
      mustFail = false;
      throw fault;
    },
  });
  await bench.engine.start();
  await bench.engine.publish(SHOP, [message('a@s.whatsapp.net', 'one')]);
  await until('the fault was met', async () => {
    await bench.clock.advance(0);
    return unhandled.errors.length === 1;
  });
  await bench.engine.publish(SHOP, [message('b@s.whatsapp.net', 'two')]);
  await until('the other is delivered', async () => {
    await bench.clock.advance(0);
    return (await bench.rows())[1]?.state === 'delivered';
  });
  expect((await bench.rows())[0]).toMatchObject({ state: 'sending', attemptCount: 0 });
  await until('it is delivered', async () => {
    await bench.clock.advance(1_000);
    return (await bench.rows())[0]?.state === 'delivered';
  });
  expect(unhandled.errors).toEqual([fault]);
  await bench.engine.stop(0);
});

test('a fault while due deliveries are looked for does not end the search', async () => {
  const channel = scriptedChannel();
  const script = [refusal(503, 'http_status 503'), OK];
  channel.script = () => script.shift() ?? OK;
  let mustFail = false;
  const faulty = Object.assign(channel, {
    isDown() {
      if (!mustFail) return false;
      mustFail = false;
      throw fault;
    },
  });
  const bench = await engineBench({ channels: { webhook: faulty } });
  await bench.engine.start();
  await bench.engine.publish(SHOP, [message('a@s.whatsapp.net')]);
  await until('it has failed', async () => {
    await bench.clock.advance(0);
    return (await bench.rows())[0]?.attemptCount === 1;
  });
  mustFail = true;
  await bench.clock.advance(30_000);
  await until('the fault was met', async () => {
    await bench.clock.advance(100);
    return unhandled.errors.length === 1;
  });
  await until('it is delivered', async () => {
    await bench.clock.advance(100);
    return (await bench.rows())[0]?.state === 'delivered';
  });
  await bench.engine.stop(0);
});
