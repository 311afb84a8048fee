/**
 * Scrolls a list that grows at both ends. It stays at its end while the reader is there, and keeps its place otherwise.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Message } from './conversation.ts';

/** The distance from an end, in pixels, that counts as being there. */
const NEAR = 80;

/** Returns the scroll handlers. `onTop` is called when the reader has scrolled to the beginning. */
export function useScroll(messages: readonly Message[], onTop: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  /** The current place; `last` was the newest message when the reader last saw the end. */
  const now = useRef({ isAtEnd, top: 0, height: 0, first: '', last: '' }).current;
  const hold = (isHeld: boolean) => {
    now.isAtEnd = isHeld;
    setAtEnd(isHeld);
    if (isHeld) place.current?.scrollTo({ top: place.current.scrollHeight });
  };
  useSizeObserver(place, {
    scrolled({ scrollTop, clientHeight, scrollHeight }) {
      const isNearEnd = scrollTop + clientHeight > scrollHeight - NEAR;
      // Content that grows beneath, such as a picture that has loaded, leaves the reader at the end: it is held there.
      const hasLeft = now.isAtEnd && scrollTop < now.top && !isNearEnd;
      now.top = scrollTop;
      if (hasLeft) hold(false);
      else if (isNearEnd && !now.isAtEnd) hold(true);
      if (scrollTop < NEAR && scrollHeight > clientHeight) onTop();
    },
    resized: () => now.isAtEnd && hold(true),
  });
  const first = messages[0]?.key ?? '';
  const newest = messages.at(-1);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const isSaid = newest?.isFromMe === true && now.last !== newest.key && now.last !== '';
    if (now.isAtEnd || isSaid) hold(true);
    else if (now.first !== first) element.scrollTop += element.scrollHeight - now.height;
    Object.assign(now, { height: element.scrollHeight, first });
    if (now.isAtEnd) now.last = newest?.key ?? '';
  }, [first, newest?.key]);
  const seen = messages.findLastIndex(({ key }) => key === now.last);
  return {
    place,
    isAtEnd,
    /** The number of messages since the reader last saw the end. */
    missed: messages.length - 1 - seen,
    toEnd() {
      hold(true);
      place.current?.focus();
    },
    /** Shows a message in the middle, and gives it the focus. */
    show(key: string) {
      hold(false);
      const row = place.current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>('.menu > button')?.focus({ preventScroll: true });
    },
  };
}

interface Watcher {
  readonly scrolled: (element: HTMLElement) => void;
  /** Called when the element or what is in it has another size. */
  readonly resized: () => void;
}

function useSizeObserver(place: { readonly current: HTMLElement | null }, watcher: Watcher): void {
  const latest = useRef(watcher);
  latest.current = watcher;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const scrolled = () => latest.current.scrolled(element);
    const sizes = new ResizeObserver(() => latest.current.resized());
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, []);
}
