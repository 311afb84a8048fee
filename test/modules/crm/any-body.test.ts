/** Generated bodies for every operation: only documented answers come back, and never a 500. */
import { expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { anyText } from '../../helpers/any-text.ts';
import { crmBench } from '../../helpers/crm.ts';

const { app, call, accountId } = await crmBench();
const operations = app.routes.filter(
  ({ path, hooks }) => path.startsWith('/api/v1') && hooks.body !== undefined,
);

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  anyText(8),
  fc.constantFrom('\u200b', '\u0000', 'x'.repeat(100_000), 1e300, -0, '__proto__', accountId),
);

/** Values that fit the schema by and large, so that the ways behind the checks are taken too. */
function fitting(schema: TSchema): fc.Arbitrary<unknown> {
  const literals = schema.anyOf
    ?.map((one: TSchema) => one.const)
    .filter((one: unknown) => one !== undefined);
  if (literals?.length > 0) return fc.constantFrom(...literals);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'object':
      return schema.properties
        ? fields(schema)
        : fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    case 'array':
      return fc.array(fitting(schema.items), { maxLength: 3 });
    case 'integer':
      return fc.integer({ min: -1, max: 3 });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('#00ff00', 'a@b.co', accountId),
      );
  }
}

const fields = (schema: TSchema): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries<TSchema>(schema.properties).map(([name, field]) => [
        name,
        fc.oneof({ weight: 5, arbitrary: fitting(field) }, { weight: 1, arbitrary: odd }),
      ]),
    ),
    { requiredKeys: [] },
  );

test.each(operations)('$method $path', async ({ method, path, hooks }) => {
  const at = path
    .replace('/api/v1', '')
    .replace(/:[a-z_]+/g, '01900000-0000-7000-8000-00000000ffff');
  const body = fc.oneof(
    { weight: 3, arbitrary: fields(hooks.body as TSchema) },
    { weight: 1, arbitrary: odd },
  );
  await fc.assert(
    fc.asyncProperty(body, async (anyBody) => {
      // The bench throws for an answer that the operation does not document.
      const headers = { 'account-id': accountId };
      const { status, body: answer } = await call(method, at, { body: anyBody, headers });
      expect(status).toBeLessThan(500);
      expect(answer.success).toBe(status < 400);
    }),
    { numRuns: 40 },
  );
});
