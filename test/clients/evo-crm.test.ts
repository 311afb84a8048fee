/** Evo CRM's requests against the service, on the sandbox and on WhatsApp, in the order in which it makes them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../helpers/app.ts';
import { type CrmRequest, FOR_EVOLUTION_API, FOR_EVOLUTION_GO } from './evo-crm.ts';
import { type Stage, sandboxStage, whatsAppStage } from './stage.ts';

describe.each([
  ['on the sandbox', sandboxStage],
  ['on WhatsApp', whatsAppStage],
])('Evo CRM gets what it reads %s, or a sentence that says why not', (_, made) => {
  let stage: Stage;
  let own: string;
  beforeAll(async () => {
    stage = await made();
    own = (await stage.call('POST', '/instance/key/rotate/shop')).body.apikey;
  });
  afterAll(() => stage.stop());

  async function holds({ sends, by, body, status, reads }: CrmRequest) {
    const [method = '', path = ''] = sends.replace('{group}', stage.group).split(' ');
    const keys = { instance: own, nobody: null };
    const key = by === undefined ? GLOBAL_KEY : keys[by];
    const answer = await stage.call(method, path, body?.(stage), key);
    const { error } = answer.body;
    const sentence = error?.message ?? (error || undefined);
    expect([answer.status, sentence]).toEqual([
      status,
      status < 300 ? undefined : expect.stringContaining(`${reads}`),
    ]);
    if (status < 300) expect(answer.body).toMatchObject(reads as object);
  }

  test.each([...FOR_EVOLUTION_API])('as a client of Evolution API, $status for $sends', holds);
  test.each([...FOR_EVOLUTION_GO])('as a client of Evolution Go, $status for $sends', holds);
});
