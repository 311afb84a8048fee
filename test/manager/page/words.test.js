import { expect, test } from 'bun:test';
import { DESTINATIONS } from '../../../src/events/contract/endpoint.ts';
import { EVENT_CATEGORIES } from '../../../src/events/contract/event-names.ts';
import { OLDER_NAMES } from '../../../src/events/contract/older-names.ts';
import { DELIVERY_STATES } from '../../../src/events/log/deliveries.ts';
import * as words from '../../../src/manager/page/words.js';
import { PROVIDERS } from '../../../src/providers/provider.ts';

test('the page offers the providers, states, endpoints and events that the service has', () => {
  expect({ ...words }).toEqual({
    PROVIDERS,
    DELIVERY_STATES,
    DESTINATIONS,
    EVENT_CATEGORIES,
    OLDER_NAMES,
  });
});
