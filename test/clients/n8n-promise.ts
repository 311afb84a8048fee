/** What an operation of the n8n node sends, and what its users read of the answer. */
import { expect } from 'bun:test';
import { runNode } from './n8n.ts';
import { ANA, ANA_JID, type Stage } from './stage.ts';

export interface NodePromise {
  /** Resource and operation, as the node calls them. */
  readonly run: string;
  /** What the user fills in beside the name of the instance. */
  readonly fills?: (stage: Stage) => Readonly<Record<string, unknown>>;
  /** Method and path, without the address. */
  readonly sends: string | ((stage: Stage) => string);
  /** Of the body that goes with it. */
  readonly with?: (stage: Stage) => unknown;
  /** What users read of the answer. */
  readonly reads?: unknown;
  /** It works with INTERACTIVE_ON_PHONES, and is refused without it. */
  readonly isChoice?: true;
  /** Its user filled in what Evolution API refuses too: why. */
  readonly wrong?: string;
  /** In place of an answer: status and sentence. */
  readonly refused?: readonly [number, string];
  /** Failures have the shape of Evolution API. */
  readonly isInDialect?: true;
}

/** Runs the operation, and holds what it sent and what came back against the promise. */
export async function holds(stage: Stage, promise: NodePromise): Promise<void> {
  const { run, fills = () => ({}), sends, reads, refused, isInDialect } = promise;
  const filled = { instanceName: 'shop', ...fills(stage) };
  const { output, sent, failure } = await runNode(stage.connection, run, filled);
  const [request] = sent;
  const { url } = stage.connection;
  const path = typeof sends === 'string' ? sends : sends(stage);
  expect(`${request?.method} ${request?.uri.replace(url, '')}`).toBe(path);
  if (promise.with) expect(request?.body).toMatchObject(promise.with(stage) as object);
  if (refused) {
    const [status, sentence] = refused;
    expect(failure).toStartWith(`${status} - `);
    expect(failure).toContain(sentence);
    if (isInDialect)
      expect(JSON.parse(failure?.replace(/^\d+ - /, '') ?? '')).toEqual({
        status,
        error: expect.any(String),
        response: { message: [expect.stringContaining(sentence)] },
      });
  } else {
    expect(failure).toBeNull();
    expect(output).toMatchObject({ success: true, data: reads });
  }
}

export const text = expect.any(String);

/** Filled in for a message, or anything else about Ana. */
export const to = (fields: object) => () => ({ remoteJid: ANA, ...fields });

export const key = (id: string, fromMe: boolean) => ({ remoteJid: ANA_JID, fromMe, id });
