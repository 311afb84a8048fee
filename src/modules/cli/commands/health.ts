/** `health`: tells by its exit code whether the service of this machine works, for whatever supervises a container. */
import { EXIT } from '../../../core/process/refusal.ts';
import { type Run, UsageFault } from '../command.ts';
import { askHealth, healthUrl } from '../own-health.ts';

export const run: Run = async (_words, terminal) => {
  const settings = terminal.settings();
  if (settings.port === 0)
    throw new UsageFault(
      'PORT is 0, so the port is unknown: set PORT to the one that the service listens on',
    );
  const url = healthUrl(settings);
  const answer = await askHealth(settings, terminal.clock);
  const isWell = 'status' in answer && answer.status === 200;
  const found = 'problem' in answer ? answer.problem : `answered ${answer.status}`;
  await terminal.say(`${isWell ? 'ok' : 'failed'}: ${url} ${found}`, { url, isWell, found });
  return isWell ? EXIT.stopped : EXIT.failedCheck;
};
