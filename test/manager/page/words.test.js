import { expect, test } from 'bun:test';
import { DELIVERY_STATES } from '../../../src/events/delivery-log.ts';
import { EVENT_CATEGORIES } from '../../../src/events/event-types.ts';
import * as words from '../../../src/manager/page/words.js';
import { PROVIDERS } from '../../../src/providers/provider.ts';

test('the page knows what the service knows', () => {
  expect({ ...words }).toEqual({ PROVIDERS, DELIVERY_STATES, EVENT_CATEGORIES });
});
