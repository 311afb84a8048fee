/** The attackers of `hostile.ts`, in a process of their own: what they take must not be what the other callers wait for. */
import { attack, type HostileOptions } from '../test/helpers/hostile.ts';

// Written by the one program that starts this one.
const options = JSON.parse(process.argv[2] ?? '') as HostileOptions;
const hostile = attack(options);
process.on('SIGTERM', () => {
  hostile.stop();
  const answers = [...hostile.answers].map(
    ([status, times]) => `${times} with ${status || 'a cut'}`,
  );
  console.log(`${hostile.opened()} connections, of which were answered ${answers.join(', ')}`);
  process.exit(0);
});
