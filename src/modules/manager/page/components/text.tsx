/** Texts with code in them, times, empty lists and badges. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { texts } from '../texts.ts';

/** A text whose parts in backquotes are shown as code. */
export const Rich = ({ text }: { text: string }) => (
  <>
    {text
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
  </>
);

/** A long text as it was written, which scrolls by keys as well. */
export const Source = ({ label, text }: { label: string; text: string }) => (
  // biome-ignore lint/a11y: a group of fields is something else.
  <pre tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
);

/** A current time; each new one renders relative times again. */
const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 5_000);

/** A time as its reader writes it, or with `isAgo` how long ago it was. */
export function Time({ iso, isAgo = false }: { iso: string; isAgo?: boolean }) {
  const { formats } = texts();
  const exact = formats.dateTime(iso);
  return (
    <time dateTime={iso} title={isAgo ? exact : undefined}>
      {isAgo ? formats.ago(iso, Math.max(now.value, Date.now())) : exact}
    </time>
  );
}

/** Says that a list is empty, and what to do about it. */
export const Empty = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
);

/** Shows the whole of a name that is cut while the pointer is on it. */
addEventListener('pointerover', ({ target }) => {
  const name = target instanceof Element ? target.closest<HTMLElement>('h1, h2, bdi') : null;
  if (name?.title !== '' || name.scrollHeight <= name.clientHeight) return;
  name.title = name.textContent;
  name.addEventListener('pointerleave', () => name.removeAttribute('title'), { once: true });
});

type Tone = 'good' | 'wait' | 'bad' | 'quiet';

const TONES: Readonly<Record<string, Tone>> = {
  open: 'good',
  up: 'good',
  delivered: 'good',
  connecting: 'wait',
  waiting: 'wait',
  sending: 'wait',
  discarded: 'bad',
  down: 'bad',
};

/** A state in colour and in words: the word of the service unless there are `children`. */
export const Badge = ({
  state,
  tone = TONES[state] ?? 'quiet',
  children = state,
}: {
  state: string;
  tone?: Tone;
  children?: ComponentChildren;
}) => <span class={`badge ${tone}`}>{children}</span>;
