/** What a receiver has refused as too large is known in further attempts, whichever process makes them. */
import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const TOO_LARGE = refusal(413, 'http_status: 413');
const media = { bytes: new Uint8Array(300_000).fill(7), mimetype: 'video/mp4' };

const withMedia = (): CatalogEvent => {
  const event = message('a');
  if (event.type !== 'Message') throw new Error('not a message');
  return { ...event, media };
};

const contentOf = ({ outgoing }: { readonly outgoing: { readonly body: string } }) => {
  const { base64, mediaError } = JSON.parse(outgoing.body).data.Message;
  return base64 === undefined ? mediaError : `${String(base64).length} characters`;
};

test('a restart does not forget that the file was refused', async () => {
  const first = await engineBench();
  first.channel.script = () => TOO_LARGE;
  await first.engine.start();
  await first.engine.publish(SHOP, [withMedia()]);
  await until('it was refused', async () => (await first.rows())[0]?.attemptCount === 1);
  first.kill();
  const second = await engineBench({ db: first.db, clock: first.clock });
  second.channel.script = () => (second.channel.sent.length < 3 ? refusal(500, 'no') : OK);
  await second.engine.start();
  for (const count of [2, 3, 4]) {
    for (let step = 0; step < 32; step++) await second.clock.advance(1_000);
    await until('it was tried', async () => (await second.rows())[0]?.attemptCount === count);
  }
  expect(first.channel.sent.map(contentOf)).toEqual(['400000 characters']);
  const reason =
    'the receiver refused the whole event as too large (413), whose file has 300000 bytes';
  expect(second.channel.sent.map(contentOf)).toEqual([reason, reason, reason]);
  expect((await second.rows())[0]?.state).toBe('delivered');
  await second.engine.stop(0);
});

test('one receiver that refuses the file costs another nothing', async () => {
  const { engine, channel, targets, rows } = await engineBench();
  targets.set('global-webhook', target('http://other.test/', 'other.test:80'));
  channel.script = (_, { host }) => (host === 'other.test:80' ? OK : TOO_LARGE);
  await engine.start();
  await engine.publish(SHOP, [withMedia(), withMedia()]);
  const states = async () => (await rows()).map(({ state }) => state).sort();
  await until('all were tried', async () =>
    Bun.deepEquals(await states(), ['delivered', 'delivered', 'waiting', 'waiting']),
  );
  expect(channel.sent.map(contentOf)).toEqual(Array(4).fill('400000 characters'));
});

test('a receiver that gets no files is not told that its file was refused', async () => {
  const { engine, channel, clock, targets, rows } = await engineBench();
  targets.set('webhook', { ...target(), base64: false });
  channel.script = () => TOO_LARGE;
  await engine.start();
  await engine.publish(SHOP, [withMedia()]);
  await until('it was refused', async () => (await rows())[0]?.attemptCount === 1);
  await clock.advance(30_000);
  await until('it was tried again', async () => (await rows())[0]?.attemptCount === 2);
  expect(channel.sent.map(contentOf)).toEqual([undefined, undefined]);
});
