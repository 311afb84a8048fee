/** What the parts of the server share: who exists, who is connected, what went wrong, what tests ordered. */
import { AboutTexts } from './abouts.ts';
import { CodePairing } from './code-pairing.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { Directory } from './directory.ts';
import { Groups } from './groups.ts';
import { Inbox } from './inbox.ts';
import { MediaHost } from './media-host.ts';
import { NewChatLock } from './new-chat-lock.ts';
import { Newsletters } from './newsletters.ts';
import { Pairing } from './pairing.ts';
import { Passkeys } from './passkeys.ts';
import { Post } from './post.ts';
import { Reuploads } from './reuploads.ts';
import { type BinaryNode, resultOf, stanza } from './stanzas.ts';

const MAX_NOTED = 1000;

export class World {
  readonly directory = new Directory();
  readonly connections = new Set<Connection>();
  readonly pairing = new Pairing(this);
  readonly codes = new CodePairing();
  readonly passkeys = new Passkeys((what) => this.complain(what));
  readonly groups = new Groups(this.directory);
  readonly abouts = new AboutTexts();
  readonly newChatLock = new NewChatLock();
  readonly newsletters = new Newsletters();
  readonly post = new Post(this);
  readonly media = new MediaHost();
  readonly reuploads = new Reuploads(this.media);
  /** Queries that the server had no answer for, as text. */
  readonly unanswered: string[] = [];
  /** What clients did against the protocol: signatures, proofs, frames. */
  readonly complaints: string[] = [];
  /** How many one-time keys the server says it has of a device, when it has fewer. */
  claimedPreKeys = 0;
  /** Leaves those who ask for the keys of others without an answer. */
  withholdsKeys = false;
  /** How much of what waited a device gets before `handOver`; all when undefined. */
  handedOverFirst: number | undefined = undefined;
  /** Never says that all that waited was handed over. */
  concealsEnd = false;
  /** Every stanza that a linked device sent. */
  readonly heard = new Inbox<{ from: Companion; node: BinaryNode }>('a stanza');

  complain(what: string): void {
    if (this.complaints.length < MAX_NOTED) this.complaints.push(what);
  }

  noAnswer(query: string): void {
    if (this.unanswered.length < MAX_NOTED) this.unanswered.push(query);
  }

  /** Ends the device's link: it is told so when it is there, and refused when it comes back. */
  unlink(companion: Companion): void {
    companion.person.companions.delete(companion.device);
    companion.connection?.send(
      stanza('stream:error', { code: '401' }, [stanza('conflict', { type: 'device_removed' })]),
    );
  }

  /** A device's own wish to be unlinked. */
  removeDevice(query: BinaryNode, connection: Connection): BinaryNode {
    const { companion } = connection;
    if (companion) {
      companion.person.companions.delete(companion.device);
      companion.person.unlinked.push(companion);
    }
    return resultOf(query);
  }
}
