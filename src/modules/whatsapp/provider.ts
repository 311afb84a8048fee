/**
 * Makes the provider for WhatsApp by a paired phone, for which this process is one of the account's linked devices. All
 * sessions share what is made here, and Baileys is loaded when the first of them needs it.
 */
import { createFilePlaces } from '../../core/providers/message-files.ts';
import type { Provider } from '../../core/providers/provider.ts';
import type { WhatsAppOptions } from './context.ts';
import { loadBaileys } from './engine/baileys.ts';
import { KeyCache } from './key-memory.ts';
import { LOGIN_PAUSE_MS, LoginPace } from './login-pace.ts';
import { openSession } from './session.ts';

export function createWhatsAppProvider(options: WhatsAppOptions): Provider {
  const { clock, mediaLimitBytes } = options;
  const { filePlaces = createFilePlaces(mediaLimitBytes), logins = new LoginPace(clock) } = options;
  const deps = {
    ...options,
    keyCache: new KeyCache(),
    logins,
    loadBaileys,
  };
  return {
    name: 'whatsapp',
    loginPauseMs: LOGIN_PAUSE_MS,
    open(host, account) {
      const db = options.own?.(host.instanceId) ?? options.db;
      const fileSlots = filePlaces.of(host.instanceId);
      return openSession({ ...deps, db, fileSlots }, host, account);
    },
  };
}
