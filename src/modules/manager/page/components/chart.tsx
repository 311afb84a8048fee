/** Small charts of figures over time. */
import { useId } from 'preact/hooks';

interface ChartProps {
  /** The meaning of the bars, with the sum or the newest value; screen readers read it instead of the picture. */
  readonly label: string;
  readonly values: readonly number[];
  /** Returns the text of a bar that the pointer is on. */
  readonly titleOf?: (value: number, index: number) => string;
  readonly tone?: 'accent' | 'good' | 'bad' | 'wait';
  /** The value of a full bar; the largest by default. */
  readonly max?: number;
}

const HEIGHT = 40;
const STEP = 6;

/** A bar for each value, as high as it is beside the largest. */
export function Chart({ label, values, titleOf, tone = 'accent', max }: ChartProps) {
  const id = useId();
  const full = Math.max(1, max ?? Math.max(...values));
  return (
    <svg
      class={`chart ${tone}`}
      viewBox={`0 0 ${Math.max(1, values.length) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{label}</title>
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / full) * HEIGHT);
        return (
          <rect
            key={index}
            class={value === 0 ? 'none' : undefined}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
          >
            {titleOf && <title>{titleOf(value, index)}</title>}
          </rect>
        );
      })}
    </svg>
  );
}
