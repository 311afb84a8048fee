/** Metrics that are read from their source at every scrape. */
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type Registry from 'prom-client/lib/registry.js';

interface Description {
  readonly name: string;
  readonly help: string;
}

interface SingleValue extends Description {
  readonly read: () => number;
}

interface LabelledValues extends Description {
  readonly label: string;
  /** Returns the numbers by the value of the label. */
  readonly read: () => Readonly<Record<string, number>>;
}

const showing =
  (Metric: typeof Gauge | typeof Counter) =>
  (registers: Registry[], metric: SingleValue | LabelledValues): void => {
    const { name, help } = metric;
    const shown: Counter | Gauge = new Metric({
      name,
      help,
      labelNames: 'label' in metric ? [metric.label] : [],
      registers,
      collect(): void {
        shown.reset();
        if (!('label' in metric)) shown.inc(metric.read());
        else
          for (const [value, number] of Object.entries(metric.read()))
            shown.inc({ [metric.label]: value }, number);
      },
    });
  };

export const showGauge = showing(Gauge);
/** Its source must count from the start of the process: a counter that shrinks looks like a restart. */
export const showCounter = showing(Counter);
