/** Files of messages, from the socket to the host: whether they are asked for at all. */
import { expect, test } from 'bun:test';
import { PHONE } from '../../conformance/provider-stage.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { until } from '../../helpers/until.ts';
import { screenOf, whatsAppStage } from './stage.ts';

test.each([
  ['fetched', true],
  ['not even asked for', false],
])('a file is %s when somebody wants files: %p', async (_what, wantsFiles) => {
  const host = recordingHost(undefined, wantsFiles);
  const { whatsapp, provider } = await whatsAppStage(host.instanceId);
  const phone = whatsapp.phone({ number: PHONE });
  const session = provider.open(host, null);
  await session.connect({});
  await until('a code', () => session.offer() !== null);
  await phone.scan(screenOf(session));
  await until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));

  const bytes = Buffer.from('a picture, of a kind');
  await whatsapp.contact({ number: '5511988887777' }).sendsImage(phone, bytes);
  await until('the message', () => host.recorded.includes('Message'));

  const event = host.events.find(({ type }) => type === 'Message');
  expect(event?.media).toEqual(wantsFiles ? { bytes, mimetype: 'image/jpeg' } : undefined);
  expect(whatsapp.media.requests.length > 0).toBe(wantsFiles);
  await session.stop();
  await whatsapp.stop();
});
