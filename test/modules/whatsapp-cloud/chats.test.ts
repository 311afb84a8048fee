/** What people see of an account of the official API: that it has read, and that it writes. */
import { describe, expect, test } from 'bun:test';
import { readMarks } from '../../../src/modules/whatsapp-cloud/chats.ts';
import { Recipients } from '../../../src/modules/whatsapp-cloud/recipients.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { until } from '../../helpers/until.ts';
import {
  ANA,
  graphDouble,
  NOBODY_KNOWN,
  received,
  refusal,
  sendingStage,
} from './sending-stage.ts';

const shared = graphDouble();

function stage() {
  const { account, graph, clock, host } = sendingStage(shared);
  const failures: unknown[] = [];
  const marks = readMarks({
    graph,
    clock,
    host,
    number: () => account,
    recipients: new Recipients(host, NOBODY_KNOWN),
    failed: (failure) => void failures.push(failure),
  });
  const before = shared.messages.read.length;
  const told = () => shared.messages.read.slice(before);
  return { marks, clock, host, told, failures };
}

describe('messages that were read', () => {
  test('are told by the newest of each chat, which counts for those before it', async () => {
    const { marks, told } = stage();
    const other = { chat: 'BR.1', chatAddress: 'BR.1' };
    await marks.confirm('read', [
      received('wamid.1', { sentAt: 2_000 }),
      received('wamid.2'),
      received('wamid.3', other),
      received('3EB0', { isFromMe: true, sentAt: 9_000 }),
    ]);
    expect(
      told().toSorted((one, two) => (`${one.messageId}` < `${two.messageId}` ? -1 : 1)),
    ).toEqual([
      { messageId: 'wamid.1', isTyping: false },
      { messageId: 'wamid.3', isTyping: false },
    ]);
  });

  test('cannot be told as played', async () => {
    const { marks, told } = stage();
    const refused = await refusal(marks.confirm('played', [received('wamid.1')]));
    expect(refused.reason).toBe('invalid');
    expect(told()).toEqual([]);
  });

  test('are refused with the words of Meta, and unavailable when it does not answer', async () => {
    const { marks, clock, failures } = stage();
    shared.double.order('POST', '/messages', graphError(131009, { message: '(#131009) Bad id' }));
    const call = marks.confirm('read', [received('wamid.1')]);
    expect(await refusal(call)).toMatchObject({ reason: 'invalid' });
    expect(failures).toHaveLength(1);
    shared.double.order('POST', '/messages', 'silence');
    const late = refusal(marks.confirm('read', [received('wamid.1')]));
    await until('it is asked', () => clock.pending() === 1);
    await clock.advance(10_000);
    expect(await late).toMatchObject({ reason: 'unavailable' });
  });
});

describe('writing', () => {
  test('is shown in answer to the newest message of the chat, and ends by itself', async () => {
    const { marks, host, clock, told } = stage();
    await host.emitAll([], [received('wamid.1', { sentAt: clock.now() })]);
    await marks.showActivity(ANA, 'composing');
    await marks.showActivity(ANA, 'paused');
    expect(told()).toEqual([{ messageId: 'wamid.1', isTyping: true }]);
  });

  test('is a conflict where the person has not written lately, and recording is never shown', async () => {
    const { marks, host, clock, told } = stage();
    expect(await refusal(marks.showActivity(ANA, 'composing'))).toMatchObject({
      reason: 'conflict',
    });
    await host.emitAll([], [received('wamid.1', { sentAt: clock.now() - 24 * 3_600_000 })]);
    expect(await refusal(marks.showActivity(ANA, 'composing'))).toMatchObject({
      reason: 'conflict',
    });
    expect(await refusal(marks.showActivity(ANA, 'recording'))).toMatchObject({
      reason: 'invalid',
    });
    expect(told()).toEqual([]);
  });
});
