/** The attacker of `hostile.ts`, in a process of its own: what it takes must not be what the second tenant waits for. */
import { until } from '../test/helpers/until.ts';
import type { Target } from '../test/simulation/hostile/attack.ts';
import { BEGINNING_MS, inWords } from './attack-words.ts';
import { ATTACKS } from './attacks.ts';

// Written by the one program that starts this one.
const [name, target] = JSON.parse(process.argv[2] ?? '') as [string, Target];
const attack = ATTACKS.find((one) => one.name === name);
if (attack === undefined) throw new Error(`no attack is called ${name}`);
const underWay = attack.begin(target);
process.on('SIGTERM', () => {
  process.stdout.write(inWords(underWay));
  process.exit(0);
});
await until('all of it has begun', underWay.isInSwing, BEGINNING_MS);
process.stdout.write('under way\n');
