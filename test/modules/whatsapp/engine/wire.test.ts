import { afterEach, describe, expect, test } from 'bun:test';
import { DeadPath } from '../../../doubles/dead-path.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { startFakeWhatsApp } from '../../../doubles/whatsapp/server.ts';
import { type BinaryNode, stanza } from '../../../doubles/whatsapp/stanzas.ts';
import { until } from '../../../helpers/until.ts';
import {
  type Bench,
  endAll,
  longSilence,
  openBench,
  phaseIs,
  reasonOf,
  recorded,
  texts,
  timesRecorded,
} from '../setup.ts';

afterEach(endAll);

async function comesBack({ contact, phone, host }: Bench, when = ''): Promise<void> {
  const before = texts(host).length;
  await contact.writes(phone, { text: 'still there?' });
  await until(`a message arrives ${when}`, () => texts(host).length > before);
  expect(texts(host).at(-1)).toBe('still there?');
  expect(timesRecorded(host, 'LoggedOut')).toBe(0);
}

const FROM = '551100000001@s.whatsapp.net';

describe('what no server should send', () => {
  test.each(['frame', 'stanza'] as const)(
    'a %s that cannot be read ends the connection, and the next one works',
    async (kind) => {
      const clock = manualClock();
      const made = await openBench({ clock });
      made.whatsapp.garbage(made.phone, kind);
      await phaseIs(made.host, 'reconnecting');
      expect(reasonOf(made.host)).toStartWith(
        'connection lost: what WhatsApp sent cannot be read: ',
      );
      await until('a retry is due', () => clock.pending() === 1);
      await clock.advance(500);
      await recorded(made.host, 'OfflineSyncCompleted', 2);
      await comesBack(made);
    },
  );

  test('a frame without an end is silence, which the keep-alive notices', async () => {
    const clock = manualClock();
    const made = await openBench({ clock, timing: { keepAliveMs: 20 } });
    made.whatsapp.garbage(made.phone, 'length');
    await longSilence('reconnecting', () => made.host.phases.at(-1)?.phase === 'reconnecting');
    await until('a retry is due', () => clock.pending() > 0);
    await clock.advance(500);
    await recorded(made.host, 'OfflineSyncCompleted', 2);
    await comesBack(made);
  });

  test('a stanza of three million bytes is refused, and does no harm', async () => {
    const made = await openBench();
    made.whatsapp.oversized(made.phone, 3_000_000);
    await made.whatsapp.hears(
      made.phone,
      ({ tag, attrs }) => tag === 'receipt' && attrs.type === 'retry',
    );
    await comesBack(made);
    expect(timesRecorded(made.host, 'Message')).toBe(1);
  });

  const ODD: Record<string, BinaryNode> = {
    'of an unknown kind': stanza('surprise', { id: '1', from: 'nobody' }, [stanza('inner')]),
    'without anything': stanza('iq'),
    'that answers what was never asked': stanza('iq', { id: 'x.1', type: 'result' }),
    'that is a message without an author': stanza('message', { id: 'A1', t: '1' }, [
      stanza('enc', { v: '2', type: 'msg' }, Buffer.alloc(40)),
    ]),
    'that is a message without an id': stanza('message', { from: '551100000001@s.whatsapp.net' }, [
      stanza('enc', { v: '2', type: 'pkmsg' }, Buffer.alloc(40)),
    ]),
    'that is a message without content': stanza('message', {
      from: '551100000001@s.whatsapp.net',
      id: 'A2',
      t: '1',
    }),
    'that is a message of an unknown cipher': stanza(
      'message',
      { from: '551100000001@s.whatsapp.net', id: 'A3', t: '1' },
      [stanza('enc', { v: '9', type: 'quantum' }, Buffer.alloc(40))],
    ),
    'that is a message of a group without an author': stanza(
      'message',
      { from: '120363000000000000@g.us', id: 'A4', t: '1' },
      [stanza('enc', { v: '2', type: 'skmsg' }, Buffer.alloc(40))],
    ),
    'that is a receipt for nothing': stanza('receipt', { from: '551100000001@s.whatsapp.net' }),
    'that is a call without a step': stanza('call', {
      from: '551100000001@s.whatsapp.net',
      id: 'C1',
    }),
    'that is an empty notification': stanza('notification', { id: 'N1', type: 'w:gp2' }),
    'that is a chat state of nothing': stanza('chatstate', { from: FROM }, []),
    'that is a chat state of a group of nothing': stanza(
      'chatstate',
      { from: '120363000000000000@g.us', participant: FROM },
      [],
    ),
    'that is a receipt of nothing': stanza('receipt', { from: FROM }, []),
    'that is a call of nothing': stanza('call', { from: FROM, id: 'C2' }, []),
    'that is a notification of nothing': stanza('notification', { id: 'N2', from: FROM }, []),
    'that is a change of a group of nothing': stanza(
      'notification',
      { id: 'N3', type: 'w:gp2', from: '120363000000000000@g.us' },
      [],
    ),
    'that is a presence of nothing': stanza('presence', { from: FROM }, []),
    'that is an empty ib': stanza('ib'),
    'that is a dirty ib without a type': stanza('ib', {}, [stanza('dirty')]),
    'that offers routing without any': stanza('ib', {}, [stanza('edge_routing')]),
  };

  test('stanzas nobody knows, or that lack what they need, do no harm', async () => {
    const made = await openBench();
    const { phone, host } = made;
    for (const [kind, odd] of Object.entries(ODD)) {
      phone.devices[0]?.connection?.send(odd);
      await comesBack(made, `after a stanza ${kind}`);
    }
    expect(texts(host)).toHaveLength(Object.keys(ODD).length);
    expect(timesRecorded(host, 'Connected')).toBe(1);
  });
});

test('a path that died is given up two seconds after it was found out, though nobody says goodbye', async () => {
  const clock = manualClock();
  const whatsapp = await startFakeWhatsApp();
  const path = new DeadPath(whatsapp.port);
  const made = await openBench(
    {
      clock,
      timing: { keepAliveMs: 20 },
      socketUrl: `ws://127.0.0.1:${path.port}/ws/chat`,
      rootPublicKey: whatsapp.rootPublicKey,
    },
    whatsapp,
  );
  path.dies();
  await longSilence('it is found out', () => clock.pending() === 1);
  expect(made.host.phases.at(-1)?.phase).toBe('open');
  await clock.advance(2_000);
  await phaseIs(made.host, 'reconnecting');
  path.heals();
  await until('a retry is due', () => clock.pending() === 1);
  await clock.advance(500);
  await recorded(made.host, 'OfflineSyncCompleted', 2);
  path.stop();
});
