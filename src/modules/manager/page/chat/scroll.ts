/** Draws a part of a list that grows at both ends, and keeps the reader at its end, or what they read in its place. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Message } from './conversation.ts';

/** The most messages that are drawn: a browser lays out all of them whenever one comes. */
const DRAWN_MAX = 300;
/** How many others are drawn when the reader nears either end of them; no more than are read at once. */
const STEP = 50;
/** The distance from the end, in pixels, that counts as being there. */
const NEAR = 80;

/** Returns the drawn messages and the scroll handlers. `onTop` is called when the reader nears the first of all messages. */
export function useScroll(messages: readonly Message[], onTop: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const { beginning, setBeginning, drawLater, drawn, before, hasAll } = useDrawn(messages);
  const isAtEnd = beginning === null;
  /** `last` was the newest message when the reader last saw the end; `wanted` is to be shown in the middle. */
  const now = useRef({ top: 0, last: '', wanted: '', keepPlaces: () => {} }).current;
  const newest = messages.at(-1);
  const toEnd = () => place.current?.scrollTo({ top: place.current.scrollHeight });
  // Not in a variable: functions of this call would hold messages that are no longer drawn.
  now.keepPlaces = keeperOf(isAtEnd ? null : place.current);
  useLayoutEffect(() => {
    now.keepPlaces();
    // It has rows that may no longer be drawn.
    now.keepPlaces = () => {};
  });
  useLayoutEffect(() => {
    const isSaid = newest?.isFromMe === true && now.last !== newest.key && now.last !== '';
    if (isSaid) setBeginning(null);
    if (isAtEnd || isSaid) now.last = newest?.key ?? '';
    if (isAtEnd) toEnd();
    else if (showRow(place.current, now.wanted)) now.wanted = '';
  }, [messages, beginning]);
  useSizes(place, () => isAtEnd && toEnd());
  return {
    place,
    isAtEnd,
    drawn,
    before,
    onScroll({ currentTarget }: { readonly currentTarget: HTMLElement }) {
      const { scrollTop, clientHeight, scrollHeight } = currentTarget;
      const isNearEnd = hasAll && scrollTop + clientHeight > scrollHeight - NEAR;
      // Content that grows beneath, such as a picture that has loaded, leaves the reader at the end: it is held there.
      const isHeld = isAtEnd && scrollTop >= now.top;
      const isNearTop = scrollTop < clientHeight;
      const isNearBottom = scrollTop + 2 * clientHeight > scrollHeight;
      now.top = scrollTop;
      if (isNearTop && before === undefined) onTop();
      if (isNearEnd) setBeginning(null);
      else if (isNearTop && !isHeld) setBeginning(drawn[0], STEP);
      else if (isAtEnd && !isHeld) setBeginning(drawn[0]);
      else if (isNearBottom) drawLater();
    },
    /** The number of messages since the reader last saw the end. */
    missed: countAfter(messages, now.last),
    toEnd() {
      setBeginning(null);
      place.current?.focus();
    },
    /** Shows a message in the middle, and gives it the focus. */
    show(message: Message) {
      if (showRow(place.current, message.key)) return;
      now.wanted = message.key;
      setBeginning(message, DRAWN_MAX / 2);
    },
  };
}

/** Returns the number of messages after one; 0 if it has turned out to be about another message. */
function countAfter(messages: readonly Message[], last: string): number {
  const index = messages.findLastIndex(({ key }) => key === last);
  return index < 0 ? 0 : messages.length - 1 - index;
}

/** Chooses the messages that are drawn: the last ones while the reader is at the end, else those around what they read. */
function useDrawn(messages: readonly Message[]) {
  /** They begin `back` messages before this one; null at the end. */
  const [beginning, begin] = useState<{ message: Message; back: number } | null>(null);
  const start = beginning
    ? indexOf(messages, beginning.message) - beginning.back
    : messages.length - DRAWN_MAX;
  const first = Math.max(0, start);
  const drawn = messages.slice(first, first + DRAWN_MAX);
  const hasAll = first + drawn.length === messages.length;
  const setBeginning = (message: Message | null | undefined, back = 0) => {
    const isKnown = message?.key === beginning?.message.key && back === (beginning?.back ?? 0);
    if (!isKnown) begin(message ? { message, back } : null);
  };
  return {
    beginning,
    setBeginning,
    drawn,
    hasAll,
    /** The message before those that are drawn. */
    before: messages[first - 1],
    drawLater: () => hasAll || setBeginning(drawn[STEP]),
  };
}

/** Returns the index of a message, or of the one before it if it has turned out to be about another message. */
function indexOf(messages: readonly Message[], { key, at }: Message): number {
  const index = messages.findIndex((one) => one.key === key);
  return index >= 0 ? index : messages.findLastIndex((one) => one.at <= at);
}

const topOf = (element: HTMLElement): number => element.getBoundingClientRect().top;

/** Returns a function that puts the first message in sight that is still there where it was, and keeps the focus in the list. */
function keeperOf(place: HTMLElement | null): () => void {
  if (place === null) return () => {};
  const edge = topOf(place);
  const hadFocus = place.contains(document.activeElement);
  const rows = [...place.querySelectorAll<HTMLElement>('.message')]
    .filter((row) => row.getBoundingClientRect().bottom > edge)
    .map((row) => ({ row, top: topOf(row) }));
  return () => {
    const kept = rows.find(({ row }) => row.isConnected);
    if (kept) place.scrollTop += topOf(kept.row) - kept.top;
    if (hadFocus && !place.contains(document.activeElement)) place.focus({ preventScroll: true });
  };
}

/** Returns whether the message is drawn. */
function showRow(place: HTMLElement | null, key: string): boolean {
  const row = place?.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? null;
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('.menu > button')?.focus({ preventScroll: true });
  return row !== null;
}

/** Calls `resized` when the element or what is in it has another size. */
function useSizes(place: { readonly current: HTMLElement | null }, resized: () => unknown): void {
  const latest = useRef(resized);
  latest.current = resized;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => latest.current());
    for (const one of [element, ...element.children]) sizes.observe(one);
    return () => sizes.disconnect();
  }, []);
}
