import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type CounterName, counters, eventDelay, type GaugeReading, type Meters, type MetricsPage } from './meters';

/** Meters and their page in Prometheus' text format, in a registry of its own. */
export function createPromClientMeters(): Meters & MetricsPage {
  const registry = new Registry();
  const made = new Map(
    Object.entries(counters).map(([name, { help, labels }]) => [
      name,
      new Counter({ name: `commerce_bridge_${name}_total`, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  const delays = new Histogram({ ...eventDelay, registers: [registry] });

  return {
    contentType: registry.contentType,
    count: (name: CounterName, labels: Record<string, string>, by = 1) => made.get(name)?.inc(labels, by),
    observeEventDelay: (seconds) => delays.observe(seconds),
    async render(gauges) {
      return [await registry.metrics(), await renderGauges(gauges)].join('\n');
    },
  };
}

function renderGauges(gauges: readonly GaugeReading[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, values } of gauges) {
    const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))];
    const gauge = new Gauge({ name: `commerce_bridge_${name}`, help, labelNames, registers: [registry] });
    // A gauge without labels starts at zero, but an unknown value must be absent.
    if (values.length === 0) gauge.remove();
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
  return registry.metrics();
}
