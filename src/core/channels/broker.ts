/** How a broker that takes events is declared, and how a module connects to it. */
import {
  ALL,
  parseSubscription,
  SUBSCRIBABLE,
  type Subscription,
} from '../events/contract/event-names.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { quoteUnknown } from '../shared/nearest.ts';
import { entries, URL_CHARACTERS_MAX } from '../shared/variables/addresses.ts';
import { flag, type Kind, optional, type Variable, variable } from '../shared/variables/kinds.ts';
import type { BrokerChannel } from './broker-link.ts';

/**
 * One kind of broker. Its declaration determines its variables and their check by `doctor`, the endpoints `<name>` and
 * `global-<name>` of events, the paths and fields of the API, and the words for failures. They are the same in
 * installations that leave out the module which connects to it.
 */
export interface Broker<N extends string = string, V = object> {
  /** The name in endpoints, logs, metrics and `/channels`: `nats`. */
  readonly name: N;
  /** The name in paths and bodies, as Evolution API calls it: `rabbitmq`. */
  readonly field: string;
  /** The name for people: `RabbitMQ`. */
  readonly title: string;
  /** The noun for the place that events are published to, such as `queue`, for sentences. */
  readonly place: string;
  /** The default port of each scheme, named with its colon. */
  readonly ports: Readonly<Record<string, number>>;
  readonly variables: BrokerVariables<N> & V;
}

/** The way to one kind of broker, which the module with its client library gives. `S`: the settings that it reads. */
export interface BrokerOpener<S> {
  /** The name in the declaration of the broker. */
  readonly name: string;
  /** Connects once the link of the channel is started. */
  open(url: string, settings: S, deps: BrokerDeps): BrokerChannel;
}

export interface BrokerDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/** The variables that every broker has. */
type BrokerVariables<N extends string> = {
  readonly [F in `${N}Url`]: Variable<string | null>;
} & { readonly [F in `${N}GlobalEnabled`]: Variable<boolean> } & {
  readonly [F in `${N}GlobalEvents`]: Variable<Subscription>;
};

interface VariableTexts {
  readonly schemes: readonly string[];
  readonly aboutUrl: string;
  readonly aboutGlobal: string;
}

/** Declares `<NAME>_URL`, `<NAME>_GLOBAL_ENABLED` and `<NAME>_GLOBAL_EVENTS`. */
export function brokerVariables<N extends string>(name: N, texts: VariableTexts) {
  const prefix = name.toUpperCase();
  const url = optional({
    name: `${prefix}_URL`,
    kind: brokerUrl(...texts.schemes),
    secret: 'in-address',
    about: texts.aboutUrl,
  });
  const globalEnabled = variable({
    name: `${prefix}_GLOBAL_ENABLED`,
    kind: flag,
    unset: false,
    about: texts.aboutGlobal,
  });
  const globalEvents = variable<Subscription>({
    name: `${prefix}_GLOBAL_EVENTS`,
    kind: eventNames,
    unset: [ALL],
    about: 'The events that these receive.',
  });
  // The cast: to the compiler a computed name of a field is any text.
  return {
    [`${name}Url`]: url,
    [`${name}GlobalEnabled`]: globalEnabled,
    [`${name}GlobalEvents`]: globalEvents,
  } as unknown as BrokerVariables<N>;
}

/** The values of a broker's variables. */
export interface BrokerSettings {
  /** Null when it is not configured. */
  readonly url: string | null;
  /** Whether it gets the events of all instances. */
  readonly isGlobal: boolean;
  readonly globalEvents: Subscription;
}

/** Reads a broker's values from `settings`, which are checked. */
export const readBroker = ({ name }: Broker, settings: object): BrokerSettings => {
  const of = (field: string) => Reflect.get(settings, `${name}${field}`);
  return { url: of('Url'), isGlobal: of('GlobalEnabled'), globalEvents: of('GlobalEvents') };
};

/** Returns one of the variables that every broker has. */
export const variableOf = (
  { name, variables }: Broker,
  field: 'Url' | 'GlobalEnabled',
): Variable<unknown> => Reflect.get(variables, `${name}${field}`);

/** Reads the URL of a broker, which contains credentials and may contain a virtual host. */
export const brokerUrl = (...schemes: readonly string[]): Kind<string> => ({
  accepts: `a URL that starts with ${schemes.map((scheme) => `\`${scheme}://\``).join(' or ')}, credentials in it, special characters percent-encoded`,
  read: (text) => (isBrokerUrl(text, schemes) ? text : undefined),
});

function isBrokerUrl(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > URL_CHARACTERS_MAX || /\s/.test(text)) return false;
  const [scheme = ''] = text.split('://');
  const isNamed = schemes.includes(scheme.toLowerCase()) && url.hostname !== '' && url.port !== '0';
  return (
    isNamed && url.hash === '' && [url.username, url.password, url.pathname].every(isDecodable)
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const eventNames: Kind<Subscription> = {
  accepts: 'a comma list of event names and categories as in `subscribe`; none means every event',
  read(text) {
    const parsed = parseSubscription(entries(text));
    return 'unknown' in parsed ? undefined : parsed.subscription;
  },
  problem(text) {
    const parsed = parseSubscription(entries(text));
    const unknown = 'unknown' in parsed ? parsed.unknown : [];
    return `no event is called ${quoteUnknown(unknown, SUBSCRIBABLE)}`;
  },
};
