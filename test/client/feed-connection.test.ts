/** What the feed of the client does about connections that a service cannot be made to have at will. */
import { describe, expect, test } from 'bun:test';
import { connectFeed, type FeedDeps, type FeedOptions } from '../../packages/client/src/feed.ts';
import type { WebSocketLike } from '../../packages/client/src/feed-socket.ts';
import { GatehouseError } from '../../packages/client/src/index.ts';
import { until } from '../helpers/until.ts';

/** Sockets that the test moves, in the order they were opened. */
function scriptedSockets() {
  const sockets: ScriptedSocket[] = [];
  class ScriptedSocket implements WebSocketLike {
    onopen: WebSocketLike['onopen'] = null;
    onmessage: WebSocketLike['onmessage'] = null;
    onerror: WebSocketLike['onerror'] = null;
    onclose: WebSocketLike['onclose'] = null;
    isClosed = false;
    readonly url: URL;
    readonly after: string | null;

    constructor(url: string) {
      this.url = new URL(url);
      this.after = this.url.searchParams.get('after');
      sockets.push(this);
    }

    open() {
      this.onopen?.({} as never);
    }

    frame(content: object) {
      this.onmessage?.({ data: JSON.stringify(content) } as never);
    }

    end(code: number, reason: string) {
      this.onclose?.({ code, reason } as never);
    }

    close() {
      this.isClosed = true;
    }
  }
  return { sockets, WebSocket: ScriptedSocket };
}

const eventAt = (sequence: number) => ({ event: 'Message', instanceId: 'a', sequence });

function connect(options: Partial<FeedOptions> = {}, deps: Partial<FeedDeps> = {}) {
  const { sockets, WebSocket } = scriptedSockets();
  const sequences: number[] = [];
  const reasons: string[] = [];
  const feed = connectFeed(
    {
      WebSocket,
      url: 'ws://gate.test',
      pauses: { firstMs: 1, maxMs: 2 },
      openMs: 10_000,
      silenceMs: 10_000,
      ask: async () => ({ ticket: 'once' }),
      ...deps,
    },
    {
      instance: 'shop',
      after: 0,
      onEvent: ({ sequence }) => void sequences.push(sequence),
      onState: (state) => state.state === 'reconnecting' && reasons.push(state.reason),
      ...options,
    },
  );
  const socket = async (number: number) => {
    await until(`socket ${number}`, () => sockets.length >= number);
    const found = sockets[number - 1];
    if (found === undefined) throw new Error('there is no such socket');
    return found;
  };
  return { feed, sequences, reasons, sockets, socket };
}

const outage = () =>
  new GatehouseError({ code: 'CONNECTION_LOST', message: 'the service cannot be reached' });

describe('a feed', () => {
  test('tells of events that are no longer kept, and goes on behind them', async () => {
    const gaps: object[] = [];
    const { feed, socket } = connect({ onGap: (gap) => void gaps.push(gap) });
    const first = await socket(1);
    first.open();
    first.frame({ gap: { from: 1, to: 40 } });
    await until('the gap was told', () => feed.after === 40);
    first.end(1001, 'the service stops');
    expect((await socket(2)).after).toBe('40');
    expect(gaps).toEqual([{ from: 1, to: 40 }]);
    feed.close();
    await feed.closed;
  });

  test('replaces a connection on which nothing comes, which may have been cut unseen', async () => {
    const { feed, socket, reasons } = connect({}, { silenceMs: 5 });
    const first = await socket(1);
    first.open();
    const second = await socket(2);
    expect(first.isClosed).toBe(true);
    expect([second.after, reasons]).toEqual(['0', []]);
    feed.close();
    await feed.closed;
  });

  test('gives up a connection that does not open', async () => {
    const { feed, socket, reasons } = connect({}, { openMs: 5 });
    await socket(2);
    expect(reasons[0]).toBe('it did not open in time');
    feed.close();
    await feed.closed;
  });

  test('keeps trying while the service is away', async () => {
    let asked = 0;
    const ask = async () => {
      if (++asked < 5) throw outage();
      return { ticket: 'once' };
    };
    const { feed, socket, reasons } = connect({}, { ask });
    expect((await socket(1)).url.searchParams.get('ticket')).toBe('once');
    expect(reasons).toEqual(Array(4).fill('the service cannot be reached'));
    feed.close();
    await feed.closed;
  });

  test('whose handler is too slow holds a thousand events, and asks for the others again', async () => {
    const may = Promise.withResolvers<void>();
    const handled: number[] = [];
    const { feed, socket, reasons } = connect({
      async onEvent({ sequence }) {
        await may.promise;
        handled.push(sequence);
      },
    });
    const first = await socket(1);
    first.open();
    for (let sequence = 1; sequence <= 1_500; sequence++) first.frame(eventAt(sequence));
    expect(first.isClosed).toBe(true);
    may.resolve();
    const second = await socket(2);
    expect(second.after).toBe(String(handled.length));
    expect(handled.length).toBeLessThan(1_010);
    expect(reasons).toEqual(['events come faster than they are handled']);
    feed.close();
    await feed.closed;
  });

  test('takes an event of any size, alone', async () => {
    const { feed, socket } = connect();
    const first = await socket(1);
    first.open();
    first.frame({ ...eventAt(1), data: 'a'.repeat(33 * 1024 * 1024) });
    await until('it was handled', () => feed.after === 1);
    first.frame(eventAt(2));
    await until('the next was handled', () => feed.after === 2);
    feed.close();
    await feed.closed;
  });

  test('that was closed hears nothing more, and leaves no connection open', async () => {
    const { feed, socket, sequences, sockets } = connect();
    const first = await socket(1);
    first.open();
    first.frame(eventAt(1));
    await until('it was handled', () => feed.after === 1);
    feed.close();
    await feed.closed;
    first.frame(eventAt(2));
    expect([sequences, sockets.length, first.isClosed]).toEqual([[1], 1, true]);
  });
});
