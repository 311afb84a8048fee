/**
 * A provider whose sessions the test moves by hand.
 * Every call is noted; what it does is a script that the test may replace before the call is made.
 */

import type { StoredMessage } from '../../src/core/messages/rows.ts';
import type {
  CallActions,
  Newsletter,
  NewsletterActions,
  OwnProfile,
} from '../../src/core/providers/account-actions.ts';
import type { ChatActions } from '../../src/core/providers/chat-actions.ts';
import type { Group, GroupActions } from '../../src/core/providers/groups.ts';
import type { MessageFile } from '../../src/core/providers/message-files.ts';
import type {
  OutgoingMedia,
  OutgoingMessage,
  SentMessage,
} from '../../src/core/providers/outgoing.ts';
import type {
  Account,
  PairingOffer,
  Provider,
  ProviderName,
  Session,
  SessionHost,
} from '../../src/core/providers/provider.ts';

export interface ScriptedSession extends Session {
  readonly host: SessionHost;
  /** The account it was opened with, or paired with since. */
  account: Account | null;
  /** Calls in order: `connect`, `connect 5511999990000`, `restart`, `logout`, `stop`, `send`, `sendMedia`. */
  readonly calls: string[];
  /** Sets the offer of this moment, without a word to the host. */
  show(offer: PairingOffer | null): void;
  /** As `show`, with the phase that goes with it. */
  offerQr(code?: string, count?: number): Promise<void>;
  offerCode(pairingCode?: string): Promise<void>;
  /** Pairs (unless it is) and opens. */
  openUp(account?: Account): Promise<void>;
}

export interface Script {
  connect(session: ScriptedSession, phone: string | undefined): Promise<void>;
  restart(session: ScriptedSession): Promise<void>;
  logout(session: ScriptedSession): Promise<void>;
  stop(session: ScriptedSession): Promise<void>;
  send(session: ScriptedSession, message: OutgoingMessage): Promise<SentMessage>;
  sendMedia(session: ScriptedSession, message: OutgoingMedia): Promise<SentMessage>;
  fileOf(session: ScriptedSession, message: StoredMessage): Promise<MessageFile>;
  chats(session: ScriptedSession): ChatActions;
  /** The same for all sessions. */
  readonly groups: GroupActions;
  readonly newsletters: NewsletterActions;
  phoneCalls(session: ScriptedSession): CallActions;
  ownProfile(session: ScriptedSession): OwnProfile;
}

export interface ScriptedProvider extends Provider {
  /** What the sessions do; replace its functions at will. */
  readonly script: Script;
  /** All sessions ever opened, oldest first. */
  readonly sessions: ScriptedSession[];
  /** The newest session of an instance; throws when there is none. */
  of(instanceName: string): ScriptedSession;
}

export const OWNER: Account = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };
export const QR_IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

/** For scripts: a call that never ends. */
export const hang = (): Promise<never> => new Promise(() => {});

const accepted = async (
  _session: ScriptedSession,
  { number }: { readonly number: string },
): Promise<SentMessage> => ({
  id: '3EB0C0FFEE',
  remoteJid: number.includes('@') ? number : `${number}@s.whatsapp.net`,
  timestamp: 1_767_607_200,
  message: { conversation: 'hello' },
  pushName: 'Shop',
});

export const GROUP: Group = {
  id: '120363000000000001@g.us',
  subject: 'Crew',
  subjectOwner: OWNER.jid,
  subjectTime: 1_767_607_200,
  creation: 1_767_607_100,
  owner: OWNER.jid,
  desc: null,
  descId: null,
  restrict: false,
  announce: true,
  memberAddMode: 'admin_add',
  joinApprovalMode: false,
  ephemeralDuration: 0,
  isCommunity: false,
  isCommunityAnnounce: false,
  linkedParent: null,
  participants: [{ id: OWNER.jid, lid: '99@lid', admin: 'superadmin' }],
};

/** There is one group. */
const oneGroup = (): GroupActions => ({
  find: async () => GROUP,
  async *all() {
    yield GROUP;
  },
  create: async ({ participants }) => ({
    group: GROUP,
    results: participants.map((jid) => ({ jid, status: 200, reason: null, invite: null })),
    problems: [],
  }),
  rename: async () => {},
  describe: async () => {},
  changeMembers: async (_group, _action, people) =>
    people.map((jid) => ({
      jid,
      status: 403,
      reason: 'They let only their contacts add them.',
      invite: { code: 'abc', expiration: 1_767_700_000 },
    })),
  set: async () => {},
  setMemberAddMode: async () => {},
  setPicture: async () => {},
  setEphemeral: async () => {},
  leave: async () => {},
  inviteCode: async () => 'A'.repeat(22),
  revokeInviteCode: async () => 'B'.repeat(22),
  inviteInfo: async () => GROUP,
  join: async () => ({ group: GROUP.id, isJoined: false }),
  joinRequests: async () => [{ jid: OWNER.jid, requestedAt: 1_767_607_200, method: 'invite_link' }],
  answerJoinRequests: async (_group, _answer, people) =>
    people.map((jid) => ({ jid, status: 200, reason: null, invite: null })),
});

export const NEWSLETTER: Newsletter = {
  id: '120363000000000002@newsletter',
  state: { type: 'ACTIVE' },
  thread_metadata: {
    creation_time: '1767225600',
    invite: '0029VaNews',
    name: { text: 'News', id: '1' },
    description: { text: '' },
    subscribers_count: 7,
    verification: 'UNVERIFIED',
    picture: null,
  },
  viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
};

/** There is one channel. */
const oneNewsletter = (): NewsletterActions => ({
  all: async () => [NEWSLETTER],
  find: async () => NEWSLETTER,
  findByInvite: async () => NEWSLETTER,
  follow: async () => {},
  unfollow: async () => {},
});

/** By default connecting stops at `starting` unless it is paired, and everything else just works. */
const plainScript = (): Script => ({
  async connect(session) {
    await session.host.enter('starting', null);
    if (session.account) await session.openUp();
  },
  async restart(session) {
    await session.host.enter('reconnecting', 'restart requested');
    if (session.account) await session.openUp();
  },
  async logout(session) {
    if (session.account) {
      const data = { Reason: 'requested', reason: 'requested', OnConnect: false, code: 401 };
      await session.host.emit({ type: 'LoggedOut', data });
      await session.host.rememberAccount(null);
    }
    session.account = null;
    session.show(null);
    await session.host.enter('logged_out', 'logged out by request');
  },
  async stop() {},
  send: accepted,
  sendMedia: accepted,
  async fileOf() {
    throw new Error('no script for files');
  },
  chats() {
    throw new Error('no script for what is done in chats');
  },
  groups: oneGroup(),
  newsletters: oneNewsletter(),
  phoneCalls() {
    throw new Error('no script for calls');
  },
  ownProfile() {
    throw new Error('no script for the own profile');
  },
});

export function scriptedProvider(name: ProviderName = 'sandbox'): ScriptedProvider {
  const script = plainScript();
  const sessions: ScriptedSession[] = [];
  return {
    name,
    loginPauseMs: 50,
    script,
    sessions,
    of(instanceName) {
      const found = sessions.findLast(({ host }) => host.instanceName === instanceName);
      if (!found) throw new Error(`no session of ${instanceName} was opened`);
      return found;
    },
    open(host, account) {
      const session = scriptedSession(script, host, account);
      sessions.push(session);
      return session;
    },
  };
}

function scriptedSession(
  script: Script,
  host: SessionHost,
  account: Account | null,
): ScriptedSession {
  let current: PairingOffer | null = null;
  const calls: string[] = [];
  const session: ScriptedSession = {
    host,
    account,
    calls,
    show(offer) {
      current = offer;
    },
    async offerQr(code = '2@code', count = 1) {
      current = { kind: 'qr', code, image: QR_IMAGE, count, maxCount: 6, expiresInMs: 20_000 };
      await host.enter('waiting_qr', null);
    },
    async offerCode(pairingCode = 'ABCD1234') {
      current = { kind: 'code', pairingCode, expiresInMs: 160_000 };
      await host.enter('pairing', null);
    },
    async openUp(owner = OWNER) {
      if (!session.account) await host.rememberAccount(owner);
      session.account ??= owner;
      current = null;
      await host.enter('open', null);
    },
    connect({ phone }) {
      calls.push(phone === undefined ? 'connect' : `connect ${phone}`);
      return script.connect(session, phone);
    },
    offer: () => current,
    restart() {
      calls.push('restart');
      return script.restart(session);
    },
    logout() {
      calls.push('logout');
      return script.logout(session);
    },
    abandon: () => void calls.push('abandon'),
    stop() {
      calls.push('stop');
      return script.stop(session);
    },
    send(message) {
      calls.push('send');
      return script.send(session, message);
    },
    sendMedia(message) {
      calls.push('sendMedia');
      return script.sendMedia(session, message);
    },
    fileOf: (message) => script.fileOf(session, message),
    chats: () => script.chats(session),
    groups: () => script.groups,
    newsletters: () => script.newsletters,
    phoneCalls: () => script.phoneCalls(session),
    ownProfile: () => script.ownProfile(session),
  };
  return session;
}
