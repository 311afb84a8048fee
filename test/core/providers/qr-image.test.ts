import { describe, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { qrImage } from '../../../src/core/providers/qr-image.ts';

const PREFIX = 'data:image/png;base64,';
const WHATSAPP_LIKE = `2@${['a'.repeat(80), 'b'.repeat(44), 'c'.repeat(44), 'd'.repeat(44)].join(',')}`;

const pictureOf = async (text: string): Promise<PNG> => {
  const image = await qrImage(text);
  expect(image).toStartWith(PREFIX);
  return PNG.sync.read(Buffer.from(image.slice(PREFIX.length), 'base64'));
};

describe('the QR image', () => {
  test.each([
    ['a WhatsApp code', WHATSAPP_LIKE],
    ['a link', 'https://wa.me/settings/linked_devices#ref,noise,identity'],
    ['letters beyond ASCII', 'São João ✓'],
    ['one character', '1'],
    ['digits and capitals alone', '0123456789 ABCDEF'.repeat(12)],
  ])('holds %s, as a scanner reads it', async (_, text) => {
    const { width, height, data } = await pictureOf(text);
    expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(text);
  });

  test('is a square of about 300 pixels', async () => {
    const { width, height } = await pictureOf(WHATSAPP_LIKE);
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(240);
    expect(width).toBeLessThanOrEqual(360);
  });

  test('has four light modules around the code', async () => {
    const { width, data } = await pictureOf('1'); // 21 modules and 8 around them.
    const module = width / 29;
    const isDark = (x: number, y: number) => data[(y * width + x) * 4] === 0;
    const firstDark = Array.from({ length: width }, (_, at) => at).find((at) => isDark(at, at));
    expect(firstDark).toBe(4 * module);
    expect(isDark(width - 4 * module - 1, 4 * module)).toBe(true);
    expect(isDark(width - 4 * module, 4 * module)).toBe(false);
  });

  test('is refused where no QR code can hold the text', async () => {
    await expect(qrImage('')).rejects.toThrow();
    await expect(qrImage('x'.repeat(5000))).rejects.toThrow();
  });
});
