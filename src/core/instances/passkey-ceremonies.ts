/** The passkey ceremonies that browsers can join, each found by its token. */
import { CEREMONY_MS, type Ceremony, type CeremonyLinks } from '../providers/passkey.ts';
import type { Clock } from '../shared/clock.ts';
import { randomSecret, sha256 } from '../shared/crypto.ts';
import { failure } from '../shared/errors.ts';
import { isUuid } from '../shared/ids.ts';
import { LimitedMap } from '../shared/limited-map.ts';

export const CEREMONY_PATH = '/passkey-ceremony';
/** The only origin whose pages can use WhatsApp's passkeys. */
export const CEREMONY_ORIGIN = 'https://web.whatsapp.com';

/** How many are remembered, ended ones included, so that a late browser learns why it cannot join. */
const CEREMONIES_MAX = 10_000;

/** Returns the id of the instance in a token, or null for a malformed token. */
export function ceremonyInstance(token: string): string | null {
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})./.exec(token) ?? [];
  const id = parts.join('-');
  return isUuid(id) ? id : null;
}

interface CeremoniesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  /** Returns the URL at which browsers reach this service, without a slash at its end. */
  readonly publicUrl: () => string;
}

interface OpenCeremony {
  readonly ceremony: Ceremony;
  /** In ms of the steady clock. */
  readonly until: number;
}

export class Ceremonies {
  readonly #deps: CeremoniesDeps;
  /** The ceremonies by the hash of their token, so that the time of a lookup reveals nothing about existing tokens. */
  readonly #known = new LimitedMap<string, OpenCeremony>(CEREMONIES_MAX);

  constructor(deps: CeremoniesDeps) {
    this.#deps = deps;
  }

  /** Opens a ceremony for `CEREMONY_MS`. The token is only in the links; it begins with the id of the instance. */
  open(instanceId: string, ceremony: Ceremony): CeremonyLinks {
    const { clock, publicUrl } = this.#deps;
    const token = instanceId.replaceAll('-', '') + randomSecret();
    this.#known.set(sha256(token), { ceremony, until: clock.steady() + CEREMONY_MS });
    const base = publicUrl();
    // Browser extensions for these ceremonies read this from the address.
    const opened = Buffer.from(JSON.stringify({ t: token, b: base })).toString('base64url');
    return {
      openUrl: `${CEREMONY_ORIGIN}/#wapk=${opened}`,
      ceremonyUrl: `${base}${CEREMONY_PATH}/${token}`,
    };
  }

  /** Throws `not_found` for a token that was never issued, and `gone` for an expired one. */
  find(token: string): Ceremony {
    const found = this.#known.get(sha256(token));
    if (!found) throw failure('ceremony_not_found');
    if (found.until <= this.#deps.clock.steady()) throw failure('ceremony_over');
    return found.ceremony;
  }
}
