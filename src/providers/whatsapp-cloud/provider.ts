/** WhatsApp's official API: an instance is a number at Meta, reached by the Graph API and its webhooks. */
import type { OwnDatabase } from '../../events/publish/owner-writes.ts';
import { Semaphore } from '../../shared/async/semaphore.ts';
import type { Account, Provider, SessionHost } from '../provider.ts';
import { type CloudSession, type CloudSessionDeps, openSession } from './session.ts';
import { TemplateLists } from './template-lists.ts';

interface CloudProvider extends Provider {
  readonly name: 'whatsapp-cloud';
  open(host: SessionHost, account: Account | null): CloudSession;
}

/** Looks of many instances after a start; Meta counts calls by the hour, and each instance makes one. */
const LOGIN_PAUSE_MS = 50;

/** Files fetched at the same time, over all sessions. */
const FILES_AT_ONCE = 4;

interface CloudOptions extends Omit<CloudSessionDeps, 'fileSlots' | 'templateLists'> {
  /** For all that a session writes beside events; default: the same database. */
  readonly own?: OwnDatabase;
}

export function createCloudProvider({ own, ...options }: CloudOptions): CloudProvider {
  const shared = {
    fileSlots: new Semaphore(FILES_AT_ONCE),
    templateLists: new TemplateLists(options.clock),
  };
  const deps = { ...options, ...shared };
  return {
    name: 'whatsapp-cloud',
    loginPauseMs: LOGIN_PAUSE_MS,
    open(host, account) {
      const db = own?.(host.instanceId) ?? deps.db;
      return openSession({ ...deps, db }, host, account);
    },
  };
}
