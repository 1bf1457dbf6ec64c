import { withoutCharts } from './messages/chart.ts'
import type { Content } from './model/message.ts'

/** What is known of whether this Slack takes charts. */
export type ChartSupport = {
  /** The forms in which to try a message, the best first: without its charts second, or first where they have been refused. */
  versions(content: Content): Content[]
  /** Notes which of the forms Slack took: where that was the one without, it refuses charts. */
  accepted(content: Content, form: Content): void
}

/** A Slack that refuses charts is asked again after a day, in ms: clients and regions get them one by one. */
const retryChartsAfter = 86_400_000

/** Remembers, for this process, that Slack refused charts. */
export function createChartSupport(now: () => number): ChartSupport {
  let refusedUntil = 0
  return {
    versions(content) {
      const plain = withoutCharts(content)
      if (plain.blocks.length === content.blocks.length) return [content]
      return now() < refusedUntil ? [plain] : [content, plain]
    },
    accepted(content, form) {
      if (form.blocks.length > 0 && form.blocks.length < content.blocks.length)
        refusedUntil = Math.max(refusedUntil, now() + retryChartsAfter)
    },
  }
}
