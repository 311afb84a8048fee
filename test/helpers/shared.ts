/** Parts that all tests of a file, or of a part of it, share: a service, a receiver, the double of a platform. */
import { afterAll, beforeAll } from 'bun:test';
import { type AppOptions, type RunningApp, startApp } from './app.ts';
import { late } from './late.ts';

interface Stoppable {
  stop(): unknown;
}

/** A machine that is busy with other tests takes its time. */
export const STARTED_MS = 60_000;

const running: Stoppable[] = [];

/**
 * Starts a part before the first test and stops it after the last one. Hooks and parts that are declared later can use
 * it when they start; the last that was started is stopped first.
 */
export function shared<Part extends Stoppable>(start: () => Promise<Part>): Part {
  let part: Part | undefined;
  beforeAll(async () => {
    part = await start();
    running.push(part);
  }, STARTED_MS);
  afterAll(async () => {
    await running.pop()?.stop();
  });
  return late(() => part);
}

interface SharedOptions extends AppOptions {
  /** The names of sandbox instances that are open. */
  readonly instances?: readonly string[];
}

/** A service; `asked` is a function where the options are known only when it starts. */
export const sharedApp = (asked: SharedOptions | (() => SharedOptions) = {}): RunningApp =>
  shared(async () => {
    const { instances = [], ...options } = typeof asked === 'function' ? asked() : asked;
    const app = await startApp(options);
    for (const name of instances) await app.openInstance(name);
    return app;
  });
