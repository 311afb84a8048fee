/** Who gets an event, also when its filters ask for more than one event may cost. */
import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import type { BodyFields, Target } from '../../../../src/core/events/contract/channel.ts';
import type { FilterBudget } from '../../../../src/core/events/contract/filter-budget.ts';
import type { Destinations } from '../../../../src/core/events/contract/routing.ts';
import {
  type Draft,
  draftInstanceEvent,
  draftRecordEvent,
  receiversOf,
  wantsMedia,
} from '../../../../src/core/events/publish/draft.ts';
import { message, SHOP, target } from '../../../helpers/engine.ts';

const ENDPOINTS = Array.from({ length: 20 }, (_, at) => `webhook:${at}`);

/** Twenty endpoints whose filters go on until nothing is left for them; they count what they have spent. */
function greedy() {
  const spent: number[] = [];
  const wants = (_: BodyFields, budget?: FilterBudget) => {
    let steps = 0;
    try {
      for (; steps < 1_000_000; steps += 10) budget?.spend(10);
      return false;
    } catch {
      // As filters of webhooks do when they cannot be decided.
      return true;
    } finally {
      spent.push(steps);
    }
  };
  const greedy: Target = { ...target('receiver.test'), base64: true, wants };
  const destinations: Destinations = { of: () => ENDPOINTS, target: () => greedy };
  const total = () => spent.reduce((sum, one) => sum + one, 0);
  return { destinations, spent, total };
}

/** An event whose `fields`, as filters see them, can be replaced. */
const draftOf = (fields = () => ({ event: 'Message' })): Draft => ({
  ...draftInstanceEvent(SHOP, message('ana'), () => false, 0),
  fields,
});

test('the filters of all endpoints of an event together cost about two milliseconds, and what is undecided is delivered', () => {
  const { destinations, spent, total } = greedy();
  const { receivers, filtered } = receiversOf(destinations, SHOP.id, draftOf(), 1);
  expect(receivers.map(({ endpoint }) => endpoint)).toEqual(ENDPOINTS);
  expect(filtered).toEqual([]);
  expect(total()).toBeLessThanOrEqual(100_000);
  // Each had its share, whatever the others asked for.
  expect(Math.min(...spent)).toBe(5_000);
});

test('whether a receiver gets the media of an event is decided within the same bound', () => {
  const { destinations, total } = greedy();
  expect(wantsMedia(destinations, SHOP.id, message('ana'), draftOf().fields)).toBe(true);
  expect(total()).toBeLessThanOrEqual(100_000);
});

test('the body for filters is made for endpoints that have one, and for no others', () => {
  let made = 0;
  const draft = draftOf(() => {
    made++;
    return { event: 'Message' };
  });
  const plain = target('receiver.test');
  const seen: BodyFields[] = [];
  const filtering: Target = { ...plain, wants: (body) => seen.push(body) > 0 };
  const among = (filteringOnes: readonly string[]): Destinations => ({
    of: () => ENDPOINTS,
    target: (_, endpoint) => (filteringOnes.includes(endpoint) ? filtering : plain),
  });
  expect(receiversOf(among([]), SHOP.id, draft, 7).receivers).toHaveLength(ENDPOINTS.length);
  expect(made).toBe(0);
  receiversOf(among(['webhook:3']), SHOP.id, draft, 7);
  expect([made, seen]).toEqual([1, [{ event: 'Message', sequence: 7 }]]);
});

test('an endpoint does not get the events about itself, of an instance and of an account, and all others do', () => {
  const exceptEndpoint = 'webhook:3';
  const destinations: Destinations = { of: () => ENDPOINTS, target: () => target('receiver.test') };
  const about: CatalogEvent = {
    type: 'EndpointRecovered',
    data: { id: '3', name: 'orders', url: 'https://receiver.test/', recoveredAt: '' },
    exceptEndpoint,
  };
  const change = { type: 'webhook.recovered', order: '3', previous: null, current: {} };
  for (const draft of [
    draftInstanceEvent(SHOP, about, () => false, 0),
    draftRecordEvent('account', { ...change, exceptEndpoint }, 0),
  ]) {
    const { receivers, filtered } = receiversOf(destinations, SHOP.id, draft, 1);
    expect(receivers.map(({ endpoint }) => endpoint)).toEqual(
      ENDPOINTS.filter((endpoint) => endpoint !== exceptEndpoint),
    );
    expect(filtered).toEqual([]);
  }
});

test('the destinations learn which type an event says the same as, so that they leave out who is told that', () => {
  const asked: unknown[][] = [];
  const destinations: Destinations = {
    of: (...question) => {
      asked.push(question);
      return [];
    },
    target: () => target('receiver.test'),
  };
  const synced: CatalogEvent = { type: 'OfflineSyncCompleted', data: { Count: 0 } };
  for (const event of [synced, message('ana')])
    receiversOf(
      destinations,
      SHOP.id,
      draftInstanceEvent(SHOP, event, () => false, 0),
      1,
    );
  expect(asked).toEqual([
    [SHOP.id, 'OfflineSyncCompleted', 'Connected'],
    [SHOP.id, 'Message', null],
  ]);
});
