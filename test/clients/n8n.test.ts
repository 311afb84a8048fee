/** The n8n node's own code against the service: every request that it makes of an instance. */
import { afterAll, beforeAll, describe, test } from 'bun:test';
import { INSTANCE, PROFILE } from './n8n-account.ts';
import { CHATS } from './n8n-chats.ts';
import { GROUPS } from './n8n-groups.ts';
import { MESSAGES } from './n8n-messages.ts';
import { holds } from './n8n-promise.ts';
import { ANA, type Stage, sandboxStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await sandboxStage();
});
afterAll(() => stage.stop());

describe('users of the n8n node get by it, with nothing but address and key changed', () => {
  for (const [about, promises] of Object.entries({ MESSAGES, CHATS, GROUPS, PROFILE, INSTANCE })) {
    describe(about.toLowerCase(), () => {
      for (const promise of promises) {
        const { run, refused } = promise;
        const [, operation] = run.split(' ');
        const outcome = refused ? `is told in a sentence why not` : 'gets what they read';
        test(`who uses ${operation} ${outcome}`, () => holds(stage, promise));
      }
    });
  }
});

describe('with EVOLUTION_MODE=true', () => {
  let inDialect: Stage;
  beforeAll(async () => {
    inDialect = await sandboxStage({ EVOLUTION_MODE: 'true' });
  });
  afterAll(() => inDialect.stop());

  const all = [...MESSAGES, ...CHATS, ...GROUPS, ...PROFILE, ...INSTANCE];
  const refused = all.filter((promise) => promise.refused);
  test.each(refused)('who uses $run reads the reason where their workflow looks for it', (one) =>
    holds(inDialect, { ...one, isInDialect: true }),
  );

  test('who names a number or an instance that is not there reads so', async () => {
    const to = (instanceName: string, remoteJid: string) => ({
      ...{ run: 'messages-api send-text', isInDialect: true as const },
      fills: () => ({ instanceName, remoteJid, messageText: 'Hello' }),
      sends: `POST /message/sendText/${instanceName}`,
    });
    const nobody = 'instance does not exist';
    await holds(inDialect, { ...to('nobody', ANA), refused: [404, nobody] });
    const empty = { ...to('shop', 'no number'), refused: [400, 'number must'] as const };
    await holds(inDialect, empty);
  });
});
