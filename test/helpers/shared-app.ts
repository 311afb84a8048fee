/** A service that all tests of a file, or of a part of it, share. */
import { afterAll, beforeAll } from 'bun:test';
import { type AppOptions, type RunningApp, startApp } from './app.ts';
import { late } from './late.ts';

interface SharedOptions extends AppOptions {
  /** The names of sandbox instances that are open. */
  readonly instances?: readonly string[];
}

/** Starts the service before the first test and stops it after the last; hooks that are declared later can use it. */
export function sharedApp({ instances = [], ...options }: SharedOptions = {}): RunningApp {
  let app: RunningApp | undefined;
  beforeAll(async () => {
    app = await startApp(options);
    for (const name of instances) await app.openInstance(name);
  }, STARTED_MS);
  afterAll(() => app?.stop());
  return late(() => app);
}

/** A machine that is busy with other tests takes its time. */
export const STARTED_MS = 60_000;
