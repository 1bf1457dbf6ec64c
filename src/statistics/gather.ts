import type { StatsRequest, StatsResult, StatsValue } from '../insights/needs.ts'
import type { Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import { describeFailure, type StatsFailure } from './failure.ts'
import { fetchTopMentions } from './loudest.ts'
import type { StatsRequestOptions, StatsSource } from './source.ts'

/** What came of all needs of a question, the limits as the answers tell them, and why the missing ones are missing. */
export type FetchedResults = { results: StatsResult[]; limits: Limit[]; failures: StatsFailure[] }

/** Asks for all needs side by side; what fails or is aborted counts as missing. Never rejects. */
export async function fetchResults(
  source: StatsSource,
  alert: Id,
  needs: StatsRequest[],
  ask: StatsRequestOptions,
): Promise<FetchedResults> {
  const limits = new Map<string, Limit>()
  const failures: StatsFailure[] = []

  async function known<T>(read: Promise<{ value: T; limits: Limit[] }>): Promise<StatsValue<T>> {
    try {
      const answer = await read
      for (const limit of answer.limits) limits.set(limit.name, limit)
      return { kind: 'known', value: answer.value }
    } catch (error) {
      const failure = describeFailure(ask.signal.aborted ? ask.signal.reason : error)
      failures.push(failure)
      return { kind: 'missing', reason: failure.reason }
    }
  }

  async function resultOf(need: StatsRequest): Promise<StatsResult> {
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
        return { need, answer: await known(fetchTopMentions(source, alert, need, ask)) }
    }
  }

  const results = await Promise.all(needs.map(resultOf))
  return { results, limits: [...limits.values()], failures }
}
