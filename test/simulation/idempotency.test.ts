/**
 * Random runs of requests with an Idempotency-Key: processes are killed and answers of the database are lost around every
 * write, while the client repeats its request until it is answered. IDEMPOTENCY_KILLS is how many kills there are at
 * least in each test.
 */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError, type Statement } from '../../src/core/db/client.ts';
import { openDatabase } from '../../src/core/db/open.ts';
import {
  type Answer,
  type IdempotentWork,
  withIdempotency,
} from '../../src/core/http/idempotency.ts';
import { createIdempotency } from '../../src/core/idempotency/store.ts';
import { createVault } from '../../src/core/shared/crypto.ts';
import { createLog } from '../../src/core/shared/log.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { testDatabase } from '../helpers/database.ts';
import { isSqldMissing, startMigratedSqld } from '../helpers/sqld.ts';
import { type Random, seeded } from './hostile-requests.ts';

const KILLS = Number(process.env.IDEMPOTENCY_KILLS ?? 100);
/** Faults of one run; after them the database and the processes work. */
const FAULTS_MAX = 6;

const ALIVE = `insert into nodes (id, name, url, version, started_at, since, beat_at, until)
  values (?1, ?1, '', '0', 0, 0, 0, ?2)`;
const MAKE = "insert into service_facts (name, value) values (?, 'made')";

type Kind = 'record' | 'message';
type Store = Pick<Database, 'batch' | 'query' | 'tryOut'>;

interface Process {
  readonly store: ReturnType<typeof createIdempotency>;
  readonly db: Store;
  readonly died: Promise<'died'>;
}

/** One request for one thing, on processes that come and go. */
class Run {
  readonly #db: Store;
  readonly #roll: Random;
  readonly #clock = manualClock();
  readonly #name: string;
  readonly #kind: Kind;
  readonly #isShared: boolean;
  /** What the platform was given. */
  readonly handed: string[] = [];
  kills = 0;
  lost = 0;
  #processes: Process[] = [];
  /** Resolves when there is another process in place of the last that died. */
  #starting = Promise.resolve();
  #started = 0;

  constructor(db: Store, seed: number, isShared: boolean) {
    this.#db = db;
    this.#roll = seeded(seed);
    this.#name = `run-${seed}`;
    this.#kind = seed % 2 === 0 ? 'record' : 'message';
    this.#isShared = isShared;
  }

  /** Repeats the request until it is answered, and once more; returns both answers. */
  async answers(): Promise<[unknown, unknown]> {
    for (let count = this.#isShared ? 2 : 1; count > 0; count--) await this.#start();
    return [await this.#untilAnswered(), await this.#untilAnswered()];
  }

  async made(): Promise<number> {
    const rows = await this.#db.query('select 1 from service_facts where name like ?', [
      `${this.#name} %`,
    ]);
    return rows.length;
  }

  async #untilAnswered(): Promise<unknown> {
    for (;;) {
      const process = this.#processes[this.#roll(this.#processes.length)];
      if (process === undefined) {
        await this.#starting;
        continue;
      }
      const asked = withIdempotency(process.store, { ...this.#request() }, (work) =>
        this.#work(process, work),
      );
      const ended = await this.#ended(Promise.race([asked.catch((error) => error), process.died]));
      if (ended !== 'died' && !(ended instanceof Error)) return (ended as Answer).body;
    }
  }

  #request = () => ({
    ...{ credential: 'c', target: this.#name, key: 'k', body: {}, resumes: true },
  });

  async #work({ db }: Process, work: IdempotentWork): Promise<Answer> {
    if (this.#kind === 'record') {
      const id = crypto.randomUUID();
      if (work.done !== '') return { status: 201, body: { id: work.done } };
      const answer = { status: 201, body: { id } };
      const isKnown = this.#roll(2) === 0;
      const making = { sql: MAKE, params: [`${this.#name} ${id}`] };
      await db.batch([making, work.statementStoring(id, isKnown ? answer : undefined)]);
      return answer;
    }
    const id = work.messageId();
    const name = `${this.#name} ${id}`;
    const found =
      work.isRepeat && (await db.query('select 1 from service_facts where name = ?', [name]));
    if (found && found.length > 0) return { status: 201, body: { id } };
    // It is on disk before it is sent.
    await db.batch([{ sql: MAKE, params: [name] }]);
    this.handed.push(id);
    return { status: 201, body: { id } };
  }

  /** Starts a process in place of one that died. */
  async #replace(name: string): Promise<void> {
    if (this.#isShared) await this.#db.query('update nodes set until = 0 where id = ?', [name]);
    await this.#start();
  }

  /** Another process, with an unsteady way to the database. */
  async #start(): Promise<void> {
    const name = `${this.#name} process ${++this.#started}`;
    if (this.#isShared) await this.#db.query(ALIVE, [name, Number.MAX_SAFE_INTEGER]);
    const { promise: died, resolve } = Promise.withResolvers<'died'>();
    let isDead = false;
    const die = async (): Promise<never> => {
      isDead = true;
      this.kills++;
      this.#processes = this.#processes.filter((one) => one.died !== died);
      this.#starting = this.#replace(name);
      await this.#starting;
      resolve('died');
      return new Promise<never>(() => {});
    };
    const batch = async (statements: readonly Statement[]) => {
      if (isDead) return new Promise<never>(() => {});
      const fault = this.kills + this.lost < FAULTS_MAX ? this.#roll(8) : 7;
      if (fault === 0) return die();
      if (fault === 1) throw this.#lostAnswer();
      const rows = await this.#db.batch(statements);
      if (isDead) return new Promise<never>(() => {});
      if (fault === 2) return die();
      if (fault === 3) throw this.#lostAnswer();
      return rows;
    };
    const db = { ...this.#db, batch };
    const clock = this.#clock;
    const store = createIdempotency({
      ...{ db, clock, node: this.#isShared ? name : null, databaseNow: () => '1' },
      vault: createVault(Buffer.alloc(32, 7).toString('base64')),
      log: createLog('error', clock.now, () => {}),
    });
    this.#processes.push({ store, db, died });
  }

  #lostAnswer(): DatabaseError {
    this.lost++;
    return new DatabaseError('unreachable', 'lost by the test', null, { isUnknown: true });
  }

  /** Lets those who wait look again. */
  async #ended<T>(waiting: Promise<T>): Promise<T> {
    let isOver = false;
    void waiting.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await this.#clock.advance(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return waiting;
  }
}

/** Runs until enough processes were killed. Returns what was broken, by seed. */
async function runAll(db: Store, isShared: boolean) {
  const broken: string[] = [];
  let kills = 0;
  let lost = 0;
  for (let seed = 1; kills < KILLS; seed++) {
    const run = new Run(db, seed, isShared);
    const [first, again] = await run.answers();
    kills += run.kills;
    lost += run.lost;
    if (!Bun.deepEquals(first, again)) broken.push(`seed ${seed}: another answer`);
    if ((await run.made()) !== 1) broken.push(`seed ${seed}: made ${await run.made()} times`);
    if (run.handed.length > 1) broken.push(`seed ${seed}: sent ${run.handed.length} times`);
  }
  expect(lost).toBeGreaterThan(KILLS / 4);
  return broken;
}

const LIMIT_MS = 30_000 + KILLS * 200;
const PROMISE =
  'whatever dies or is lost around a request with an Idempotency-Key, it is done once';

test(
  `${PROMISE}: by one process after another`,
  async () => {
    expect(await runAll(await testDatabase(), false)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  `${PROMISE}: by two nodes at once`,
  async () => {
    expect(await runAll(await testDatabase(), true)).toEqual([]);
  },
  LIMIT_MS,
);

test.skipIf(isSqldMissing)(
  `${PROMISE}: by two nodes on a database server`,
  async () => {
    const sqld = await startMigratedSqld();
    const db = await openDatabase({ url: `http://${sqld.address}` });
    expect(await runAll(db, true)).toEqual([]);
    await db.close();
    await sqld.kill();
  },
  LIMIT_MS,
);
