/**
 * A thread of WhatsApp sessions: the ordinary provider, with database, host and log in the main thread. A fault that no
 * code has handled is reported there, and the thread continues for its other sessions.
 */
import { createDatabase } from '../../../core/db/client.ts';
import type {
  FileSink,
  LinkedMedia,
  MediaSinks,
} from '../../../core/events/publish/media-links.ts';
import type { OwnDatabase } from '../../../core/events/publish/ownership.ts';
import type { Provider } from '../../../core/providers/provider.ts';
import { placeFreedBy } from '../../../core/shared/async/semaphore.ts';
import { followingClock } from '../../../core/shared/clock.ts';
import { createVault } from '../../../core/shared/crypto.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import { createLog, LOG_LEVELS, type Log } from '../../../core/shared/log.ts';
import { describeFault } from '../../../core/shared/unhandled-faults.ts';
import { isBaileysFault } from '../engine/baileys-faults.ts';
import type { Logins } from '../login-pace.ts';
import { httpsTransport } from '../media/transport.ts';
import { createWhatsAppProvider } from '../provider.ts';
import { OpenedSession } from './opened-session.ts';
import {
  ERROR_TYPES,
  MAIN,
  type MainThreadCalls,
  type SessionThreadCalls,
  THREAD,
  type ThreadSettings,
} from './seam.ts';
import { type CallMessage, ThreadCalls } from './thread-calls.ts';

declare const self: Worker;

const calls = new ThreadCalls((message) => self.postMessage(message), ERROR_TYPES);
const main = calls.remote<MainThreadCalls>(MAIN);
const clock = followingClock();
const sessions = new Map<number, OpenedSession>();
let provider: Provider | null = null;

const thread: SessionThreadCalls = {
  async begin(settings, moment) {
    clock.follow(moment);
    const log = remoteLog(settings);
    process.on('uncaughtException', report);
    process.on('unhandledRejection', report);
    provider = providerWith(settings, log);
  },
  async beat(moment) {
    clock.follow(moment);
  },
  async open(session, facts) {
    if (provider === null) throw new Error('the thread has not begun');
    sessions.set(session, new OpenedSession(calls, session, facts, provider));
  },
  async settingsChanged(session, mirror) {
    sessions.get(session)?.follow(mirror);
  },
  async close(session) {
    sessions.get(session)?.close();
    sessions.delete(session);
  },
};
calls.expose(THREAD, () => thread);
self.onmessage = ({ data }: MessageEvent<CallMessage>) => calls.receive(data);

/** Ignores that a report could not be delivered. */
const unheard = (call: Promise<unknown>): void => void call.catch(() => {});

function report(error: unknown): void {
  unheard(main.faulted(isBaileysFault(error) ? 'library' : 'sessions', describeFault(error)));
}

/** Formats lines here, so that what is masked never leaves this thread. */
function remoteLog({ logLevel }: ThreadSettings): Log {
  const written = createLog(logLevel, clock.now, (line) => {
    const { level, time: _, message, ...fields } = JSON.parse(line);
    unheard(main.log(level, message, fields));
  });
  return Object.fromEntries(LOG_LEVELS.map((level) => [level, written[level]])) as Log;
}

function providerWith(settings: ThreadSettings, log: Log): Provider {
  const { encryptionKeys, mediaAuthority: authority, storesFiles } = settings;
  return createWhatsAppProvider({
    ...settings,
    clock,
    log,
    // Every session writes through `own`.
    db: own(''),
    own,
    vault: createVault(...encryptionKeys),
    random: Math.random,
    versions: {
      current: (proxy) => main.currentVersion(proxy),
      renew: (refused, proxy) => main.renewVersion(refused, proxy),
    },
    record: settings.records ? (...stanza) => main.recordStanza(...stanza) : null,
    mediaTransport: httpsTransport(authority === undefined ? {} : { authority }),
    mediaSinks: storesFiles ? remoteSinks : null,
    logins: remoteLogins,
    filePlaces: {
      of: (instanceId) => ({
        acquire: async (ended) =>
          (await main.takeFilePlace(instanceId, ended))
            ? placeFreedBy(() => unheard(main.releaseFilePlace(instanceId)))
            : null,
      }),
    },
  });
}

const own: OwnDatabase = (instanceId) =>
  createDatabase({
    query: (text, params) => main.query(instanceId, text, params),
    batch: (statements) => main.batch(instanceId, statements),
    tryOut: () => Promise.reject(new Error('a session commits with others, which are tried out')),
    close: async () => {},
  });

let lastLogin = 0;
const remoteLogins: Logins = {
  noteLogin: () => unheard(main.loginBegins()),
  async place(ended) {
    const login = ++lastLogin;
    if (!(await main.placeLogin(login, ended))) return null;
    const release = () => {
      ended.removeEventListener('abort', release);
      unheard(main.loggedIn(login));
    };
    ended.addEventListener('abort', release);
    if (ended.aborted) release();
    return release;
  },
};

let lastFile = 0;
const remoteSinks: MediaSinks = {
  sink(about, signal): FileSink<LinkedMedia> {
    const file = ++lastFile;
    unheard(main.beginFile(file, about, signal));
    return {
      write: (bytes) => main.writeFile(file, bytes).catch(() => false),
      finish: () => main.finishFile(file).catch((error) => ({ mediaError: messageOf(error) })),
      abandon: () => main.abandonFile(file).catch(() => {}),
    };
  },
};
