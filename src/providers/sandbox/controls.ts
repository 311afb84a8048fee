/** Controls a session of the sandbox for its driver, who acts as a phone, the network or other people. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { ignoredRecord } from '../../messages/rows.ts';
import { isIgnored } from '../chats.ts';
import { arrivingEvent } from './arriving.ts';
import type { ArrivingMessage, SandboxSession } from './driver.ts';
import { newNumber } from './invented.ts';
import { personJid } from './jids.ts';
import { type Notice, receiptEvent } from './notices.ts';
import { recordOf } from './sent-messages.ts';
import { arrivalAt, type SessionParts } from './session-parts.ts';

const PUSH_NAME = 'Sandbox';

export const controlsOf = (session: SessionParts) =>
  ({
    ...connectionControlsOf(session),
    message: (message) => session.tasks.begin(() => arrive(session, message)),
    event: (event) => notify(session, () => event),
    receipt: (receipt) => notify(session, (notice) => receiptEvent(receipt, notice)),
    ack: (order) => session.acks.order(order),
  }) satisfies Partial<SandboxSession>;

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

/** Publishes an event of an open connection; resolves when it is on disk and the account has changed with it. */
const notify = (session: SessionParts, toEvent: (notice: Notice) => CatalogEvent): Promise<void> =>
  session.tasks.begin(async () => {
    const { deps, host, connection, ringing } = session;
    const account = connection.requireOpen();
    const event = toEvent({ nowMs: deps.clock.now(), account });
    host.pace.take(1);
    // It precedes publishing, since the account's automatic reactions follow at once.
    ringing.follow(event);
    await connection.publish([event]);
    session.groups.of(account).follow(event);
    session.newsletters.of(account).noteEvent(event);
    if (event.type === 'TemplateUpdate') await deps.reviewed(host.instanceId, event.data);
    if (event.type === 'Receipt' && event.state && event.state !== 'ReadSelf')
      session.acks.received(event.state, event.data.MessageIDs);
  });

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
