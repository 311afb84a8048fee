/**
 * Runs the cases named on the command line, or all, one after another, each in a process of its own; ends with a
 * table and exit code 1 when one did not hold. `--seed N` makes other choices, `--short` takes a few seconds
 * a case, `--write-docs` writes docs/campaign.md and what the READMEs say of it.
 */
import { parseArgs } from 'node:util';
import { caseOf, NAMES } from './cases.ts';
import { writeClaims } from './claims.ts';
import { DOCUMENT, writeDocument } from './document.ts';
import { findings, type Scale } from './kit/case.ts';
import { createRandom } from './kit/random.ts';
import { type Outcome, outcomeTable } from './kit/table.ts';

/** Starting and cleaning up, on top of a case's own limit. */
const MARGIN_SECONDS = 15;

interface Run {
  readonly scale: Scale;
  readonly seed: number;
}

/** Runs one case in this process and hands its outcome to the process that asked for it. */
async function runHere(name: string, { scale, seed }: Run): Promise<void> {
  const { lacks, run } = await caseOf(name);
  const missing = lacks?.() ?? null;
  const found = findings();
  const from = performance.now();
  let fault: string[] = [];
  if (missing === null) {
    const context = { scale, random: createRandom(seed), findings: found };
    await run(context).catch((error) => {
      fault = [String(error instanceof Error ? error.message : error)];
    });
  }
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
async function runApart(name: string, { scale, seed }: Run): Promise<Outcome> {
  const { limitSeconds } = await caseOf(name);
  const from = performance.now();
  let outcome: Outcome | null = null;
  const words = ['--here', name, '--seed', String(seed), ...(scale === 'short' ? ['--short'] : [])];
  const child = Bun.spawn([process.execPath, 'run', import.meta.path, ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => {
      outcome = message as Outcome;
    },
    // Bun allows 256 requests in flight unless another limit is set before it starts.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '4096' },
  });
  const limitMs = (limitSeconds + MARGIN_SECONDS) * 1_000;
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await child.exited;
  clearTimeout(timer);
  const seconds = Math.round((performance.now() - from) / 1000);
  const why = seconds > limitSeconds ? `did not end within ${limitSeconds} s` : 'its process died';
  return outcome ?? { name, figures: '', broken: [why], skipped: null, seconds };
}

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    /** Set by `runApart`. */
    here: { type: 'string' },
  },
});
const unknown = names.find((name) => !NAMES.includes(name));
if (unknown) throw new Error(`no case "${unknown}"; there are ${NAMES.join(', ')}`);
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new Error('--seed takes an integer');
const scale = values.short ? 'short' : 'long';
if (values.short && values['write-docs']) throw new Error('the page shows long runs only');
if (values.here !== undefined) await runHere(values.here, { scale, seed });

const outcomes: Outcome[] = [];
for (const name of names.length > 0 ? names : NAMES) {
  console.log(`${name} …`);
  const outcome = await runApart(name, { scale, seed });
  outcomes.push(outcome);
  console.log(`  ${outcome.figures}\n  ${outcome.seconds} s`);
}
console.log(`\n${outcomeTable(outcomes)}\n\nseed ${seed}`);
if (values['write-docs']) {
  await writeDocument(DOCUMENT, outcomes, new Date());
  await writeClaims();
}
process.exit(outcomes.some(({ broken }) => broken.length > 0) ? 1 : 0);
