import { describe, expect, test } from 'bun:test';
import {
  afterCloseOf,
  endingOf,
  retryAfterMs,
} from '../../../src/modules/whatsapp/close-reason.ts';

/** As Baileys throws them. */
const boom = (text: string, statusCode: number, data?: unknown) =>
  Object.assign(new Error(text), { isBoom: true, output: { statusCode }, data });
const afterClose = (text: string, code: number, data?: unknown) =>
  afterCloseOf(endingOf(boom(text, code, data)));

describe('the end of a connection', () => {
  test('515 is part of pairing: again, at once', () => {
    expect(afterClose('Stream Errored (restart required)', 515)).toEqual({ kind: 'again' });
  });

  test.each([408, 428, 500, 503])('%i may pass, and says which it was', (code) => {
    expect(afterClose('Connection Terminated', code)).toEqual({
      kind: 'retry',
      reason: `connection lost: Connection Terminated (${code})`,
    });
  });

  test('an end without an error, or with one that has no code, may pass too', () => {
    expect(afterCloseOf(endingOf(undefined))).toEqual({
      kind: 'retry',
      reason: 'connection lost: closed',
    });
    expect(afterCloseOf(endingOf(new Error('socket hang up')))).toEqual({
      kind: 'retry',
      reason: 'connection lost: socket hang up',
    });
    expect(endingOf('odd').code).toBeNull();
  });

  test('the last QR code of a connection is no lost connection', () => {
    expect(afterClose('QR refs attempts ended', 408)).toEqual({ kind: 'codes_over' });
  });

  test('401 is a log-out, with what WhatsApp said of it', () => {
    const conflict = { tag: 'conflict', attrs: { type: 'device_removed' } };
    expect(afterClose('Stream Errored (conflict)', 401, conflict)).toEqual({
      kind: 'logged_out',
      reason: 'removed by the phone',
    });
    expect(afterClose('Connection Failure', 401, { reason: '401', location: 'rva' })).toEqual({
      kind: 'logged_out',
      reason: 'logged out by WhatsApp: Connection Failure, rva',
    });
  });

  test('440 stops and says that it was replaced', () => {
    expect(afterClose('Stream Errored (conflict)', 440)).toMatchObject({
      kind: 'stop',
      phase: 'stopped',
      code: 440,
      reason: expect.stringContaining('replaced'),
    });
  });

  test.each([402, 403, 406])('%i is a ban', (code) => {
    expect(afterClose('Connection Failure', code)).toMatchObject({
      kind: 'stop',
      phase: 'banned',
      code,
      reason: expect.stringMatching(new RegExp(`WhatsApp (has banned|refuses) .*\\(${code}\\)$`)),
    });
  });

  test('a ban whose end WhatsApp names is waited for, and one of more than 20 days is not', () => {
    const failure = (expire: unknown) =>
      afterClose('Connection Failure', 402, { reason: '402', code: '101', expire });
    expect(failure('3600')).toMatchObject({ kind: 'wait', code: 402, ms: 3_600_000 });
    for (const expire of ['0', '-1', '1e3', '', ' 60', 60, null, '99999999999', '1728001', {}])
      expect(failure(expire)).toMatchObject({ kind: 'stop', phase: 'banned' });
    expect(afterClose('Connection Failure', 403, { expire: '60' })).toMatchObject({ kind: 'stop' });
  });

  test.each([
    [405, /outdated.*WHATSAPP_WEB_VERSION/],
    [409, /refuses this client/],
    [411, /not set up for linked devices/],
    [413, /expired.*pair again/],
    [414, /invalid.*pair again/],
    [415, /does not find the account.*pair again/],
    [418, /does not know this device.*pair again/],
  ])('%i has failed, and its reason says what to do', (code, reason) => {
    expect(afterClose('Connection Failure', code)).toMatchObject({
      kind: 'stop',
      phase: 'failed',
      code,
      reason: expect.stringMatching(reason),
    });
  });

  test.each([401, 402, 403, 405, 406, 409, 411, 413, 415, 418, 440, 500, 515])(
    'the HTTP status %i of a proxy on the way is not WhatsApp speaking',
    (code) => {
      const text = `WebSocket Error (Unexpected server response: ${code})`;
      expect(afterClose(text, code)).toEqual({
        kind: 'retry',
        reason: `WhatsApp cannot be reached: ${text} (${code})`,
      });
    },
  );

  test('a server that cannot prove itself is named as that, and is no log-out', () => {
    expect(afterClose('noise intermediate certificate signature invalid', 400)).toMatchObject({
      kind: 'retry',
      reason: expect.stringMatching(/^the server cannot prove to be WhatsApp: /),
    });
  });

  test('what a server says at length is cut', () => {
    const { text } = endingOf(boom('x', 500, { attrs: { type: 'y'.repeat(5_000) } }));
    expect(text.length).toBeLessThan(100);
  });
});

describe('the wait before the next try', () => {
  test('doubles from one second to a minute, and stays there', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 50, 5_000].map((failures) =>
      retryAfterMs(failures, 1 - Number.EPSILON),
    );
    expect(longest).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000,
    ]);
  });

  test('is spread over its upper half', () => {
    expect([0, 0.5, 0.75].map((random) => retryAfterMs(4, random))).toEqual([4_000, 6_000, 7_000]);
  });
});
