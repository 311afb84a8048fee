/** Libraries for WhatsApp's official API, by their own code, with instances of each platform behind the Graph API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { until } from '../helpers/until.ts';
import { KINDS, type Kind, SDKS, type Sdk, type WebhookContent } from './graph-sdks.ts';
import { type GraphStage, graphStage, PLATFORMS, type Platform } from './graph-stage.ts';

const VERIFY_TOKEN = 'the-token-of-the-handshake';

/** What cannot be sent on a platform, and the code that is answered. */
const REFUSED: Partial<Record<Platform, Partial<Record<Kind, number>>>> = {
  phone: { flow: 131051 },
};

describe.each([...PLATFORMS])('with an instance of the platform %s', (platform) => {
  let stage: GraphStage;
  beforeAll(async () => {
    stage = await graphStage(platform, { INTERACTIVE_ON_PHONES: 'true' });
  });
  afterAll(() => stage.stop());

  describe.each([...SDKS])('users of $name $version', ({ of }) => {
    let sdk: Sdk;
    beforeAll(() => {
      sdk = of({ stage, verifyToken: VERIFY_TOKEN });
    });

    test.each([...KINDS])(
      'send a message of the kind %s, or read the code why not',
      async (kind) => {
        const code = REFUSED[platform]?.[kind];
        if (code === undefined) return void (await stage.customer.has(await sdk.send(kind)));
        const refusal = await sdk.send(kind).catch((answer) => answer);
        expect(refusal).toMatchObject({ error: { code, type: 'OAuthException' } });
      },
    );

    test('upload a picture, send it by its id, fetch it and delete it', async () => {
      const bytes = new Uint8Array(stage.picture);
      const id = await sdk.upload(bytes, 'image/png');
      expect(id).toMatch(/^\d+$/);
      await stage.customer.has(await sdk.send('image', id));
      expect(await sdk.fetchFile(id)).toEqual(bytes);
      expect(await sdk.deleteFile(id)).toBe(true);
      expect(await sdk.fetchFile(id).catch((answer) => answer)).toMatchObject({
        error: { code: 100 },
      });
    });

    test('fetch the picture that the customer has sent', async () => {
      expect(await sdk.fetchFile(stage.fileId)).toEqual(new Uint8Array(stage.picture));
    });

    test('mark what the customer wrote as read, showing that they write', async () => {
      expect(await sdk.markRead(stage.received)).toBe(true);
    });

    test('answer the handshake, and take what is signed: messages with any letter, and statuses', async () => {
      const appSecret = (await stage.call('GET', '/webhook/secret/shop')).body.secret;
      const server = Bun.serve({
        ...{ port: 0, hostname: '127.0.0.1' },
        fetch: (request) => sdk.receive(request, appSecret),
      });
      const webhook = { enabled: true, format: 'whatsapp-cloud', url: server.url.href };
      const { status } = await stage.call('POST', '/webhook/set/shop', {
        ...{ ...webhook, verifyToken: VERIFY_TOKEN },
      });
      expect(status).toBe(200);
      const heard = (fits: (one: WebhookContent) => boolean) =>
        until('it is heard', () => sdk.heard.some(fits));
      const text = 'Olá! 😀 \u007f </script> "Ação"';
      const id = await stage.customer.writes(text);
      await heard((one) => one.id === id);
      expect(sdk.heard.find((one) => one.id === id)).toEqual({
        ...{ kind: 'message', id, from: stage.customer.number, text },
      });
      const sent = await sdk.send('text');
      await stage.customer.has(sent);
      await stage.customer.reads(sent);
      for (const state of ['delivered', 'read'])
        await heard((one) => one.kind === 'status' && one.id === sent && one.status === state);
      await stage.call('POST', '/webhook/set/shop', { enabled: false });
      await server.stop(true);
    });
  });
});
