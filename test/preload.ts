/** What holds for every test, in whichever process of the runner it is. */
import type { TSchema } from '@sinclair/typebox';
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

/** A printed time means the same on every machine. */
process.env.TZ = 'UTC';

const collect = Bun.gc;
/**
 * The framework asks for a collection after it has put an app together: once in the life of a service, but some
 * thousand times in that of a test process, with the heap of all tests. What asks for a full one gets it.
 */
Bun.gc = (isFull) => (isFull === true ? collect(true) : 0);

interface Compiled {
  readonly references: readonly TSchema[];
  readonly check: TypeCheck<TSchema>;
}

const compile = TypeCompiler.Compile;
const compiled = new WeakMap<TSchema, Compiled>();

const isSameList = (one: readonly TSchema[], other: readonly TSchema[]): boolean =>
  one.length === other.length && one.every((schema, index) => schema === other[index]);

function compileOnce(schema: TSchema, references: TSchema[] = []): TypeCheck<TSchema> {
  const known = compiled.get(schema);
  if (known && isSameList(known.references, references)) {
    const check = (value: unknown) => known.check.Check(value);
    return new TypeCheck(schema, references, check, known.check.Code());
  }
  // The compiler adds to the list it is given.
  const given = [...references];
  const check = compile(schema, references);
  compiled.set(schema, { references: given, check });
  return check;
}

/** An app compiles the schemas of its routes: once in the life of a service, but anew for every app of every test. */
Object.assign(TypeCompiler, { Compile: compileOnce });
