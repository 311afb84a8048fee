/** A contact that writes to a phone, one message after the other, and remembers what WhatsApp took. */
import type { Contact, Phone } from '../../test/doubles/whatsapp/server.ts';
import { pause } from './pause.ts';

const PAUSE_MS = 200;

export interface Writer {
  /** Ids of the messages. */
  readonly written: readonly string[];
  stop(): Promise<void>;
}

export function startWriter(phone: Phone, contact: Contact): Writer {
  const written: string[] = [];
  let isStopped = false;
  const writing = (async () => {
    while (!isStopped) {
      written.push(await contact.writes(phone, { text: `message ${written.length}` }));
      await pause(PAUSE_MS);
    }
  })();
  return {
    written,
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}
