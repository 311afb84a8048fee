/** `probe URL`: tries a receiver with everything that can arrive, and grades it. */
import { EXIT } from '../../../core/process/refusal.ts';
import { systemStopwatch } from '../../../core/shared/clock.ts';
import { type Run, secretIn, UsageFault, urlIn } from '../command.ts';
import { CHECKS, type Check } from '../probe/checks.ts';
import { createPlayer, type Player } from '../probe/player.ts';
import type { OnDone } from '../progress.ts';
import { nearestHost } from '../suggestions.ts';
import type { Terminal } from '../terminal.ts';

/** The time limit of a delivery. */
const TIMEOUT_MS = 30_000;
/** The least share of points for each grade. */
const GRADES: readonly (readonly [share: number, grade: string])[] = [
  [1, 'A'],
  [0.9, 'B'],
  [0.75, 'C'],
  [0.5, 'D'],
];

const UNVERIFIED =
  'skipped: they need --secret, since a receiver that verifies signatures takes nothing without it';

export const run: Run = async (words, terminal) => {
  const url = urlIn('URL', words.operands[0] ?? '');
  const secret = secretIn(words);
  const { clock } = terminal;
  const signal = terminal.interruption();
  const player = createPlayer({ url, secret, clock, timeoutMs: TIMEOUT_MS, signal });
  await refuseUnreachable(url, player, terminal);
  const checks = CHECKS.filter(({ needsSecret }) => secret !== null || !needsSecret);
  const skipped = CHECKS.length - checks.length;
  const passed = await terminal.during({ label: 'probing', total: checks.length }, (onDone) =>
    play(checks, { player, terminal, signal, onDone }),
  );
  if (signal.aborted) return EXIT.forced;
  const failed = checks.length - passed;
  const share = passed / checks.length;
  const grade = GRADES.find(([least]) => share >= least)?.[1] ?? 'F';
  if (skipped > 0) terminal.note(`${skipped} checks ${UNVERIFIED}`);
  const text = `grade ${grade}: ${passed} of ${passed + failed} points`;
  await terminal.say(text, { grade, passed, failed, skipped });
  return failed === 0 ? EXIT.stopped : EXIT.failedCheck;
};

interface Stage {
  readonly player: Player;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly onDone: OnDone;
}

/** Returns how many were passed of those that were played before an interruption. */
async function play(checks: readonly Check[], stage: Stage): Promise<number> {
  const { player, terminal, signal, onDone } = stage;
  let passed = 0;
  for (const [index, check] of checks.entries()) {
    const elapsed = systemStopwatch();
    const reason = await check.play(player);
    if (signal.aborted) break;
    onDone(index + 1);
    await tell(terminal, check, reason, Math.round(elapsed()));
    if (reason === null) passed++;
  }
  return passed;
}

/** A receiver that cannot be reached is not graded. */
async function refuseUnreachable(url: URL, player: Player, { settings }: Terminal): Promise<void> {
  const answer = await player.send(player.delivery('Connected'));
  if ('problem' in answer && answer.isUnreached)
    throw new UsageFault(
      `${url.origin} cannot be reached: ${answer.problem}${nearestHost(url, settings())}`,
    );
}

function tell(
  terminal: Terminal,
  { name }: Check,
  reason: string | null,
  durationMs: number,
): Promise<void> {
  const mark = reason === null ? terminal.paint('green', 'ok  ') : terminal.paint('red', 'FAIL');
  const text = `${mark} ${name}${reason === null ? '' : `\n     ${reason}`}`;
  return terminal.say(text, { check: name, passed: reason === null, reason, durationMs });
}
