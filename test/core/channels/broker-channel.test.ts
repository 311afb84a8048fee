import { expect, test } from 'bun:test';
import { brokerBody } from '../../../src/core/channels/broker-channel.ts';
import type { Target } from '../../../src/core/events/contract/channel.ts';

const stored = { data: { Message: { imageMessage: { caption: 'look' }, base64: 'AAAA' } } };
const attempt = { eventId: 'e', type: 'Message', attempt: 1, body: JSON.stringify(stored) };
const TARGET: Target = {
  ...{ channel: 'nats', host: 'h', address: 'a', maskedAddress: 'a', headers: {}, secrets: [] },
  base64: null,
};

test('a file is left out of the stored body before it is reshaped, wherever the shape would have it', () => {
  const reshape = (body: string) => ({
    body: JSON.stringify({ message: JSON.parse(body).data.Message }),
    address: null,
  });
  const body = brokerBody(attempt, { ...TARGET, reshape });
  expect(JSON.parse(body.text)).toEqual({ message: stored.data.Message });
  expect(JSON.parse(body.smaller(10) ?? '')).toEqual({
    message: {
      imageMessage: { caption: 'look' },
      mediaError: expect.stringContaining('more than the 10 its broker takes'),
    },
  });
});

test('a body without a file cannot become smaller', () => {
  expect(brokerBody({ ...attempt, body: '{"data":{}}' }, TARGET).smaller(1)).toBeNull();
});
