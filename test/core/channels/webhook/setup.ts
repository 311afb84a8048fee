/** What the webhook tests share: a channel on a clock that stands still, and the shapes it is given. */
import { expect } from 'bun:test';
import { createWebhookChannel } from '../../../../src/core/channels/webhook/channel.ts';
import type {
  Outcome,
  Target,
  WebhookChannel,
} from '../../../../src/core/events/contract/channel.ts';
import {
  createNetworkGuard,
  type NetworkGuard,
} from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import { type Answer, startReceiver } from '../../../doubles/receiver.ts';

export const TIMEOUT_MS = 30_000;
export const EVENT_ID = '0198f7a2-0000-7000-8000-000000000001';
export const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;

export const targetAt = (address: string, change: Partial<Target> = {}): Target => ({
  channel: 'webhook',
  host: new URL(address).host,
  address,
  maskedAddress: address,
  headers: {},
  secrets: [SECRET],
  base64: null,
  ...change,
});

export interface Setup {
  readonly clock: ManualClock;
  readonly channel: WebhookChannel;
  /** Every time a timer was set for, in ms, in order. */
  readonly waits: readonly number[];
  send(target: Target, change?: Sending): Promise<Outcome>;
}

export interface Sending {
  readonly body?: string;
  readonly attempt?: number;
  readonly signal?: AbortSignal;
}

export interface SetupOptions {
  readonly guard?: (clock: ManualClock) => NetworkGuard;
  readonly authorities?: string;
}

export function setUp({ guard, authorities }: SetupOptions = {}): Setup {
  const waits: number[] = [];
  const clock = manualClock();
  const { after } = clock;
  clock.after = (ms, run) => {
    waits.push(ms);
    return after(ms, run);
  };
  const userAgent = 'gatehouse/1.2.3';
  const outbound = createOutbound({
    clock,
    guard: guard ? guard(clock) : createNetworkGuard({ allow: 'everything', clock }),
    userAgent,
    ...(authorities !== undefined && { authorities }),
  });
  const channel = createWebhookChannel({ clock, outbound, userAgent, timeoutMs: TIMEOUT_MS });
  return {
    clock,
    channel,
    waits,
    async send(target, { signal = new AbortController().signal, ...change } = {}) {
      const first = { eventId: EVENT_ID, type: 'Message', attempt: 1, body: '{}' };
      const outgoing = { ...first, ...change };
      const outcome = await channel.send(outgoing, target, signal);
      if (outcome.kind === 'unsent') throw new Error(outcome.reason);
      return outcome;
    },
  };
}

/** A failed outcome as `toEqual` takes it: the first word, the rest free; without a status nothing was answered. */
export const failed = (word: string, status: number | null = null, responseBody = '') => ({
  kind: 'failed' as const,
  status,
  error: expect.stringMatching(new RegExp(`^${word}: [^ ]`)),
  responseBody: status === null ? null : responseBody,
});

export const delivered = (status: number, responseBody = '') => ({
  kind: 'delivered' as const,
  status,
  responseBody,
});

/** One attempt on a connection of its own; how it ended, and how many requests it took. */
export async function attempt(answer: Answer) {
  const own = await startReceiver();
  own.script(answer);
  const { send, clock } = setUp();
  const outcome = await send(targetAt(`${own.url}/hook`));
  const requests = own.requests.length;
  await own.stop();
  expect(clock.pending()).toBe(0);
  return { outcome, requests };
}
