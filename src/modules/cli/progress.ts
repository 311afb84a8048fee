/** Shows progress in one line at the bottom of a terminal, which disappears when the work has ended. */
import { type Cancel, type Clock, systemStopwatch } from '../../core/shared/clock.ts';

export interface ProgressOptions {
  readonly label: string;
  /** The final amount, or null when it is not known before. */
  readonly total: number | null;
  /** How an amount is shown; by default as a number. */
  readonly format?: (amount: number) => string;
}

/** Reports how much is done, and the total where it becomes known only now. */
export type OnDone = (done: number, total?: number) => void;

interface Screen {
  readonly write: (text: string) => void;
  /** The characters of a line. */
  readonly columns: () => number;
}

const DRAW_EVERY_MS = 200;
const BAR = 24;
const ERASE = '\r\u001b[K';

/** Shows at most one line at a time, and nothing without a screen. */
export class ProgressLine {
  readonly #clock: Clock;
  readonly #screen: Screen | null;
  #draw: (() => void) | null = null;

  constructor(clock: Clock, screen: Screen | null) {
    this.#clock = clock;
    this.#screen = screen;
  }

  /** Shows the line until `work` has settled, and settles as it does. */
  async during<T>(options: ProgressOptions, work: (onDone: OnDone) => Promise<T>): Promise<T> {
    const screen = this.#screen;
    if (screen === null) return work(() => {});
    let now = { done: 0, total: options.total };
    let cancel: Cancel = () => {};
    const elapsed = systemStopwatch();
    const draw = () => {
      const line = progressText({ ...options, ...now }, elapsed() / 1_000);
      screen.write(`${ERASE}${line.slice(0, Math.max(0, screen.columns() - 1))}`);
      cancel();
      cancel = this.#clock.after(DRAW_EVERY_MS, draw);
    };
    this.#draw = draw;
    draw();
    try {
      return await work((done, total = now.total ?? undefined) => {
        now = { done, total: total ?? null };
      });
    } finally {
      cancel();
      this.#draw = null;
      screen.write(ERASE);
    }
  }

  /** Makes room for output: what `write` writes appears above the line. */
  above<T>(write: () => T): T {
    if (this.#draw !== null) this.#screen?.write(ERASE);
    const written = write();
    this.#draw?.();
    return written;
  }
}

/** `copying [=====>      ]  42 %  1.2 of 2.9 GiB  0:07` */
export function progressText(
  { label, total, done, format = String }: ProgressOptions & { readonly done: number },
  seconds: number,
): string {
  const whole = Math.floor(seconds);
  const time = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  if (total === null) return [label, ...(done > 0 ? [format(done)] : []), time].join('  ');
  const share = total <= 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * BAR);
  const bar = full === BAR ? '='.repeat(BAR) : `${'='.repeat(full)}>`.padEnd(BAR);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  return `${label} [${bar}] ${percent}  ${format(Math.min(done, total))} of ${format(total)}  ${time}`;
}

const MIB = 1024 ** 2;

/** Formats an amount of bytes for a person. */
export const mebibytes = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;
