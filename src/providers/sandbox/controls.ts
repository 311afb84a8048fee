/** Controls a session of the sandbox for its driver, who acts as a phone, the network or other people. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { ignoredRecord } from '../../messages/rows.ts';
import { isIgnored } from '../chats.ts';
import { arrivingEvent } from './arriving.ts';
import { chatUpdate, contactArrived } from './chat-updates.ts';
import type { ArrivingMessage, SandboxSession } from './driver.ts';
import { newNumber } from './invented.ts';
import { personJid } from './jids.ts';
import { labelArrived } from './labels.ts';
import { groupEvent, type Notice, receiptEvent } from './notices.ts';
import { recordOf } from './sent-messages.ts';
import { arrivalAt, type SessionParts } from './session-parts.ts';

const PUSH_NAME = 'Sandbox';

export function controlsOf(session: SessionParts) {
  const { deps, host, tasks, connection, groups } = session;
  const { clock } = deps;
  const notify = (toEvent: (notice: Notice) => CatalogEvent) =>
    tasks.begin(() => publishNotice(session, toEvent));
  return {
    ...connectionControlsOf(session),
    past: async (message) => session.past.add(message),
    message: (message) => tasks.begin(() => arrive(session, message)),
    event: (event) => notify(() => event),
    receipt: (receipt) => notify((notice) => receiptEvent(receipt, notice)),
    group: async (group) =>
      group.step === 'request'
        ? groups.of(connection.requireOpen()).addRequests(group)
        : notify((notice) => groupEvent(group, notice)),
    presence: (shown) => notify(({ nowMs }) => session.presences.eventOf(shown, nowMs)),
    label: (label) => whileOpen(session, () => labelArrived(label, session.labelling)),
    chat: (chat) => whileOpen(session, () => host.updateChats([chatUpdate(chat)])),
    contact: (contact) => whileOpen(session, () => contactArrived(contact, host)),
    template: (review) =>
      whileOpen(session, async () => {
        const data = await deps.reviewed(host.instanceId, review);
        await connection.publish([{ type: 'TemplateUpdate', data }]);
      }),
    ack: (order) => session.acks.order(order),
    limits: ({ newChatsLockedUntil: lockedUntil }) =>
      host.newChats.learned({ lockedUntil, checkedAt: clock.now() }),
  } satisfies Partial<SandboxSession>;
}

/** Passes on what an open connection receives, which may be an event. */
const whileOpen = ({ host, tasks, connection }: SessionParts, take: () => Promise<void>) =>
  tasks.begin(async () => {
    connection.requireOpen();
    host.pace.take(1);
    await take();
  });

/**
 * Makes the controls for actions of the phone or the network on the connection. The events that follow count as one.
 */
function connectionControlsOf({ deps, host, tasks, connection }: SessionParts) {
  const act = (work: () => Promise<void>) =>
    tasks.run(async () => {
      host.pace.take(1);
      await work();
    });
  return {
    scan: ({ number = newNumber(deps.random), pushName = PUSH_NAME, passkey }) =>
      act(() => connection.scan({ jid: personJid('number', number), pushName }, { passkey })),
    pair: (code, passkey) => act(() => connection.pair(code, PUSH_NAME, { passkey })),
    // This is not in a turn, since the ceremony takes one for each of its steps.
    async usePasskey() {
      host.pace.take(1);
      await connection.usePasskey();
    },
    drop: () => act(() => connection.drop()),
    remove: () => act(() => connection.remove()),
  } satisfies Partial<SandboxSession>;
}

/** Publishes an event of an open connection; resolves when it is on disk. */
async function publishNotice(session: SessionParts, toEvent: (notice: Notice) => CatalogEvent) {
  const { deps, host, connection, groups, newsletters, ringing } = session;
  const { clock, random } = deps;
  const notice = { nowMs: clock.now(), random, account: connection.requireOpen() };
  const event = toEvent(notice);
  host.pace.take(1);
  // It precedes publishing, since the account's automatic reactions follow at once.
  ringing.follow(event);
  await connection.publish([event]);
  groups.of(notice.account).follow(event);
  newsletters.of(notice.account).noteEvent(event);
  if (event.type === 'Receipt' && event.state && event.state !== 'ReadSelf')
    session.acks.received(event.state, event.data.MessageIDs);
}

async function arrive(session: SessionParts, message: ArrivingMessage) {
  const { deps, host, connection } = session;
  const groups = session.groups.of(connection.requireOpen());
  const arrival = () => arrivalAt(deps);
  const self = () => connection.requireOpen().jid;
  const isAdmin = (group: string, person: string) => groups.isAdmin(group, person);
  const arriving = arrivingEvent(message, { host, arrival, self, isAdmin });
  const event = arriving instanceof Promise ? await arriving : arriving;
  const { Info, Message: content } = event.data;
  const stored = recordOf(event.data, message.kind, { content }, deps.clock.now());
  if (isIgnored(deps, host.settings(), Info.Chat))
    await connection.publish([], [ignoredRecord(stored)]);
  else {
    host.pace.take(1);
    deps.files.addOf(event);
    await connection.publish([event], [stored]);
  }
  return { messageId: Info.ID };
}
