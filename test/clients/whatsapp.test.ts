/** What the n8n node promises its users, where the instance is a WhatsApp account. */
import { afterAll, beforeAll, describe, test } from 'bun:test';
import { CHATS } from './n8n-chats.ts';
import { GROUPS } from './n8n-groups.ts';
import { MESSAGES } from './n8n-messages.ts';
import { holds } from './n8n-promise.ts';
import { type Stage, whatsAppStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await whatsAppStage();
});
afterAll(() => stage.stop());

describe('users of the n8n node get by on WhatsApp too', () => {
  for (const promise of [...MESSAGES, ...CHATS, ...GROUPS]) {
    const [, operation] = promise.run.split(' ');
    test(`who uses ${operation} gets what they read, or is told why not`, () =>
      holds(stage, promise));
  }
});
