import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadBaileys, silenceLibsignal } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { makePki } from '../../doubles/whatsapp/pki.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { bench, endAll, openBench, phaseIs, reasonOf } from './setup.ts';

afterEach(endAll);

describe('a signature', () => {
  const message = Buffer.from('a device that an account vouches for');

  test('is valid when it is one', async () => {
    const { Curve } = await loadBaileys();
    const pair = Curve.generateKeyPair();
    expect(Curve.verify(pair.public, message, Curve.sign(pair.private, message))).toBe(true);
  });

  test.each(['all zero', "another key's", "another message's", 'too short', 'empty'])(
    'is refused when it is %s',
    async (kind) => {
      const { Curve } = await loadBaileys();
      const [pair, other] = [Curve.generateKeyPair(), Curve.generateKeyPair()];
      const signature = {
        'all zero': Buffer.alloc(64),
        "another key's": Curve.sign(other.private, message),
        "another message's": Curve.sign(pair.private, Buffer.from('another')),
        'too short': Curve.sign(pair.private, message).subarray(0, 63),
        empty: Buffer.alloc(0),
      }[kind]!;
      expect(Curve.verify(pair.public, message, signature)).toBe(false);
    },
  );
});

test('a signature is refused in the other spelling of its second half, as the rules of Ed25519 demand', async () => {
  const { Curve } = await loadBaileys();
  const pair = Curve.generateKeyPair();
  const message = Buffer.from('a message of a group');
  const other = Buffer.from(Curve.sign(pair.private, message));
  const sign = other[63]! & 0x80;
  other[63]! &= 0x7f;
  const half = BigInt(`0x${Buffer.from(other.subarray(32)).reverse().toString('hex')}`);
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  Buffer.from((half + order).toString(16).padStart(64, '0'), 'hex')
    .reverse()
    .copy(other, 32);
  other[63]! |= sign;
  expect(Curve.verify(pair.public, message, other)).toBe(false);
});

describe('a server whose chain another root has signed', () => {
  const otherRoot = () => Buffer.from(makePki().rootPublicKey).toString('hex');

  test('gets no pairing: the attempt fails, and says why', async () => {
    const clock = manualClock();
    const { host, session, whatsapp } = await bench({ clock, rootPublicKey: otherRoot() });
    await session.connect({});
    for (let tries = 1; tries <= 5; tries++) {
      await until('a retry is due', () => clock.pending() === 1);
      await until('it is said why', () => reasonOf(host).startsWith('the server cannot prove'));
      expect(host.phases.at(-1)?.phase).toBe('starting');
      await clock.advance(30_000);
    }
    await phaseIs(host, 'failed');
    expect(reasonOf(host)).toContain('the server cannot prove to be WhatsApp: noise');
    expect(host.recorded).not.toContain('QRCode');
    await until('nobody is connected', () => whatsapp.connections === 0);
  });

  test('gets no login either, and the pairing is retained for the true one', async () => {
    const first = await openBench();
    await first.session.stop();
    const account = first.host.account();
    const clock = manualClock();
    const imposter = await bench({ clock, db: first.db, rootPublicKey: otherRoot() });
    const session = imposter.provider.open(imposter.host, account);
    await session.connect({});
    await phaseIs(imposter.host, 'reconnecting');
    expect(reasonOf(imposter.host)).toContain('the server cannot prove to be WhatsApp: noise');
    expect(imposter.host.recorded).not.toContain('open');
    expect(imposter.host.recorded).not.toContain('LoggedOut');
    await session.stop();
    const { host, session: true_ } = first.again();
    await true_.connect({});
    await phaseIs(host, 'open');
  });
});

describe('the console', () => {
  /** A module that speaks, in a folder of this name. */
  async function speakerIn(folder: string): Promise<(target: object, word: string) => void> {
    const place = join(temporaryFolder(), folder);
    mkdirSync(place);
    const file = join(place, 'speaker.mjs');
    await Bun.write(
      file,
      "export function speak(target, word) { target.info('Closing session:', word); target.log(word); }",
    );
    return (await import(file)).speak;
  }
  const quietConsole = () => {
    const said: unknown[][] = [];
    const say = (...words: unknown[]) => void said.push(words);
    return { said, target: { log: say, info: say, warn: say, error: say, debug: say } };
  };

  test('receives nothing of what libsignal writes', async () => {
    const { said, target } = quietConsole();
    silenceLibsignal(target);
    (await speakerIn('libsignal'))(target, 'a private key');
    expect(said).toEqual([]);
  });

  test('still receives what other modules write, however often Baileys is silenced', async () => {
    const { said, target } = quietConsole();
    silenceLibsignal(target);
    silenceLibsignal(target);
    (await speakerIn('product'))(target, 'hello');
    expect(said).toEqual([['Closing session:', 'hello'], ['hello']]);
  });
});
