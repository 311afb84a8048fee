/** What a thread of sessions has of the main thread is given back when it ends. */
import { expect, test } from 'bun:test';
import type { FileSink, LinkedMedia } from '../../../../src/core/events/publish/media-links.ts';
import { createFilePlaces } from '../../../../src/core/providers/message-files.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { LoginPace } from '../../../../src/modules/whatsapp/login-pace.ts';
import { MainServices } from '../../../../src/modules/whatsapp/threads/session-thread.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { fixedVersion } from '../../../doubles/whatsapp/version-page.ts';
import { testDatabase } from '../../../helpers/database.ts';

const never = new AbortController().signal;
const file = { streamId: 'shop', messageId: 'M1', mimetype: 'image/png' };

async function stage() {
  const clock = manualClock();
  const db = await testDatabase();
  const logins = new LoginPace(clock);
  const filePlaces = createFilePlaces(1);
  const calls: string[] = [];
  const sink = (): FileSink<LinkedMedia> => ({
    write: async () => true,
    finish: async () => ({ mediaUrl: 'https://files.test/1' }),
    abandon: async () => void calls.push('abandoned'),
  });
  const versions = fixedVersion([2, 3000, 1]);
  const log = createLog('error', clock.now);
  const deps = { log, own: () => db, logins, filePlaces, versions };
  const faults = { note() {} };
  const services = new MainServices({ ...deps, faults, mediaSinks: { sink } });
  return { clock, logins, filePlaces, services, calls };
}

test('places for files', async () => {
  const { services, filePlaces } = await stage();
  for (let count = 0; count < 3; count++)
    expect(await services.takeFilePlace('shop', never)).toBe(true);
  let isTaken = false;
  const taken = filePlaces
    .of('shop')
    .acquire(never)
    .then((place) => {
      isTaken = place !== null;
    });
  await services.releaseFilePlace('other');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  services.end();
  await taken;
  expect(isTaken).toBe(true);
});

test('log-ins that had not come about', async () => {
  const { clock, services, logins } = await stage();
  for (let login = 0; login < 8; login++) {
    const placed = services.placeLogin(login, never);
    await clock.advance(50);
    expect(await placed).toBe(true);
  }
  let isPlaced = false;
  void logins.place(never).then(() => {
    isPlaced = true;
  });
  await clock.advance(1_000);
  expect(isPlaced).toBe(false);
  services.end();
  await clock.advance(50);
  expect(isPlaced).toBe(true);
});

test('files on their way to the bucket are abandoned', async () => {
  const { services, calls } = await stage();
  const begun = services.beginFile(1, file, never);
  expect(await services.writeFile(1, new Uint8Array(8))).toBe(true);
  services.end();
  await begun;
  expect(calls).toEqual(['abandoned']);
  expect(await services.writeFile(1, new Uint8Array(8))).toBe(false);
});
