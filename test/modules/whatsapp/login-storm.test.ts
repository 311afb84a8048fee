/** Connections that are all lost again and again: how many log-ins that makes. */
import { expect, test } from 'bun:test';
import { PairingProgress } from '../../../src/core/providers/pairing-state.ts';
import { SessionTasks } from '../../../src/core/providers/session-tasks.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import {
  type ConnectionDeps,
  WhatsAppConnection,
} from '../../../src/modules/whatsapp/connection.ts';
import type { WireListener } from '../../../src/modules/whatsapp/engine/wire.ts';
import { LoginPace } from '../../../src/modules/whatsapp/login-pace.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { generator } from '../../helpers/generator.ts';

const INSTANCES = 300;
const DROPS = 12;
const BETWEEN_DROPS_MS = 5_000;
/** From dialling to the open connection. */
const LOGIN_MS = 100;

const ACCOUNT = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };
const LOST = { code: null, text: 'connection lost' };

test('three hundred instances that lose their connections twelve times in a minute log in at one pace, and all come back', async () => {
  const paced = await storm((clock) => new LoginPace(clock));
  expect(paced.inOneSecond).toBeLessThanOrEqual(21);
  expect(paced.inTheMinute).toBeLessThanOrEqual(60 * 20 + 1);
  expect(paced.open).toBe(INSTANCES);
  // What the pace is there for: without it the storm breaks both bounds.
  const unpaced = await storm(() => ({ noteLogin() {}, place: async () => () => {} }));
  expect(unpaced.inOneSecond).toBeGreaterThan(100);
  expect(unpaced.inTheMinute).toBeGreaterThan(60 * 20 + 1);
});

type Logins = Pick<LoginPace, 'noteLogin' | 'place'>;

/** When log-ins began in the storm, and how many instances are open two minutes after it. */
async function storm(paceOf: (clock: ManualClock) => Logins) {
  const clock = manualClock();
  const logins = paceOf(clock);
  const begun: number[] = [];
  const chance = generator(1);
  const random = () => chance(1_000) / 1_000;
  const all = Array.from({ length: INSTANCES }, () => instance({ clock, logins, random, begun }));
  for (const { connection } of all) await connection.connect(undefined);
  await clock.advance(60_000);
  begun.length = 0;
  for (let drop = 0; drop < DROPS; drop++) {
    for (const { lose } of all) lose();
    await clock.advance(BETWEEN_DROPS_MS);
  }
  const inTheMinute = begun.length;
  await clock.advance(120_000);
  const open = all.filter(({ connection }) => connection.isOpen).length;
  const inOneSecond = Math.max(
    ...begun.map((at) => begun.filter((other) => other >= at && other < at + 1_000).length),
  );
  return { inTheMinute, inOneSecond, open };
}

interface SharedParts {
  readonly clock: ManualClock;
  readonly logins: Logins;
  readonly random: () => number;
  readonly begun: number[];
}

/** An instance that is paired, at a WhatsApp that lets everybody in. */
function instance({ clock, logins, random, begun }: SharedParts) {
  let listener: WireListener | null = null;
  const log = createLog('error', clock.now, () => {});
  const device = { paired: async () => ({}), self: () => ACCOUNT };
  const open = async (_creds: unknown, heard: WireListener) => {
    begun.push(clock.steady());
    listener = heard;
    clock.after(LOGIN_MS, () => heard.opened());
    return { close() {} };
  };
  const deps = {
    clock,
    log,
    random,
    logins,
    open,
    device,
    progress: new PairingProgress(true),
    tasks: new SessionTasks(clock, log, 'shop'),
    host: recordingHost(),
    timing: {},
    begin: async () => {},
    publish: async () => true,
  };
  const connection = new WhatsAppConnection(deps as unknown as ConnectionDeps, ACCOUNT);
  return {
    connection,
    lose() {
      if (connection.isOpen) listener?.ended(LOST);
    },
  };
}
