/** The service as a process: reads its settings, starts the application, says where it listens, ends on signals. */

import type { App } from './app.ts';
import { readSettings, type Settings } from './core/config/config.ts';
import { systemEnvironment } from './core/config/environment.ts';
import { refusesUrl } from './core/outbound/network-guard.ts';
import { resolveSecrets } from './core/process/first-run.ts';
import { beginLifetime, type Lifetime } from './core/process/lifetime.ts';
import { EXIT } from './core/process/refusal.ts';
import { allowsRequests, compileAsUsual } from './core/process/runtime-options.ts';
import { secretsPath } from './core/process/secrets-file.ts';
import { refusalOf } from './core/process/start-faults.ts';
import { bracketHost, welcomeText } from './core/process/welcome.ts';
import { type Clock, systemClock } from './core/shared/clock.ts';
import { createLog, type Log } from './core/shared/log.ts';
import { UnhandledFaults } from './core/shared/unhandled-faults.ts';
import { chooseModules, linesLeftOut } from './modules.ts';

/** Exits with the lines of every wrong variable, or goes on with the settings. */
export async function serve(): Promise<void> {
  const clock = systemClock();
  const environment = systemEnvironment();
  const reading = readSettings(environment, refusesUrl);
  if ('faults' in reading) {
    const lifetime = beginLifetime({ log: createLog('info', clock.now), clock });
    return lifetime.refuse(reading.faults.join('\n'), EXIT.misconfigured);
  }
  const { settings, warnings } = reading;
  const log = createLog(settings.logLevel, clock.now);
  for (const warning of [...warnings, ...linesLeftOut(environment, settings)]) log.warn(warning);
  if (!allowsRequests(environment, settings.webhookMaxInFlight))
    log.warn('the platform allows 256 outgoing HTTP requests at once and no more');
  const faults = new UnhandledFaults({ log, clock });
  let app: App | null = null;
  const isOfLibrary = (fault: unknown) => app?.isOfLibrary(fault) ?? false;
  const lifetime = beginLifetime({ log, clock, faults, isOfLibrary });
  const built = (made: App) => {
    app = made;
    lifetime.owns((graceMs) => made.stop(graceMs));
  };
  await start({ settings, log, clock, faults, lifetime, built }).catch((error) => {
    const refusal = refusalOf(error, settings);
    return refusal ? lifetime.refuse(refusal.message, refusal.exitCode) : lifetime.fail(error);
  });
}

interface StartDeps {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly faults: UnhandledFaults;
  readonly lifetime: Lifetime;
  /** Called once the service is there, before it starts. */
  readonly built: (app: App) => void;
}

async function start({ settings, log, clock, faults, lifetime, built }: StartDeps): Promise<void> {
  // Before any file is written: a start that is refused leaves nothing behind.
  chooseModules(settings);
  const { config, isGenerated, warnings } = await resolveSecrets(settings);
  for (const warning of warnings) log.warn(warning);
  // Should the rest of this start fail, the operator still learns where they are.
  if (isGenerated) log.info(`generated ${secretsPath(config.dataDir)}`);
  // Loaded late: a start that is refused should not wait for it.
  const { createApp } = await import('./app.ts');
  const keys = { apikey: config.globalApiKeys[0], accessToken: config.bootstrapAccessToken };
  let hasSeeded = false;
  const firstKeys = () => ({ ...keys, ...(!hasSeeded && { accessToken: null }) });
  const databaseFailed = (error: Error) => void lifetime.fail(error);
  const deps = { log, clock, faults, databaseFailed, ...(isGenerated && { firstKeys }) };
  const app = await createApp(config, deps);
  built(app);
  ({ hasSeeded } = await app.start());
  compileAsUsual();
  const { port } = app.server;
  if (isGenerated) {
    const { firstVisit } = app;
    process.stdout.write(welcomeText(config, settings, { port, hasSeeded, firstVisit }));
  }
  process.stdout.write(`listening on http://${bracketHost(config.host)}:${port}\n`);
}
