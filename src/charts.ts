import { withoutCharts } from './messages/chart.ts'
import type { Content } from './model/message.ts'

/** What is known of whether this Slack takes charts. */
export type Charts = {
  /** The forms in which to try a message, the best first: without its charts second, or first where they have been refused. */
  forms(content: Content): Content[]
  /** Notes which of the forms Slack took: where that was the one without, it refuses charts. */
  took(content: Content, form: Content): void
}

/** A Slack that refuses charts is asked again after a day, in ms: clients and regions get them one by one. */
const askAgain = 86_400_000

/** Remembers, for this process, that Slack refused charts. */
export function createCharts(now: () => number): Charts {
  let refusedUntil = 0
  return {
    forms(content) {
      const plain = withoutCharts(content)
      if (plain.blocks.length === content.blocks.length) return [content]
      return now() < refusedUntil ? [plain] : [content, plain]
    },
    took(content, form) {
      if (form.blocks.length > 0 && form.blocks.length < content.blocks.length)
        refusedUntil = Math.max(refusedUntil, now() + askAgain)
    },
  }
}
