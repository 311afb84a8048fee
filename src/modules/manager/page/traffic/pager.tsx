/** Buttons that show the pages of a list, and one for what came while it was held. */
import { texts } from '../texts.ts';
import type { PagedRows } from './paged-rows.ts';

type PagedProps = { readonly list: PagedRows<unknown>; readonly size: number };

export function Pager({ list }: Pick<PagedProps, 'list'>) {
  const { traffic } = texts();
  const { isNewest, hasOlder, showNewest, showNewer, showOlder } = list;
  /** Moves the focus to the top of the list after a page is turned. */
  const showAndFocus = (show: () => void) => (event: MouseEvent) => {
    show();
    if (event.currentTarget instanceof Element)
      event.currentTarget.closest<HTMLElement>('section')?.focus();
  };
  return (
    <div class="row">
      <button type="button" hidden={isNewest} onClick={showAndFocus(showNewest)}>
        {traffic.newest}
      </button>
      <button type="button" hidden={isNewest} onClick={showAndFocus(showNewer)}>
        {traffic.newer}
      </button>
      <button type="button" hidden={!hasOlder} onClick={showAndFocus(showOlder)}>
        {traffic.older}
      </button>
    </div>
  );
}

/** Returns a count, which stops at `size`. */
export const countText = (count: number, size: number): string => {
  const { traffic, formats } = texts();
  return count >= size ? traffic.orMore(formats.number(size)) : formats.number(count);
};

export const Newer = ({ list, size }: PagedProps) => (
  <p role="status" class="newer">
    {list.newer > 0 && (
      <button type="button" onClick={list.showNewest}>
        {texts().traffic.showNew(countText(list.newer, size))}
      </button>
    )}
  </p>
);
