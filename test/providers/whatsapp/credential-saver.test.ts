import { expect, test } from 'bun:test';
import { SessionTasks } from '../../../src/providers/session-tasks.ts';
import { createCredentialSaver } from '../../../src/providers/whatsapp/credential-saver.ts';
import type { Device } from '../../../src/providers/whatsapp/device.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

function bench() {
  const clock = manualClock();
  const lines: string[] = [];
  const tasks = new SessionTasks(
    clock,
    createLog('debug', clock.now, (line) => lines.push(line)),
    'x',
  );
  const disk = { isBroken: false, saves: 0, names: [] as string[] };
  const device: Pick<Device, 'save' | 'self'> = {
    async save() {
      if (disk.isBroken) throw new Error('no space left on device');
      disk.saves += 1;
    },
    self: () => ({ jid: '1@s.whatsapp.net', lid: null, pushName: 'Shop' }),
  };
  const saving = createCredentialSaver({ tasks, device: device as Device }, async (name) => {
    disk.names.push(name);
  });
  return { clock, lines, tasks, disk, saving };
}

test('changes close together are one write', async () => {
  const { clock, disk, saving } = bench();
  for (let change = 0; change < 50; change++) saving.saveLater();
  await clock.advance(0);
  expect(disk).toMatchObject({ saves: 1, names: ['Shop'] });
  saving.saveLater();
  await clock.advance(0);
  expect(disk.saves).toBe(2);
});

test('a write that fails is tried again every second until it is done, and logged', async () => {
  const { clock, lines, disk, saving } = bench();
  disk.isBroken = true;
  saving.saveLater();
  await clock.advance(0);
  saving.saveLater();
  expect(clock.pending()).toBe(1);
  await clock.advance(2_500);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('no space left');
  disk.isBroken = false;
  await clock.advance(500);
  expect(disk).toMatchObject({ saves: 1, names: ['Shop'] });
  expect(clock.pending()).toBe(0);
});

test('what is due at the end is written at the end', async () => {
  const { clock, tasks, disk, saving } = bench();
  disk.isBroken = true;
  saving.saveLater();
  await clock.advance(0);
  disk.isBroken = false;
  await tasks.stop();
  await saving.flush();
  expect(disk.saves).toBe(1);
  await saving.flush();
  expect(disk.saves).toBe(1);
});
