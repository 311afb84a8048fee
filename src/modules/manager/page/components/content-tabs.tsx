/** Tabs of which each shows its content in place, without an address of its own. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface ContentTabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly key: string;
    readonly title: string;
    readonly content: ComponentChildren;
  }[];
}

/** The Tab key reaches the chosen tab, the arrow keys choose another. */
export function ContentTabs({ label, tabs }: ContentTabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(tabs[0]?.key);
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === chosen),
  );
  const onKey = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = tabs[at + (step ?? 0)];
    if (step === undefined || next === undefined) return;
    setChosen(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-key={key}
            aria-selected={index === at}
            aria-controls={id}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosen(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${tabs[at]?.key}`}>
        {tabs[at]?.content}
      </div>
    </>
  );
}
