/** `doctor`: finds what would keep the service from working here, and names the cure of each problem. */
import { readSettings } from '../../../core/config/config.ts';
import { refusesUrl } from '../../../core/outbound/network-guard.ts';
import {
  type Check,
  type CheckedInstallation,
  type Finding,
  failedCheck,
  ok,
  warning,
} from '../../../core/process/checks.ts';
import { EXIT } from '../../../core/process/refusal.ts';
import { refusalOf } from '../../../core/process/start-faults.ts';
import { abortError } from '../../../core/shared/async/deadline.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import type { Run } from '../command.ts';
import { DISK_CHECKS } from '../doctor/disk.ts';
import { RUNNING_CHECK } from '../doctor/running.ts';
import { SERVER_CHECKS } from '../doctor/servers.ts';
import { SERVICE_CHECKS } from '../doctor/service.ts';
import type { Terminal } from '../terminal.ts';

const CHECKS: readonly Check[] = [RUNNING_CHECK, ...DISK_CHECKS, ...SERVER_CHECKS];
const CAUSE_ABOVE = 'the message before this one names the cause';
const SEE_VARIABLES = 'correct the variable: docs/variables.md';

/** Exit code 1 when something fails; warnings do not count. */
export const run: Run = async (_words, terminal, { checksOf }) => {
  const reading = readSettings(terminal.environment, refusesUrl);
  const say = createSay(terminal);
  if ('faults' in reading) {
    for (const line of reading.faults) await say('variables', failedCheck(line, SEE_VARIABLES));
    return EXIT.failedCheck;
  }
  for (const line of reading.warnings) await say('variables', warning(line, SEE_VARIABLES));
  if (reading.warnings.length === 0) await say('variables', ok('all set variables are valid'));
  const patient: CheckedInstallation = { settings: reading.settings, clock: terminal.clock };
  const signal = terminal.interruption();
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(abortError(signal)));
  });
  interrupted.catch(() => {});
  let hasFailed = false;
  const ofModules = await checksOf(reading.settings);
  for (const check of [...SERVICE_CHECKS, ...ofModules, ...CHECKS]) {
    const finding = await terminal
      .during({ label: check.name, total: null }, () =>
        Promise.race([check.look(patient), interrupted]),
      )
      .catch((error) =>
        failedCheck(refusalOf(error, patient.settings)?.message ?? messageOf(error), CAUSE_ABOVE),
      );
    if (signal.aborted) return EXIT.forced;
    if (finding !== null) await say(check.name, finding);
    hasFailed ||= finding?.result === 'failed';
  }
  return hasFailed ? EXIT.failedCheck : EXIT.stopped;
};

const MARKS = {
  ok: ['green', 'ok  '],
  warning: ['yellow', 'warn'],
  failed: ['red', 'FAIL'],
} as const;

const createSay =
  (terminal: Terminal) =>
  (name: string, finding: Finding): Promise<void> => {
    const { result, found, cure } = finding;
    const [colour, word] = MARKS[result];
    const mark = terminal.paint(colour, word);
    const text = `${mark} ${name}: ${found}${cure === null ? '' : `\n     ${cure}`}`;
    return terminal.say(text, { check: name, ...finding });
  };
