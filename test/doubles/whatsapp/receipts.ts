/** Receipts of linked devices: what they have taken is taken off their queue, and the sender hears of it. */
import type { Companion } from './companion.ts';
import type { Person } from './person.ts';
import { at, type BinaryNode, childrenOf, nowSeconds, stanza } from './stanzas.ts';
import type { World } from './world.ts';

export function takeReceipt(world: World, from: Companion, node: BinaryNode): void {
  const { id, to = '', type, participant } = node.attrs;
  const items = childrenOf(at(node, 'list'), 'item').map(({ attrs }) => attrs.id);
  for (const taken of [id, ...items]) from.settle('message', taken);
  from.connection?.send(stanza('ack', { class: 'receipt', id, from: to, type, t: nowSeconds() }));
  if (type === 'server-error') world.reuploads.answer(from, node);
  const sender = world.directory.find(participant ?? to)?.person;
  if (!sender || sender === from.person) return;
  sender.receipts.push(node);
  for (const reaction of sender.reactions) void reaction.receipt(from, node);
  forward(world, from, sender, node);
}

/** To the sender's own linked devices, as when two accounts of this server write to each other. */
function forward(world: World, from: Companion, sender: Person, { attrs, content }: BinaryNode) {
  const group = world.groups.find(attrs.to ?? '');
  const type = attrs.type === 'inactive' ? undefined : attrs.type;
  const isRetry = type === 'retry';
  for (const companion of sender.linked()) {
    companion.push(
      stanza(
        'receipt',
        {
          from: group?.jid ?? (isRetry ? from.jid : from.person.pn),
          participant: group && (isRetry ? from.jid : group.addressOf(from.person)),
          id: attrs.id,
          t: nowSeconds(),
          type,
        },
        Array.isArray(content) ? content : undefined,
      ),
    );
  }
}
