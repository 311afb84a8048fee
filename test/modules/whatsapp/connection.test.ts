import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { createDatabase } from '../../../src/core/db/client.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { stanza } from '../../doubles/whatsapp/stanzas.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import {
  bench,
  endAll,
  longSilence,
  nobodyConnected,
  openBench,
  phaseIs,
  qrOf,
  reasonOf,
  recorded,
  rowsOf,
  texts,
  timesRecorded,
} from './setup.ts';
import { insertInstance } from './stage.ts';

afterEach(endAll);

const STORY = ['PairSuccess', 'Connected', 'OfflineSyncCompleted', 'LoggedOut'];
const story = (names: readonly string[]) => names.filter((name) => STORY.includes(name));

/** A clock that writes down how long each timer is set for. */
function watchedClock() {
  const clock = manualClock();
  const waits: number[] = [];
  const after = (ms: number, run: () => void) => {
    waits.push(ms);
    return clock.after(ms, run);
  };
  return { clock: { ...clock, after }, waits };
}

/** A database in which the test can hold up what messages of somebody new are deciphered with. */
async function holdingKeys() {
  const file = await testDatabase();
  await insertInstance(file, recordingHost().instanceId);
  const keys = { mayRead: Promise.resolve(), asked: 0 };
  const db = createDatabase({
    ...file,
    async query(sql, params) {
      if (sql.includes('from whatsapp_keys') && params.includes('identity-key')) {
        keys.asked++;
        await keys.mayRead;
      }
      return file.query(sql, params);
    },
  });
  /** From here on nothing of somebody new is deciphered until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    keys.mayRead = promise;
    keys.asked = 0;
    return resolve;
  };
  return { db, keys, hold };
}

describe('a connection that is lost', () => {
  test('is opened again later each time, and soon once it has held for a while', async () => {
    const { clock, waits } = watchedClock();
    const { whatsapp, phone, host } = await openBench({ clock });
    waits.length = 0;
    await whatsapp.goDown();
    for (const tries of [1, 2, 3, 4]) {
      await until(`retry ${tries} is due`, () => waits.length === tries);
      await phaseIs(host, 'reconnecting');
      if (tries === 4) whatsapp.comeBack();
      await clock.advance(waits[tries - 1]!);
    }
    expect(waits.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(story(host.recorded)).toEqual([
      'PairSuccess',
      'Connected',
      'OfflineSyncCompleted',
      'Connected',
      'OfflineSyncCompleted',
    ]);
    const waitAfterDrop = async () => {
      await until('nothing is due', () => clock.pending() === 0);
      waits.length = 0;
      whatsapp.drop(phone);
      await until('a retry is due', () => waits.length === 1);
      return waits[0];
    };
    // It opens and ends at once: that is no better than not opening.
    expect(await waitAfterDrop()).toBe(8_000);
    await clock.advance(8_000);
    await recorded(host, 'OfflineSyncCompleted', 3);
    await until('nothing is due', () => clock.pending() === 0);
    await clock.advance(10_000);
    expect(await waitAfterDrop()).toBe(500);
  });

  test('because WhatsApp fell silent is noticed by the keep-alive', async () => {
    const clock = manualClock();
    const { whatsapp, phone, host } = await openBench({ clock, timing: { keepAliveMs: 20 } });
    whatsapp.silence(phone);
    await longSilence('reconnecting', () => host.phases.at(-1)?.phase === 'reconnecting');
    expect(reasonOf(host)).toBe('connection lost: Connection was lost (408)');
    await until('a retry is due', () => clock.pending() > 0);
    await clock.advance(500);
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(timesRecorded(host, 'Connected')).toBe(2);
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
  });

  test('because WhatsApp fell silent is noticed within 25 s', async () => {
    const { setInterval } = globalThis;
    const repeated: { run: () => void; ms: number }[] = [];
    globalThis.setInterval = Object.assign((run: () => void, ms = 0) => {
      repeated.push({ run, ms });
      return setInterval(run, ms);
    }, setInterval);
    try {
      const { whatsapp, phone, host } = await openBench({ clock: manualClock() });
      whatsapp.silence(phone);
      const heardAt = Date.now();
      const asks = repeated.filter(({ ms }) => ms >= 1_000 && ms <= 60_000);
      // The worst moment: the last word came right before a question.
      for (const question of [1, 2]) {
        for (const { run, ms } of asks) {
          setSystemTime(new Date(heardAt + Math.min(25_000, question * ms)));
          run();
        }
      }
      await phaseIs(host, 'reconnecting');
      expect(reasonOf(host)).toBe('connection lost: Connection was lost (408)');
    } finally {
      globalThis.setInterval = setInterval;
      setSystemTime();
    }
  });

  test('because WhatsApp is unavailable comes back', async () => {
    const clock = manualClock();
    const { whatsapp, phone, host } = await openBench({ clock });
    whatsapp.streamError(phone, 'unavailable');
    await phaseIs(host, 'reconnecting');
    expect(reasonOf(host)).toEndWith('(503)');
    await until('a retry is due', () => clock.pending() > 0);
    await clock.advance(500);
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(story(host.recorded).slice(3)).toEqual(['Connected', 'OfflineSyncCompleted']);
  });

  test('is not lost to a proxy that asks for a password', async () => {
    const clock = manualClock();
    const { whatsapp, phone, host } = await openBench({ clock, timing: { connectMs: 200 } });
    whatsapp.upgradeRefusal = 401;
    whatsapp.drop(phone);
    for (const _ of [1, 2]) {
      await until('a retry is due', () => clock.pending() === 1);
      await clock.advance(1_000);
    }
    await until('a retry is due again', () => clock.pending() === 1);
    expect(host.account()).not.toBeNull();
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
    await phaseIs(host, 'reconnecting');
    whatsapp.upgradeRefusal = null;
    await clock.advance(4_000);
    await recorded(host, 'OfflineSyncCompleted', 2);
  });
});

describe('what waited while it was away', () => {
  test('is published before OfflineSyncCompleted, in order, and counted, however long it takes to decipher', async () => {
    const clock = manualClock();
    const { db, hold } = await holdingKeys();
    const { whatsapp, phone, contact, host } = await openBench({ clock, db });
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    const sent = Array.from({ length: 120 }, (_, index) => `message ${index}`);
    for (const text of sent) await contact.writes(phone, { text });
    const release = hold();
    await clock.advance(500);
    await recorded(host, 'open', 2);
    // Comes after all that waited, and needs no deciphering.
    contact.calls(phone);
    await recorded(host, 'CallOffer');
    release();
    await recorded(host, 'OfflineSyncCompleted', 2);
    const last = host.recorded.lastIndexOf('OfflineSyncCompleted');
    expect(texts(host)).toEqual(sent);
    expect(host.recorded.slice(last)).not.toContain('Message');
    expect(host.events.findLast(({ type }) => type === 'OfflineSyncCompleted')?.data).toEqual({
      Count: 120,
    });
  });

  test('is followed by OfflineSyncCompleted although WhatsApp never says that it was all: first with that doubt, and without it once WhatsApp has said so', async () => {
    const clock = manualClock();
    const { whatsapp, phone, contact, host } = await openBench({ clock });
    whatsapp.concealsEnd = true;
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    for (const text of ['one', 'two', 'three']) await contact.writes(phone, { text });
    await clock.advance(500);
    await recorded(host, 'Message', 3);
    await clock.advance(59_999);
    expect(timesRecorded(host, 'OfflineSyncCompleted')).toBe(1);
    await clock.advance(60_001);
    await recorded(host, 'OfflineSyncCompleted', 2);
    const said = () => host.events.findLast(({ type }) => type === 'OfflineSyncCompleted')?.data;
    expect(said()).toEqual({ Count: 3, Unconfirmed: true });
    for (const { connection } of phone.devices)
      connection?.send(stanza('ib', {}, [stanza('offline', { count: '3' })]));
    await recorded(host, 'OfflineSyncCompleted', 3);
    expect(said()).toEqual({ Count: 3 });
    expect(clock.pending()).toBe(0);
  });

  test('is told before what is written since, however long it takes to decipher', async () => {
    const clock = manualClock();
    const { db, keys, hold } = await holdingKeys();
    const { whatsapp, phone, host } = await openBench({ clock, db });
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    const people = Array.from({ length: 4 }, (_, index) =>
      whatsapp.contact({ number: `551166666000${index}`, name: `Person ${index}` }),
    );
    const sent = people.map(({ number }) => `from ${number}`);
    const write = async (from: number, to: number) => {
      for (const person of people.slice(from, to))
        await person.writes(phone, { text: `from ${person.number}` });
    };
    await write(0, 3);
    const release = hold();
    await clock.advance(500);
    await recorded(host, 'open', 2);
    await until('the first is being deciphered', () => keys.asked === 1);
    const timers = clock.pending();
    await write(3, 4);
    await until('the next one waits', () => clock.pending() > timers);
    for (let seconds = 0; seconds < 60; seconds += 5) await clock.advance(5_000);
    release();
    await recorded(host, 'Message', 4);
    expect(texts(host)).toEqual(sent);
  });
});

describe('a restart', () => {
  test('twice at once is two connections, one after the other, of which one remains', async () => {
    const opened = await openBench();
    const { whatsapp, session, host, phone } = opened;
    await Promise.all([session.restart(), session.restart()]);
    await until('open again', () => host.phases.at(-1)?.phase === 'open');
    await until('one is left', () => whatsapp.connections === 1);
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(timesRecorded(host, 'Connected')).toBe(timesRecorded(host, 'OfflineSyncCompleted'));
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
    expect(phone.devices).toHaveLength(1);
  });

  test('is not undone by the loss of the connection before it, noticed late', async () => {
    const clock = manualClock();
    const opened = await openBench({ clock });
    const { whatsapp, session, host, phone, contact } = opened;
    const release = host.hold();
    // Published in the session's turn, once its file is here.
    await contact.writes(phone, { media: 'image', bytes: Buffer.from('picture') });
    await until('it is stored', async () => (await rowsOf(opened)).inbox === 1);
    const restarted = session.restart();
    whatsapp.drop(phone);
    const { number } = contact;
    await until('the session has noticed', () =>
      session.send({ number, content: { kind: 'text', text: 'Hello' } }).then(
        () => false,
        () => true,
      ),
    );
    release();
    await restarted;
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(host.phases.slice(-2)).toEqual([
      { phase: 'reconnecting', reason: 'restart requested' },
      { phase: 'open', reason: 'connected' },
    ]);
    expect(clock.pending()).toBe(0);
    expect(whatsapp.connections).toBe(1);
  });
});

describe('a pairing that ends', () => {
  test('by the phone while connected is published once, and leaves nothing behind', async () => {
    const opened = await openBench();
    const { phone, host } = opened;
    phone.removeDevice();
    await phaseIs(host, 'logged_out');
    await nobodyConnected(opened);
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(reasonOf(host)).toBe('removed by the phone');
    expect(host.account()).toBeNull();
    expect(await rowsOf(opened)).toMatchObject({ credentials: 0, keys: 0 });
  });

  test('by the phone while the process was down is published once, at the next start', async () => {
    const opened = await openBench();
    await opened.session.stop();
    await nobodyConnected(opened);
    opened.phone.removeDevice();
    const { host, session } = opened.again();
    await session.connect({});
    await phaseIs(host, 'logged_out');
    expect(story(host.recorded)).toEqual(['LoggedOut']);
    expect(host.account()).toBeNull();
    expect(await rowsOf(opened)).toMatchObject({ credentials: 0, keys: 0 });
  });

  test('by the phone while the connection was lost is published once, when it is back', async () => {
    const clock = manualClock();
    const opened = await openBench({ clock });
    const { whatsapp, phone, host } = opened;
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    phone.removeDevice();
    await clock.advance(500);
    await phaseIs(host, 'logged_out');
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(clock.pending()).toBe(0);
    expect(await rowsOf(opened)).toMatchObject({ credentials: 0, keys: 0 });
  });

  test('by the phone and by request at once is published once', async () => {
    const opened = await openBench();
    const { phone, host, session } = opened;
    phone.removeDevice();
    await Promise.all([session.logout(), session.logout()]);
    await phaseIs(host, 'logged_out');
    await nobodyConnected(opened);
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(await rowsOf(opened)).toMatchObject({ credentials: 0, keys: 0 });
    expect(await session.restart().catch(({ reason }) => reason)).toBe('conflict');
  });

  test('by request while open is published once, and sent to WhatsApp', async () => {
    const opened = await openBench();
    const { phone, host, session } = opened;
    await session.logout();
    await phone.unlinked();
    await nobodyConnected(opened);
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(host.phases.at(-1)).toEqual({ phase: 'logged_out', reason: 'logged out by request' });
    expect(phone.devices).toEqual([]);
    expect(await rowsOf(opened)).toMatchObject({ credentials: 0, keys: 0 });
  });

  test('by request while it is away is published once, and says what is left to do', async () => {
    const clock = manualClock();
    const opened = await openBench({ clock });
    const { whatsapp, phone, host, session } = opened;
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    await phaseIs(host, 'reconnecting');
    await session.logout();
    expect(host.phases.at(-1)?.phase).toBe('logged_out');
    expect(reasonOf(host)).toContain('remove the device on the phone too');
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(clock.pending()).toBe(0);
    expect(await rowsOf(opened)).toMatchObject({ credentials: 0, keys: 0 });
  });

  test('by request stays as it was when LoggedOut cannot be written', async () => {
    const { host, session, phone } = await openBench();
    host.failOn('LoggedOut');
    expect(await session.logout().catch(({ message }) => message)).toBe(
      'the disk refused LoggedOut',
    );
    expect(host.phases.at(-1)?.phase).toBe('open');
    expect(phone.devices).toHaveLength(1);
    await session.logout();
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
  });

  test('is published once even when what follows cannot be written at first', async () => {
    const clock = manualClock();
    const { host, phone } = await openBench({ clock });
    host.failOn('unpaired', 'logged_out');
    phone.removeDevice();
    await recorded(host, 'LoggedOut');
    for (const _ of [1, 2]) {
      await until('it is tried again', () => clock.pending() === 1);
      await clock.advance(1_000);
    }
    await phaseIs(host, 'logged_out');
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
  });
});

describe('a connection that must not come back by itself', () => {
  test('was replaced: it is tried once more after a minute, then stops, says so, and keeps the pairing', async () => {
    const clock = manualClock();
    const opened = await openBench({ clock });
    const { whatsapp, phone, host, session } = opened;
    whatsapp.streamError(phone, 'replaced');
    await phaseIs(host, 'reconnecting');
    expect(reasonOf(host)).toContain('replaced');
    await nobodyConnected(opened);
    await clock.advance(59_999);
    expect(whatsapp.connections).toBe(0);
    await clock.advance(1);
    await recorded(host, 'OfflineSyncCompleted', 2);
    await clock.advance(60_000);
    whatsapp.streamError(phone, 'replaced');
    await phaseIs(host, 'stopped');
    expect(reasonOf(host)).toContain('replaced');
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
    expect(host.account()).not.toBeNull();
    expect(clock.pending()).toBe(0);
    await nobodyConnected(opened);
    await session.connect({});
    await recorded(host, 'OfflineSyncCompleted', 3);
  });

  test('was banned for an hour: LoggedOut says until when, once, and it connects again then', async () => {
    const clock = manualClock();
    const opened = await openBench({ clock });
    const { whatsapp, phone, host } = opened;
    whatsapp.refuseLogins({ reason: 402, expire: '3600' }, phone);
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    await clock.advance(500);
    const until1 = new Date(clock.now() + 3_600_000).toISOString();
    await until('the end is told', () => reasonOf(host).includes(until1));
    expect(host.phases.at(-1)?.phase).toBe('reconnecting');
    await until('the end is waited for', () => clock.pending() === 1);
    await clock.advance(3_600_000);
    const until2 = new Date(clock.now() + 3_600_000).toISOString();
    await until('the next end is told', () => reasonOf(host).includes(until2));
    await until('it is waited for', () => clock.pending() === 1);
    whatsapp.refuseLogins(null, phone);
    await clock.advance(3_600_000);
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(host.events.find(({ type }) => type === 'LoggedOut')?.data).toMatchObject({
      code: 402,
      reason: expect.stringContaining(until1),
    });
    expect(host.account()).not.toBeNull();
  });

  test('is asked to come again: at once the first time, and later each time after that', async () => {
    const { clock, waits } = watchedClock();
    const { whatsapp, phone, host } = await openBench({ clock });
    await until('nothing is due', () => clock.pending() === 0);
    await clock.advance(10_000);
    waits.length = 0;
    whatsapp.streamError(phone, 'restart');
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(host.phases.some(({ reason }) => reason?.includes('(515)'))).toBe(true);
    for (const ms of [500, 1_000]) {
      waits.length = 0;
      const before = timesRecorded(host, 'OfflineSyncCompleted');
      whatsapp.streamError(phone, 'restart');
      await phaseIs(host, 'reconnecting');
      await until('the next log-in is due', () => waits.includes(ms));
      await clock.advance(ms);
      await recorded(host, 'OfflineSyncCompleted', before + 1);
    }
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
  });

  test('was banned: LoggedOut once, with the code, and no further try', async () => {
    const clock = manualClock();
    const opened = await openBench({ clock });
    const { whatsapp, phone, host } = opened;
    whatsapp.streamError(phone, 'forbidden');
    await phaseIs(host, 'banned');
    await nobodyConnected(opened);
    expect(timesRecorded(host, 'LoggedOut')).toBe(1);
    expect(host.events.find(({ type }) => type === 'LoggedOut')?.data).toMatchObject({ code: 403 });
    expect(clock.pending()).toBe(0);
  });

  test('is too old: it has failed, and says what to set', async () => {
    const clock = manualClock();
    const { whatsapp, phone, host } = await openBench({ clock });
    whatsapp.streamError(phone, 'outdated');
    await phaseIs(host, 'failed');
    expect(reasonOf(host)).toContain('WHATSAPP_WEB_VERSION');
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
    expect(host.account()).not.toBeNull();
    expect(clock.pending()).toBe(0);
  });
});

describe('credentials that cannot be read', () => {
  test('are a reason that names the variable, and no endless retry', async () => {
    const first = await openBench();
    await first.session.stop();
    await nobodyConnected(first);
    const clock = manualClock();
    const vault = createVault(Buffer.alloc(32, 9).toString('base64'));
    const { host, provider } = await bench({ clock, vault, db: first.db });
    const session = provider.open(host, first.host.account());
    const refusal = await session.connect({}).catch(({ message }) => message);
    expect(refusal).toContain('ENCRYPTION_KEY');
    expect(host.phases.at(-1)).toEqual({ phase: 'failed', reason: refusal });
    expect(clock.pending()).toBe(0);
    expect(await rowsOf(first)).toMatchObject({ credentials: 1 });
    await session.logout();
    expect(await rowsOf(first)).toMatchObject({ credentials: 0, keys: 0 });
    expect(host.recorded).toEqual(['failed', 'LoggedOut', 'unpaired', 'logged_out']);
  });

  test('because the database does not answer are tried again', async () => {
    const first = await openBench();
    await first.session.stop();
    const clock = manualClock();
    let isBroken = true;
    const orm = new Proxy(first.db.orm, {
      get(target, name) {
        if (name === 'select' && isBroken) throw new Error('the database is locked');
        return Reflect.get(target, name);
      },
    });
    const { host, provider } = await bench({
      clock,
      db: { ...first.db, orm },
      ...first.whereabouts,
    });
    const session = provider.open(host, first.host.account());
    expect(await session.connect({}).catch(({ message }) => message)).toBe(
      'the database is locked',
    );
    isBroken = false;
    await clock.advance(500);
    await recorded(host, 'OfflineSyncCompleted');
    await session.stop();
  });
});

describe('facts that reach the disk late', () => {
  test('Connected is published once, and then the rest, when the disk takes it again', async () => {
    const clock = manualClock();
    const { whatsapp, phone, host } = await openBench({ clock });
    host.failOn('Connected', 'open');
    whatsapp.drop(phone);
    await until('a retry is due', () => clock.pending() === 1);
    await clock.advance(500);
    for (const _ of [1, 2]) {
      await until('the disk is tried again', () => clock.pending() === 1);
      await clock.advance(1_000);
    }
    await recorded(host, 'OfflineSyncCompleted', 2);
    expect(timesRecorded(host, 'Connected')).toBe(2);
    expect(timesRecorded(host, 'OfflineSyncCompleted')).toBe(2);
  });
});

describe('a stop', () => {
  const phases = {
    'before anything': async () => bench(),
    'while it dials': async () => {
      const made = await bench();
      made.whatsapp.ignoresNewcomers = true;
      await made.session.connect({});
      await until('it has dialled', () => made.whatsapp.connections === 1);
      return made;
    },
    'while it shows a QR code': async () => {
      const made = await bench();
      await made.session.connect({});
      await qrOf(made);
      return made;
    },
    'while it logs in for the first time': async () => {
      const made = await bench();
      await made.session.connect({});
      await made.phone.scan(() => qrOf(made));
      await phaseIs(made.host, 'syncing');
      return made;
    },
    'while it is open': async () => openBench(),
    'while it waits to connect again': async () => {
      const made = await openBench({ clock: manualClock() });
      made.whatsapp.drop(made.phone);
      await phaseIs(made.host, 'reconnecting');
      return made;
    },
  };

  test.each(Object.keys(phases) as (keyof typeof phases)[])(
    '%s closes every connection and publishes nothing',
    async (when) => {
      const made = await phases[when]();
      const { host, session } = made;
      await session.stop();
      const before = [...host.recorded];
      await nobodyConnected(made);
      expect(host.recorded).toEqual(before);
      expect(session.offer()).toBeNull();
      expect(await session.connect({}).catch(({ reason }) => reason)).toBe('conflict');
      expect(made.whatsapp.connections).toBe(0);
    },
  );
});
