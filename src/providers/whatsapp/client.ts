/**
 * The vendor's library, loaded when the first instance needs it.
 * Owns: that it is optional, and that nobody gets it unhardened. Must never: be imported for values elsewhere.
 */
import { createRequire } from 'node:module';
import { messageOf } from '../../shared/errors.ts';
import { type CurveModule, harden } from './hardening.ts';

export type Client = typeof import('@whiskeysockets/baileys');

/** One library per process: what is mended in it is mended for all. */
let loading: Promise<Client> | null = null;

/** Rejects when it is not installed. */
export function loadClient(): Promise<Client> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Client> {
  try {
    const client = await import('@whiskeysockets/baileys');
    const besideClient = createRequire(import.meta.resolve('@whiskeysockets/baileys'));
    const curve: CurveModule = besideClient('libsignal/src/curve.js');
    harden(client, curve);
    return client;
  } catch (error) {
    const isAbsent = /cannot find (package|module)/i.test(messageOf(error));
    if (!isAbsent) throw error;
    throw new Error('the package @whiskeysockets/baileys is not installed: add it to use WhatsApp');
  }
}
