/** The labels of chats, and putting them on the chat that one reads. */
import { Menu } from '../components/layout.tsx';
import type { Status } from '../components/status.tsx';
import { Dot } from '../gateway/label-dot.tsx';
import { texts } from '../texts.ts';
import { type Label, useChats, usePost } from './chat-context.ts';
import { Icon } from './icon.tsx';
import type { Chat } from './one-chat.ts';

/** A label as a dot and its name. */
export const LabelChip = ({ name, color }: Pick<Label, 'name' | 'color'>) => (
  <span class="label-chip">
    <Dot color={color} />
    <span>{name}</span>
  </span>
);

/** The labels that a chat has. */
export function useLabelsOf(one: Chat | undefined): readonly Label[] {
  const { labels } = useChats();
  return labels.filter(({ id }) => one?.labels.includes(id));
}

/** Puts labels on a chat and takes them off. */
export function LabelMenu({ one, status }: { one: Chat; status: Status }) {
  const post = usePost();
  const { chats, labels } = useChats();
  const own = useLabelsOf(one);
  if (labels.length === 0) return null;
  const toggle = async ({ id: labelId }: Label) => {
    const action = own.some(({ id }) => id === labelId) ? 'remove' : 'add';
    await post('/label/handleLabel/{instanceName}', { number: one.jid, labelId, action });
    await chats.readList();
  };
  return (
    <Menu label={texts().chat.labelsOfChat} text={<Icon name="label" />}>
      {labels.map((label) => (
        <button
          key={label.id}
          type="button"
          aria-pressed={own.includes(label)}
          onClick={() => void status.run(() => toggle(label))}
        >
          <LabelChip {...label} />
        </button>
      ))}
    </Menu>
  );
}
