import type { ComponentChildren } from 'preact';

/** Drawings of lines, in a box of 24 by 24. */
const PATHS = {
  search: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M14.5 14.5L20 20',
  phone: 'M7 3h10v18H7zM11 18h2',
  back: 'M14 5l-7 7l7 7',
  close: 'M6 6l12 12M18 6L6 18',
  add: 'M12 5v14M5 12h14',
  label: 'M4 5v7l8 8l8-8l-8-8H5a1 1 0 0 0-1 1M8 8.5v.1',
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M12 8v4l3 2',
  download: 'M12 4v11M7 11l5 5l5-5M5 20h14',
  show: 'M8 5l11 7l-11 7z',
  send: 'M4 12L20 4l-5 16l-3-7zM12 13L20 4',
} as const;

export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

interface ButtonProps {
  readonly icon: keyof typeof PATHS;
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  /** The tooltip; the label by default. */
  readonly title?: string;
  readonly children?: ComponentChildren;
}

/** A button with an icon, and its name for screen readers and as a tooltip. */
export const IconButton = ({ icon, label, isPressed, title = label, ...rest }: ButtonProps) => (
  <button
    type="button"
    class="quiet icon-button"
    aria-label={label}
    title={title}
    aria-pressed={isPressed}
    onClick={rest.onClick}
  >
    <Icon name={icon} />
    {rest.children}
  </button>
);
