import { describe, expect, test } from 'bun:test';
import { type EventType, sampleBody } from '../../../src/core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../src/core/events/contract/event-names.ts';
import { FilterBudget } from '../../../src/core/events/contract/filter-budget.ts';
import { isGone } from '../../../src/core/events/contract/routing.ts';
import { createDestinations } from '../../../src/core/webhooks/destinations.ts';
import {
  type EventSettings,
  type InstanceEndpoint,
  newEndpoint,
} from '../../../src/core/webhooks/event-settings.ts';
import { createFilterFailures } from '../../../src/core/webhooks/filter/filter.ts';
import type { Format, FormatFacts } from '../../../src/core/webhooks/format/formats.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { bun, projectDir } from '../process/spawned-process.ts';

const OWN: EventSettings = {
  webhook: {
    ...newEndpoint('default', 0),
    isSet: true,
    enabled: true,
    url: 'https://Receiver.test/hook?token=s3cret',
    headers: { 'x-token': 'a' },
    base64: false,
    format: 'gatehouse',
    events: ['MESSAGE', 'Connected'],
    secret: 'whsec_new',
  },
  others: new Map(),
  brokers: { amqp: true, nats: true },
  websocketEnabled: true,
};
const withWebhook = (change: Partial<InstanceEndpoint>, own = OWN): EventSettings => ({
  ...own,
  webhook: { ...own.webhook, ...change },
});
type GlobalDestinations = Parameters<typeof createDestinations>[0]['global'];
const NOTHING: GlobalDestinations = {
  webhookUrl: null,
  webhookSecret: null,
  brokers: new Map(),
};
const FACTS: FormatFacts = {
  defaultFormat: 'gatehouse',
  serverUrl: () => '',
  filesAt: null,
  ownerOf: () => null,
  keyOf: () => null,
  idsOf: () => ({ phoneNumberId: '100000000000001', wabaId: '200000000000002' }),
};
const types = (...names: EventType[]): ReadonlySet<EventType> => new Set(names);

function destinations(
  own: EventSettings | null,
  global: Partial<GlobalDestinations> = {},
  defaultFormat: Format = 'gatehouse',
) {
  const clock = manualClock();
  const logged: unknown[] = [];
  const failures = createFilterFailures({ warn: (...line) => void logged.push(line) });
  const held = { settings: own };
  const settings = { get: (id: string) => (id === 'shop' ? held.settings : null) };
  const facts: FormatFacts = { ...FACTS, defaultFormat };
  const made = createDestinations({
    ...{ settings, global: { ...NOTHING, ...global }, clock, facts },
    filterFailures: failures,
  });
  return { ...made, clock, held, logged, failures };
}
const BROKER = { host: 'broker.test:5672', hostLimit: 64, types: null };
type Routes = GlobalDestinations['brokers'];
const brokers = (routes: Record<string, NonNullable<ReturnType<Routes['get']>>>): Routes =>
  new Map(Object.entries(routes));

describe('who gets an event', () => {
  test('an instance keeps the receivers of the types that it has events of, and no table of all types', () => {
    // Arrays can only be counted for a whole process, so it is one of its own.
    const { stdout } = Bun.spawnSync([bun, 'test/core/webhooks/fixtures/kept-arrays.ts'], {
      cwd: projectDir,
    });
    const [instances, arrays] = stdout.toString().split(' ').map(Number);
    expect(instances).toBe(2_000);
    expect(arrays).toBeLessThan(EVENT_TYPES.length / 2);
  });

  test('its own destinations follow the one event list', () => {
    const { of } = destinations(OWN, { brokers: brokers({ amqp: BROKER, nats: BROKER }) });
    expect(of('shop', 'Message')).toEqual(['webhook', 'amqp', 'nats']);
    expect(of('shop', 'Connected')).toEqual(['webhook', 'amqp', 'nats']);
    expect(of('shop', 'Receipt')).toEqual([]);
  });

  test('a broker that is not configured gets nothing, whatever the instance enabled', () => {
    expect(destinations(OWN).of('shop', 'Message')).toEqual(['webhook']);
  });

  test('global destinations get events of every instance by their own lists, deleted ones included', () => {
    const { of } = destinations(null, {
      webhookUrl: 'https://all.test/',
      brokers: brokers({
        amqp: { ...BROKER, types: types('Receipt') },
        nats: { ...BROKER, types: types(...EVENT_TYPES) },
      }),
    });
    expect(of('shop', 'Receipt')).toEqual(['global-webhook', 'global-amqp', 'global-nats']);
    expect(of('shop', 'Message')).toEqual(['global-webhook', 'global-nats']);
    expect(of('nobody', 'Message')).toEqual(['global-webhook', 'global-nats']);
  });

  test('one URL as global and as instance webhook is called twice', () => {
    const { of } = destinations(OWN, { webhookUrl: OWN.webhook.url });
    expect(of('shop', 'Message')).toEqual(['webhook', 'global-webhook']);
  });

  test('a change of settings is seen at once, and the answer is made once per change', () => {
    const { of, held } = destinations(OWN);
    expect(of('shop', 'Message')).toBe(of('shop', 'Message'));
    held.settings = withWebhook({ enabled: false });
    expect(of('shop', 'Message')).toEqual([]);
  });
});

describe('where an endpoint is', () => {
  test('an instance webhook, with its query masked where it is shown', () => {
    expect(destinations(OWN).target('shop', 'webhook')).toEqual({
      channel: 'webhook',
      host: 'receiver.test:443',
      address: OWN.webhook.url,
      maskedAddress: 'https://receiver.test/hook?token=********',
      headers: { 'x-token': 'a' },
      secrets: ['whsec_new'],
      base64: false,
      watch: { disables: false },
    });
  });

  test.each([
    ['http://a.test/', 'a.test:80'],
    ['http://A.test:8080/', 'a.test:8080'],
    ['http://[2001:DB8::1]/', '[2001:db8::1]:80'],
  ])('%s shares its limit as %s', (url, host) => {
    expect(destinations(withWebhook({ url })).target('shop', 'webhook')).toMatchObject({ host });
  });

  test('after rotations every secret signs until its own time is over, newest first', async () => {
    const clockStart = manualClock().steady();
    const formerSecrets = [
      { secret: 'whsec_old', until: clockStart + 1000 },
      { secret: 'whsec_older', until: clockStart + 500 },
    ];
    const { target, clock } = destinations(withWebhook({ formerSecrets }));
    const secrets = () => {
      const now = target('shop', 'webhook');
      // What was prepared for a target is prepared again for another object.
      expect(target('shop', 'webhook')).toBe(now);
      return 'secrets' in now ? now.secrets : [];
    };
    expect(secrets()).toEqual(['whsec_new', 'whsec_old', 'whsec_older']);
    await clock.advance(499);
    expect(secrets()).toEqual(['whsec_new', 'whsec_old', 'whsec_older']);
    await clock.advance(1);
    expect(secrets()).toEqual(['whsec_new', 'whsec_old']);
    await clock.advance(500);
    expect(secrets()).toEqual(['whsec_new']);
  });

  test('the global webhook is signed with its own secret, or not at all', () => {
    const webhookUrl = 'https://all.test/hook';
    const signed = destinations(OWN, { webhookUrl, webhookSecret: 'whsec_all' });
    expect(signed.target('shop', 'global-webhook')).toMatchObject({
      address: webhookUrl,
      secrets: ['whsec_all'],
      headers: {},
      base64: null,
    });
    const unsigned = destinations(OWN, { webhookUrl });
    expect(unsigned.target('shop', 'global-webhook')).toMatchObject({ secrets: [] });
  });

  test('brokers: the instance before the event, or the event alone', () => {
    const { target } = destinations(OWN, {
      brokers: brokers({
        amqp: { ...BROKER, types: types('Message') },
        nats: { ...BROKER, types: types('Message') },
      }),
    });
    expect(target('shop', 'amqp')).toMatchObject({
      channel: 'amqp',
      address: 'shop.{event}',
      host: BROKER.host,
    });
    expect(target('shop', 'nats')).toMatchObject({ channel: 'nats', address: 'shop.{event}' });
    expect(target('shop', 'global-amqp')).toMatchObject({ channel: 'amqp', address: '{event}' });
    expect(target('shop', 'global-nats')).toMatchObject({ channel: 'nats', address: '{event}' });
  });
});

describe('what events of another type tell too', () => {
  const both = withWebhook({ format: null, events: ['READ_RECEIPT', 'MESSAGE_STATUS'] });
  const of = (own: EventSettings, format: Format) =>
    destinations(
      own,
      { webhookUrl: 'https://all.test/', brokers: brokers({ amqp: BROKER }) },
      format,
    ).of('shop', 'Receipt', 'MessageStatus');

  test('goes nowhere in the form of Evolution API, and everywhere in another', () => {
    expect(of(both, 'evolution-api')).toEqual([]);
    expect(of(both, 'gatehouse')).toEqual(['webhook', 'amqp', 'global-webhook']);
    expect(of(withWebhook({ format: 'gatehouse' }, both), 'evolution-api')).toEqual(['webhook']);
  });

  test('goes to endpoints that get no events of the other type', () => {
    const receipts = withWebhook({ events: ['READ_RECEIPT'] }, both);
    expect(of(receipts, 'evolution-api')).toEqual(['webhook', 'amqp']);
  });
});

describe('the default format', () => {
  const BODY = sampleBody('Message', { id: 'e', instanceId: 'shop', instanceName: 'shop', now: 0 });
  const GLOBAL = {
    webhookUrl: 'https://all.test/hook',
    brokers: brokers({ amqp: { ...BROKER, types: types('Message') } }),
  };
  const sentTo = (endpoint: string, own: EventSettings, format: Format) => {
    const target = destinations(own, GLOBAL, format).target('shop', endpoint);
    if (isGone(target)) throw new Error(target.gone);
    return JSON.parse(target.reshape?.(BODY).body ?? BODY).event;
  };
  const unchosen = withWebhook({ format: null });

  test.each(['webhook', 'global-webhook', 'amqp', 'global-amqp'])(
    'reaches %s, and is no format unless the deployment has another',
    (endpoint) => {
      expect(sentTo(endpoint, unchosen, 'evolution-api')).toBe('messages.upsert');
      expect(sentTo(endpoint, unchosen, 'gatehouse')).toBe('Message');
    },
  );

  test('gives way to what was chosen for the webhook, which is of the webhook alone', () => {
    expect(sentTo('webhook', OWN, 'evolution-api')).toBe('Message');
    expect(sentTo('amqp', OWN, 'evolution-api')).toBe('messages.upsert');
    expect(sentTo('amqp', withWebhook({ format: 'evolution-api' }), 'gatehouse')).toBe('Message');
  });
});

describe('the filter of a webhook', () => {
  const EVENT = {
    id: 'e',
    event: 'Message',
    instanceId: 'shop',
    instanceName: 'shop',
    timestamp: '2026-01-05T10:00:00.000Z',
    state: undefined,
    sequence: 1,
    data: JSON.parse(
      sampleBody('Message', { id: 'e', instanceId: 'shop', instanceName: 'shop', now: 0 }),
    ).data,
  };
  const asked = (change: Partial<InstanceEndpoint>, event = EVENT) => {
    const made = destinations(withWebhook(change));
    const target = made.target('shop', 'webhook');
    if (isGone(target)) throw new Error(target.gone);
    return { ...made, target, wants: () => target.wants?.(event) };
  };

  test('is asked of each event, and without one nothing is asked', () => {
    expect(asked({ filter: { event: 'Message' } }).wants()).toBe(true);
    expect(asked({ filter: { event: 'Receipt' } }).wants()).toBe(false);
    expect(asked({}).target.wants).toBeUndefined();
  });

  test('sees the body in the format of the endpoint, without a key', () => {
    const shape = { format: 'evolution-api' } as const;
    expect(asked({ ...shape, filter: { event: 'messages.upsert' } }).wants()).toBe(true);
    expect(asked({ ...shape, filter: { event: 'Message' } }).wants()).toBe(false);
    expect(asked({ ...shape, filter: { 'data.key.fromMe': false, apikey: null } }).wants()).toBe(
      true,
    );
    const go = { format: 'evolution-go', instanceToken: 'key' } as const;
    expect(asked({ ...go, filter: { instanceToken: { $exists: true } } }).wants()).toBe(false);
  });

  test('sees no file, not even the marker that the log has in its place', () => {
    const { Message, ...data } = EVENT.data;
    const stored = { ...EVENT, data: { ...data, Message: { ...Message, base64: '@media:m1@' } } };
    const filter = { 'data.Message.base64': { $exists: false } };
    expect(asked({ filter }, stored).wants()).toBe(true);
  });

  test('is compiled once for each setting', () => {
    const { target } = destinations(withWebhook({ filter: { event: 'Message' } }));
    expect(target('shop', 'webhook')).toBe(target('shop', 'webhook'));
  });

  test('that cannot be decided delivers, and is named once in the log', () => {
    const many = { ...EVENT, data: { list: Array.from({ length: 60_000 }, () => 'a') } };
    const failing = asked({ filter: { 'data.list': 'b' } }, many);
    expect([failing.wants(), failing.wants()]).toEqual([true, true]);
    expect(failing.logged).toEqual([
      [
        'a filter could not be decided, and its events are delivered',
        {
          endpoint: 'webhook',
          instanceId: 'shop',
          instanceName: 'shop',
          reason: expect.stringContaining('steps'),
        },
      ],
    ]);
    expect(failing.failures.count).toBe(2);
  });

  test('that a newer version has stored delivers, and the log says what is unknown', () => {
    const newer = asked({ filter: { event: { $matches: 'M*' } } });
    expect(newer.wants()).toBe(true);
    expect(JSON.stringify(newer.logged)).toContain('filter.event.$matches is not an operator');
  });

  test('that was stored when it could look for longer texts delivers, and the log says why', () => {
    const older = asked({ filter: { event: { $contains: 'x'.repeat(300) } } });
    expect(older.wants()).toBe(true);
    expect(JSON.stringify(older.logged)).toContain('must have at most 256 characters, not 300');
  });
});

describe('an endpoint that is gone says why', () => {
  const gone = (
    own: EventSettings | null,
    endpoint: string,
    global: Partial<GlobalDestinations> = {},
  ) => {
    const target = destinations(own, global).target('shop', endpoint);
    return isGone(target) ? target.gone : target;
  };
  test('webhook disabled', () =>
    expect(gone(withWebhook({ enabled: false }), 'webhook')).toBe('webhook disabled'));
  test('webhook not set', () =>
    expect(gone(withWebhook({ isSet: false }), 'webhook')).toBe('webhook not set'));
  test('instance deleted', () => {
    for (const endpoint of ['webhook', 'amqp', 'nats'])
      expect(gone(null, endpoint)).toBe('instance deleted');
  });
  test('global webhook not set', () =>
    expect(gone(OWN, 'global-webhook')).toBe('global webhook not set'));
  test('a broker that was switched off or is no longer configured', () => {
    expect(
      gone({ ...OWN, brokers: { amqp: false } }, 'amqp', { brokers: brokers({ amqp: BROKER }) }),
    ).toBe('amqp disabled');
    expect(gone(OWN, 'nats')).toBe('nats not configured');
    expect(gone(OWN, 'global-nats', { brokers: brokers({ nats: BROKER }) })).toBe('nats disabled');
  });
  test('an unknown endpoint', () => expect(gone(OWN, 'fax')).toContain('fax'));
});

describe('the format whatsapp-cloud', () => {
  const cloud = withWebhook({ format: 'whatsapp-cloud', events: ['ALL'], base64: true });
  const event = (type: EventType, change: object = {}) => {
    const frame = { id: 'a', instanceId: 'shop', instanceName: 'shop', now: 0 };
    const body = JSON.parse(sampleBody(type, frame));
    return { ...body, data: { ...body.data, ...change } };
  };
  const targetOf = (own: EventSettings, global: Partial<GlobalDestinations> = {}) => {
    const found = destinations(own, global).target('shop', 'webhook');
    if (isGone(found)) throw new Error(found.gone);
    return found;
  };

  test('types that the form never has are not routed there, and to other formats as ever', () => {
    const both: EventSettings = {
      ...cloud,
      others: new Map([['b', { ...newEndpoint('b', 0), url: 'https://b.test/' }]]),
    };
    const { of } = destinations(both);
    expect(of('shop', 'Presence')).toEqual(['b']);
    expect(of('shop', 'Message')).toEqual(['webhook', 'b']);
    expect(of('shop', 'SendMessage')).toEqual(['b']);
  });

  test('an event without a form is not wanted there, whatever the filter says', () => {
    const plain = targetOf(cloud);
    const filtered = targetOf({
      ...cloud,
      webhook: { ...cloud.webhook, filter: { object: { $exists: false } } },
    });
    const news = { Info: { ...event('Message').data.Info, Chat: 'a@newsletter' } };
    expect(plain.wants?.(event('Message'))).toBe(true);
    expect(plain.wants?.(event('Message', news))).toBe(false);
    expect(filtered.wants?.(event('Message', news))).toBe(false);
  });

  test('a filter sees the body that the receiver would get', () => {
    const filter = { 'entry.changes.value.messages.type': 'text' };
    const { wants } = targetOf({ ...cloud, webhook: { ...cloud.webhook, filter } });
    expect(wants?.(event('Message'))).toBe(true);
    expect(wants?.(event('MessageStatus'))).toBe(false);
  });

  test('files never go into its bodies, and it is signed as Meta signs', () => {
    expect(targetOf(cloud)).toMatchObject({ base64: false, signsAsHub: true });
  });

  test('an event that waited while its endpoint got this form is not sent, with the reason', () => {
    const { reasonToSkip } = targetOf(cloud);
    expect(reasonToSkip?.(JSON.stringify(event('Presence')))).toContain('no form for this event');
    expect(reasonToSkip?.(JSON.stringify(event('Message')))).toBeNull();
  });

  test('as the default of the service it is that of the global webhook and of brokers', () => {
    const global = {
      webhookUrl: 'https://global.test/',
      brokers: brokers({ amqp: { ...BROKER, types: types('Message', 'Presence') } }),
    };
    const made = destinations(null, global, 'whatsapp-cloud');
    expect(made.of('shop', 'Message')).toEqual(['global-webhook', 'global-amqp']);
    expect(made.of('shop', 'Presence')).toEqual([]);
    for (const endpoint of ['global-webhook', 'global-amqp']) {
      const target = made.target('shop', endpoint);
      if (isGone(target)) throw new Error(target.gone);
      const shaped = target.reshape?.(JSON.stringify(event('Message')));
      expect(JSON.parse(shaped?.body ?? '')).toMatchObject({
        object: 'whatsapp_business_account',
        entry: [{ id: '200000000000002' }],
      });
    }
  });
});

describe('the endpoint of a customer', () => {
  const named = (id: string, owner: InstanceEndpoint['owner']): InstanceEndpoint => ({
    ...newEndpoint(id, 0),
    owner,
    url: `https://${id}.test/`,
  });
  const own: EventSettings = {
    ...OWN,
    others: new Map([
      ['mine-1', named('mine-1', 'customer')],
      ['mine-2', named('mine-2', 'customer')],
      ['their-1', named('their-1', 'operator')],
    ]),
  };
  const wants = (endpoint: string, event: object) => {
    const target = destinations(own).target('shop', endpoint);
    return isGone(target) ? null : (target.wants?.({ ...event }) ?? true);
  };
  const failing = (id: string) => ({ event: 'EndpointFailing', data: { id } });

  test("gets no news of endpoints that are not the customer's, which the operator's endpoints get", () => {
    for (const id of ['default', 'their-1', 'deleted']) {
      expect(wants('endpoint:mine-1', failing(id))).toBe(false);
      expect(wants('endpoint:their-1', failing(id))).toBe(true);
    }
    expect(wants('endpoint:mine-1', failing('mine-2'))).toBe(true);
    expect(wants('endpoint:mine-1', { event: 'Message', data: { id: 'their-1' } })).toBe(true);
  });

  test('still gets only what its filter fits', () => {
    const filtered = withFilter({ event: 'Message' });
    expect(filtered({ event: 'Message', data: {} })).toBe(true);
    expect(filtered({ event: 'Presence', data: {} })).toBe(false);
  });

  function withFilter(filter: InstanceEndpoint['filter']) {
    const mine = { ...named('mine-1', 'customer'), filter };
    const target = destinations({ ...own, others: new Map([['mine-1', mine]]) }).target(
      'shop',
      'endpoint:mine-1',
    );
    return (event: object, budget?: FilterBudget) =>
      isGone(target) ? null : target.wants?.({ ...event }, budget);
  }

  test('has its filter decided within the budget that all endpoints share', () => {
    const filtered = withFilter({ data: { list: 'b' } });
    const event = { event: 'Message', data: { list: Array(40_000).fill('a') } };
    expect(filtered(event, new FilterBudget())).toBe(false);
    // Nothing is left for the last of three, so it gets the event undecided.
    const spent = new FilterBudget(3);
    expect([filtered(event, spent.next()), filtered(event, spent.next())]).toEqual([true, true]);
  });
});
