/**
 * What every way out promises, whatever is at its other end: each channel passes this against real parts.
 * A part is shared by the suite's tests, which keep apart by the names they send to.
 */
import { expect, test } from 'bun:test';
import type { Channel, Outcome, Target } from '../../src/core/events/contract/channel.ts';
import { until } from '../helpers/until.ts';

export interface ArrivedMessage {
  readonly id: string;
  readonly body: string;
  /** The span that it came with; undefined: none. */
  readonly traceparent?: string | undefined;
}

/** A channel and what is at its other end. */
export interface Part {
  readonly channel: Channel;
  /** An address of the test's own. */
  target(name: string): Target;
  /** An address whose owner refuses everything. */
  refusing(name: string): Promise<Target>;
  /** What has arrived at an address, in order; waits for at least `count`. */
  arrived(target: Target, count: number): Promise<readonly ArrivedMessage[]>;
  /** The other end answers nothing from now on, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Resolves when what was given to an address would outlive a death. */
  settled(target: Target): Promise<void>;
  /** Dies without a word, and comes back at the same address. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export interface Suite {
  readonly name: string;
  /** The longest an attempt may take; short, since tests wait for it. */
  readonly attemptMs: number;
  part(): Part;
  /** Parts that are not ours to kill are not killed. */
  readonly isOurs: boolean;
}

const ID = '0198f7a2-0000-7000-8000-';
let made = 0;
export const newEventId = (): string => ID + String(++made).padStart(12, '0');

export const send = async (
  channel: Channel,
  target: Target,
  {
    id = newEventId(),
    body = JSON.stringify({ id }),
    type = 'Message',
    signal = new AbortController().signal,
    traceparent = null as string | null,
  } = {},
): Promise<Outcome> => {
  const outgoing = { eventId: id, type, attempt: 1, body, traceparent };
  const outcome = await channel.send(outgoing, target, signal);
  if (outcome.kind === 'unsent') throw new Error(outcome.reason);
  return outcome;
};

export const isUp = (channel: Channel) =>
  until('the channel is up', () => !(channel.isDown?.() ?? false), 20_000);

const failedWith = (word: RegExp) =>
  expect.objectContaining({ kind: 'failed', error: expect.stringMatching(word) });

export function promisesOfAChannel({ name, attemptMs, part, isOurs }: Suite): void {
  const promise = (text: string, run: () => Promise<void>) => test(`${name}: ${text}`, run, 30_000);
  const ours = (text: string, run: () => Promise<void>) =>
    test.skipIf(!isOurs)(`${name}: ${text}`, run, 60_000);

  promise('what is delivered has arrived, with its id, byte for byte', async () => {
    const target = part().target('delivered');
    const id = newEventId();
    const body = JSON.stringify({ id, data: { text: 'olá, “日本” 🎉 \u0000 \\' } });
    expect((await send(part().channel, target, { id, body })).kind).toBe('delivered');
    expect(await part().arrived(target, 1)).toEqual([{ id, body }]);
  });

  promise('the span of an attempt goes with it, and none with one that is not traced', async () => {
    const target = part().target('traced');
    const spans = ['1', '2'].map((digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`);
    for (const traceparent of [spans[0] ?? '', null, spans[1] ?? ''])
      expect((await send(part().channel, target, { traceparent })).kind).toBe('delivered');
    const arrived = await part().arrived(target, 3);
    expect(arrived.map(({ traceparent }) => traceparent)).toEqual([spans[0], undefined, spans[1]]);
  });

  promise('a body arrives in the shape that its target asks for', async () => {
    const id = newEventId();
    const shaped = JSON.stringify({ id, shaped: true });
    const target = { ...part().target('shaped'), reshape: () => ({ body: shaped, address: null }) };
    expect((await send(part().channel, target, { id })).kind).toBe('delivered');
    expect(await part().arrived(target, 1)).toEqual([{ id, body: shaped }]);
  });

  promise('what the other end refuses has failed, with a reason, and others go on', async () => {
    const refusing = await part().refusing('refusing');
    const target = part().target('beside');
    const [refused, delivered] = await Promise.all([
      send(part().channel, refusing),
      send(part().channel, target),
    ]);
    expect(refused).toEqual(failedWith(/^[a-z_]+: ./));
    expect(delivered.kind).toBe('delivered');
    expect((await send(part().channel, refusing)).kind).toBe('failed');
  });

  promise(
    'nothing that an address refuses is delivered, whatever is sent there meanwhile',
    async () => {
      const refusing = await part().refusing('refusing-often');
      const sendInTurn = async () => {
        const kinds: string[] = [];
        while (kinds.length < 20) kinds.push((await send(part().channel, refusing)).kind);
        return kinds;
      };
      const kinds = (await Promise.all(Array.from({ length: 4 }, sendInTurn))).flat();
      expect(new Set(kinds)).toEqual(new Set(['failed']));
    },
  );

  promise('a payload of 16 MiB arrives whole', async () => {
    const target = part().target('large');
    const id = newEventId();
    const base64 = Buffer.alloc(16 * 1024 * 1024, id).toString('base64');
    const body = JSON.stringify({ id, data: { Message: { base64 } } });
    expect((await send(part().channel, target, { id, body })).kind).toBe('delivered');
    const [arrived] = await part().arrived(target, 1);
    expect(arrived?.body === body).toBe(true);
  });

  promise('what is sent one after another arrives in that order', async () => {
    const target = part().target('order');
    const ids = Array.from({ length: 100 }, newEventId);
    for (const id of ids) await send(part().channel, target, { id });
    expect((await part().arrived(target, 100)).map(({ id }) => id)).toEqual(ids);
  });

  promise('an attempt that is broken off ends at once', async () => {
    const abort = new AbortController();
    const target = part().target('broken-off');
    await send(part().channel, target);
    if (isOurs) await part().freeze();
    const from = performance.now();
    const sent = send(part().channel, target, { signal: abort.signal });
    abort.abort();
    await sent;
    if (isOurs) part().thaw();
    expect(performance.now() - from).toBeLessThan(attemptMs);
  });

  ours('an end that answers nothing is a failure within the time set', async () => {
    const target = part().target('slow');
    await send(part().channel, target);
    await part().freeze();
    const from = performance.now();
    const outcome = await send(part().channel, target);
    part().thaw();
    expect(outcome).toEqual(failedWith(/^timeout: ./));
    expect(performance.now() - from).toBeLessThan(3 * attemptMs);
    expect((await send(part().channel, target)).kind).toBe('delivered');
  });

  ours('an end that dies fails attempts, with a reason, and is used again when back', async () => {
    const target = part().target('gone');
    await send(part().channel, target);
    await part().arrived(target, 1);
    await part().settled(target);
    await part().freeze();
    const underWay = [1, 2, 3].map(() => send(part().channel, target));
    await part().kill();
    const late = [1, 2, 3].map(() => send(part().channel, target));
    const lost = failedWith(/^(connection_\w+|network_error): ./);
    expect(await Promise.all([...underWay, ...late])).toEqual(Array(6).fill(lost));
    await part().restart();
    await isUp(part().channel);
    const id = newEventId();
    expect((await send(part().channel, target, { id })).kind).toBe('delivered');
    expect((await part().arrived(target, 2)).map((one) => one.id)).toContain(id);
  });
}
