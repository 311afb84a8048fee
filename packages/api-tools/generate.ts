/** Writes the clients that two generators make of the OpenAPI document at the first path into the folder at the second. */
import { createClient } from '@hey-api/openapi-ts';
import { generate } from 'orval';

const [, , input = '', output = ''] = process.argv;

await createClient({ input, output: `${output}/hey-api`, logs: { level: 'silent' } });
await generate({
  input,
  output: { target: `${output}/orval.ts`, client: 'fetch' },
});
