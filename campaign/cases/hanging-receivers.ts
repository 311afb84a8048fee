/** Receivers that hang or refuse, beside healthy ones. */
import { type OtherHosts, startIsolator } from '../../bench/isolation.ts';
import type { Case } from '../kit/case.ts';

/** For all hosts together: more than all slots, and no more than the machine can write in a second. */
const BURST = 6_400;

export default {
  promise: 'Receivers that hang or refuse connections do not delay healthy ones.',
  means:
    '10 healthy receivers get 200 events a second; beside them are 100 and 300 hosts that take the connection and stay silent, given about 6 400 events together within the first second, six times what may be under way at once. From publish to arrival, over 40 s with the first second among them, the p99 at the healthy ones must stay below 2 × that of the same alone, which is measured before and after; the larger counts, since other work on the machine makes both uncertain. Beside 300 hosts that refuse the connection it must stay below 2 × that beside 300 that answer at once, since their failures are as much work as answers. The engine runs as the product runs it, in the process of the case.',
  limitSeconds: 240,
  async run({ scale, findings }) {
    const [short, long] = scale === 'long' ? [15, 40] : [3, 5];
    const isolator = await startIsolator();
    const beside = (hosts: number, seconds: number, kind: OtherHosts) =>
      isolator.measure(hosts, seconds, { kind, each: Math.ceil(BURST / hosts) });
    await isolator.measure(0, 3);
    const before = await isolator.measure(0, short);
    const hundred = await beside(100, long, 'silent');
    const threeHundred = await beside(300, long, 'silent');
    const after = await isolator.measure(0, short);
    const prompt = await beside(300, short, 'prompt');
    const refusing = await beside(300, short, 'closed');
    const alone = Math.max(before.p99, after.p99);
    // Within 5 s the one second of the burst is what is measured, whether the hosts hang or answer.
    const hanging = 2 * (scale === 'long' ? alone : Math.max(alone, prompt.p99));
    findings.figure('alone: p50 in ms', Math.max(before.p50, after.p50));
    findings.figure('p99', alone);
    for (const [what, { p50, p99 }, limit] of [
      ['100 that hang', hundred, hanging],
      ['300 that hang', threeHundred, hanging],
      ['300 that refuse', refusing, 2 * prompt.p99],
    ] as const) {
      findings.figure(`${what}: p50 in ms`, p50);
      findings.atMost('p99', p99, limit);
    }
    isolator.stop();
  },
} satisfies Case;
