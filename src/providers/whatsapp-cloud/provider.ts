/** WhatsApp's official API: an instance is a number at Meta, reached by the Graph API and its webhooks. */
import type { Account, Provider, SessionHost } from '../provider.ts';
import { type CloudSession, type CloudSessionDeps, openSession } from './session.ts';

interface CloudProvider extends Provider {
  readonly name: 'whatsapp-cloud';
  open(host: SessionHost, account: Account | null): CloudSession;
}

/** Looks of many instances after a start; Meta counts calls by the hour, and each instance makes one. */
const LOGIN_PAUSE_MS = 50;

export const createCloudProvider = (deps: CloudSessionDeps): CloudProvider => ({
  name: 'whatsapp-cloud',
  loginPauseMs: LOGIN_PAUSE_MS,
  open: (host, account) => openSession(deps, host, account),
});
