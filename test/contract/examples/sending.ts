/** Sends the example of any operation to the service of the examples. */
import type { JsonSchema } from '../../helpers/json-schema.ts';
import { crmPrepared } from './crm.ts';
import { bearerOf, credentialOf, preparationOf, signatureOf } from './gateway.ts';
import { type Operation, operationsOf, requestOf } from './operations.ts';
import { RECEIVER, type Shop } from './shop.ts';

/** A request that is ready to be sent, once or several times. */
export interface PreparedExample {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

export interface Examples {
  /** The document as text. */
  readonly text: string;
  readonly document: JsonSchema;
  readonly operations: readonly Operation[];
  /** Makes what the example needs. */
  prepare(operation: Operation): Promise<PreparedExample>;
  send(operation: Operation): ReturnType<Shop['send']>;
}

export async function examplesOf(shop: Shop): Promise<Examples> {
  const text = await (await fetch(`${shop.app.url}/swagger/json`)).text();
  const document: JsonSchema = JSON.parse(text);
  const operations = operationsOf(document);
  const bodyOf = (name: string): object | null =>
    operations.find((one) => one.name === name)?.requestBody?.content['application/json'].example ??
    null;

  async function gatewayPrepared(name: string) {
    const replaced = await preparationOf(name)(shop);
    return { replaced, headers: bearerOf(name, replaced) };
  }

  async function prepare(operation: Operation): Promise<PreparedExample> {
    const { name, path } = operation;
    const isCrm = path.startsWith('/api/v1/');
    if (!isCrm) await shop.open();
    const { replaced, headers } = isCrm
      ? await crmPrepared(shop, name, bodyOf)
      : await gatewayPrepared(name);
    const request = requestOf(operation, { [RECEIVER]: shop.receiver.url, ...replaced });
    const body = (await credentialOf(shop, name, request.path)) ?? request.body;
    return {
      path: request.path,
      body,
      headers: { ...request.headers, ...headers, ...signatureOf(name, body, replaced) },
    };
  }

  return {
    ...{ text, document, operations, prepare },
    async send(operation) {
      const { path, body, headers } = await prepare(operation);
      return shop.send(operation.method, path, body, headers);
    },
  };
}
