/** A number of the Graph double, and what sends through it for a host that records. */
import { afterAll, beforeAll } from 'bun:test';
import type { MessageRecord } from '../../../src/core/messages/rows.ts';
import { NotConnected } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import type { GraphFailure } from '../../../src/modules/whatsapp-cloud/graph-failure.ts';
import { Recipients } from '../../../src/modules/whatsapp-cloud/recipients.ts';
import { CloudSending } from '../../../src/modules/whatsapp-cloud/sending.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { type GraphMedia, startGraphMedia } from '../../doubles/graph/media.ts';
import { type GraphMessages, graphMessages } from '../../doubles/graph/messages.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { graphClient } from '../../helpers/graph.ts';

export const ANA = '5511988887777';
export const ANA_JID = `${ANA}@s.whatsapp.net`;
export const HELLO = { kind: 'text', text: 'Hello' } as const;

/** Nobody has come by any address. */
export const NOBODY_KNOWN = {
  knownChat: async () => null,
  noteWrittenTo: async () => {},
  learned: async () => {},
};

/** One double for the tests of a file. */
export function graphDouble(): { double: GraphDouble; media: GraphMedia; messages: GraphMessages } {
  const shared = {} as { double: GraphDouble; media: GraphMedia; messages: GraphMessages };
  beforeAll(async () => {
    const media = await startGraphMedia();
    const messages = graphMessages();
    Object.assign(shared, {
      media,
      messages,
      double: await startGraph(messages.part, media.part),
    });
  });
  afterAll(() => Promise.all([shared.double.stop(), shared.media.stop()]));
  return shared;
}

export function sendingStage({ double, messages }: ReturnType<typeof graphDouble>) {
  const account = double.world.addAccount();
  const clock = manualClock();
  // Calls count by a clock of their own: moving the other one ends none.
  const calls = manualClock();
  const graph = graphClient(calls, { baseUrl: double.url, token: account.accessToken });
  const host = recordingHost();
  const sleeps: number[] = [];
  const slept: typeof clock = {
    ...clock,
    after(ms, run) {
      sleeps.push(ms);
      return clock.after(ms, run);
    },
  };
  const failures: GraphFailure[] = [];
  const logged: string[] = [];
  const end = new AbortController();
  const { phoneNumberId } = account;
  const link = { isOpen: true };
  const sending = new CloudSending({
    graph,
    number: () => account,
    recipients: new Recipients(host, NOBODY_KNOWN),
    clock: slept,
    log: createLog('debug', clock.now, (line) => logged.push(line)),
    host,
    outerHost: host,
    connection: {
      requireOpen() {
        if (!link.isOpen) throw new NotConnected();
        return { jid: `${account.number}@s.whatsapp.net`, pushName: 'Corner Shop' };
      },
    },
    failed: (failure) => void failures.push(failure),
    ended: end.signal,
  });
  const requests = (pathEnd = '/messages') =>
    double.requests.filter(
      ({ method, path }) => method === 'POST' && path === `/${phoneNumberId}${pathEnd}`,
    );
  return {
    account,
    clock,
    calls,
    /** Ms of each pause in sending. */
    sleeps,
    graph,
    host,
    sending,
    failures,
    logged,
    link,
    end: () => end.abort(),
    /** Requests of the number. */
    requests,
    /** What Meta took of the number. */
    sent: () => messages.sent.filter((one) => one.phoneNumberId === phoneNumberId),
    say: (text = 'Hello', number = ANA) => sending.say({ number, content: { kind: 'text', text } }),
  };
}

/** What Ana has written. */
export const received = (id: string, fields: Partial<MessageRecord> = {}): MessageRecord => ({
  id,
  isFromMe: false,
  chat: ANA_JID,
  sender: ANA_JID,
  chatAddress: ANA_JID,
  authorAddress: '',
  kind: 'text',
  content: null,
  sentAt: 1_000,
  status: null,
  opensWindow: true,
  ...fields,
});

/** The reason and the words of what a call was rejected with. */
export async function refusal(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    const { reason, message, headers } = error as Error & {
      reason?: string;
      headers?: Record<string, string>;
    };
    return { reason, message, headers };
  }
  throw new Error('the call was not rejected');
}
