import { expect, test } from 'bun:test';
import { selectedTypes } from '../../../src/events/contract/event-names.ts';
import { destinationsFor } from '../../../src/events/contract/routing.ts';

const nowhere = { webhook: false, brokers: new Map() };
const own = { types: selectedTypes(['MESSAGE']), webhook: true, brokers: ['amqp', 'nats'] };

test('an instance webhook and a global webhook both get the event', () => {
  expect(
    destinationsFor('Message', { ...own, brokers: [] }, { ...nowhere, webhook: true }),
  ).toEqual(['webhook', 'global-webhook']);
});

test('an event that an instance did not subscribe is sent to none of its own destinations', () => {
  expect(destinationsFor('Receipt', own, nowhere)).toEqual([]);
});

test('global destinations get what an instance did not subscribe, by their own lists', () => {
  const everyone = {
    webhook: true,
    brokers: new Map([
      ['amqp', selectedTypes(['Receipt'])],
      ['nats', selectedTypes(['CALL'])],
    ]),
  };
  expect(destinationsFor('Receipt', own, everyone)).toEqual(['global-webhook', 'global-amqp']);
});

test('a global webhook needs no settings of the instance', () => {
  expect(destinationsFor('QRCode', null, { ...nowhere, webhook: true })).toEqual([
    'global-webhook',
  ]);
});
