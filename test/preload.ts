/** What holds for every test, in whichever process of the runner it is. */
import type { TSchema } from '@sinclair/typebox';
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

/** A printed time means the same on every machine. */
process.env.TZ = 'UTC';

/**
 * With these `npm test` spares the processes of the runner the collections of the runtime at every start of a server and
 * every second, with the heap of all tests, giving memory back that the next test takes again, and the last and dearest
 * compiler, whose code pays after more calls than a test makes. Services that tests start with this environment run as
 * they do elsewhere.
 */
delete process.env.BUN_JSC_useFTLJIT;
delete process.env.BUN_GC_TIMER_DISABLE;
delete process.env.MIMALLOC_PURGE_DELAY;

const collect = Bun.gc;
/** Bytes that the process grows by between two collections that are asked for. */
const COLLECTED_AFTER = 256 * 1024 * 1024;
let collectedAt = process.memoryUsage.rss();

/**
 * The framework asks for a collection after it has put an app together, and the product for a full one after large
 * bodies: now and then in the life of a service, but some thousand times in that of a test process, with the heap of
 * all tests. One in a while is enough for the databases that nobody closed, which the engine does not count. Tests that
 * need a collection have `collectGarbage`.
 */
Bun.gc = () => {
  if (process.memoryUsage.rss() - collectedAt < COLLECTED_AFTER) return 0;
  collect(true);
  collectedAt = process.memoryUsage.rss();
  return 0;
};

interface CompiledSchema {
  readonly references: readonly TSchema[];
  readonly check: TypeCheck<TSchema>;
}

const compile = TypeCompiler.Compile;
const compiled = new WeakMap<TSchema, CompiledSchema>();

const isSameList = (one: readonly TSchema[], other: readonly TSchema[]): boolean =>
  one.length === other.length && one.every((schema, index) => schema === other[index]);

function compileOnce(schema: TSchema, references: TSchema[] = []): TypeCheck<TSchema> {
  const known = compiled.get(schema);
  if (known && isSameList(known.references, references)) {
    const check = (value: unknown) => known.check.Check(value);
    return new TypeCheck(schema, references, check, known.check.Code());
  }
  // The compiler adds to the list it is given.
  const copy = [...references];
  const check = compile(schema, references);
  compiled.set(schema, { references: copy, check });
  return check;
}

/** An app compiles the schemas of its routes: once in the life of a service, but anew for every app of every test. */
Object.assign(TypeCompiler, { Compile: compileOnce });
