/** A session's host that records what it is given, in order, and fails on demand. */
import type { Database, Statement } from '../../../src/core/db/client.ts';
import type { CatalogEvent, EventType } from '../../../src/core/events/contract/catalog.ts';
import type { EventRateLimit } from '../../../src/core/events/publish/rate-limit.ts';
import type { ChatUpdate } from '../../../src/core/messages/chat-states.ts';
import { isInChat } from '../../../src/core/messages/find.ts';
import {
  lockEnd,
  lockedSentence,
  type NewChatLimit,
  NewChatLimits,
  type NewChats,
} from '../../../src/core/messages/new-chats.ts';
import { insertsOf, type MessageRecord } from '../../../src/core/messages/rows.ts';
import type { StatusChange } from '../../../src/core/messages/status.ts';
import type { ContactUpdate } from '../../../src/core/messages/store/contact-changes.ts';
import type { SamePerson } from '../../../src/core/messages/store/merge-statements.ts';
import { NO_SETTINGS } from '../../../src/core/providers/chats.ts';
import type { Ceremony } from '../../../src/core/providers/passkey.ts';
import type {
  Account,
  Phase,
  Provider,
  SessionHost,
} from '../../../src/core/providers/provider.ts';
import { conflict } from '../../helpers/failures.ts';
import { unlimitedRate } from '../../helpers/rate-limit.ts';

export type RecordedStep = EventType | Phase | 'paired' | 'unpaired' | 'codes wiped';

export interface RecordingHost extends SessionHost {
  /** No limit, until a test sets another. */
  pace: EventRateLimit;
  /** Nothing is set, until a test sets something. */
  settings: SessionHost['settings'];
  /** None, until a test sets another. */
  proxy: SessionHost['proxy'];
  /** Events, phases and pairings by name, in the order they were on disk. */
  readonly recorded: readonly RecordedStep[];
  readonly events: readonly CatalogEvent[];
  readonly messages: readonly MessageRecord[];
  /** What was reported of messages sent, news or not. */
  readonly statuses: readonly StatusChange[];
  readonly phases: readonly { readonly phase: Phase; readonly reason: string | null }[];
  /** Addresses that are one person's. */
  readonly people: readonly SamePerson[];
  readonly chatUpdate: readonly ChatUpdate[];
  readonly contactNews: readonly ContactUpdate[];
  /** Passkey ceremonies that were opened to browsers, oldest first. */
  readonly ceremonies: readonly Ceremony[];
  /** The account as last remembered. */
  account(): Account | null;
  /** The next time any of these is written, it fails; once each. */
  failOn(...names: RecordedStep[]): void;
  /** From here on nothing written reaches the disk until the returned function is called. */
  hold(): () => void;
  /** What belongs to the commit of events is written there with them from here on. */
  writeChangesTo(db: Pick<Database, 'batch'>): void;
  /** True when something was written before the promise of what came before had settled. */
  wasOverlapped(): boolean;
}

const isRecording = (host: SessionHost): host is RecordingHost => 'writeChangesTo' in host;

/** The same provider, whose hosts write to `db` what belongs to the commit of events. */
export const writingChanges = (provider: Provider, db: Pick<Database, 'batch'>): Provider => ({
  ...provider,
  open(host, account) {
    if (isRecording(host)) host.writeChangesTo(db);
    return provider.open(host, account);
  },
});

/** The same, and messages are in the table too. The instance is to be inserted before. */
export const storingHost = (db: Database, instanceId?: string): RecordingHost => {
  const host = recordingHost(instanceId, true, (messages, change) =>
    db.batch([...messages.flatMap((message) => insertsOf(host.instanceId, message)), ...change]),
  );
  return { ...host, newChats: new NewChatLimits(db).of(host.instanceId) };
};

export function recordingHost(
  instanceId = '01900000-0000-7000-8000-00000000b001',
  wantsFiles = true,
  /** Where messages are stored besides, and what is to be written in the same commit. */
  store: (
    messages: readonly MessageRecord[],
    change: readonly Statement[],
  ) => Promise<unknown> = async () => {},
): RecordingHost {
  const recorded: RecordedStep[] = [];
  const events: CatalogEvent[] = [];
  const messages: MessageRecord[] = [];
  const statuses: StatusChange[] = [];
  const phases: { phase: Phase; reason: string | null }[] = [];
  const people: SamePerson[] = [];
  const chatUpdate: ChatUpdate[] = [];
  const contactNews: ContactUpdate[] = [];
  const ceremonies: Ceremony[] = [];
  const failing = new Set<RecordedStep>();
  let account: Account | null = null;
  let disk: Promise<void> = Promise.resolve();
  let writing = 0;
  let isOverlapped = false;
  let database: Pick<Database, 'batch'> | null = null;

  /** One write: all of it or nothing. */
  const write = async (
    names: readonly RecordedStep[],
    store: () => void,
    change: readonly Statement[] = [],
  ) => {
    if (++writing > 1) isOverlapped = true;
    try {
      await disk;
      const broken = names.find((name) => failing.delete(name));
      if (broken !== undefined) throw new Error(`the disk refused ${broken}`);
      if (change.length > 0) await database?.batch(change);
      recorded.push(...names);
      store();
    } finally {
      writing--;
    }
  };
  const emitAll = async (
    several: readonly CatalogEvent[],
    stored: readonly MessageRecord[] = [],
    change: readonly Statement[] = [],
  ) => {
    await store(stored, change);
    await write(
      several.map(({ type }) => type),
      () => {
        events.push(...several);
        messages.push(...stored);
      },
      change,
    );
  };

  return {
    instanceId,
    instanceName: 'shop',
    pace: unlimitedRate({ id: instanceId, name: 'shop' }),
    emit: (event) => emitAll([event]),
    emitAll,
    newChats: newChatsIn(messages),
    recordPlatformId: async (id, platformId) => {
      const place = messages.findLastIndex((message) => message.id === id && message.isFromMe);
      const found = messages[place];
      if (found !== undefined) messages[place] = { ...found, platformId };
    },
    mergePeople: async (all) => void people.push(...all),
    async updateChats(all) {
      await disk;
      chatUpdate.push(...all);
    },
    async updateContacts(all) {
      await disk;
      contactNews.push(...all);
    },
    async findMessage(id, addresses = []) {
      const named = messages.filter((message) => [message.id, message.platformId].includes(id));
      const inChat = named.findLast((one) => addresses.some((address) => isInChat(one, address)));
      return inChat ?? named.at(-1) ?? null;
    },
    oldestIn: async (chat) =>
      messages
        .filter((message) => message.chat === chat)
        .reduce<MessageRecord | null>(
          (oldest, one) => (oldest !== null && oldest.sentAt <= one.sentAt ? oldest : one),
          null,
        ),
    newestIn: async (chat) => messages.findLast((message) => message.chat === chat) ?? null,
    async windowOf(chat) {
      const last = messages.findLast((one) => one.chat === chat && one.opensWindow);
      return last === undefined ? null : { openedAt: last.sentAt, messageId: last.id };
    },
    async recordStatuses(changes) {
      await disk;
      statuses.push(...changes);
    },
    enter: async (phase, reason) => {
      const last = phases.at(-1);
      if (last?.phase === phase && last.reason === reason) return;
      await write([phase], () => phases.push({ phase, reason }));
    },
    rememberAccount: (next) =>
      write([next ? 'paired' : 'unpaired'], () => {
        account = next;
      }),
    wantsFiles: () => wantsFiles,
    settings: () => NO_SETTINGS,
    proxy: async () => null,
    async checkOwned() {},
    async openCeremony(ceremony) {
      ceremonies.push(ceremony);
      const number = ceremonies.length;
      return { openUrl: `open ${number}`, ceremonyUrl: `ceremony ${number}` };
    },
    wipeCodes: () => write(['codes wiped'], () => {}),
    recorded,
    events,
    messages,
    statuses,
    phases,
    people,
    chatUpdate,
    contactNews,
    ceremonies,
    account: () => account,
    failOn: (...names) => {
      for (const name of names) failing.add(name);
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      disk = promise;
      return resolve;
    },
    writeChangesTo(db) {
      database = db;
    },
    wasOverlapped: () => isOverlapped,
  };
}

/** The limit in memory, over the messages that the host was given. */
function newChatsIn(messages: readonly MessageRecord[]): NewChats {
  let limit: NewChatLimit = { lockedUntil: null, checkedAt: null };
  return {
    limit: async () => limit,
    async learned(next) {
      limit = next;
    },
    async require(addresses, nowMs) {
      const end = lockEnd(limit, nowMs);
      const isKnown = messages.some(({ chat }) => addresses.includes(chat));
      if (end !== null && !isKnown) throw conflict(lockedSentence(end));
    },
  };
}
