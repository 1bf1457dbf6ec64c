import { Counter, Gauge, type Registry } from 'prom-client'

export type Sample<Label extends string> = {
  [label in Label | 'value']: label extends 'value' ? number : string
}

/** Adds metrics. `overheard_` is put before their names. If one exists already, a counter goes on, and a gauge is replaced. */
export type MetricsOfFeatures = {
  /** Returns a function that counts one. */
  counter<Label extends string>(
    name: string,
    help: string,
    labels: Label[],
  ): (of: Record<Label, string>) => void
  /** If the rows cannot be read, because the database is away, the page has all metrics except this one. */
  gauge<Label extends string = never>(
    name: string,
    help: string,
    rows: () => Promise<Sample<Label>[]> | Sample<Label>[],
    labels?: Label[],
  ): void
}

/** Ends the help of a metric that every process can measure. */
export const ofAll = 'With a database, each process shows the value of all processes: aggregate with max().'

export function createMetricsOfFeatures(registry: Registry): MetricsOfFeatures {
  return {
    counter(name, help, labelNames) {
      const known = registry.getSingleMetric(`overheard_${name}`)
      const counter =
        known instanceof Counter
          ? known
          : new Counter<string>({
              name: `overheard_${name}`,
              help,
              labelNames,
              registers: [registry],
            })
      return (of) => counter.inc(of)
    },
    gauge(name, help, rows, labelNames = []) {
      registry.removeSingleMetric(`overheard_${name}`)
      new Gauge<string>({
        name: `overheard_${name}`,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const found = await (async () => rows())().catch(() => [])
          this.reset()
          // A gauge without labels is 0 after its reset.
          if (found.length === 0 && labelNames.length === 0) this.remove()
          for (const { value, ...labels } of found) this.set(labels, value)
        },
      })
    },
  }
}
