import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createMetrics } from '../../src/health/metrics.ts'

/** A Python with the parser of Prometheus (in Debian: python3-prometheus-client). */
const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-c', 'import prometheus_client.openmetrics.parser']).status === 0,
)

it.skipIf(python === undefined)("the parser of Prometheus' client for Python reads the metrics", async () => {
  const metrics = createMetrics(() => 0)
  metrics.counter('webhook_deliveries_total', 'Deliveries.', ['webhook', 'outcome'])({
    webhook: 'hooks.example',
    outcome: 'delivered',
  })
  const { text } = await metrics.page('application/openmetrics-text;version=1.0.0')
  const program =
    'import sys; from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse; print(len(list(parse(sys.stdin.read()))))'
  const { stdout, stderr } = spawnSync(python ?? '', ['-c', program], { input: text, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(Number(stdout)).toBeGreaterThan(20)
})
