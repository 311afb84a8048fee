/** The part of the service that the session of an instance can use. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { Engine } from '../events/engine.ts';
import { notOwned } from '../events/publish/ownership.ts';
import type { EventRateLimitOf } from '../events/publish/rate-limit.ts';
import type { MessageLog } from '../messages/log.ts';
import { isGroup } from '../providers/chats.ts';
import type { SessionHost } from '../providers/provider.ts';
import type { AllAccountSettings } from './account-settings.ts';
import type { AutomaticActions } from './automatic.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import type { Ceremonies } from './passkey-ceremonies.ts';
import type { InstanceProxies } from './proxies.ts';

interface SessionHostDeps {
  readonly directory: Pick<InstanceRegister, 'byId' | 'enter' | 'pair'>;
  readonly engine: Pick<Engine, 'wipeCodes'>;
  readonly messages: Omit<MessageLog, 'recordUnsent' | 'markRead' | 'fateOf' | 'pollOf'>;
  readonly paceOf: EventRateLimitOf;
  readonly proxies: Pick<InstanceProxies, 'routeOf'>;
  readonly accountSettings: Pick<AllAccountSettings, 'get'>;
  /** Gets what is on disk. */
  readonly automatic: Pick<AutomaticActions, 'after' | 'recordName'>;
  readonly ceremonies: Pick<Ceremonies, 'open'>;
  /** Returns whether an endpoint or reader gets the files of this instance's messages. */
  readonly wantsFiles: (instanceId: string) => boolean;
  /** Returns whether sessions of the instance belong to this node. */
  readonly owns: (instanceId: string) => boolean;
  /** Called after every recorded fact, once it is on disk. */
  readonly notify: () => void;
  /** Returns true while the service stops: the stored phase must stay the one from which the next start continues. */
  readonly isStopping: () => boolean;
}

export function createSessionHost(record: InstanceRecord, deps: SessionHostDeps): SessionHost {
  const { directory, engine, messages, paceOf, notify, isStopping } = deps;
  const { id, name } = record;
  const isGone = () => directory.byId(id) === null;
  const settings = () => deps.accountSettings.get(id);

  const emitAll: SessionHost['emitAll'] = async (events, stored = [], change = []) => {
    if (isGone()) return;
    const wanted = settings().groupsIgnore ? events.filter(isNoGroupEvent) : events;
    await messages.publish({ id, name }, wanted, stored, change);
    notify();
    deps.automatic.after(wanted, stored);
  };
  return {
    instanceId: id,
    instanceName: name,
    pace: paceOf({ id, name }),
    emit: (event) => emitAll([event]),
    emitAll,
    async recordPlatformId(messageId, platformId) {
      if (!isGone()) await messages.recordPlatformId(id, messageId, platformId);
    },
    ...peopleAndChatsHost(record, deps),
    findMessage: (...asked) => messages.find(id, ...asked),
    oldestIn: (chat) => messages.oldestIn(id, chat),
    newestIn: (chat) => messages.newestIn(id, chat),
    windowOf: (chat) => messages.windowOf(id, chat),
    newChats: messages.newChats.of(id),
    async recordStatuses(changes) {
      if (!isGone()) await messages.recordStatuses({ id, name }, changes);
    },
    async enter(phase, reason) {
      if (isStopping()) return;
      await directory.enter(id, phase, reason);
      notify();
    },
    async rememberAccount(account) {
      await directory.pair(id, account?.jid ?? null, account?.pushName ?? null);
      // The next account has other chats.
      if (account === null) await messages.chatStates.clear(id);
      notify();
      if (account) deps.automatic.recordName();
    },
    wantsFiles: () => deps.wantsFiles(id),
    settings,
    proxy: () => deps.proxies.routeOf(id),
    async checkOwned() {
      if (!deps.owns(id)) throw notOwned();
    },
    openCeremony: async (ceremony) => deps.ceremonies.open(id, ceremony),
    async wipeCodes() {
      if (!isGone()) await engine.wipeCodes(id);
    },
  };
}

/** Handles what a session reports about people and chats beside messages. */
function peopleAndChatsHost(
  { id, name }: InstanceRecord,
  { directory, messages, accountSettings }: SessionHostDeps,
): Pick<SessionHost, 'mergePeople' | 'updateChats' | 'updateContacts'> {
  const isGone = () => directory.byId(id) === null;
  const isWanted = (chat: string) => !accountSettings.get(id).groupsIgnore || !isGroup(chat);
  return {
    async mergePeople(people) {
      if (!isGone()) await messages.mergePeople({ id, name }, people);
    },
    async updateChats(chats) {
      const wanted = chats.filter(({ chat }) => isWanted(chat));
      if (!isGone()) await messages.chatStates.update({ id, name }, wanted);
    },
    async updateContacts(contacts) {
      const wanted = contacts.filter(({ jid }) => isWanted(jid));
      if (!isGone()) await messages.updateContacts({ id, name }, wanted);
    },
  };
}

/** If groups are ignored, their messages and receipts are not published; the session records that they came. */
const isNoGroupEvent = ({ type }: CatalogEvent): boolean =>
  type !== 'GroupInfo' && type !== 'JoinedGroup';
