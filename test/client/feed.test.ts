/** The live feed of the client: nothing is left out, whatever happens to the connection. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createClient, type FeedOptions, GatehouseError } from '../../packages/client/src/index.ts';
import { type LossyProxy, startLossyProxy } from '../doubles/lossy-proxy.ts';
import { GLOBAL_KEY } from '../helpers/app.ts';
import { load } from '../helpers/load.ts';
import { sharedApp } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

let proxy: LossyProxy;
const app = sharedApp();
beforeAll(async () => {
  proxy = await startLossyProxy(new URL(app.url).host);
  for (const name of ['shop', 'cafe', 'mute']) await app.openInstance(name);
  for (const name of ['shop', 'cafe'])
    await app.call('POST', '/instance/connect', { websocketEnable: 'enabled' }, GLOBAL_KEY, {
      instanceId: name,
    });
});
afterAll(async () => {
  await proxy.stop();
});

/** Notes what comes. */
function connect(
  options: Partial<FeedOptions> & { readonly instance: string },
  apikey = GLOBAL_KEY,
) {
  const client = createClient({
    baseUrl: `http://${proxy.address}`,
    apikey,
    pauses: { firstMs: 1, maxMs: 20 },
  });
  const sequences: number[] = [];
  const states: string[] = [];
  const feed = client.connectEvents({
    after: 0,
    onEvent: ({ sequence }) => void sequences.push(sequence),
    onState: ({ state }) => states.push(state),
    ...options,
  });
  feed.closed.catch(() => {});
  return { feed, sequences, states };
}

const lastOf = async (name: string): Promise<number> => {
  const { body } = await app.call('GET', `/event/find/${name}?limit=500`);
  return body.next;
};

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

const arrive = (name: string, messages: number) =>
  load((message) => app.call('POST', `/sandbox/${name}/message`, message), { messages });

describe('a feed', () => {
  test('whose connection is cut again and again brings every event once, in order', async () => {
    const { feed, sequences, states } = connect({ instance: 'shop' });
    await until('it is open', () => states.includes('open'));
    for (let cut = 1; cut <= 3; cut++) {
      const before = sequences.length;
      await arrive('shop', 20);
      await until('some have come', () => sequences.length > before);
      proxy.cut();
      await arrive('shop', 5);
      await until('it is open again', () => states.filter((one) => one === 'open').length > cut);
    }
    const last = await lastOf('shop');
    await until('all have come', () => sequences.at(-1) === last);
    expect(sequences).toEqual(upTo(last));
    expect(feed.after).toBe(last);
    feed.close();
    await feed.closed;
  });

  test('begins after the event that was handled last', async () => {
    const { feed, sequences } = connect({ instance: 'shop', after: 10 });
    const last = await lastOf('shop');
    await until('all have come', () => sequences.at(-1) === last);
    expect(sequences[0]).toBe(11);
    feed.close();
    await feed.closed;
  });

  test('waits for what handles one event before it hands on the next', async () => {
    let running = 0;
    let most = 0;
    const { feed } = connect({
      instance: 'shop',
      async onEvent() {
        running++;
        most = Math.max(most, running);
        await Promise.resolve();
        running--;
      },
    });
    const last = await lastOf('shop');
    await until('all have been handled', () => feed.after === last);
    expect(most).toBe(1);
    feed.close();
    await feed.closed;
  });

  test('that is closed waits for the event under way, and counts none that was not handled', async () => {
    const begun = Promise.withResolvers<void>();
    const may = Promise.withResolvers<void>();
    const { feed } = connect({
      instance: 'shop',
      onEvent: () => {
        begun.resolve();
        return may.promise;
      },
    });
    await begun.promise;
    let isClosed = false;
    feed.close();
    const closing = feed.closed.then(() => {
      isClosed = true;
    });
    await Promise.resolve();
    expect(isClosed).toBe(false);
    may.resolve();
    await closing;
    expect(feed.after).toBe(1);
  });

  test('ends with the failure of its handler, and that event comes again next time', async () => {
    const { feed } = connect({
      instance: 'shop',
      onEvent({ sequence }) {
        if (sequence === 3) throw new Error('no room');
      },
    });
    expect(await feed.closed.catch((error) => error.message)).toBe('no room');
    expect(feed.after).toBe(2);
  });

  test('ends with the signal that it was given', async () => {
    const ending = new AbortController();
    const { feed, states } = connect({ instance: 'shop', signal: ending.signal });
    await until('it is open', () => states.includes('open'));
    ending.abort();
    await feed.closed;
  });
});

describe('a feed that may not be read', () => {
  const failureOf = async (options: { readonly instance: string }, key?: string) => {
    const error = await connect(options, key).feed.closed.catch((one) => one);
    return error instanceof GatehouseError ? error.failure.code : error;
  };

  test('says why instead of trying again', async () => {
    expect(await failureOf({ instance: 'shop' }, 'wrong')).toBe('UNAUTHORIZED');
    expect(await failureOf({ instance: 'nobody' })).toBe('NOT_FOUND');
    expect(await failureOf({ instance: 'mute' })).toBe('CONFLICT');
    const { body } = await app.call('POST', '/instance/key/rotate/mute', {});
    expect(await failureOf({ instance: 'shop' }, body.apikey)).toBe('FORBIDDEN');
  });

  test('any more, since it was switched off, ends for good', async () => {
    const { feed, states } = connect({ instance: 'cafe' });
    await until('it is open', () => states.includes('open'));
    await app.call('POST', '/websocket/set/cafe', { websocket: { enabled: false } });
    const error = await feed.closed.catch((one) => one);
    expect(error.failure.code).toBe('FEED_CLOSED');
  });

  test('from there, since `after` is no sequence, does not begin', () => {
    expect(() => connect({ instance: 'shop', after: -1 })).toThrow('after must be a sequence');
  });
});
