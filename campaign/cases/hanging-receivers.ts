/** Receivers that hang or refuse, beside healthy ones. */
import { type Isolation, startIsolator } from '../../bench/isolation.ts';
import type { Case } from '../kit/case.ts';

/**
 * 10 healthy receivers get 200 events a second. Beside them, 100 and then 300 hosts accept the connection and never
 * answer; they are given 6 400 events within the first second.
 *
 * Over 40 s the p99 at the healthy receivers must stay below twice the p99 without those hosts, and in the first
 * second below twice the p99 beside as many hosts that answer. Beside 300 hosts that refuse the connection, the
 * limit is twice the p99 beside 300 that answer.
 *
 * Then each instance has three endpoints, of which one hangs and one refuses: the p99 at the third must stay below
 * twice the p99 beside two that answer.
 */
export default {
  promise: 'Receivers that hang or refuse connections do not delay healthy ones.',
  limitSeconds: 300,
  async run({ scale, findings }) {
    const [short, long] = scale === 'long' ? [15, 40] : [3, 5];
    const isolator = await startIsolator();
    await isolator.measure(0, 3);
    const before = await isolator.measure(0, short);
    const beside = async (hosts: number) => ({
      hosts,
      hanging: await isolator.measure(hosts, long, 'silent'),
      prompt: await isolator.measure(hosts, short, 'prompt'),
    });
    const hundred = await beside(100);
    const threeHundred = await beside(300);
    const after = await isolator.measure(0, short);
    const refusing = await isolator.measure(300, short, 'closed');
    const besidePrompt = await isolator.measureAmongThree(short, 'prompt');
    const besideBad = await isolator.measureAmongThree(long, 'bad');
    isolator.stop();
    const larger = (pick: (one: Isolation) => number) => Math.max(pick(before), pick(after));
    const alone = larger(({ whole }) => whole.p99);
    findings.figure(
      'alone: p50 in ms',
      larger(({ whole }) => whole.p50),
    );
    findings.figure('p99', alone);
    for (const { hosts, hanging, prompt } of [hundred, threeHundred]) {
      // Within 5 s the one second of the burst is what is measured, whether the hosts hang or answer.
      const limit = 2 * (scale === 'long' ? alone : Math.max(alone, prompt.whole.p99));
      findings.figure(`${hosts} that hang: p50 in ms`, hanging.whole.p50);
      findings.atMost('p99', hanging.whole.p99, limit);
      findings.atMost(
        'p99 in the first second',
        hanging.firstSecond.p99,
        2 * prompt.firstSecond.p99,
      );
    }
    findings.figure('300 that refuse: p50 in ms', refusing.whole.p50);
    findings.atMost('p99', refusing.whole.p99, 2 * threeHundred.prompt.whole.p99);
    findings.figure('one of three endpoints: p50 in ms', besideBad.whole.p50);
    findings.atMost('p99', besideBad.whole.p99, 2 * besidePrompt.whole.p99);
  },
} satisfies Case;
