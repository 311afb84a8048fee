/** What the engine says of what it publishes and sends, to whatever traces it. */
import { expect, test } from 'bun:test';
import { DatabaseError } from '../../../../src/core/db/client.ts';
import {
  presentTrace,
  type Span,
  type Tracing,
  withinTrace,
} from '../../../../src/core/shared/tracing.ts';
import { refusal } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { engineBench, message, SHOP } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

/** Spans are named `name<parent`, and noted when they end. */
function notes() {
  const ended: string[] = [];
  const span = (name: string, within: string | null): Span => ({
    traceparent: `${name}<${within}`,
    end: (failure) => void ended.push(`${name}<${within}: ${failure}`),
  });
  const tracing: Tracing = {
    publishing: ({ types }) => span(`publish ${types.join()}`, presentTrace()),
    attempting: ({ type, attempt }, publishedIn) => span(`${type} ${attempt}`, publishedIn),
  };
  return { ended, tracing };
}

test('an attempt is within the publish of its event, that within what published it, and a retry too', async () => {
  const { ended, tracing } = notes();
  const { engine, channel, clock } = await engineBench({ tracing });
  channel.script = () =>
    channel.sent.length === 1
      ? refusal(500, 'http_status: 500')
      : { kind: 'delivered', status: 200, responseBody: null };
  await engine.start();
  await withinTrace('request', () => engine.publish(SHOP, [message('a')]));
  await until('it was sent twice', async () => {
    await clock.advance(31_000);
    return ended.length === 3;
  });
  expect(ended.toSorted()).toEqual([
    'Message 1<publish Message<request: http_status: 500',
    'Message 2<publish Message<request: null',
    'publish Message<request: null',
  ]);
  expect(channel.sent.map(({ outgoing }) => outgoing.traceparent)).toEqual([
    'Message 1<publish Message<request',
    'Message 2<publish Message<request',
  ]);
});

test('what nobody asked for begins a trace, and a change without events is none', async () => {
  const { ended, tracing } = notes();
  const { engine } = await engineBench({ tracing });
  await engine.publish(SHOP, [], [{ sql: 'delete from media', params: [] }]);
  await engine.publish(SHOP, [message('a'), message('b')]);
  expect(ended).toEqual(['publish Message,Message<null: null']);
});

test('a publish that could not be written has failed', async () => {
  const { ended, tracing } = notes();
  const disk = await testDatabase();
  const db = {
    ...disk,
    batch: () => Promise.reject(new DatabaseError('full', 'the disk is full')),
  };
  const { engine } = await engineBench({ db, tracing });
  await engine.publish(SHOP, [message('a')]).catch(() => {});
  expect(ended).toEqual(['publish Message<null: not_written: the disk is full']);
});
