import type { Time } from '../async/time.ts'
import { listeningProblems } from '../messages/problem-texts.ts'
import type { ListeningChannel, ListeningState } from '../model/listening.ts'
import type { Problem, ProblemBoard } from '../model/problem.ts'

const dayMs = 86_400_000
/** A source that fails for longer is a problem. Many fail for some hours. */
const failingForMs = dayMs
/** More sources than this are one problem: most likely the network is the cause. */
const mostApart = 3
/** A single end can have many reasons, so only a second one is a problem. */
const leastFailures = 2

const prefix = 'listening'

/** The problems of the mention service that the bot runs, by their keys. */
export function problemsOfService(
  { failures, lastEnd = '', channels }: ListeningState,
  now: Time,
): Map<string, Problem> {
  const problems = new Map<string, Problem>()
  const add = (key: string, problem: Problem) => problems.set(`${prefix}${key}`, problem)
  if (failures >= leastFailures) add('', { code: 'service_ends', ...listeningProblems.serviceEnds(lastEnd) })
  const failing = channels.filter((channel) => isFailing(channel, now))
  if (failing.length > mostApart)
    add(':sources', {
      code: 'sources_fail',
      stops: listeningProblems.listening,
      ...listeningProblems.sourcesFail(failing.length, channels.length, failing[0]?.error ?? ''),
    })
  else
    for (const channel of failing)
      add(keyOf(channel), {
        code: 'source_fails',
        stops: listeningProblems.listeningTo(nameOf(channel)),
        ...listeningProblems.sourceFails(nameOf(channel), channel.error ?? ''),
      })
  for (const channel of channels) {
    if (channel.ended !== undefined)
      add(keyOf(channel), {
        code: 'source_ended',
        stops: listeningProblems.listeningTo(nameOf(channel)),
        ...listeningProblems.sourceEnded(nameOf(channel), channel.ended),
      })
    const gap = channel.gaps.at(-1)
    if (gap !== undefined && now - gap.at < dayMs)
      add(`${keyOf(channel)}:gap`, {
        ...listeningProblems.gap(nameOf(channel), gap.what),
        until: gap.at + dayMs,
      })
  }
  return problems
}

const keyOf = ({ source, channel }: ListeningChannel) => `:${source}:${channel}`

/** Feeds are known by their address, and other sources by their name. */
const nameOf = ({ source, channel }: ListeningChannel) =>
  source === 'feeds' ? channel : source === channel ? source : `${source} (${channel})`

const isFailing = ({ failures, failingSince, ended }: ListeningChannel, now: Time) =>
  ended === undefined && failures > 0 && failingSince !== undefined && now - failingSince >= failingForMs

/** Raises what is a problem now, and clears what is none any more. */
export function tellProblems(
  board: Pick<ProblemBoard, 'raise' | 'clear' | 'openProblems'>,
  problems: ReadonlyMap<string, Problem>,
): void {
  for (const { key } of board.openProblems())
    if ((key === prefix || key.startsWith(`${prefix}:`)) && !problems.has(key)) board.clear(key)
  for (const [key, problem] of problems) board.raise(key, problem)
}
