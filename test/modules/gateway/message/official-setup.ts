/** The gateway with an instance of WhatsApp's official API, beside a double of Meta. */
import { afterAll, beforeAll, expect } from 'bun:test';
import { type GraphMedia, startGraphMedia } from '../../../doubles/graph/media.ts';
import { type GraphMessages, graphMessages } from '../../../doubles/graph/messages.ts';
import { type GraphDouble, startGraph } from '../../../doubles/graph/server.ts';
import { until } from '../../../helpers/until.ts';
import { openGateway } from './setup.ts';

export const ANA = '5511988887777';

/** One double for the tests of a file. */
export function officialApi() {
  const shared = {} as { double: GraphDouble; messages: GraphMessages; media: GraphMedia };
  beforeAll(async () => {
    const messages = graphMessages();
    const media = await startGraphMedia();
    const double = await startGraph(messages.part, media.part);
    Object.assign(shared, { messages, media, double });
  });
  afterAll(() => Promise.all([shared.double.stop(), shared.media.stop()]));
  return {
    /** What Meta does instead of answering the next message. */
    order: (fault: Parameters<GraphDouble['order']>[2]) =>
      shared.double.order('POST', '/messages', fault),
    open: () => open(shared),
  };
}

/** An open instance called official, and what its number sends. */
async function open({ double, messages }: { double: GraphDouble; messages: GraphMessages }) {
  const { g } = await openGateway({ graphUrl: double.url });
  const { number: _, ...ids } = double.world.addAccount();
  const body = { instanceName: 'official', provider: 'whatsapp-cloud', ...ids };
  const made = await g.call('POST', '/instance/create', { body });
  expect(made.status).toBe(201);
  const stream = { id: made.body.instance.instanceId as string, name: 'official' };
  const ask = (verb: string, fields: object) =>
    g.call('POST', `/message/${verb}/official`, { body: { number: ANA, ...fields } });
  const sent = () =>
    messages.sent.filter(({ phoneNumberId }) => phoneNumberId === ids.phoneNumberId);
  /** Asks for what is a bad request with these words; nothing may go to Meta. */
  const refused = async (verb: string, fields: object, words: string) => {
    const { status, body: answer } = await ask(verb, fields);
    expect([status, answer.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.error.message).toContain(words);
    expect(sent()).toEqual([]);
  };
  /** Resolves when the queue knows that Meta asks to wait, so that time may pass. */
  const isHeld = (id: string) =>
    until('it is held', () => g.queued.find(stream.id, id)?.heldBy?.includes('Meta:') === true);
  /** Lets time pass until as many texts have left, which must be these. */
  const leftInOrder = async (...texts: string[]) => {
    await until('all have left', async () => {
      await g.clock.advance(1_000);
      return sent().length === texts.length;
    });
    expect(sent().map(({ body: { text } }) => text)).toMatchObject(
      texts.map((text) => ({ body: text })),
    );
  };
  return { g, stream, ask, sent, refused, isHeld, leftInOrder };
}
