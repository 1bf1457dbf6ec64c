import type { DeliveryReport } from '../../src/digests/content/delivery-report.ts'

/** A period without mentions. */
export const nothingFound: DeliveryReport = {
  found: 0,
  posted: 0,
  own: 0,
  inBursts: 0,
  filtered: [],
  muted: 0,
  duplicate: 0,
  waiting: 0,
  rejected: 0,
}

/** A week in which most mentions were posted. */
export const weekFound: DeliveryReport = {
  found: 587,
  posted: 316,
  own: 0,
  inBursts: 96,
  filtered: [
    { rule: 'only.language', count: 98 },
    { rule: 'except.author', count: 33 },
  ],
  muted: 38,
  duplicate: 6,
  waiting: 0,
  rejected: 0,
}
