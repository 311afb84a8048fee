/** A bucket the test answers for: every upload is kept, and ends as the script says or when it is released. */

import { messageOf } from '../../src/core/shared/errors.ts';
import type { Bucket, ObjectContent, PutOutcome } from '../../src/modules/storage/bucket.ts';

export interface Upload {
  readonly key: string;
  readonly content: ObjectContent;
  readonly signal: AbortSignal;
  readonly end: (outcome: PutOutcome) => void;
}

export interface ScriptedBucket extends Bucket {
  readonly uploads: Upload[];
  /** How an upload ends; null leaves it open until it is ended or broken off. */
  script: (upload: Upload) => PutOutcome | null;
}

export const STORED: PutOutcome = { kind: 'stored' };
export const refused = (reason: string, isTransient = false): PutOutcome => ({
  kind: 'failed',
  reason,
  isTransient,
});

export function scriptedBucket(): ScriptedBucket {
  const put = (key: string, content: ObjectContent, signal: AbortSignal): Promise<PutOutcome> => {
    const answer = Promise.withResolvers<PutOutcome>();
    const upload = { key, content, signal, end: answer.resolve };
    bucket.uploads.push(upload);
    signal.addEventListener('abort', () => upload.end(refused(messageOf(signal.reason))));
    const outcome = bucket.script(upload);
    if (outcome !== null) upload.end(outcome);
    return answer.promise;
  };
  const bucket: ScriptedBucket = {
    uploads: [],
    script: () => STORED,
    put,
    replace: put,
    link: (key) => `https://store.test/${key}?signature`,
  };
  return bucket;
}
