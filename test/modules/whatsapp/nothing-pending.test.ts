/** Whatever WhatsApp refuses, leaves unanswered or loses with the line: no message stays pending. */
import { afterEach, expect, test } from 'bun:test';
import { Messages } from '../../../src/core/messages/log.ts';
import { settleUnanswered } from '../../../src/core/messages/upkeep.ts';
import type { Session } from '../../../src/core/providers/provider.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { engineBench } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';
import { endAll, phaseIs, qrOf, recorded } from './setup.ts';
import { whatsAppStage } from './stage.ts';

afterEach(endAll);

/** With `SENDS=10000 bun test --timeout 600000` it is as many as that. */
const SENDS = Number(Bun.env.SENDS ?? 160);
const AT_ONCE = 20;
const DROPS = 2;
const REFUSALS = [403, 420, 463, 479];

/** The same numbers in [0, 1) every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function stage() {
  const recording = recordingHost();
  const { instanceId: id, instanceName: name } = recording;
  const { whatsapp, db, provider } = await whatsAppStage(id);
  whatsapp.makesPairingShort = true;
  const { engine, targets } = await engineBench({ db });
  targets.clear();
  const messages = new Messages(db, engine);
  const host = {
    ...recording,
    async emitAll(...[events, stored]: Parameters<typeof recording.emitAll>) {
      await messages.publish({ id, name }, events, stored ?? []);
      await recording.emitAll(events);
    },
    recordStatuses: (changes: Parameters<typeof recording.recordStatuses>[0]) =>
      messages.recordStatuses({ id, name }, changes),
    newChats: messages.newChats.of(id),
  };
  const session = provider.open(host, null);
  await session.connect({});
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  await phone.scan(() => qrOf({ session }));
  await recorded(recording, 'OfflineSyncCompleted');
  /** What upkeep does when the line has been back for `ms`. */
  const settle = (backAt: number, ms: number) => {
    const clock = { ...manualClock(), now: () => backAt + ms };
    const log = createLog('error', clock.now, () => {});
    const connected = () => [{ id, name, since: backAt }];
    const hours = { hours: 1, storeHours: 1 };
    return settleUnanswered({ db, clock, log, messages, connected, ...hours });
  };
  const statuses = async () => {
    const rows = await db.query(
      'select status, count(*), count(reason) from messages group by status',
      [],
    );
    return new Map(
      rows.map(([status, all, reasoned]) => [
        String(status),
        { all: Number(all), reasoned: Number(reasoned) },
      ]),
    );
  };
  return { whatsapp, phone, session, recording, settle, statuses };
}

/** Sends one after another until `take` gives none; what the connection does not take is sent again. */
async function sendUntilOver(session: Session, take: () => string | null): Promise<void> {
  for (let number = take(); number !== null; number = take()) {
    const message = { number, content: { kind: 'text', text: 'hello' } } as const;
    await until(
      'it is sent',
      () =>
        session.send(message).then(
          () => true,
          () => false,
        ),
      60_000,
    );
  }
}

test('every message ends in a status with its reason within 60 s of the line being back', async () => {
  const { whatsapp, phone, session, recording, settle, statuses } = await stage();
  const numbers = ['5511888880000', '5511777770000', '5511666660000'];
  for (const number of numbers) whatsapp.contact({ number, name: 'Ana' });
  const random = seeded(7);
  whatsapp.answerMessages(() => {
    const chance = random();
    if (chance < 0.6) return null;
    return chance < 0.8 ? 'lost' : (REFUSALS[Math.floor(random() * REFUSALS.length)] ?? 479);
  });
  let begun = 0;
  const take = () => {
    if (begun === SENDS) return null;
    if (++begun % Math.ceil(SENDS / (DROPS + 1)) === 0) whatsapp.drop(phone);
    return numbers[begun % numbers.length] ?? '';
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendUntilOver(session, take)));
  await phaseIs(recording, 'open');
  await settle(Date.now(), 60_000);
  const found = await statuses();
  expect(found.get('Pending')).toBeUndefined();
  const sent = [...found.values()].reduce((sum, { all }) => sum + all, 0);
  expect(sent).toBeGreaterThanOrEqual(SENDS);
  for (const status of ['Error', 'Unknown']) {
    const { all = 0, reasoned = 0 } = found.get(status) ?? {};
    expect(all).toBeGreaterThan(SENDS / 10);
    expect(reasoned).toBe(all);
  }
  await session.stop();
  await whatsapp.stop();
});
