/** Stacked bars over time with axes: a bar is read by the pointer, by the arrow keys, and in a table. */
import { useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { Table } from './table.tsx';
import { Time } from './text.tsx';

interface Series {
  readonly title: string;
  readonly tone: 'accent' | 'good' | 'bad' | 'quiet';
}

interface Bar {
  /** When it begins. */
  readonly from: string;
  /** A value for each series, from the bottom of the bar. */
  readonly values: readonly number[];
}

interface ChartProps {
  readonly label: string;
  readonly series: readonly Series[];
  /** The oldest first. */
  readonly bars: readonly Bar[];
  /** The minutes that a bar is about. */
  readonly minutes: number;
}

const HEIGHT = 100;
/** The tops of scales, in powers of ten. */
const TOPS = [1, 2, 4, 5, 10];
/** The minutes between two names beneath the bars: the first that leaves room for six. */
const STEPS = [10, 60, 240, 1_440] as const;
const NAMES_SHOWN = 6;
/** The share of the width from which on a name would end outside of the chart. */
const NAMES_END = 0.85;

export function Chart({ label, series, bars, minutes }: ChartProps) {
  const { formats, figures } = texts();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = bars.length - 1;
  const at = Math.min(chosen ?? last, last);
  const top = topOf(Math.max(1, ...bars.map(({ values }) => sumOf(values))));
  const textOf = ({ from, values }: Bar) => {
    const until = new Date(Date.parse(from) + minutes * 60_000).toISOString();
    const said = series.map(({ title }, index) => `${title} ${formats.number(values[index] ?? 0)}`);
    return [`${formats.dateTime(from)} – ${formats.time(until)}`, ...said].join(' · ');
  };
  return (
    <figure class="chart">
      <figcaption class="row">
        {series.map(({ title, tone }) => (
          <span key={title} class={`key ${tone}`}>
            {title}
          </span>
        ))}
        <span class="hint" aria-hidden="true">
          {chosen === null ? figures.pointAt : textOf(bars[at] ?? NOTHING)}
        </span>
      </figcaption>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          <span>{formats.number(top)}</span>
          <span>{top % 2 === 0 && formats.number(top / 2)}</span>
          <span>0</span>
        </div>
        <div class="bars">
          <Bars {...{ bars, series, top }} chosen={chosen === null ? null : at} />
          <input
            type="range"
            min="0"
            max={last}
            value={at}
            aria-label={label}
            aria-valuetext={textOf(bars[at] ?? NOTHING)}
            onInput={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            onPointerMove={({ currentTarget, offsetX }) =>
              setChosen(barAt(offsetX / currentTarget.clientWidth, bars.length))
            }
            onPointerLeave={() => setChosen(null)}
            onBlur={() => setChosen(null)}
          />
        </div>
        <Hours bars={bars} minutes={minutes} />
      </div>
      <AsTable {...{ label, series, bars }} />
    </figure>
  );
}

const NOTHING: Bar = { from: new Date(0).toISOString(), values: [] };

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the bar at a share of the width. */
const barAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)));

/** Returns a round number that is not below the highest bar. */
function topOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * (TOPS.find((top) => top * power >= highest) ?? 10);
}

interface BarsProps extends Pick<ChartProps, 'bars' | 'series'> {
  readonly top: number;
  readonly chosen: number | null;
}

function Bars({ bars, series, top, chosen }: BarsProps) {
  return (
    <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {chosen !== null && <rect class="chosen" x={chosen} y={0} width={1} height={HEIGHT} />}
      {bars.flatMap(({ values }, index) => {
        let y = HEIGHT;
        return series.map(({ tone }, which) => {
          const value = values[which] ?? 0;
          // The smallest value is seen too.
          const height = value === 0 ? 0 : Math.max(1.5, (value / top) * HEIGHT);
          y -= height;
          return (
            <rect
              key={`${index} ${which}`}
              class={tone}
              x={index + 0.1}
              y={Math.max(0, y)}
              width={0.8}
              height={height}
            />
          );
        });
      })}
    </svg>
  );
}

/** Names round times of this place beneath their bars, and days where they begin. */
function Hours({ bars, minutes }: Pick<ChartProps, 'bars' | 'minutes'>) {
  const { formats } = texts();
  const wanted = (bars.length * minutes) / NAMES_SHOWN;
  const step = STEPS.find((one) => one >= wanted) ?? 1_440;
  const named = bars.flatMap(({ from }, index) => {
    const begins = new Date(from);
    // The time from the beginning of the bar to the next round time, which may be inside a bar of 4 hours.
    const wait = (step - ((begins.getHours() * 60 + begins.getMinutes()) % step)) % step;
    const at = new Date(begins.getTime() + wait * 60_000).toISOString();
    const left = (index + wait / minutes) / bars.length;
    return wait < minutes && left < NAMES_END ? [{ at, left }] : [];
  });
  return (
    <div class="hours" aria-hidden="true">
      {named.map(({ at, left }) => (
        <span key={at} style={{ left: `${left * 100}%` }}>
          {formats.hourOrDay(at)}
        </span>
      ))}
    </div>
  );
}

function AsTable({ label, series, bars }: Pick<ChartProps, 'label' | 'series' | 'bars'>) {
  const { figures } = texts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{figures.asTable}</summary>
      {isOpen && (
        <Table
          label={label}
          isSortable
          rows={bars.toReversed()}
          keyOf={({ from }) => from}
          columns={[
            {
              title: figures.from,
              value: ({ from }) => from,
              cell: ({ from }) => <Time iso={from} />,
            },
            ...series.map(({ title }, index) => ({
              title,
              type: 'number' as const,
              value: ({ values }: Bar) => values[index],
            })),
          ]}
        />
      )}
    </details>
  );
}
