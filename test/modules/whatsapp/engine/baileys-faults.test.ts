import { expect, test } from 'bun:test';
import { createRequire } from 'node:module';
import { assertNodeErrorFree, makeNoiseHandler } from '@whiskeysockets/baileys';
import { loadBaileys } from '../../../../src/modules/whatsapp/engine/baileys.ts';
import {
  isBaileysFault,
  KeysUnavailable,
} from '../../../../src/modules/whatsapp/engine/baileys-faults.ts';
import { conflict } from '../../../helpers/failures.ts';

/** What `work` throws or rejects with. */
async function faultOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it went through');
}

const besideBaileys = createRequire(import.meta.resolve('@whiskeysockets/baileys'));

test('an error of Baileys is one, whether it was meant or not', async () => {
  const { decodeBinaryNode, Curve } = await loadBaileys();
  const logger = { level: 'silent', child: () => logger, trace() {}, debug() {}, info() {} };
  const refused = { tag: 'iq', attrs: {}, content: [{ tag: 'error', attrs: { code: '404' } }] };
  const faults: Record<string, () => unknown> = {
    'bytes that are no stanza': () => decodeBinaryNode(Buffer.from([0, 0xff, 0xff, 0xff])),
    'a query that was refused': () => assertNodeErrorFree(refused),
    'a handshake without anything': () =>
      makeNoiseHandler({
        keyPair: Curve.generateKeyPair(),
        NOISE_HEADER: Buffer.from('WA'),
        logger: logger as never,
      }).processHandshake({} as never, Curve.generateKeyPair()),
  };
  for (const [name, work] of Object.entries(faults)) {
    expect([name, isBaileysFault(await faultOf(work))]).toEqual([name, true]);
  }
});

test('an error of its Signal library is one', async () => {
  const { calculateAgreement } = besideBaileys('libsignal/src/curve.js');
  const fault = await faultOf(() => calculateAgreement(Buffer.alloc(3), Buffer.alloc(3)));
  expect(isBaileysFault(fault)).toBe(true);
});

test('keys that it could not reach are its affair too', () => {
  expect(isBaileysFault(new KeysUnavailable(new Error('database is locked')))).toBe(true);
});

test('our own errors and what is no error at all are not', () => {
  const own = [new Error('ours'), new TypeError('x is not a function'), conflict('not connected')];
  for (const fault of [...own, 'text', null, undefined, { isBoom: true }]) {
    expect(isBaileysFault(fault)).toBe(false);
  }
});
