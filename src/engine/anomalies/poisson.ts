/** These functions return probabilities of a Poisson distribution with the mean `expected`, from 0 to 1. */

export function poissonAtLeast(count: number, expected: number): number {
  const least = Math.ceil(count)
  if (least <= 0) return 1
  if (expected <= 0) return 0
  if (least <= expected) return 1 - sumOfTerms(least - 1, expected, -1)
  return sumOfTerms(least, expected, 1)
}

export function poissonNone(expected: number): number {
  return Math.exp(-Math.max(0, expected))
}

function sumOfTerms(from: number, expected: number, step: 1 | -1): number {
  let term = Math.exp(from * Math.log(expected) - expected - logFactorial(from))
  let sum = 0
  for (let count = from; count >= 0 && term > sum * 1e-12; count += step) {
    sum += term
    term *= step === 1 ? expected / (count + 1) : count / expected
  }
  return Math.min(1, sum)
}

/** Returns ln(n!). Above 50 it uses Stirling's series, whose error is below 1e-9 there. */
function logFactorial(n: number): number {
  if (n > 50) return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n)
  let sum = 0
  for (let factor = 2; factor <= n; factor += 1) sum += Math.log(factor)
  return sum
}
