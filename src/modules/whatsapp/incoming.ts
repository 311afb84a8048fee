/** Builds everything that listens to an instance's connection. */
import { AppStateSync } from './app-state-sync.ts';
import { ChatChanges } from './chat-changes.ts';
import type { SessionContext } from './context.ts';
import type { WASocket } from './engine/surface.ts';
import { Files } from './files.ts';
import { HistoryRequests } from './history.ts';
import { IdentityChanges } from './identity-changes.ts';
import { WhatsAppLabels } from './labels.ts';
import { MessageReceiver } from './message-receiver.ts';
import { MessageTimers } from './message-timers.ts';
import { NewChatLock } from './new-chat-lock.ts';
import type { JoinedNewsletters } from './newsletters.ts';
import { PhoneCopies } from './phone-copies.ts';
import { ReceivedMessages, SeenMessages } from './received-messages.ts';
import { RetryRequests } from './retry-requests.ts';
import { Reuploads } from './reuploads.ts';
import { SignedPreKeys } from './signed-pre-keys.ts';
import { StanzaListener } from './stanza-listener.ts';
import { TargetChecks } from './target-checks.ts';
import { UndecryptableMessages } from './undecryptable-messages.ts';
import { WatchedChats } from './watched-chats.ts';

export type Listeners = ReturnType<typeof createListeners>;

/** Builds the listeners of an instance. Callers use some of them too. */
export function createListeners(context: SessionContext, joined: JoinedNewsletters) {
  const { addresses, groups } = context;
  const newChatLock = new NewChatLock(context);
  const reuploads = new Reuploads(context);
  const files = new Files(context, reuploads);
  const watched = new WatchedChats(context);
  const labels = new WhatsAppLabels(context);
  const chatChanges = new ChatChanges(context);
  const appState = new AppStateSync({ ...context, writers: [labels, chatChanges] });
  const changes = { newChatLock, appState, chatChanges };
  const stanzas = new StanzaListener({ ...context, ...changes, joined });
  const receiving = createReceiving(context, files);
  const { receiver } = receiving;
  const past = new HistoryRequests({ ...context, files });
  const retries = new RetryRequests({ ...context, arrivedRead: () => receiver.arrivedRead() });
  const phoneCopies = new PhoneCopies(context);
  const signedPreKeys = new SignedPreKeys(context);
  const chats = [addresses, labels, appState, chatChanges, watched, groups];
  const others = [reuploads, past, newChatLock, retries, phoneCopies, stanzas, signedPreKeys];
  const listenTo = (socket: WASocket) => {
    for (const part of [...chats, ...others]) part.listenTo(socket);
  };
  const identityChanged = identityReporter(context);
  return {
    ...receiving,
    files,
    watched,
    labels,
    appState,
    past,
    retries,
    identityChanged,
    listenTo,
  };
}

/** Returns what publishes that a contact has another identity, or null when nobody wants to know. */
function identityReporter(context: SessionContext): IdentityChanges['report'] | null {
  if (!context.tellsIdentityChanges) return null;
  const identities = new IdentityChanges(context);
  return (change) => identities.report(change);
}

function createReceiving(context: SessionContext, files: Files) {
  const timers = new MessageTimers(context);
  const targets = new TargetChecks(context);
  const seen = new SeenMessages(context.inbox);
  const received = new ReceivedMessages({ ...context, seen, timers, targets, files });
  const undecryptable = new UndecryptableMessages(context);
  const receiver = new MessageReceiver({ ...context, received, seen, undecryptable });
  return { received, receiver, timers };
}
