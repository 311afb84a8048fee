/** The API document of this checkout, as a service of its own serves it. */
import { startService } from '../test/helpers/service.ts';

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
  readonly headers?: unknown;
}

export interface ApiOperation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
  readonly requestBody?: unknown;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-scopes'?: readonly string[];
  readonly 'x-permission'?: string;
  readonly 'x-page-scope'?: string;
  /** What the operation does as a tool of agents; other operations declare none. */
  readonly 'x-effect'?: string;
  responses: Readonly<Record<string, Response>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, unknown>>;
}

/** Returns it with servers that do not name the port of that service. */
export async function apiDocument(): Promise<ApiDocument> {
  const service = await startService({});
  const { body } = await service.call('GET', '/swagger/json');
  await service.app.stop(1_000);
  return { ...body, servers: [{ url: '/' }] };
}

/** Returns the SHA-256 of a text, in hex. */
export const hashOf = (text: string): string =>
  new Bun.CryptoHasher('sha256').update(text).digest('hex');
