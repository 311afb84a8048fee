/** The n8n node's own code against the service: every request that it makes of an instance. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { runNode } from './n8n.ts';
import { INSTANCE, PROFILE } from './n8n-account.ts';
import { CHATS } from './n8n-chats.ts';
import { GROUPS } from './n8n-groups.ts';
import { MESSAGES } from './n8n-messages.ts';
import type { NodePromise } from './n8n-promise.ts';
import { type Stage, sandboxStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await sandboxStage();
});
afterAll(() => stage.stop());

async function holds(promise: NodePromise): Promise<void> {
  const { run, fills = () => ({}), sends, reads, refused } = promise;
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
  } else {
    expect(failure).toBeNull();
    expect(output).toMatchObject({ success: true, data: reads });
  }
}

describe('users of the n8n node get by it, with nothing but address and key changed', () => {
  for (const [about, promises] of Object.entries({ MESSAGES, CHATS, GROUPS, PROFILE, INSTANCE })) {
    describe(about.toLowerCase(), () => {
      for (const promise of promises) {
        const { run, refused } = promise;
        const [, operation] = run.split(' ');
        const outcome = refused ? `is told in a sentence why not` : 'gets what they read';
        test(`who uses ${operation} ${outcome}`, () => holds(promise));
      }
    });
  }
});
