/** An arriving message with what is stored of those that it names. */
import { notFound } from '../../shared/errors.ts';
import type { SessionHost } from '../provider.ts';
import type { ArrivingMessage } from './driver.ts';
import { type Arrival, type MessageEvent, messageEvent } from './received-messages.ts';

interface ArrivingDeps {
  readonly host: Pick<SessionHost, 'stored'>;
  readonly arrival: () => Arrival;
  /** The account's JID; throws `conflict` when it is not connected any more. */
  readonly self: () => string;
  readonly isAdmin: (group: string, person: string) => boolean;
}

/** No promise where nothing is looked up, so that it keeps its place. `not_found` for a message that is not stored. */
export function arrivingEvent(
  message: ArrivingMessage,
  { host, arrival, self, isAdmin }: ArrivingDeps,
): MessageEvent | Promise<MessageEvent> {
  const { about, quoted } = message;
  if (about === undefined && quoted === undefined) return messageEvent(message, arrival());
  const find = async (id: string | undefined) => {
    const stored = id === undefined ? null : await host.stored(id);
    if (id !== undefined && stored === null) throw notFound(`message ${id}`);
    return stored;
  };
  return Promise.all([find(about), find(quoted)]).then(([about, quoted]) =>
    messageEvent(message, arrival(), { about, quoted, self: self(), isAdmin }),
  );
}
