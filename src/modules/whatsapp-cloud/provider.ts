/**
 * Makes the provider for WhatsApp's official API: an instance is a number at Meta, reached by the Graph API and its
 * webhooks.
 */
import type { OwnDatabase } from '../../core/events/publish/owner-writes.ts';
import { createFilePlaces } from '../../core/providers/file-places.ts';
import type { Account, Provider, SessionHost } from '../../core/providers/provider.ts';
import type { CloudSessionDeps } from './context.ts';
import { LOGIN_PAUSE_MS } from './login-pause.ts';
import { type CloudSession, openSession } from './session.ts';
import { TemplateLists } from './template-lists.ts';

interface CloudProvider extends Provider {
  readonly name: 'whatsapp-cloud';
  open(host: SessionHost, account: Account | null): CloudSession;
}

interface CloudOptions extends Omit<CloudSessionDeps, 'fileSlots' | 'templateLists'> {
  /** For all that a session writes besides events; by default the same database. */
  readonly own?: OwnDatabase;
}

export function createCloudProvider({ own, ...options }: CloudOptions): CloudProvider {
  const filePlaces = createFilePlaces(options.mediaLimitBytes);
  const deps = { ...options, templateLists: new TemplateLists(options.clock) };
  return {
    name: 'whatsapp-cloud',
    loginPauseMs: LOGIN_PAUSE_MS,
    open(host, account) {
      const db = own?.(host.instanceId) ?? deps.db;
      const fileSlots = filePlaces.of(host.instanceId);
      return openSession({ ...deps, db, fileSlots }, host, account);
    },
  };
}
