/** Makes the provider for WhatsApp by a paired phone, with sessions spread over threads of their own. */
import { createFilePlaces } from '../../../core/providers/message-files.ts';
import type { Provider } from '../../../core/providers/provider.ts';
import { LOGIN_PAUSE_MS, LoginPace } from '../login-pace.ts';
import { SessionThread, type SessionThreadDeps, type ThreadUser } from './session-thread.ts';
import { openThreaded } from './threaded-session.ts';

export interface ThreadedWhatsAppOptions extends Omit<SessionThreadDeps, 'logins' | 'filePlaces'> {
  /** The most threads; at least 1. A thread starts when a session needs it and ends with its last one. */
  readonly threads: number;
}

export function createThreadedWhatsAppProvider(options: ThreadedWhatsAppOptions): Provider {
  const { clock, log, settings } = options;
  const logins = new LoginPace(clock);
  const deps = { ...options, logins, filePlaces: createFilePlaces(settings.mediaLimitBytes) };
  const threads = new Set<SessionThread>();
  const start = () => {
    const thread = new SessionThread(deps, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  };
  const threadFor = (user: ThreadUser) => {
    const [least] = [...threads].sort((one, other) => one.users.size - other.users.size);
    const isFull = threads.size >= options.threads;
    const thread = least !== undefined && (isFull || least.users.size === 0) ? least : start();
    thread.users.add(user);
    return thread;
  };
  const left = (thread: SessionThread) => {
    if (thread.users.size === 0) thread.end(null);
  };
  return {
    name: 'whatsapp',
    loginPauseMs: LOGIN_PAUSE_MS,
    open: (host, account) => openThreaded({ clock, log, logins, threadFor, left }, host, account),
  };
}
