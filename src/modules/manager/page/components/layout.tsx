/** Building blocks of views: pages, cards, tabs and menus. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasMoved } from '../route.ts';
import { texts } from '../texts.ts';

/** The titles of the records that are open, the outermost first. */
const recordTitles = signal<readonly string[]>([]);

/** Adds a record to the title of the window while it is shown. */
export function useRecordTitle(title: string): void {
  useEffect(() => {
    recordTitles.value = [...recordTitles.value, title];
    return () => {
      recordTitles.value = recordTitles.value.filter((one) => one !== title);
    };
  }, [title]);
}

/**
 * Returns the ref of a heading that takes the focus when a person has gone to `place`, before the frame is painted: a key
 * that is pressed after it goes where the person has moved since.
 */
export function useHeading(place: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (hasMoved.value) heading.current?.focus();
  }, [place]);
  return heading;
}

interface PageProps {
  readonly title: string;
  /** The way back, above the title. */
  readonly back?: { readonly href: string; readonly text: string };
  /** The part of the view that is shown, for the title of the window. */
  readonly part?: string;
  /** Actions on the whole page, at the end of the title's line. */
  readonly actions?: ComponentChildren;
  /** Content beside the title, in its line. */
  readonly aside?: ComponentChildren;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** A view with its title in one line. The title takes the focus when a person has gone there. */
export function Page({ title, back, part, actions, aside, class: kind = '', children }: PageProps) {
  const heading = useHeading(title);
  const records = recordTitles.value;
  useEffect(() => {
    const parts = [...records.toReversed(), part, title, 'Gatehouse'];
    document.title = parts.filter(Boolean).join(' · ');
  }, [records, part, title]);
  return (
    <section class={`page ${kind}`}>
      {back && <a href={back.href}>{back.text}</a>}
      <div class="page-line">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
        {actions && <div class="page-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Says that an address leads nowhere, and on to `href`. */
export const UnknownAddress = ({ href, text }: { href: string; text: string }) => (
  <div class="card empty">
    <p>{texts().common.unknownAddress}</p>
    <a href={href}>{text}</a>
  </div>
);

interface CardProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** A part of a view under its own heading. */
export function Card({ title, actions, class: kind = '', children }: CardProps) {
  const id = useId();
  return (
    <section class={`card ${kind}`} aria-labelledby={id}>
      <div class="card-line">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly title: string; readonly href: string }[];
  readonly current: string;
}

/** Links to the parts of a view. */
export function Tabs({ label, tabs, current }: TabsProps) {
  const place = useRef<HTMLElement>(null);
  // A narrow screen cannot show all tabs.
  useEffect(() => {
    const shown = place.current?.querySelector<HTMLElement>('[aria-current]');
    if (place.current && shown)
      place.current.scrollLeft =
        shown.offsetLeft - (place.current.clientWidth - shown.clientWidth) / 2;
  }, [current]);
  return (
    <nav class="tabs" aria-label={label} ref={place}>
      {tabs.map(({ key, title, href }) => (
        <a key={key} href={href} aria-current={key === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

interface MenuProps {
  /** The accessible name; `text` is shown. */
  readonly label: string;
  readonly text?: ComponentChildren;
  /** With -1 the Tab key skips it. */
  readonly tabIndex?: number;
  readonly children: ComponentChildren;
}

/** A button that opens a list of buttons and links. Escape, a choice and a press elsewhere close it. */
export function Menu({ label, text = '⋯', tabIndex = 0, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const closing = new AbortController();
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', elsewhere, closing);
    addEventListener('focusin', elsewhere, closing);
    return () => closing.abort();
  }, [isOpen]);
  useLayoutEffect(() => {
    if (isOpen && place.current && list.current) placeList(list.current, place.current);
  }, [isOpen]);
  const focusButton = () => place.current?.querySelector('button')?.focus();
  const close = () => {
    setOpen(false);
    focusButton();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list, wherever the focus is in it.
    <div class="menu" ref={place} onKeyDown={onKey}>
      <button
        type="button"
        class="quiet"
        aria-label={label}
        title={label}
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </button>
      {/* biome-ignore lint/a11y: the buttons inside are reached by themselves; a choice closes the list. */}
      <div
        class="menu-list"
        id={id}
        ref={list}
        hidden={!isOpen}
        // Ahead of what the choice does: a dialog gives the focus back to what had it.
        onClickCapture={focusButton}
        onClick={close}
      >
        {isOpen && children}
      </div>
    </div>
  );
}

/** Puts the list of a menu where the window has room for it: under its button or over it, within the sides. */
function placeList(list: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const isBelow = bottom + height <= innerHeight || top < height;
  // Without the bar that scrolls the page.
  const { clientWidth } = document.documentElement;
  list.style.left = `${Math.max(0, Math.min(left, clientWidth - width))}px`;
  list.style.top = `${isBelow ? bottom : top - height}px`;
}

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Turns the pages of a list that has numbered ones; shows nothing if there is only one. */
export function Pager({ page, pages, total, onPage }: PagerProps) {
  const { common, formats } = texts();
  if (pages <= 1) return null;
  return (
    <div class="row">
      <button type="button" hidden={page <= 1} onClick={() => onPage(page - 1)}>
        {common.previousPage}
      </button>
      <button type="button" hidden={page >= pages} onClick={() => onPage(page + 1)}>
        {common.nextPage}
      </button>
      <span class="hint" role="status">
        {common.pageOf(formats.number(page), formats.number(pages), formats.number(total))}
      </span>
    </div>
  );
}
