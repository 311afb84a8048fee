/** Writes the clients that three generators make of the OpenAPI document at the first path into the folder at the second. */
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const [, , input = '', output = ''] = process.argv;
const document = await Bun.file(input).json();

await Bun.write(`${output}/openapi-typescript.ts`, astToString(await openapiTypescript(document)));
await createClient({ input, output: `${output}/hey-api`, logs: { level: 'silent' } });
await generate({
  input,
  output: { target: `${output}/orval.ts`, client: 'fetch' },
});
