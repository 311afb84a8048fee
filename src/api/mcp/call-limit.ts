/** Limits how many requests of agents run at once. */
import { AppError } from '../../shared/errors.ts';

interface CallLimit {
  /** Throws `rate_limited` when there are enough, of this subject or in all; else what ends this one. */
  begin(subject: string): () => void;
}

/** One subject may have a quarter of `max`, rounded up. */
export function createCallLimit(max: number, reached: () => void): CallLimit {
  const perSubject = Math.ceil(max / 4);
  const counts = new Map<string, number>();
  let underWay = 0;
  return {
    begin(subject) {
      const own = counts.get(subject) ?? 0;
      if (underWay >= max || own >= perSubject) {
        reached();
        throw tooMany(own >= perSubject ? `${perSubject} calls of this key` : `${max} calls`);
      }
      underWay++;
      counts.set(subject, own + 1);
      return () => {
        underWay--;
        const left = (counts.get(subject) ?? 0) - 1;
        if (left > 0) counts.set(subject, left);
        else counts.delete(subject);
      };
    },
  };
}

const tooMany = (calls: string): AppError =>
  new AppError('rate_limited', `${calls} are under way at /mcp already`, {
    headers: { 'retry-after': '1' },
  });
