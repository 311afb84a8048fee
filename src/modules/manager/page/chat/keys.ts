/**
 * Handles keys inside an element: arrow up and down, Home and End move the focus among the elements inside it that
 * match `selector`, while one of them has it.
 */
export const moveAmong = (selector: string, moved?: (to: HTMLElement) => void) => {
  return (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const places: Readonly<Record<string, number>> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: all.length - 1,
    };
    const to = all[places[event.key] ?? -1];
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
    moved?.(to);
  };
};
