/** The header by which one node shows another that a request has come in there, from whom, and that it is no repetition. */
import type { Vault } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';

export const HOP_HEADER = 'x-gatehouse-hop';

/** What it says; `at` is ms since 1970 by the clock of the database. */
interface Hop {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly nonce: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The address of the caller. */
  readonly client: string;
}

const VALID_MS = 10_000;
/** Of one node in that time. */
const NONCES_MAX = 200_000;
const PLACE = ['hop', 'header'] as const;

/** What a header that may be believed says. */
interface Opened {
  /** The address of the caller. */
  readonly client: string;
  /** False: the request was sent to a node that was here before this one, at the same address. */
  readonly isForThisNode: boolean;
}

export interface Hops {
  /** The header for one request to the node `to`. */
  seal(hop: Omit<Hop, 'nonce' | 'from'>): string;
  /** Null when it is forged, too old, meant for another request, or was seen before. */
  open(header: string, request: Pick<Hop, 'method' | 'path' | 'at'>): Opened | null;
}

interface HopsDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  /** The id of this node. */
  readonly node: string;
}

export function createHops({ vault, node }: HopsDeps): Hops {
  let seen = new Set<string>();
  let before = new Set<string>();
  let since = 0;

  /** Those of the last ten to twenty seconds. */
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
    // What opens here was sealed by `seal`.
    return JSON.parse(vault.open(header, [...PLACE])) as Hop;
  } catch {
    return null;
  }
}
