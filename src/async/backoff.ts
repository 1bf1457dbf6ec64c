type BackoffBounds = { firstMs: number; maxMs: number }

/**
 * The wait after a number of failures in a row (1 or more), in ms. It doubles from `firstMs` up to `maxMs`. With `random` (in [0, 1)) the
 * wait is spread over the whole span, so that callers that failed together do not retry together.
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: BackoffBounds,
  random: () => number = () => 1,
): number {
  return Math.round(random() * Math.min(maxMs, firstMs * 2 ** (failures - 1)))
}
