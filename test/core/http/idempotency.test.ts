import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import {
  type IdempotencyStore,
  type StoredAnswer,
  withIdempotency,
} from '../../../src/core/http/idempotency.ts';
import { answerIdempotently } from '../../../src/core/http/idempotency-key.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { sampleServer } from './sample-server.ts';

interface MemoryStore extends IdempotencyStore {
  readonly kept: Map<string, StoredAnswer>;
  abandoned: number;
  released: number;
}

const memoryStore = (): MemoryStore => {
  const kept = new Map<string, StoredAnswer>();
  const store: MemoryStore = {
    ...{ kept, abandoned: 0, released: 0 },
    async begin({ scope, key, bodyHash }) {
      const slot = `${scope} ${key}`;
      return (
        kept.get(slot) ?? {
          ...{ isRepeat: false, done: '', seed: slot },
          release: () => void store.released++,
          abandon: () => void store.abandoned++,
          statementStoring: () => ({ sql: '', params: [] }),
          save: async (answer) => void kept.set(slot, { bodyHash, ...answer }),
        }
      );
    },
  };
  return store;
};

const request = {
  credential: 'c',
  target: '/api/v1/x',
  key: 'k',
  body: { a: 1, b: [1, 2] },
  resumes: false,
};

/** Work that counts its runs and waits until `end` is called. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const work = {
    runs: 0,
    end: resolve,
    fail: reject,
    async run() {
      work.runs++;
      const number = work.runs;
      await promise;
      return { status: 201, body: { number } };
    },
  };
  return work;
}

const quickWork = () => {
  const work = heldWork();
  work.end();
  return work;
};

describe('once', () => {
  test('a repetition gets the first answer and does not run', async () => {
    const store = memoryStore();
    const work = quickWork();
    const first = await withIdempotency(store, request, work.run);
    expect(first).toEqual({ status: 201, body: { number: 1 }, isReplayed: false });
    expect(await withIdempotency(store, request, work.run)).toEqual({ ...first, isReplayed: true });
    expect(work.runs).toBe(1);
  });

  test('the order of fields does not make another body', async () => {
    const store = memoryStore();
    const work = quickWork();
    await withIdempotency(store, request, work.run);
    await withIdempotency(store, { ...request, body: { b: [1, 2], a: 1 } }, work.run);
    expect(work.runs).toBe(1);
  });

  test('another body under the same key is a conflict', async () => {
    const store = memoryStore();
    const work = quickWork();
    await withIdempotency(store, request, work.run);
    for (const body of [{ a: 1, b: [2, 1] }, { a: 1 }, null]) {
      const repeated = withIdempotency(store, { ...request, body }, work.run);
      await expect(repeated).rejects.toMatchObject({ reason: 'conflict' });
    }
    expect(work.runs).toBe(1);
  });

  test('credential, target and key each make it another request', async () => {
    const store = memoryStore();
    const work = quickWork();
    for (const other of [{}, { credential: 'd' }, { target: '/y' }, { key: 'l' }]) {
      await withIdempotency(store, { ...request, ...other }, work.run);
    }
    expect(work.runs).toBe(4);
  });

  test('repetitions in flight wait for the first and get its answer', async () => {
    const store = memoryStore();
    const work = heldWork();
    const answers = [1, 2, 3].map(() => withIdempotency(store, request, work.run));
    const otherBody = withIdempotency(store, { ...request, body: {} }, work.run).catch(
      (error) => error,
    );
    work.end();
    expect(await otherBody).toMatchObject({ reason: 'conflict' });
    expect((await Promise.all(answers)).map((answer) => answer.isReplayed)).toEqual([
      false,
      true,
      true,
    ]);
    expect(work.runs).toBe(1);
  });

  test('a failure is not stored: the next one runs', async () => {
    const store = memoryStore();
    const failing = () => Promise.reject(new AppError('conflict', 'no'));
    await expect(withIdempotency(store, request, failing)).rejects.toThrow('no');
    expect(store.kept.size).toBe(0);
    const work = quickWork();
    expect((await withIdempotency(store, request, work.run)).isReplayed).toBe(false);
  });

  test('a failure that leaves open whether it was done is what each repetition gets, a waiting one too', async () => {
    const store = memoryStore();
    const first = heldWork();
    const again = quickWork();
    const told = (asked: Promise<unknown>) =>
      asked.catch(({ reason, message }) => [reason, message]);
    const failing = told(withIdempotency(store, request, first.run));
    const waiting = told(withIdempotency(store, request, again.run));
    first.fail(new AppError('upstream', 'nobody knows', { mayBeDone: true }));
    const unknown = ['upstream', 'nobody knows'];
    expect(await Promise.all([failing, waiting])).toEqual([unknown, unknown]);
    expect(await told(withIdempotency(store, request, again.run))).toEqual(unknown);
    expect([first.runs, again.runs]).toEqual([1, 0]);
  });

  test('work that finds out what was done of it runs again after a failure that leaves that open', async () => {
    const store = memoryStore();
    const work = quickWork();
    const asked = { ...request, resumes: true };
    const unknown = new AppError('upstream', 'nobody knows', { mayBeDone: true });
    await expect(withIdempotency(store, asked, () => Promise.reject(unknown))).rejects.toBe(
      unknown,
    );
    expect(await withIdempotency(store, asked, work.run)).toMatchObject({ status: 201 });
    expect([store.abandoned, store.released]).toEqual([1, 0]);
  });

  test('a fault of the service leaves open whether the work was done', async () => {
    const store = memoryStore();
    const broken = () => Promise.reject(new TypeError('undefined is not a function'));
    await expect(withIdempotency(store, request, broken)).rejects.toThrow('undefined');
    const again = quickWork();
    await expect(withIdempotency(store, request, again.run)).rejects.toMatchObject({
      mayBeDone: true,
    });
    expect(again.runs).toBe(0);
  });

  test('when the first of two fails, the second runs for itself', async () => {
    const store = memoryStore();
    const first = heldWork();
    const second = quickWork();
    const failing = withIdempotency(store, request, first.run);
    const waiting = withIdempotency(store, request, second.run);
    first.fail(new AppError('conflict', 'no'));
    await expect(failing).rejects.toThrow('no');
    expect(await waiting).toMatchObject({ body: { number: 1 }, isReplayed: false });
    expect([first.runs, second.runs]).toEqual([1, 1]);
  });
});

const WHICH = { route: 'POST /api/v1/things', resumes: false };

describe('over HTTP', () => {
  const served = () => {
    const store = memoryStore();
    const { app, ask } = sampleServer();
    let runs = 0;
    app.post(
      '/api/v1/things',
      ({ request, body, set }) =>
        answerIdempotently({ request, body, set }, store, WHICH, async () => {
          runs++;
          if (body.fails) throw new AppError('conflict', 'no');
          return { status: 201, body: { run: runs } };
        }),
      {
        body: Type.Object({ fails: Type.Optional(Type.Boolean()) }),
        response: { 201: Type.Object({ run: Type.Integer() }) },
      },
    );
    const post = (key: string | null, body: object = {}, token = 'good') =>
      ask('POST /api/v1/things', {
        headers: { api_access_token: token, ...(key === null ? {} : { 'idempotency-key': key }) },
        body,
      });
    return { post };
  };

  test('201 twice with the same answer, the second marked as replayed', async () => {
    const { post } = served();
    const first = await post('k1');
    expect(first).toMatchObject({ status: 201, json: { run: 1 } });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const second = await post('k1');
    expect(second).toMatchObject({ status: 201, json: { run: 1 } });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('201 anew without a key, and with the same key of another credential', async () => {
    const { post } = served();
    await post('k1');
    expect((await post(null)).json).toEqual({ run: 2 });
    expect((await post('k1', {}, 'good-2')).json).toEqual({ run: 3 });
  });

  test('409 the same key with another body', async () => {
    const { post } = served();
    await post('k1');
    const { status, json } = await post('k1', { fails: false });
    expect(status).toBe(409);
    expect(json.error.code).toBe('CONFLICT');
  });

  test('409 a failure of its own, which is not replayed', async () => {
    const { post } = served();
    for (let n = 0; n < 2; n++) {
      const { status, headers } = await post('k1', { fails: true });
      expect(status).toBe(409);
      expect(headers.get('idempotency-replayed')).toBeNull();
    }
  });

  for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
    test(`400 a malformed key of ${key.length} characters`, async () => {
      const { status, json } = await served().post(key);
      expect(status).toBe(400);
      expect(json.error.message).toContain('Idempotency-Key');
    });
  }

  test('201 a key of 255 characters', async () => {
    expect((await served().post('x'.repeat(255))).status).toBe(201);
  });
});
