/** Groups: who is in them, what they are called, and what their members are told when that changes. */
import type { Connection } from './connection.ts';
import type { BinaryNode } from './stanzas.ts';
import type { World } from './world.ts';

export class Group {
  devices(): string[] {
    return [];
  }
}

export class Groups {
  readonly #groups = new Map<string, Group>();

  constructor(_world: World) {}

  find(jid: string): Group | undefined {
    return this.#groups.get(jid);
  }

  answer(_query: BinaryNode, _connection: Connection): BinaryNode | null {
    return null;
  }
}
