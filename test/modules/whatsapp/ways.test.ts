/** How many files somebody opens who follows a text from WhatsApp to its event, or from the call to WhatsApp. */
import { expect, test } from 'bun:test';
import { filesOnTheWay } from '../../helpers/files-on-the-way.ts';

/**
 * The most of both directions; they may only fall. By this count it was 48 and 49 when each part of Signal was a file of
 * the service. Fewer files would put several subjects into one.
 */
const RECEIVED_MAX = 30;
const SENT_MAX = 32;

const way = (direction: string) =>
  filesOnTheWay({
    file: 'test/modules/whatsapp/fixtures/texts.ts',
    env: { DIRECTION: direction, WHATSAPP_WORKERS: '0' },
  });

test('a received text runs code of few files on its way to its event, and a sent one on its way to WhatsApp', async () => {
  const received = await way('received');
  const sent = await way('sent');
  expect(received).toContain('src/modules/whatsapp/message-receiver.ts');
  expect(sent).toContain('src/modules/whatsapp/relay/relay.ts');
  expect(received.length, received.join('\n')).toBeLessThanOrEqual(RECEIVED_MAX);
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(SENT_MAX);
}, 120_000);
