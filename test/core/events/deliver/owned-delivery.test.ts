/** The states of a delivery: the drawing of them, the code that gives them, and a life that takes every step. */
import { expect, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import {
  type DeliveryState,
  NEXT_STATES,
  OwnedDelivery,
} from '../../../../src/core/events/deliver/owned-delivery.ts';
import { OK } from '../../../doubles/scripted-channel.ts';
import { engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { filesOnTheWay } from '../../../helpers/files-on-the-way.ts';
import { takeUnhandled } from '../../../helpers/left-unhandled.ts';
import { setUp, targetAt } from '../../channels/webhook/setup.ts';
import { delivery, sendingBench } from './kit.ts';

const PAGE = readFileSync('docs/engine.md', 'utf8');
const STATES = Object.keys(NEXT_STATES) as DeliveryState[];
const STEPS = STATES.flatMap((from) => NEXT_STATES[from].map((to) => `${from} ${to}`));

const drawn = (pattern: RegExp): string[] =>
  [...PAGE.matchAll(pattern)].map(([, from, to]) => `${from} ${to}`.trim());

test('the page draws each step that the code allows, and no other', () => {
  expect(drawn(/^ {2}(\w+) --> (\w+):/gm)).toEqual(expect.arrayContaining(STEPS));
  expect(drawn(/^ {2}(\w+) --> (\w+):/gm)).toHaveLength(STEPS.length);
});

test('a delivery begins as claimed, and each state that nothing follows ends it', () => {
  expect(drawn(/^ {2}\[\*\] --> (\w+):/gm)).toEqual(['claimed undefined']);
  const last = STATES.filter((state) => NEXT_STATES[state].length === 0);
  expect(drawn(/^ {2}(\w+) --> \[\*\]:/gm)).toEqual(last.map((state) => `${state} undefined`));
});

test('the page names the methods that give each state, and no others give it', () => {
  const code = readFileSync('src/core/events/deliver/deliveries.ts', 'utf8');
  const methods = new Map<string, string[]>();
  let method = '';
  for (const line of code.split('\n')) {
    method = /^ {2}(?:async )?(#?\w+)\(.*\{$/.exec(line)?.[1] ?? method;
    const state = /become\('(\w+)'\)/.exec(line)?.[1];
    if (state !== undefined) methods.getOrInsertComputed(state, () => []).push(method);
  }
  const said = STATES.map((state) => {
    const cell = new RegExp(`^- \`${state}\`, (.*?): `, 'm').exec(PAGE)?.[1] ?? '';
    return [state, [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)] as const;
  });
  expect(said).toEqual(STATES.map((state) => [state, methods.get(state) ?? []]));
});

test('the calls from the commit to the post that the page lists are all in the code', () => {
  const rows = [...PAGE.matchAll(/^(\d+)\. `(?:(\w+)\.)?(\w+)` in `([^`]+)`$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  expect(rows).toHaveLength(12);
  const missing = rows.filter(([, , owner = '', name = '', file = '']) => {
    const code = readFileSync(file, 'utf8');
    return !code.includes(owner) || !new RegExp(`\\b${name}\\b`).test(code);
  });
  expect(missing.map(([row]) => row)).toEqual([]);
});

test('each state leads to an end', () => {
  const ends = new Set(STATES.filter((state) => NEXT_STATES[state].length === 0));
  for (const _ of STATES)
    for (const state of STATES)
      if (NEXT_STATES[state].some((next) => ends.has(next))) ends.add(state);
  expect(STATES.filter((state) => !ends.has(state))).toEqual([]);
});

/** Leads deliveries over every step, and returns the steps that were taken. */
async function allLives(): Promise<Set<string>> {
  const taken = new Set<string>();
  const original = OwnedDelivery.prototype.become;
  OwnedDelivery.prototype.become = function (this: OwnedDelivery, to: DeliveryState) {
    taken.add(`${this.state} ${to}`);
    original.call(this, to);
  };
  try {
    await leadLives();
  } finally {
    OwnedDelivery.prototype.become = original;
  }
  return taken;
}

async function leadLives(): Promise<void> {
  const bench = sendingBench();
  const { deliveries, pauses, channel, clock, state, accept, lanes } = bench;
  channel.script = () => null;
  deliveries.start();
  const inChat = (sequence: number, holder = 'process') =>
    delivery(sequence, { chat: 'one', holder });
  // One is sent and settled, and the one behind it starts; then it is postponed, sent again and retargeted.
  accept(inChat(1), inChat(2));
  channel.sent[0]?.end(OK);
  await clock.advance(0);
  channel.sent[1]?.end({ kind: 'unsent', reason: 'database_error: away' });
  await clock.advance(0);
  await clock.advance(1_000);
  state.goes = target('http://receiver.test/new');
  await deliveries.retarget('shop', 'webhook');
  // What waits behind it returns at a pause, and so does what is claimed then.
  accept(inChat(3));
  pauses.listen({ onPause: (...lane) => deliveries.pause(...lane), onResume() {} });
  pauses.pause('shop', 'webhook');
  accept(inChat(4));
  pauses.resume('shop', 'webhook');
  // One whose target cannot be looked up is postponed before it is sent.
  const { restore } = takeUnhandled();
  Object.assign(state, { isCertain: false, isFaulty: true });
  accept(delivery(10, { streamId: 'den' }));
  state.isCertain = true;
  deliveries.pump();
  await clock.advance(0);
  restore();
  Object.assign(state, { isFaulty: false, goes: { gone: 'the webhook was removed' } });
  await clock.advance(1_000);
  state.goes = target();
  // What was ready when the process was not certain of its streams returns, is discarded or lost afterwards.
  state.isCertain = false;
  accept(delivery(5, { streamId: 'den' }));
  pauses.pause('den', 'webhook');
  state.isCertain = true;
  deliveries.pump();
  Object.assign(state, { isCertain: false, goes: target() });
  accept(delivery(6, { streamId: 'cafe' }));
  Object.assign(state, { isCertain: true, goes: { gone: 'the webhook was removed' } });
  deliveries.pump();
  Object.assign(state, { isCertain: false, goes: target() });
  accept(delivery(7, { streamId: 'cafe', chat: 'two' }));
  accept(delivery(8, { streamId: 'cafe', chat: 'two' }));
  // Under a new lease what waits is lost, and so is what was claimed under the earlier one.
  Object.assign(state, { isCertain: true, holder: 'later' });
  lanes.of('cafe', 'webhook');
  deliveries.pump();
  accept(delivery(9, { streamId: 'cafe' }));
  await clock.advance(0);
}

test('a delivery can take every step that is drawn', async () => {
  expect([...(await allLives())].sort()).toEqual([...STEPS].sort());
});

test('a step that is not drawn is told as a fault, and the delivery goes on', async () => {
  const { lanes } = sendingBench();
  const { errors, restore } = takeUnhandled();
  const owned = new OwnedDelivery(delivery(1), lanes.of('shop', 'webhook'), target());
  owned.become('sending');
  await Promise.resolve();
  restore();
  expect(owned.state).toBe('sending');
  expect(errors).toEqual([new Error('a delivery was claimed and cannot become sending')]);
});

/** The functions of `src` on the stack, from `fetch` up to the end of the commit, with their files. */
async function wayToTheFetch(): Promise<{ readonly name: string; readonly file: string }[]> {
  const { channel, clock } = setUp();
  const bench = await engineBench({ clock, channels: { webhook: channel } });
  bench.targets.set('webhook', targetAt('http://127.0.0.1:9/hook', { channel: 'webhook' }));
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const asked = Promise.withResolvers<string>();
  const answer = async () => {
    asked.resolve(new Error('here').stack ?? '');
    return new Response('');
  };
  const spy = spyOn(globalThis, 'fetch').mockImplementation(answer as unknown as typeof fetch);
  try {
    await bench.engine.start();
    await bench.engine.publish(SHOP, [message('ana')]);
    const stack = await asked.promise;
    await bench.engine.stop(1_000);
    return stack.split('\n').flatMap((line) => {
      const [, name = '', file = ''] = /at (?:async )?(\S*) ?\(?.*\/(src\/[^:]+):/.exec(line) ?? [];
      return file === '' ? [] : [{ name, file }];
    });
  } finally {
    spy.mockRestore();
    Error.stackTraceLimit = limit;
  }
}

test('between a commit and the post of its event stand at most twelve functions in at most twelve files', async () => {
  const way = await wayToTheFetch();
  const functions = way.findIndex(({ name }) => name === 'onCommitted') + 1;
  expect(functions).toBeGreaterThan(1);
  expect(functions).toBeLessThanOrEqual(12);
  expect(new Set(way.slice(0, functions).map(({ file }) => file)).size).toBeLessThanOrEqual(12);
});

/** The most files from the commit of an event to its post; it may only fall. Fewer would put several subjects into one. */
const FILES_MAX = 20;
/** What runs before the commit. */
const PUBLISHING =
  /\/events\/types\/|\/contract\/catalog\.ts$|\/publish\/(?!publish\.ts$)|\/reconciler\.ts$/;

test('the page says of how many files code runs between a commit and the post of its event', async () => {
  const all = await filesOnTheWay({ file: 'test/core/events/deliver/fixtures/posts.ts' });
  const files = all.filter((file) => !PUBLISHING.test(file));
  expect(files).toContain('src/core/events/deliver/deliveries.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(FILES_MAX);
  expect(PAGE).toContain(`code of ${files.length} files runs`);
}, 60_000);
