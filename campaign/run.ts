/**
 * Runs the cases named on the command line, or all, one after another, each in a process of its own; ends with a
 * table and exit code 1 when one did not hold. `--seed N` repeats a run, `--write-docs` writes docs/campaign.md.
 */
import { cleanUp } from '../test/process/spawned.ts';
import { caseOf, NAMES } from './cases.ts';
import { DOCUMENT, writeDocument } from './document.ts';
import { findings } from './kit/case.ts';
import { seeded } from './kit/random.ts';
import { type Outcome, terminalTable } from './kit/table.ts';

/** Starting and cleaning up, on top of a case's own limit. */
const MARGIN_SECONDS = 15;

/** Runs one case in this process and hands its outcome to the process that asked for it. */
async function runHere(name: string, seed: number): Promise<void> {
  const { lacks, run } = await caseOf(name);
  const missing = lacks?.() ?? null;
  const found = findings();
  const from = performance.now();
  let fault: string[] = [];
  if (missing === null) {
    const context = { scale: 'long' as const, random: seeded(seed), findings: found };
    await run(context).catch((error) => {
      fault = [String(error instanceof Error ? error.message : error)];
    });
  }
  await cleanUp();
  const outcome: Outcome = {
    name,
    figures: found.text(),
    broken: [...found.broken(), ...fault],
    skipped: missing,
    seconds: Math.round((performance.now() - from) / 1000),
  };
  process.send?.(outcome);
  process.exit(0);
}

/** The outcome of one case, whatever becomes of its process. */
async function runApart(name: string, seed: number): Promise<Outcome> {
  const { limitSeconds } = await caseOf(name);
  const from = performance.now();
  let outcome: Outcome | null = null;
  const child = Bun.spawn(
    [process.execPath, 'run', import.meta.path, '--here', name, '--seed', String(seed)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message) => {
        outcome = message as Outcome;
      },
      // Bun allows 256 requests in flight unless it is told before it starts.
      env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '4096' },
    },
  );
  const limitMs = (limitSeconds + MARGIN_SECONDS) * 1_000;
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await child.exited;
  clearTimeout(timer);
  const seconds = Math.round((performance.now() - from) / 1000);
  const why = seconds > limitSeconds ? `did not end within ${limitSeconds} s` : 'its process died';
  return outcome ?? { name, figures: '', broken: [why], skipped: null, seconds };
}

function commandLine(words: readonly string[]) {
  const names: string[] = [];
  let seed = Number(process.env.SEED ?? 1);
  let here: string | null = null;
  for (let at = 0; at < words.length; at++) {
    if (words[at] === '--seed') seed = Number(words[++at]);
    else if (words[at] === '--here') here = words[++at] ?? '';
    else if (words[at] !== '--write-docs') names.push(words[at] ?? '');
  }
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown) throw new Error(`no case "${unknown}"; there are ${NAMES.join(', ')}`);
  if (!Number.isInteger(seed)) throw new Error('--seed takes an integer');
  return { names, seed, here, writesDocument: words.includes('--write-docs') };
}

const { names, seed, here, writesDocument } = commandLine(process.argv.slice(2));
if (here !== null) await runHere(here, seed);
const outcomes: Outcome[] = [];
for (const name of names.length > 0 ? names : NAMES) {
  console.log(`${name} …`);
  const outcome = await runApart(name, seed);
  outcomes.push(outcome);
  console.log(`  ${outcome.figures}\n  ${outcome.seconds} s`);
}
console.log(`\n${terminalTable(outcomes)}\n\nseed ${seed}`);
if (writesDocument) await writeDocument(DOCUMENT, outcomes, new Date());
process.exit(outcomes.some(({ broken }) => broken.length > 0) ? 1 : 0);
