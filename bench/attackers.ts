/** The attacker of `hostile.ts`, in a process of its own: what it takes must not be what the second tenant waits for. */
import { until } from '../test/helpers/until.ts';
import type { Target } from '../test/simulation/hostile/attack.ts';
import { ATTACKS } from './attacks.ts';

// Written by the one program that starts this one.
const [name, target] = JSON.parse(process.argv[2] ?? '') as [string, Target];
const attack = ATTACKS.find((one) => one.name === name);
if (attack === undefined) throw new Error(`no attack is called ${name}`);
const underWay = attack.begin(target);
process.on('SIGTERM', () => {
  const answers = [...underWay.answers].sort(([a], [b]) => a - b);
  const counts = answers.map(([status, times]) => `${times} ${status || 'cut'}`);
  process.stdout.write(counts.join(', ') || 'none');
  process.exit(0);
});
await until('all of it has begun', underWay.isInSwing, 60_000);
process.stdout.write('under way\n');
