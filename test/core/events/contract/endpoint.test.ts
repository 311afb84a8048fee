import { expect, test } from 'bun:test';
import { DESTINATIONS } from '../../../../src/core/channels/brokers.ts';
import {
  accountWebhook,
  channelOf,
  destinationOf,
  endpointText,
  parseEndpoint,
} from '../../../../src/core/events/contract/endpoint.ts';

test('every endpoint that a row can hold is written back as it was read', () => {
  for (const text of [...DESTINATIONS, accountWebhook('0190')]) {
    const endpoint = parseEndpoint(text);
    expect(endpoint && endpointText(endpoint)).toBe(text);
  }
});

test('an endpoint says its kind, whose it is, and which of an account’s webhooks', () => {
  expect(parseEndpoint('amqp')).toEqual({ kind: 'amqp', scope: 'instance' });
  expect(parseEndpoint('global-nats')).toEqual({ kind: 'nats', scope: 'global' });
  expect(parseEndpoint('webhook:0190')).toEqual({
    kind: 'webhook',
    scope: 'account',
    webhookId: '0190',
  });
});

test('a text that only resembles an endpoint is none', () => {
  for (const text of ['', 'Webhook', 'global-', 'amqp:0190', 'webhook:', 'a b']) {
    expect(parseEndpoint(text)).toBeNull();
    expect(destinationOf(text)).toBeNull();
  }
});

test('a delivery goes through the channel of its endpoint, whatever the id of a webhook contains', () => {
  expect(DESTINATIONS.map(channelOf)).toEqual([
    'webhook',
    'webhook',
    'amqp',
    'amqp',
    'nats',
    'nats',
  ]);
  expect(channelOf(accountWebhook('global-amqp'))).toBe('webhook');
});

test('answers and metrics name the destination, and of an account’s webhook not which one it is', () => {
  expect(DESTINATIONS.map(destinationOf)).toEqual([...DESTINATIONS]);
  expect(destinationOf(accountWebhook('0190'))).toBe('webhook');
});
