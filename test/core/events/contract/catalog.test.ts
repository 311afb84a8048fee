import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { sampleBody } from '../../../../src/core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../../src/core/events/contract/event-names.ts';

const FRAME = { id: 'id-1', instanceId: 'in-1', instanceName: 'shop', now: Date.UTC(2026, 0, 5) };

test.each([...EVENT_TYPES])(
  'a sample of %s has the frame of an event and is marked as a test',
  (type) => {
    const { data, state, ...frame } = JSON.parse(sampleBody(type, FRAME));
    expect(frame).toEqual({
      id: 'id-1',
      event: type,
      instanceId: 'in-1',
      instanceName: 'shop',
      sequence: 0,
      timestamp: '2026-01-05T00:00:00.000Z',
      test: true,
    });
    expect(state).toBe(type === 'Receipt' ? 'Read' : undefined);
    expect(Object.keys(data).length).toBeGreaterThan(0);
  },
);

test('the sample QR code is an image', () => {
  const { data } = JSON.parse(sampleBody('QRCode', FRAME));
  const [head, bytes] = data.qrcode.split(',');
  expect(head).toBe('data:image/png;base64');
  expect(PNG.sync.read(Buffer.from(bytes, 'base64')).width).toBe(1);
});
