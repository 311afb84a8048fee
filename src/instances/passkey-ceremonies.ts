/** The passkey ceremonies that browsers may take part in, each found by its one token. */
import { CEREMONY_MS, type Ceremony, type CeremonyLinks } from '../providers/passkey/ceremony.ts';
import type { Clock } from '../shared/clock.ts';
import { randomSecret, sha256 } from '../shared/crypto.ts';
import { AppError, notFound } from '../shared/errors.ts';
import { isUuid } from '../shared/ids.ts';
import { LimitedMap } from '../shared/limited-map.ts';

export const CEREMONY_PATH = '/passkey-ceremony';
/** The one origin whose pages WhatsApp's passkeys work on. */
export const CEREMONY_ORIGIN = 'https://web.whatsapp.com';

/** Those that are over are known until others take their place, so that a late browser hears why. */
const CEREMONIES_MAX = 10_000;

/** The instance that a ceremony is of, by its token; null for what cannot be a token. */
export function ceremonyInstance(token: string): string | null {
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})./.exec(token) ?? [];
  const id = parts.join('-');
  return isUuid(id) ? id : null;
}

interface CeremoniesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  /** Where browsers reach this service, without a slash at its end. */
  readonly publicUrl: () => string;
}

interface Known {
  readonly ceremony: Ceremony;
  /** Steady ms. */
  readonly until: number;
}

export class Ceremonies {
  readonly #deps: CeremoniesDeps;
  /** By the token's hash: the time that finding one takes tells nothing about the tokens there are. */
  readonly #known = new LimitedMap<string, Known>(CEREMONIES_MAX);

  constructor(deps: CeremoniesDeps) {
    this.#deps = deps;
  }

  /** Opens it for `CEREMONY_MS`. The token is in the links alone; it begins with the id of the instance. */
  open(instanceId: string, ceremony: Ceremony): CeremonyLinks {
    const { clock, publicUrl } = this.#deps;
    const token = instanceId.replaceAll('-', '') + randomSecret();
    this.#known.set(sha256(token), { ceremony, until: clock.steady() + CEREMONY_MS });
    const base = publicUrl();
    // What the browser extensions for these ceremonies read from the address.
    const opened = Buffer.from(JSON.stringify({ t: token, b: base })).toString('base64url');
    return {
      openUrl: `${CEREMONY_ORIGIN}/#wapk=${opened}`,
      ceremonyUrl: `${base}${CEREMONY_PATH}/${token}`,
    };
  }

  /** Throws `not_found` for a token that was never issued, `gone` for one whose time is over. */
  find(token: string): Ceremony {
    const found = this.#known.get(sha256(token));
    if (!found) throw notFound('ceremony');
    if (found.until <= this.#deps.clock.steady())
      throw new AppError('gone', 'the time of this ceremony is over: connect the instance again');
    return found.ceremony;
  }
}
