import { beforeEach, describe, expect, test } from 'bun:test';
import type { Redelivery } from '../../../../src/core/events/contract/replay.ts';
import { redeliver as redeliverOperation } from '../../../../src/modules/gateway/delivery/redeliver.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import {
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHARED_REFUSALS,
  SHOP,
} from '../../../helpers/gateway-server.ts';

let server: GatewayServer;
let asked: { streamId: string; selection: Redelivery }[];
let redelivers: () => Promise<number>;

beforeEach(() => {
  asked = [];
  redelivers = async () => 3;
  const engine = {
    redeliver(streamId: string, selection: Redelivery) {
      asked.push({ streamId, selection });
      return redelivers();
    },
  };
  server = gatewayServer(manualClock(), operationsWith([redeliverOperation], { engine }));
});

const AT = Date.UTC(2026, 0, 5, 10);
const ID = '01900000-0000-7000-8000-00000000d001';
const EVENT = '01900000-0000-7000-8000-00000000e001';

describe('POST /delivery/redeliver/:instanceName', () => {
  const redeliver = (body?: unknown, key?: string) =>
    server.call('POST', '/delivery/redeliver/shop', { body, ...(key !== undefined && { key }) });
  const FROM = '2026-01-05T10:00:00Z';
  const TO = '2026-01-05T12:00:00+02:00';

  const ACCEPTED: [string, unknown, Redelivery][] = [
    ['ids', { ids: [ID] }, { ids: [ID] }],
    ['ids, each once, in any case', { ids: [ID, ID.toUpperCase(), EVENT] }, { ids: [ID, EVENT] }],
    ['a state', { state: 'discarded' }, { state: 'discarded' }],
    ['successes', { state: 'delivered' }, { state: 'delivered' }],
    ['what waits', { state: 'waiting' }, { state: 'waiting' }],
    ['a time', { from: FROM }, { from: AT }],
    ['a range', { from: FROM, to: TO }, { from: AT, to: AT }],
    [
      'a range of a state, with unknown fields',
      { state: 'discarded', to: '2026-01-05', x: 1 },
      { state: 'discarded', to: Date.UTC(2026, 0, 5) },
    ],
  ];
  test.each(ACCEPTED)('202 %s', async (_, body, selection) => {
    const { status, json } = await redeliver(body);
    expect(status).toBe(202);
    expect(json).toEqual({ redelivering: 3 });
    expect(asked).toEqual([{ streamId: SHOP.id, selection }]);
  });

  test('202 a thousand ids', async () => {
    const ids = Array.from({ length: 1_000 }, () => Bun.randomUUIDv7());
    expect((await redeliver({ ids }, 'shop-key')).status).toBe(202);
    expect(asked[0]?.selection.ids).toHaveLength(1_000);
  });

  const REFUSED: [string, unknown, string][] = [
    ['an empty object', {}, 'one of ids, state, from and to is required'],
    ['only unknown fields', { all: true }, 'required'],
    ['no ids', { ids: [] }, 'ids'],
    ['1 001 ids', { ids: Array.from({ length: 1_001 }, () => Bun.randomUUIDv7()) }, 'ids'],
    ['ids that are no UUIDs', { ids: ['17'] }, 'ids'],
    ['ids as a text', { ids: ID }, 'ids'],
    ['ids that are numbers', { ids: [17] }, 'ids'],
    ['ids and a state', { ids: [ID], state: 'discarded' }, 'combined'],
    ['ids and a time', { ids: [ID], to: TO }, 'combined'],
    ['what is being sent', { state: 'sending' }, 'state'],
    ['an unknown state', { state: 'failed' }, 'state'],
    ['state null', { state: null }, 'state'],
    ['from as a number', { from: 17 }, 'from'],
    ['from in words', { from: 'yesterday' }, 'from'],
    ['a day that its month does not have', { from: '2026-02-30' }, 'from'],
    ['a time without its offset', { from: '2026-01-05T10:00:00' }, 'from'],
    ['an impossible time', { to: '2026-13-45T00:00:00Z' }, 'to'],
    ['from after to', { from: '2026-01-06', to: '2026-01-05' }, 'from'],
    ['a list', [], 'object'],
  ];
  test.each(REFUSED)('400 %s, and nothing is sent', async (_, body, named) => {
    const { status, json } = await redeliver(body);
    expect(status).toBe(400);
    expect(json.error.code).toBe('BAD_REQUEST');
    expect(json.error.message).toContain(named);
    expect(asked).toEqual([]);
  });

  test('400 no body', async () => {
    expect((await redeliver()).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test('400 every wrong field is named in one message', async () => {
    const { message } = (await redeliver({ ids: 5, state: 5, from: 5, to: 5 })).json.error;
    for (const name of ['ids', 'state', 'from', 'to']) expect(message).toContain(`${name} must`);
  });

  test('400 a time that cannot be read is not said to contradict the other', async () => {
    const { message } = (await redeliver({ from: '2026-01-06', to: 'tomorrow' })).json.error;
    expect(message).toBe('to must be an ISO 8601 time such as 2026-01-05T10:00:00Z');
  });

  test('500 the engine fails', async () => {
    redelivers = async () => {
      throw new Error('the disk is full');
    };
    const { status, json, text } = await redeliver({ state: 'discarded' });
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(text).not.toContain('the disk is full');
  });

  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const answer = await server.call('POST', `/delivery/redeliver/${name}`, {
      key,
      body: { state: 'discarded' },
    });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
    expect(asked).toEqual([]);
  });
});
