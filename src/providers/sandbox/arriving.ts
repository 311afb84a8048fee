/** Builds an arriving message with what is stored of those that it names. */
import { notFound } from '../../shared/errors.ts';
import type { SessionHost } from '../provider.ts';
import type { ArrivingMessage } from './driver.ts';
import { type ArrivalContext, type MessageEvent, messageEvent } from './received-messages.ts';

interface ArrivingDeps {
  readonly host: Pick<SessionHost, 'findMessage'>;
  readonly arrival: () => ArrivalContext;
  /** Returns the account's JID. Throws `conflict` when it is not connected any more. */
  readonly self: () => string;
  readonly isAdmin: (group: string, person: string) => boolean;
}

/**
 * Returns no promise when nothing has to be looked up, so that the message keeps its place. Throws `not_found` for a
 * message that is not stored.
 */
export function arrivingEvent(
  message: ArrivingMessage,
  { host, arrival, self, isAdmin }: ArrivingDeps,
): MessageEvent | Promise<MessageEvent> {
  const { about, quoted } = message;
  if (about === undefined && quoted === undefined) return messageEvent(message, arrival());
  const find = async (id: string | undefined) => {
    const stored = id === undefined ? null : await host.findMessage(id);
    if (id !== undefined && stored === null) throw notFound(`message ${id}`);
    return stored;
  };
  return Promise.all([find(about), find(quoted)]).then(([about, quoted]) =>
    messageEvent(message, arrival(), { about, quoted, self: self(), isAdmin }),
  );
}
