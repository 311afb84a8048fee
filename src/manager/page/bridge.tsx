/** Shows a view that is still built of elements by hand, until it is a component. */
import { useEffect, useRef } from 'preact/hooks';

interface OldView {
  readonly element?: Element;
  readonly elements?: readonly Element[];
  // biome-ignore lint/complexity/noBannedTypes: their parameters are not typed.
  readonly update?: Function;
  readonly close?: () => void;
}

interface OldProps {
  /** Opens the view; `signal` aborts when it leaves the page. Called again when one of `inputs` changes. */
  readonly open: (signal: AbortSignal) => OldView;
  readonly inputs?: readonly unknown[];
  /** What `update` of the view is called with, whenever it changes; null is not passed on. */
  readonly latest?: unknown;
}

export function Old({ open, inputs = [], latest = null }: OldProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<OldView | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const opened = open(ending.signal);
    view.current = opened;
    place.current?.replaceChildren(
      ...(opened.elements ?? (opened.element ? [opened.element] : [])),
    );
    return () => {
      ending.abort();
      opened.close?.();
      view.current = null;
    };
  }, [...inputs]);
  useEffect(() => {
    if (latest !== null) view.current?.update?.(latest);
  }, [latest, ...inputs]);
  return <div ref={place} />;
}
