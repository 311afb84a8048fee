/**
 * `demo`: shows everything on free ports and in a temporary folder, from the QR code to a delivery that was refused
 * twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, type ExitCode } from '../../../core/process/refusal.ts';
import { withTimeout } from '../../../core/shared/async/deadline.ts';
import { systemStopwatch } from '../../../core/shared/clock.ts';
import { randomSecret } from '../../../core/shared/crypto.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Run } from '../command.ts';
import { startReceiver } from '../demo/receiver.ts';
import { type OwnService, startOwnService } from '../demo/service.ts';
import { STEPS, type Stage } from '../demo/story.ts';
import { createGateway } from '../gateway.ts';
import type { Terminal } from '../terminal.ts';

const START_MS = 30_000;
const STEP_MS = 10_000;

/** Resolves with exit code 0 when every step was seen; leaves neither process nor file behind. */
export const run: Run = async (_words, terminal) => {
  const signal = terminal.interruption();
  const { clock, environment } = terminal;
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'));
  const receiver = startReceiver();
  const key = randomSecret();
  const starting = startOwnService({ folder, key, environment, clock });
  // It may fail when nobody waits for it any more.
  starting.catch(() => {});
  try {
    const service = await withTimeout({ clock, ms: START_MS, signal }, starting);
    await terminal.say(`${mark(terminal, true)} the service is running\n  ${service.url.href}`, {
      step: 'the service is running',
      seen: true,
      detail: service.url.href,
    });
    const gateway = createGateway({ url: service.url, key, clock });
    return await play({ gateway, receiver, clock }, terminal, signal);
  } catch (error) {
    if (!signal.aborted) terminal.note(messageOf(error));
    return EXIT.failedCheck;
  } finally {
    await receiver.stop();
    await starting.then(
      (service: OwnService) => service.stop(),
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  }
};

/** Plays the steps in order, until one is not seen. */
async function play(stage: Stage, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const { clock } = terminal;
  const elapsed = systemStopwatch();
  for (const { name, see } of STEPS) {
    const seen = await withTimeout({ clock, ms: STEP_MS, signal }, see(stage)).then(
      (detail) => ({ isSeen: true, detail }),
      (error) => ({ isSeen: false, detail: messageOf(error) }),
    );
    if (signal.aborted) return EXIT.forced;
    const text = `${mark(terminal, seen.isSeen)} ${name}\n${indent(terminal.paint('dim', seen.detail))}`;
    await terminal.say(text, { step: name, seen: seen.isSeen, detail: seen.detail });
    if (!seen.isSeen) return EXIT.failedCheck;
  }
  const seconds = Math.round(elapsed() / 100) / 10;
  const next = 'Next: `npm start`, or `bun run start`, or with the executable `gatehouse start`';
  await terminal.say(`All steps succeeded in ${seconds} s. ${next}`, { seconds });
  return EXIT.stopped;
}

const mark = (terminal: Terminal, isSeen: boolean): string =>
  isSeen ? terminal.paint('green', 'ok  ') : terminal.paint('red', 'FAIL');

const indent = (text: string): string => `  ${text.replaceAll('\n', '\n  ')}`;
