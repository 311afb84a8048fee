import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { FieldError } from '../../../../src/core/http/read-fields.ts';
import { messageOf } from '../../../../src/core/shared/errors.ts';
import { sentenceOf } from '../../../../src/core/shared/reasons/problems.ts';
import { newEndpoint } from '../../../../src/core/webhooks/event-settings.ts';
import { readFilter, readTransform } from '../../../../src/core/webhooks/fields/readers.ts';
import {
  readWebhook,
  requireFilter,
  requireTransform,
  WebhookChange,
} from '../../../../src/modules/crm/webhooks/model.ts';
import {
  EndpointChange,
  readEndpoint,
} from '../../../../src/modules/gateway/webhook/set-request.ts';

const URL_STORED = 'https://receiver.test/hook?token=secret';
const STORED = {
  ...newEndpoint('01900000-0000-7000-8000-000000000001', 1),
  url: URL_STORED,
  headers: { 'x-token': 'secret-value' },
};
const guard = {
  refusesLiteral: ({ hostname }: URL) => (hostname === '10.0.0.1' ? 'it is private' : null),
};

/** Names of more than one word, as the CRM writes them. */
const SNAKE: Readonly<Record<string, string>> = {
  byEvents: 'by_events',
  autoDisable: 'auto_disable',
  delaysMs: 'delays_ms',
};

const anything = fc.oneof(
  fc.constantFrom(null, '', ' ', true, false, 'true', 0, 1, [], {}, 'a', 'a\u200bb', 'a\n', '😀'),
  fc.constantFrom('a'.repeat(255), 'a'.repeat(256), 'a'.repeat(1001), '👨‍👩‍👧'.repeat(255)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const url = fc.oneof(
  anything,
  fc.webUrl(),
  fc.constantFrom(
    URL_STORED,
    'https://receiver.test/hook?token=********',
    'https://receiver.test/other',
    'http://10.0.0.1/',
    'http://a:b@receiver.test/',
    'ftp://receiver.test/',
  ),
);
const headers = fc.oneof(
  anything,
  fc.dictionary(
    fc.constantFrom('x-token', 'X-Token', 'host', 'a b', 'x-other', '"a', '__proto__'),
    fc.oneof(anything, fc.constantFrom('********', 'value')),
  ),
);
const delay = fc.oneof(fc.integer({ min: -1, max: 400_000_000 }), anything);
const retry = (delays: string) =>
  fc.record(
    {
      attempts: fc.oneof(fc.integer({ min: -1, max: 25 }), anything),
      [delays]: fc.oneof(fc.array(delay, { maxLength: 21 }), anything),
      jitter: anything,
    },
    { requiredKeys: [] },
  );
/** Lists and formats differ by what the owners have: both zones get those that both know, and what is neither. */
const events = fc.oneof(
  anything.filter((value) => !Array.isArray(value) || value.length === 0),
  fc.constantFrom(['ALL'], Array(101).fill('ALL'), [1]),
);
const filter = fc.oneof(
  anything,
  fc.constantFrom({ event: 'Message' }, { data: { a: { $startWith: 'b' } } }, { event: [{}] }),
);
const transform = fc.oneof(
  anything,
  fc.constantFrom({ omit: ['data'] }, { template: 'slack' }, { template: 'none' }, { pick: 1 }),
);
const FIELDS = {
  ...{ name: anything, description: anything, enabled: anything, byEvents: anything },
  ...{ autoDisable: anything, url, headers, events, filter, transform },
  format: fc.constantFrom('gatehouse', 'evolution-api'),
  ordering: fc.oneof(anything, fc.constantFrom('chat', 'none', 'Chat')),
  retry: fc.oneof(anything, retry('delaysMs')),
  unknown: anything,
  'a "b': anything,
};
/** Any number of fields, or one or two, which are often right. */
const chosen = fc.oneof(
  fc.subarray(Object.keys(FIELDS)),
  fc.subarray(Object.keys(FIELDS), { minLength: 1, maxLength: 2 }),
);
const bodies = fc
  .tuple(fc.record(FIELDS), chosen)
  .map(([body, names]) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))),
  );

/** Returns the reasons for which a body is refused, or '' if it is taken. */
function reasonsOf(read: () => unknown): string {
  try {
    read();
    return '';
  } catch (error) {
    return messageOf(error).replace(/^The body is invalid: /, '');
  }
}

/** Each zone has its own names of fields, and its own words for a field that there is not. */
const inZone = (text: string): string =>
  Object.entries(SNAKE)
    .reduce((all, [camel, snake]) => all.replaceAll(camel, snake), text)
    .replaceAll('is not a field of an endpoint', 'is not a known field');

function snakeBody({ retry: rule, ...body }: Readonly<Record<string, unknown>>): object {
  const named = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [SNAKE[name] ?? name, value]));
  const isRule = typeof rule === 'object' && rule !== null && !Array.isArray(rule);
  return { ...named(body), ...(rule !== undefined && { retry: isRule ? named(rule) : rule }) };
}

test('both zones refuse 500 bodies for the same reasons, and take the others', () => {
  let taken = 0;
  fc.assert(
    fc.property(bodies, (body) => {
      const context = { guard, stored: STORED };
      const ofInstance = reasonsOf(() =>
        readEndpoint(EndpointChange, body, { ...context, key: null }),
      );
      const ofAccount = reasonsOf(() => readWebhook(WebhookChange, snakeBody(body), context));
      if (ofAccount === '') taken += 1;
      expect(ofAccount).toBe(inZone(ofInstance));
    }),
    { numRuns: 500, seed: 47 },
  );
  expect(taken).toBeGreaterThan(10);
  expect(taken).toBeLessThan(490);
});

const operators = fc.constantFrom('$eq', '$in', '$startsWith', '$exists', '$and', '$regex', 'a.b');
const filterObject = fc.letrec((tie) => ({
  object: fc.dictionary(
    fc.oneof(operators, fc.constantFrom('event', 'data')),
    fc.oneof({ depthSize: 'small' }, anything, fc.array(anything), tie('object')),
    { maxKeys: 3 },
  ),
})).object as fc.Arbitrary<object>;
const transformObject = fc.oneof(
  fc.record(
    {
      ...{ pick: fc.oneof(anything, fc.array(fc.string())), omit: fc.array(anything) },
      ...{ rename: fc.oneof(anything, fc.dictionary(fc.string(), anything)) },
      ...{ template: fc.constantFrom('slack', 'none', {}, { text: '{{event}}' }), other: anything },
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom({ omit: ['data'] }, { pick: ['event'] }, { rename: { event: 'name' } }),
);

test.each([
  ['filter', filterObject, readFilter, requireFilter],
  ['transform', transformObject, readTransform, requireTransform],
] as const)(
  'trials of both zones refuse 500 objects as a %s for the same reasons, and take the others',
  (name, objects, ofInstance, ofAccount) => {
    let taken = 0;
    fc.assert(
      fc.property(objects, (body) => {
        const read = ofInstance(body);
        const reasons = read instanceof FieldError ? sentenceOf(read.problemsOf(name)) : '';
        if (reasons === '') taken += 1;
        expect(reasonsOf(() => ofAccount(body))).toBe(reasons);
      }),
      { numRuns: 500, seed: 47 },
    );
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(490);
  },
);

test('a mask keeps a stored header in both zones only where scheme, host and port stay', () => {
  const body = { url: 'https://elsewhere.test/', headers: { 'x-token': '********' } };
  const context = { guard, stored: STORED };
  for (const read of [
    () => readEndpoint(EndpointChange, body, { ...context, key: null }),
    () => readWebhook(WebhookChange, body, context),
  ])
    expect(reasonsOf(read)).toStartWith('headers.x-token must be given again');
});
