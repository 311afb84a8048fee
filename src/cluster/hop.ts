/** The header that proves to another node that a request came in at a node, from whom, and that it is not a replay. */
import type { Vault } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';

export const HOP_HEADER = 'x-gatehouse-hop';

/** The content of the header. `at` is in ms since 1970 by the database's clock. */
interface Hop {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly nonce: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly client: string;
}

const VALID_MS = 10_000;
/** The limit for one node in that time. */
const NONCES_MAX = 200_000;
const PLACE = ['hop', 'header'] as const;

/** The content of a valid header. */
interface VerifiedHop {
  readonly client: string;
  /** False if the request was sent to an earlier node at the same address. */
  readonly isForThisNode: boolean;
}

export interface Hops {
  /** Returns the header for one request to the node `to`. */
  seal(hop: Omit<Hop, 'nonce' | 'from'>): string;
  /** Returns null when the header is forged, too old, made for another request, or was seen before. */
  open(header: string, request: Pick<Hop, 'method' | 'path' | 'at'>): VerifiedHop | null;
}

interface HopsDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly node: string;
}

export function createHops({ vault, node }: HopsDeps): Hops {
  let seen = new Set<string>();
  let before = new Set<string>();
  let since = 0;

  /** Remembers the nonces of the last ten to twenty seconds. */
  function isNew(nonce: string, at: number): boolean {
    if (at - since >= VALID_MS) {
      before = at - since >= 2 * VALID_MS ? new Set() : seen;
      seen = new Set();
      since = at;
    }
    if (seen.has(nonce) || before.has(nonce) || seen.size >= NONCES_MAX) return false;
    seen.add(nonce);
    return true;
  }

  return {
    seal: (hop) => vault.seal(JSON.stringify({ ...hop, from: node, nonce: newId() }), [...PLACE]),
    open(header, { method, path, at }) {
      const hop = read(vault, header);
      if (hop === null || hop.method !== method || hop.path !== path) return null;
      if (Math.abs(at - hop.at) > VALID_MS || !isNew(hop.nonce, at)) return null;
      return { client: hop.client, isForThisNode: hop.to === node };
    },
  };
}

function read(vault: Pick<Vault, 'open'>, header: string): Hop | null {
  try {
    // Only `seal` makes such texts.
    return JSON.parse(vault.open(header, [...PLACE])) as Hop;
  } catch {
    return null;
  }
}
