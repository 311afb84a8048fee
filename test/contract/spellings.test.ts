/**
 * What becomes of each operation's example when one field is spelled as people spell it: it means the same, or is
 * refused, or is warned of. SPELLINGS_SEED chooses others, SPELLINGS=all tries every one.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { generator } from '../helpers/generator.ts';
import type { JsonSchema } from '../helpers/json-schema.ts';
import { bodyOf, type Operation } from './examples/operations.ts';
import { type Examples, examplesOf } from './examples/sending.ts';
import { type Shop, startShop } from './examples/shop.ts';
import { type Change, changesOf, type Fields } from './spellings.ts';

const TRIES = process.env.SPELLINGS === 'all' ? Number.POSITIVE_INFINITY : 60;
const SEED = Number(process.env.SPELLINGS_SEED ?? 1);

let shop: Shop;
let examples: Examples;
beforeAll(async () => {
  shop = await startShop();
  examples = await examplesOf(shop);
});
afterAll(() => shop.stop());

interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly isWarned: boolean;
}

/** Makes what the example needs, and asks with one of the changes of it, or something else that is made of the example. */
async function ask(operation: Operation, bodyFor: (example: Fields) => Fields): Promise<Outcome> {
  const { path, body: example, headers } = await examples.prepare(operation);
  const answer = await shop.send(operation.method, path, bodyFor(example as Fields), headers);
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && answer.body !== '' ? JSON.parse(answer.body) : answer.body;
  const { warnings, ...others } = isFields(body) ? body : { warnings: undefined };
  return {
    status: answer.status,
    body: isFields(body) ? others : body,
    isWarned: warnings !== undefined || answer.headers.has('warning'),
  };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what two answers to the same request have in common. */
function common(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length ? one.map((item, at) => common(item, other[at])) : null;
  if (isFields(one) && isFields(other))
    return Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, common(value, other[name])]),
    );
  return one === other && !isTime(one) ? one : undefined;
}

/** Two requests in one second have the same. */
const isTime = (value: unknown): boolean => /^"?(?:20\d\d-\d\d-\d\dT|1[789]\d{8})/.test(`${value}`);

/** What an answer says of the message that was sent, or null. */
const sentIn = (body: unknown): unknown =>
  isFields(body) && isFields(body.message) ? { message: body.message, key: body.key } : null;

/** The people in an answer. */
const peopleIn = (body: unknown): Set<string> =>
  new Set((JSON.stringify(body ?? null).match(/\d{7,}@s\.whatsapp\.net/g) ?? []).sort());

interface SpellingTry {
  readonly operation: Operation;
  readonly what: string;
  readonly changeOf: (example: Fields) => Change;
}

const resolve = (schema: JsonSchema): JsonSchema =>
  schema.$ref
    ? resolve(
        schema.$ref
          .slice(2)
          .split('/')
          .reduce((inner: JsonSchema, name: string) => inner[name], examples.document),
      )
    : schema;

/** The changes are the same for each example of an operation, whatever ids it has. */
function triesOf(operation: Operation): SpellingTry[] {
  const form = bodyOf(operation);
  if (form === null || form.isForm || !isFields(form.example)) return [];
  const changes = (example: Fields) => [...changesOf(form.schema, example, resolve)];
  return changes(form.example).map(({ what }, index) => ({
    operation,
    what,
    changeOf(example) {
      const found = changes(example)[index];
      if (found === undefined) throw new Error(`${operation.name} has no such change: ${what}`);
      return found;
    },
  }));
}

const references = new Map<string, Promise<Outcome>>();

/** Answers of equal requests, once for each, without what differs between two of them. */
function referenceOf({ operation, what, changeOf }: SpellingTry, expected: 'same' | 'absent') {
  const key = expected === 'same' ? operation.name : `${operation.name} ${what.split(':')[0]}`;
  const bodyFor = (example: Fields) => (expected === 'same' ? example : changeOf(example).without);
  const asked = async () => {
    const [first, second] = [await ask(operation, bodyFor), await ask(operation, bodyFor)];
    return { ...first, body: common(first.body, second.body) };
  };
  const found = references.get(key) ?? asked();
  references.set(key, found);
  return found;
}

/** Returns what is wrong with the outcome of a change, or null. */
async function problemOf(one: SpellingTry): Promise<string | null> {
  let change: Change | undefined;
  const outcome = await ask(one.operation, (example) => {
    change = one.changeOf(example);
    return change.body;
  });
  if (outcome.status >= 500 && outcome.status !== 502) return `is answered ${outcome.status}`;
  if (outcome.status >= 400 || outcome.isWarned || change === undefined) return null;
  const { expected } = change;
  if (expected === 'warning') return 'is passed over without a warning';
  const reference = await referenceOf(one, expected === 'absent' ? 'absent' : 'same');
  const others = peopleIn(outcome.body).difference(peopleIn(reference.body));
  // A list has whoever has written meanwhile.
  if (others.size > 0 && !one.operation.path.includes('/find')) return `reaches ${[...others]}`;
  const sent = sentIn(reference.body);
  if (expected === 'recipients' || Bun.deepEquals(common(sentIn(outcome.body), sent), sent))
    return null;
  return `sends ${JSON.stringify(sentIn(outcome.body))} in place of ${JSON.stringify(sent)}`;
}

function shuffled<T>(all: readonly T[], seed: number): T[] {
  const below = generator(seed);
  return all
    .map((one) => ({ one, at: below(2 ** 24) }))
    .sort((first, second) => first.at - second.at)
    .map(({ one }) => one);
}

/** What stands for the platform or is signed by it, and what can be prepared only once. */
const OTHERS = /^\S+ \/(?:sandbox|passkey-ceremony|provider)\/|^POST \/graph\/\{version\}\/\{id\}$/;

test('a field that is spelled otherwise means the same, is refused, or is warned of', async () => {
  const all = examples.operations.filter(({ name }) => !OTHERS.test(name)).flatMap(triesOf);
  expect(all.length).toBeGreaterThan(2_000);
  const problems: string[] = [];
  for (const one of shuffled(all, SEED).slice(0, TRIES)) {
    const problem = await problemOf(one);
    if (problem !== null) problems.push(`${one.operation.name} ${one.what} ${problem}`);
  }
  expect(problems).toEqual([]);
}, 3_600_000);
