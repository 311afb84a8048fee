/** The attacks of the suite, and one that needs no second run of it: what wants memory is held to it by tests of its own. */
import { attack as wantMemory } from '../test/helpers/hostile.ts';
import { readState, sendText } from '../test/simulation/hostile/asks.ts';
import type { Attack } from '../test/simulation/hostile/attack.ts';
import { ATTACKS as SUITE } from '../test/simulation/hostile/attacks.ts';

/** 200 connections that want memory: half of them never finish a body of 31 MiB, half never read an answer of 20 MiB. */
const unfinished: Attack = {
  name: 'bodies and answers without end',
  promise: 'see test/core/process/memory.test.ts',
  attackers: 6,
  async prepare({ attackers, call }) {
    const base64 = Buffer.alloc(15 << 20, 1).toString('base64');
    const body = { kind: 'document', from: '5511888880000', base64 };
    for (const { name, key } of attackers)
      await call('POST', `/sandbox/${name}/message`, { key, body });
  },
  begin({ port, attackers: keys }) {
    const hostile = wantMemory({ port, keys, connections: 200 });
    return {
      isInSwing: () => hostile.opened() >= 200,
      answers: hostile.answers,
      async stop() {
        hostile.stop();
      },
    };
  },
  asks: [readState, sendText],
  limits: {},
};

export const ATTACKS: readonly Attack[] = [unfinished, ...SUITE];
