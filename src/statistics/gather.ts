import type { Answer, Need, Result } from '../insights/needs.ts'
import type { Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import { type Failure, failureOf } from './failure.ts'
import { readLoudest } from './loudest.ts'
import type { Ask, StatisticsSource } from './source.ts'

/** What came of all needs of a question, the limits as the answers tell them, and why the missing ones are missing. */
export type Gathered = { results: Result[]; limits: Limit[]; failures: Failure[] }

/** Asks for all needs side by side; what fails or is aborted counts as missing. Never rejects. */
export async function gather(
  source: StatisticsSource,
  alert: Id,
  needs: Need[],
  ask: Ask,
): Promise<Gathered> {
  const limits = new Map<string, Limit>()
  const failures: Failure[] = []

  async function known<T>(read: Promise<{ value: T; limits: Limit[] }>): Promise<Answer<T>> {
    try {
      const answer = await read
      for (const limit of answer.limits) limits.set(limit.name, limit)
      return { kind: 'known', value: answer.value }
    } catch (error) {
      const failure = failureOf(ask.signal.aborted ? ask.signal.reason : error)
      failures.push(failure)
      return { kind: 'missing', reason: failure.reason }
    }
  }

  async function resultOf(need: Need): Promise<Result> {
    switch (need.kind) {
      case 'total': {
        const asked = { ...need.range, sources: need.sources }
        return { need, answer: await known(source.total(alert, need.type, asked, ask)) }
      }
      case 'series': {
        const asked = { ...need.range, sources: need.sources, granularity: need.granularity }
        const read = source.series(alert, need.type, asked, ask)
        const answer = await known(read.then(({ periods: value, limits }) => ({ value, limits })))
        return { need, answer }
      }
      case 'loudest':
        return { need, answer: await known(readLoudest(source, alert, need, ask)) }
    }
  }

  const results = await Promise.all(needs.map(resultOf))
  return { results, limits: [...limits.values()], failures }
}
