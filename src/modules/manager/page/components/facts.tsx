import type { ComponentChildren } from 'preact';

interface FactsProps {
  /** Those without a value are left out. */
  readonly facts: readonly (readonly [
    title: string,
    value: ComponentChildren,
    kind?: string | undefined,
  ])[];
  readonly class?: string;
}

/** Lists facts about one thing: titles and values. */
export const Facts = ({ facts, class: kind = '' }: FactsProps) => (
  <dl class={`facts ${kind}`}>
    {facts
      .filter(([, value]) => value)
      .map(([title, value, type]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd class={type}>{value}</dd>
        </div>
      ))}
  </dl>
);
