/** A WebSocket reader of one instance at one node, who comes back with the last sequence it has whenever it is cut off. */
import { liveClient } from '../../test/helpers/live-client.ts';
import { apiKey, type Gateway } from './gateway.ts';
import { pause } from './pause.ts';

const AGAIN_MS = 200;

export interface Reader {
  /** Returns the sequence of its last event. */
  last(): number;
  /** Sequences that were left out, and those that came again. */
  wrong(): number;
  /** Returns how often it was let in. */
  visits(): number;
  stop(): Promise<void>;
}

export interface ReaderOptions {
  /** The service of this moment. */
  readonly gateway: () => Gateway;
  readonly instance: string;
  /** Begins after this sequence. */
  readonly after: number;
}

export function startReader({ gateway, instance, after }: ReaderOptions): Reader {
  let last = after;
  let wrong = 0;
  let visits = 0;
  let isStopped = false;
  let leave = () => {};
  const visit = async (): Promise<void> => {
    const query = `instance=${instance}&after=${last}`;
    const url = `${gateway().url.replace('http', 'ws')}/ws?${query}`;
    const client = liveClient(url, { headers: { apikey: apiKey } });
    leave = () => client.close();
    let read = 0;
    const take = () => {
      for (; read < client.frames.length; read++) {
        const sequence = client.frames[read]?.sequence;
        // A gap is reported too, in a frame without a sequence.
        if (sequence === undefined) continue;
        wrong += Math.abs(sequence - last - 1);
        last = sequence;
      }
    };
    const noting = setInterval(take, 20);
    try {
      await client.opened;
      visits++;
      await client.ended;
    } catch {
      // It is let in later.
    }
    clearInterval(noting);
    take();
  };
  const reading = (async () => {
    while (!isStopped) {
      await visit();
      if (!isStopped) await pause(AGAIN_MS);
    }
  })();
  return {
    last: () => last,
    wrong: () => wrong,
    visits: () => visits,
    async stop() {
      isStopped = true;
      leave();
      await reading;
    },
  };
}
