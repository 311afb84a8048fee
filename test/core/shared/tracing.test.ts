import { expect, test } from 'bun:test';
import { presentTrace, withinTrace } from '../../../src/core/shared/tracing.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the present span is known to all that is done within it, and to nothing beside it', async () => {
  const spans = await Promise.all([
    withinTrace('a', async () => {
      await turn();
      const inner = await withinTrace('b', async () => {
        await turn();
        return presentTrace();
      });
      return [presentTrace(), inner];
    }),
    withinTrace(null, async () => {
      await turn();
      return presentTrace();
    }),
  ]);
  expect(spans).toEqual([['a', 'b'], null]);
  expect(presentTrace()).toBeNull();
});

test('what goes on after the span that began it is not within it', async () => {
  const gate = Promise.withResolvers<void>();
  const later = async () => {
    await gate.promise;
    return presentTrace();
  };
  const begun: Promise<string | null>[] = [];
  await withinTrace('answered', async () => void begun.push(later()));
  withinTrace('at once', () => void begun.push(later()));
  const failing = withinTrace('failed', async () => {
    begun.push(later());
    throw new Error('no');
  });
  await failing.catch(() => {});
  const thrown = () =>
    withinTrace('thrown', () => {
      begun.push(later());
      throw new Error('no');
    });
  expect(thrown).toThrow('no');
  gate.resolve();
  expect(await Promise.all(begun)).toEqual([null, null, null, null]);
});
