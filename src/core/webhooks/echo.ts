/** The echo receiver: an address of this service that webhooks may call, because it causes no events. */
import { type EventSettings, endpointsIn } from './event-settings.ts';
import { stillSigning } from './secrets.ts';

export const ECHO_PATH = '/echo';

const ECHO = /^\/echo\/[^/]+$/;

/** Tells whether a path of this service, as it is written in a URL, is that of an echo receiver. */
export const isEchoPath = (path: string): boolean => ECHO.test(path);

/** Returns the secrets that sign for webhooks at the echo receiver of the instance `name`. `now` is steady ms. */
export const echoSecrets = (settings: EventSettings | null, name: string, now: number): string[] =>
  (settings === null ? [] : endpointsIn(settings))
    .filter(({ url }) => pathOfUrl(url).endsWith(`${ECHO_PATH}/${name}`))
    .flatMap(({ secret, ...former }) => [
      secret,
      ...stillSigning(former, now).map((one) => one.secret),
    ]);

function pathOfUrl(url: string): string {
  try {
    return decodeURIComponent(URL.parse(url)?.pathname ?? '');
  } catch {
    return '';
  }
}
