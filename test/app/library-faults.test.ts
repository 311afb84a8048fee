/** Faults that the library of a platform leaves unhandled. */
import { expect, test } from 'bun:test';
import { KeysUnavailable } from '../../src/modules/whatsapp/engine/baileys-faults.ts';
import { startApp } from '../helpers/app.ts';

test('a fault of Baileys is known as one of a library, and a fault of our own is not, wherever WhatsApp is a module', async () => {
  const { app, stop } = await startApp();
  expect(app.isOfLibrary(new KeysUnavailable('closed'))).toBe(true);
  expect(app.isOfLibrary(new Error('ours'))).toBe(false);
  await stop();
  const without = await startApp({
    env: { GATEHOUSE_WITHOUT: 'whatsapp,sandbox', DEFAULT_PROVIDER: 'whatsapp-cloud' },
  });
  expect(without.app.isOfLibrary(new KeysUnavailable('closed'))).toBe(false);
  await without.stop();
});
